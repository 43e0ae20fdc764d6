import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../src/server.ts'
import { open } from './open.ts'

test('a note that was pinned is listed', async () => {
  using board = await open(createBoard())
  const pinned = await fetch(board.url, { method: 'POST', body: 'Buy milk' })
  assert.equal(pinned.status, 201)
  assert.deepEqual(await (await fetch(board.url)).json(), ['Buy milk'])
})

test('there is nothing but notes', async () => {
  using board = await open(createBoard())
  assert.equal((await fetch(board.url.replace('notes', 'secrets'))).status, 404)
})
