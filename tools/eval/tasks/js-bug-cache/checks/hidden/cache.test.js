import assert from 'node:assert'
import test from 'node:test'
import { createCache } from '../src/cache.js'

function at() {
  let time = 0
  const cache = createCache({ lifetime: 1000, now: () => time })
  return { cache, go: (to) => (time = to) }
}

test('a value is there until its time has passed', () => {
  const { cache, go } = at()
  cache.set('a', 1)
  go(999)
  assert.equal(cache.get('a'), 1)
  go(1000)
  assert.equal(cache.get('a'), undefined)
})

test('setting a value again begins its time again', () => {
  const { cache, go } = at()
  cache.set('a', 1)
  go(900)
  cache.set('a', 2)
  go(1500)
  assert.equal(cache.get('a'), 2)
})

test('what is gone is not counted, whether somebody asked for it or not', () => {
  const { cache, go } = at()
  cache.set('a', 1)
  go(500)
  cache.set('b', undefined)
  go(1200)
  assert.equal(cache.size(), 1)
})
