'use strict'

// The tests were written for tap. This gives them its words over node:test and node:assert.
const assert = require('node:assert')
const nodeTest = require('node:test')

const matches = (found, wanted) => {
  if (wanted instanceof RegExp) {
    return wanted.test(String(found))
  }
  if (typeof wanted === 'function') {
    return found instanceof wanted || typeof found === wanted.name.toLowerCase()
  }
  if (typeof wanted === 'object' && wanted !== null) {
    return typeof found === 'object' && found !== null &&
      Object.keys(wanted).every((key) => matches(found[key], wanted[key]))
  }
  return typeof wanted === 'string' ? String(found).includes(wanted) : Object.is(found, wanted)
}

const throwsAs = (fn, wanted, message) => {
  if (wanted === undefined || typeof wanted === 'string') {
    return assert.throws(fn, message)
  }
  assert.throws(fn, (error) => wanted instanceof RegExp
    ? wanted.test(error.message)
    : (typeof wanted === 'function' ? error instanceof wanted : matches(error, { ...wanted, message: wanted.message })))
}

const t = {
  equal: assert.strictEqual,
  not: assert.notStrictEqual,
  ok: assert.ok,
  notOk: (value, message) => assert.ok(!value, message),
  same: assert.deepEqual,
  strictSame: assert.deepStrictEqual,
  match: (found, wanted, message) => assert.ok(matches(found, wanted), message),
  notMatch: (found, wanted, message) => assert.ok(!matches(found, wanted), message),
  throws: throwsAs,
  plan: () => undefined,
  end: () => undefined,
  test: (name, run) => nodeTest.test(name, () => run(t)),
}

module.exports = t
