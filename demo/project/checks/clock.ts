import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../src/server.ts'
import { open } from '../tests/open.ts'

// CI runs this on what is to be merged: `npm run ci`.

test('when the clock of the server is put back an hour, no client waits longer for it', async () => {
  using board = await open(createBoard())
  for (let n = 1; n <= 20; n++) await fetch(board.url)
  const now = Date.now
  Date.now = () => now() - 3_600_000
  const seconds = Number((await fetch(board.url)).headers.get('retry-after'))
  Date.now = now
  assert.ok(seconds <= 60, `retry-after: ${seconds}`)
})
