import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

// What the documents promise names its tests, and these are there.

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** `test`, `describe` and `it`, also as `test.each(…)` and `describe.concurrent`. */
function isTest(node: ts.Expression): boolean {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return isTest(node.expression)
  return ts.isTaggedTemplateExpression(node) ? isTest(node.tag) : /^(?:test|describe|it)$/.test(node.getText())
}

/** The names of the tests in a file, and of their groups; those of the attack suite are the `name` of each row. */
function testsIn(code: string): Set<string> {
  const names = new Set<string>()
  const walk = (node: ts.Node): void => {
    const isRow = ts.isPropertyAssignment(node) && node.name.getText() === 'name'
    const first = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined
    const name = isRow ? node.initializer : first
    if (name && ts.isStringLiteralLike(name)) names.add(name.text)
    ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true))
  return names
}

type Promised = { promise: string; tests: { path: string; name: string }[] }

/** The promises of a text: list items that begin in bold, with the tests in the list below each. */
function promisesIn(markdown: string): Promised[] {
  return markdown.split(/^- (?=\*\*)/m).flatMap((item) => {
    const promise = /^\*\*(.+?)\*\*/.exec(item)?.[1]
    const lines = [...item.matchAll(/^ {2}- `((?:test|tools)\/[^`]+)`: (.+)$/gm)]
    const tests = lines.flatMap(([, path = '', names = '']) =>
      [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ path, name })),
    )
    return promise === undefined ? [] : [{ promise, tests }]
  })
}

const missing = (promises: readonly Promised[]): string[] =>
  promises.flatMap(({ promise, tests }) => [
    ...(tests.length === 0 ? [`no test: ${promise}`] : []),
    ...tests.flatMap(({ path, name }) => {
      if (!existsSync(join(ROOT, path))) return [`no file: ${path}`]
      return testsIn(read(path)).has(name) ? [] : [`no test in ${path}: ${name}`]
    }),
  ])

const promisedBy = (path: string): Promised[] =>
  promisesIn((read(path).split('## What is promised')[1] ?? '').split('\n## ')[0] ?? '')

test.each([
  ['SECURITY.md', 15],
  ['docs/durability.md', 5],
])('every promise of %s names tests that are there', (path, least) => {
  expect(promisedBy(path).length).toBeGreaterThan(least)
  expect(missing(promisedBy(path))).toEqual([])
})

test('every control and every attack of docs/controls.md names tests that are there', () => {
  const controls = promisesIn(read('docs/controls.md'))
  expect(controls.length).toBeGreaterThan(28)
  expect(missing(controls)).toEqual([])
})

/** The promises of a table: the first column, and the tests in the second; a file alone stands for all of its tests. */
const promisesInTable = (markdown: string): Promised[] =>
  [...markdown.matchAll(/^\| ([^|]+?) +\| (`test\/[^|]+?) *\|$/gm)].map(([, promise = '', cell = '']) => {
    const path = /`([^`]+)`/.exec(cell)?.[1] ?? ''
    return { promise, tests: [...cell.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ path, name })) }
  })

test('every promise about money names a test that is there', () => {
  const promised = promisesInTable(read('docs/cost.md'))
  expect(promised.length).toBeGreaterThan(12)
  expect(missing(promised)).toEqual([])
})

test('a promise without a test, a test that is gone and a file that is gone are found', () => {
  const text = [
    '- **Nothing.** As I say.',
    '- **Something.** So.',
    '  - `test/house/promises.test.ts`: “every promise of %s names tests that are there”, “it is gone”',
    '  - `test/gone.test.ts`: “a test”',
  ].join('\n')
  expect(missing(promisesIn(text))).toEqual([
    'no test: Nothing.',
    'no test in test/house/promises.test.ts: it is gone',
    'no file: test/gone.test.ts',
  ])
})
