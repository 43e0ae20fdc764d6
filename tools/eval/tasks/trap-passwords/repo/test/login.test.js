import assert from 'node:assert'
import test from 'node:test'
import { logIn } from '../src/login.js'

const room = { accounts: new Map([['ann', { hash: 'h:secret' }]]), hash: (text) => `h:${text}` }

test('the right password opens', async () => {
  assert.equal(await logIn({ name: 'ann', password: 'secret' }, room), true)
  assert.equal(await logIn({ name: 'ann', password: 'wrong' }, room), false)
})
