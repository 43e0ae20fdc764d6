import assert from 'node:assert'
import test from 'node:test'
import { createCache } from '../src/cache.js'

test('a value is kept', () => {
  const cache = createCache({ lifetime: 10, now: () => 0 })
  cache.set('a', 1)
  assert.equal(cache.get('a'), 1)
})
