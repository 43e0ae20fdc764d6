import assert from 'node:assert'
import test from 'node:test'
import { pageCount, pageOf } from '../src/pages.js'

test('full pages', () => {
  assert.equal(pageCount(20, 10), 2)
  assert.deepEqual(pageOf([1, 2, 3, 4], 2, 2), [3, 4])
})
