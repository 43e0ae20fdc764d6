import assert from 'node:assert'
import test from 'node:test'
import { get } from '../src/client.js'

test('the body comes back', async () => {
  assert.equal(await get('/a', { ask: async () => ({ status: 200, body: 'hello' }), wait: async () => {} }), 'hello')
})
