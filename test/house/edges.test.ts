import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// What a run rests on is handed in from one edge, so that a test can hand in something else.

const ROOT = resolve(import.meta.dirname, '../..')

type Touch = 'reads the environment' | 'sets a variable' | 'reads the clock'

const CLOCKS = ['performance.now', 'Date.now', 'process.hrtime', 'process.uptime']

/** `process['env']` and `process.env` alike; undefined for what is no member of something with a name. */
function memberOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return `${node.expression.getText()}.${node.name.text}`
  if (!ts.isElementAccessExpression(node)) return undefined
  return `${node.expression.getText()}.${ts.isStringLiteral(node.argumentExpression) ? node.argumentExpression.text : '*'}`
}

const isTakenApart = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) && !ts.isIdentifier(node.name) && node.initializer?.getText() === 'process'

const isNow = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length

const isAssigned = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  /^process(?:\.env\b|\[)/.test(node.left.getText())

function touchesIn(code: string): Set<Touch> {
  const touches = new Set<Touch>()
  // To parse every file takes seconds, and few name any of these.
  if (!/\b(?:process|performance|Date)\b/.test(code)) return touches
  const walk = (node: ts.Node): void => {
    const member = memberOf(node)
    if (member === 'process.env' || member === 'process.*' || isTakenApart(node)) touches.add('reads the environment')
    if (isAssigned(node)) touches.add('sets a variable')
    if (CLOCKS.includes(member ?? '') || isNow(node)) touches.add('reads the clock')
    ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile('x.ts', code, ts.ScriptTarget.Latest, true))
  return touches
}

const filesThat = (touch: Touch, glob: string): string[] =>
  globSync(glob, { cwd: ROOT })
    .filter((path) => touchesIn(readFileSync(join(ROOT, path), 'utf8')).has(touch))
    .toSorted()

test('only main.ts reads the environment', () => {
  expect(filesThat('reads the environment', 'src/**/*.ts')).toEqual(['src/main.ts'])
})

test('only the listed files of src/ read the system clock', () => {
  expect(filesThat('reads the clock', 'src/**/*.ts')).toEqual([
    'src/agent/context/transcript.ts',
    'src/agent/perform-calls.ts',
    'src/agent/run-agent.ts',
    'src/checks/background-checks.ts',
    'src/checks/verify.ts',
    'src/git/objects.ts',
    'src/github/transport/client.ts',
    'src/github/writes.ts',
    'src/lib/async.ts',
    'src/model/endpoint/endpoint.ts',
    'src/model/endpoint/failures.ts',
    'src/runner/clock.ts',
    'src/runner/token-access.ts',
  ])
})

test('no test sets an environment variable of its own process', () => {
  expect(filesThat('sets a variable', 'test/**/*.ts')).toEqual([])
})

describe('of this code it is told what it touches:', () => {
  test.each<[string, Touch[]]>([
    ['const home = process.env.HOME', ['reads the environment']],
    ['const { env } = process', ['reads the environment']],
    ["const home = process['env'].HOME", ['reads the environment']],
    ['const path = `${process.env.PATH}:${`}`}`', ['reads the environment']],
    ['const id = process.pid // process.env', []],
    ['const begun = performance.now()', ['reads the clock']],
    ['const at = new Date().toISOString()', ['reads the clock']],
    ['const at = new Date(begun)', []],
    ["const text = 'Date.now'", []],
    ["process.env['PATH'] = '/nonexistent'", ['reads the environment', 'sets a variable']],
    ["const same = process.env['PATH'] === path", ['reads the environment']],
  ])('what `%s` touches is recognized', (code, touches) => {
    expect([...touchesIn(code)].toSorted()).toEqual(touches)
  })
})
