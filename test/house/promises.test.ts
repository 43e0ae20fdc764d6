import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { readPromises } from '../../scripts/docs.ts'

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

const missing = (promises: readonly Promised[]): string[] =>
  promises.flatMap(({ promise, tests }) => [
    ...(tests.length === 0 ? [`no test: ${promise}`] : []),
    ...tests.flatMap(({ path, name }) => {
      if (!existsSync(join(ROOT, path))) return [`no file: ${path}`]
      return testsIn(read(path)).has(name) ? [] : [`no test in ${path}: ${name}`]
    }),
  ])

const promises: Promised[] = Object.values(readPromises()).flatMap((all) =>
  Object.entries(all).map(([promise, tests]) => ({
    promise,
    tests: Object.entries(tests).flatMap(([path, names]) => names.map((name) => ({ path, name }))),
  })),
)

test('every promise of docs/promises.yml names tests that exist', () => {
  expect(promises.length).toBeGreaterThan(90)
  expect(missing(promises)).toEqual([])
})

test('a promise without a test, with a missing test or with a missing file is reported', () => {
  const tests = [
    { path: 'test/house/dist.test.ts', name: 'dist/ has at most 5.5 MB, and no chunk more than 1.4 MB' },
    { path: 'test/house/dist.test.ts', name: 'it is gone' },
    { path: 'test/gone.test.ts', name: 'a test' },
  ]
  const found = missing([
    { promise: 'Nothing', tests: [] },
    { promise: 'Something', tests },
  ])
  expect(found).toEqual([
    'no test: Nothing',
    'no test in test/house/dist.test.ts: it is gone',
    'no file: test/gone.test.ts',
  ])
})
