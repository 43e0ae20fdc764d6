import assert from 'node:assert'
import test from 'node:test'
import { pageCount, pageOf } from '../src/pages.js'

test('the last page counts, whole or not', () => {
  assert.deepEqual([0, 1, 10, 11, 20, 21].map((n) => pageCount(n, 10)), [0, 1, 1, 2, 2, 3])
})

test('the last page has what is left, and pages that are not there are empty', () => {
  const entries = Array.from({ length: 21 }, (_, i) => i)
  assert.deepEqual(pageOf(entries, 3, 10), [20])
  assert.deepEqual(pageOf(entries, 4, 10), [])
  assert.deepEqual(pageOf(entries, 0, 10), [])
  assert.deepEqual(pageOf(entries, 2, 10), entries.slice(10, 20))
})
