import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { problemsOfMail, problemsOfName } from '../src/checks.js'
import { invite } from '../src/invite.js'
import { register } from '../src/register.js'
import { rename } from '../src/rename.js'

test('the forms say what they said', () => {
  assert.deepEqual(register({}), ['name is missing', 'mail is missing'])
  assert.deepEqual(register({ name: 'x'.repeat(41), mail: 'x' }), ['name is longer than 40 characters', 'mail has no @'])
  assert.deepEqual(rename({ name: ' ' }), ['name is missing'])
  assert.deepEqual(invite({ mail: 'a@b' }), [])
})

test('the checks stand by themselves', () => {
  assert.deepEqual(problemsOfName('x'.repeat(40)), [])
  assert.deepEqual(problemsOfName(7), ['name is missing'])
  assert.deepEqual(problemsOfMail('x'), ['mail has no @'])
})

test('no form repeats them', () => {
  for (const form of ['register', 'rename', 'invite'])
    assert.doesNotMatch(readFileSync(`src/${form}.js`, 'utf8'), /is missing|has no @|longer than/)
})
