import assert from 'node:assert'
import test from 'node:test'
import { addMember } from '../src/members.js'

test('24 characters are enough, without the white space around them', () => {
  assert.equal(addMember([], ` ${'x'.repeat(24)} `)[0].length, 24)
  assert.throws(() => addMember([], 'x'.repeat(25)), /24/)
})

test('the rest is as before', () => {
  assert.deepEqual(addMember(['Ann'], ' Bo '), ['Ann', 'Bo'])
  assert.throws(() => addMember([], ' '), /needed/)
})
