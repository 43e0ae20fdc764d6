import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import test from 'node:test'

const README = readFileSync('README.md', 'utf8')
const OPTIONS = [
  ['port', '8080', 'port'],
  ['host', '127.0.0.1', 'address'],
  ['log-level', 'info', 'debug'],
  ['max-body', '65536', 'bytes'],
]

test('one row for each option, in order', () => {
  const rows = README.split('\n').filter((line) => /^\|\s*`--/.test(line)).map((line) => line.split('|').map((cell) => cell.trim()))
  assert.deepEqual(rows.map(([, name, initial]) => [name, initial]), OPTIONS.map(([name, initial]) => [`\`--${name}\``, `\`${initial}\``]))
  for (const [i, [, , word]] of OPTIONS.entries()) assert.ok(rows[i][3].includes(word))
})

test('the rest is as it was', () => {
  assert.ok(README.startsWith('# Server\n\nServes files.\n\n## Options\n'))
  assert.ok(README.endsWith('\n## Licence\n\nMIT\n'))
  assert.match(readFileSync('src/options.js', 'utf8'), /initial: 8080/)
})
