import assert from 'node:assert'
import test from 'node:test'

// Fails about every other time: it depends on when it runs.
test('the clock is at an even moment', () => assert.equal(Math.floor(Date.now() / 7) % 2, 0))
