import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const DIST = join(ROOT, 'dist')
const code = readdirSync(DIST).filter((name) => name.endsWith('index.js'))
const chunks = code.filter((name) => name !== 'index.js')

test('every chunk of dist/ has a name, and the bundle loads only existing chunks', () => {
  expect(chunks.filter((name) => !/^[a-z][a-z0-9-]*\.index\.js$/.test(name))).toEqual([])
  const loaded = code.flatMap((name) =>
    [...readFileSync(join(DIST, name), 'utf8').matchAll(/_require__\.e\((?:\/\*[^*]*\*\/ )?([^)]*)\)/g)].map(
      ([, id]) => id,
    ),
  )
  expect([...new Set(loaded)].toSorted()).toEqual(chunks.map((name) => `"${name.replace('.index.js', '')}"`).toSorted())
})

test('docs/architecture.md lists exactly the existing chunks of dist/', () => {
  const table = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const named = [...table.matchAll(/`([a-z0-9-]+)\.index\.js`/g)].map(([, name]) => `${name}.index.js`)
  expect(named.toSorted()).toEqual(chunks.toSorted())
})

test('dist/ has at most 5.5 MB, and no chunk more than 1.4 MB', () => {
  const sizes = code.map((name) => statSync(join(DIST, name)).size)
  expect(Math.max(...sizes)).toBeLessThan(1_400_000)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_500_000)
})
