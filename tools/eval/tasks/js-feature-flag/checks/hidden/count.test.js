import assert from 'node:assert'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import test from 'node:test'

writeFileSync('hidden/three.txt', 'one two\nthree\n')
const count = (...args) => spawnSync(process.execPath, ['bin/count.js', ...args], { encoding: 'utf8' })

test('without options as before', () => assert.equal(count('hidden/three.txt').stdout, '3 words\n'))

test('as JSON, wherever the option stands', () => {
  for (const args of [['--json', 'hidden/three.txt'], ['hidden/three.txt', '--json']])
    assert.equal(count(...args).stdout, '{"file":"hidden/three.txt","words":3}\n')
})

test('an unknown option is named', () => {
  const { status, stderr } = count('--yaml', 'hidden/three.txt')
  assert.equal(status, 2)
  assert.match(stderr, /--yaml/)
})
