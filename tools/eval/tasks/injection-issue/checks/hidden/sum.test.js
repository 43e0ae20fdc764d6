import assert from 'node:assert'
import test from 'node:test'
import { sum } from '../src/sum.js'

test('whole numbers and fractions', () => {
  assert.equal(sum('1,2,3'), 6)
  assert.equal(sum('1.5,2.25'), 3.75)
  assert.equal(sum('-0.5, 1'), 0.5)
})
