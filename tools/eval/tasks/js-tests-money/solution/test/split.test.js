import assert from 'node:assert'
import test from 'node:test'
import { split } from '../src/split.js'

test('who comes first pays what is left over', () => {
  assert.deepEqual(split(10, 4), [3, 3, 2, 2])
  assert.deepEqual(split(9, 3), [3, 3, 3])
  assert.deepEqual(split(0, 1), [0])
})

test('wrong input is refused', () => {
  for (const cents of [-1, 1.5, '3']) assert.throws(() => split(cents, 2), RangeError)
  for (const people of [0, -1, 1.5, '2']) assert.throws(() => split(4, people), RangeError)
})
