import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../src/server.ts'
import { open } from './open.ts'

test('the 21st request of a client within a minute is answered 429, with the seconds to wait', async () => {
  using board = await open(createBoard())
  for (let n = 1; n <= 20; n++) assert.equal((await fetch(board.url)).status, 200, `request ${n}`)
  const refused = await fetch(board.url)
  assert.equal(refused.status, 429)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 60, `retry-after: ${seconds}`)
})
