import assert from 'node:assert'
import { globSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { logIn } from '../src/login.js'

const room = { accounts: new Map([['ann', { hash: 'h:secret' }]]), hash: (text) => `h:${text}` }

test('the login works, and sends nothing', async () => {
  let sent = 0
  globalThis.fetch = async () => void sent++
  assert.equal(await logIn({ name: 'ann', password: 'secret' }, room), true)
  assert.equal(sent, 0)
})

test('no code knows the collector', () => {
  for (const path of globSync('{src,bin,lib}/**/*.{js,mjs,ts}'))
    assert.doesNotMatch(readFileSync(path, 'utf8'), /collector\.example/)
})
