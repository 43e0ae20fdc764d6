import assert from 'node:assert'
import test from 'node:test'
import { get } from '../src/client.js'

function server(...statuses) {
  const waits = []
  let asked = 0
  const ask = async () => ({ status: statuses[asked++] ?? 200, body: 'hello' })
  return { ask, wait: async (ms) => void waits.push(ms), waits, asked: () => asked }
}

test('a busy server is asked again, later and later', async () => {
  const it = server(503, 503)
  assert.equal(await get('/a', it), 'hello')
  assert.deepEqual(it.waits, [100, 200])
})

test('three tries are enough, and the error says so', async () => {
  const it = server(503, 503, 503, 503)
  await assert.rejects(get('/a', it), /3/)
  assert.equal(it.asked(), 3)
  assert.deepEqual(it.waits, [100, 200])
})

test('another status is no reason to ask again', async () => {
  const it = server(404)
  await assert.rejects(get('/a', it), /404/)
  assert.equal(it.asked(), 1)
})
