import { ESLint } from 'eslint'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// The walls between the rooms are rules of ESLint, which sees one file at a time. What takes more than one is here.

const ROOT = resolve(import.meta.dirname, '../..')
const eslint = new ESLint({ cwd: ROOT })

/** The messages of the rules that hold the walls, for a file with this text at this path. */
async function complaints(path: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, path) })
  const walls = /no-restricted-(imports|syntax)$/
  return (result?.messages ?? []).flatMap(({ ruleId, message }) => (walls.test(ruleId ?? '') ? [message] : []))
}

describe('a wall stands', () => {
  test.each([
    ['src/agent/x.ts', "import type { Forge } from '../github/forge.ts'", 'src/agent does not'],
    ['src/agent/tools/x.ts', "import { connectGitHub } from '../../github/github.ts'", 'src/agent does not'],
    ['src/agent/x.ts', "import { decide } from '../decide/decide.ts'", 'src/agent does not'],
    ['src/agent/x.ts', "import { execute } from '../tasks/execute/run.ts'", 'src/agent does not'],
    ['src/agent/x.ts', "import { Octokit } from '@octokit/rest'", 'does not know @octokit'],
    ['src/model/x.ts', "import { runAgent } from '../agent/run-agent.ts'", 'src/model does not'],
    ['src/checks/x.ts', "import { observe } from '../observe/observe.ts'", 'src/checks does not'],
    ['src/checks/proof/x.ts', "import { verify } from '../verify.ts'", 'src/checks/proof does not'],
    ['src/checks/proof/x.ts', "import { git } from '../../git/git.ts'", 'src/checks/proof does not'],
    ['src/tasks/ask/input.ts', "import { say } from '../../publish/say/say.ts'", 'input does not'],
    ['src/tasks/ask/input.ts', "import { answer } from './run.ts'", 'does not know this part'],
    ['src/tasks/ask/input.ts', 'export const look = async () => 1', 'waits for nothing'],
    ['src/tasks/ask/gather.ts', "import { runAgent } from '../../agent/run-agent.ts'", 'gather does not'],
    ['src/tasks/ask/run.ts', "import { say } from '../../publish/say/say.ts'", 'run does not'],
    ['src/tasks/ask/run.ts', "import type { Forge } from '../../github/forge.ts'", 'run does not'],
    ['src/tasks/ask/run.ts', "import { publishQuestion } from './publish.ts'", 'does not know this part'],
    ['src/tasks/ask/publish.ts', "import { ask } from './run.ts'", 'does not know this part'],
    ['src/tasks/ask/publish.ts', "import { connectModel } from '../../model/endpoint/endpoint.ts'", 'publish does not'],
    ['src/publish/x.ts', "import type { Input } from '../tasks/tasks.ts'", 'src/publish does not'],
    ['src/publish/x.ts', "import { OpenAI } from 'openai'", 'does not know openai'],
    ['src/publish/x.ts', "import { connectGitHub } from '../github/github.ts'", 'Only connect.ts'],
    ['src/publish/x.ts', "import { reconcile } from '../loop/loop.ts'", 'src/publish does not'],
    ['src/publish/view/x.ts', "import { say } from '../say/say.ts'", 'src/publish/view does not'],
    ['src/publish/view/x.ts', "import { observe } from '../../observe/observe.ts'", 'src/publish/view does not'],
    ['src/observe/x.ts', "import { say } from '../publish/say.ts'", 'src/observe does not'],
    ['src/observe/x.ts', "import type { Context } from '../agent/context.ts'", 'src/observe does not'],
    ['src/loop/jobs/work-job.ts', "import type { Forge } from '../../github/forge.ts'", 'work-job does not'],
    [
      'src/loop/jobs/work-job.ts',
      "import { publishResult } from '../../tasks/publish-result.ts'",
      'does not know this part',
    ],
    ['src/loop/jobs/job.ts', "import { execute } from '../../agent/run-agent.ts'", 'src/loop/jobs does not'],
    ['src/loop/jobs/job.ts', "import { run } from '../../run.ts'", 'src/loop/jobs does not'],
    ['src/loop/dry-run.ts', "import { say } from '../publish/say.ts'", 'dry-run does not'],
    ['src/loop/loop.ts', "import { connectGitHub } from '../github/github.ts'", 'Only connect.ts'],
    ['src/loop/task.ts', "import { say } from '../publish/say/say.ts'", 'src/loop/task does not'],
    ['src/run.ts', "import { connectModel } from './model/endpoint/endpoint.ts'", 'Only connect.ts'],
    ['src/connect.ts', "import { run } from './run.ts'", 'connect does not'],
    ['src/tasks/open-context.ts', "import { connectGitHub } from '../github/github.ts'", 'open-context does not'],
    ['src/github/x.ts', "import { context } from '@actions/github'", 'parses the event unguarded'],
    ['src/plan/x.ts', "import { readFileSync } from 'node:fs'", 'no effects'],
    ['src/plan/x.ts', "import type { State } from '../decide/state.ts'", 'src/plan does not'],
    ['src/decide/next/decide.ts', "import { setOutput } from '@actions/core'", 'no effects'],
    ['src/decide/x.ts', "import { observe } from '../observe/observe.ts'", 'src/decide does not'],
    ['src/decide/x.ts', "import { git } from '../git/git.ts'", 'src/decide does not'],
    ['src/decide/next/state.ts', 'export const look = async () => 1', 'waits for nothing'],
    ['src/guard/x.ts', "import type { Plan } from '../plan/plan.ts'", 'src/guard does not'],
    ['src/git/x.ts', "import { redactor } from '../guard/redact.ts'", 'src/git does not'],
    ['src/runner/x.ts', "import { observe } from '../observe/observe.ts'", 'src/runner does not'],
    ['src/x.ts', 'export default 1', 'default'],
    ['src/x.ts', "export * from './plan/plan.ts'", 'barrels'],
    ['src/x.ts', "export { Plan } from './plan/plan.ts'", 're-exports'],
    ['src/x.ts', 'export const f = (a, b, c, d, e) => [a, b, c, d, e]', 'one object'],
    ['test/x.ts', 'export enum Colour { red }', 'union'],
  ])('an import in %s is forbidden by lint: %s', async (path, text, because) => {
    expect((await complaints(path, text)).join('\n')).toContain(because)
  })

  test.each([
    ['src/connect.ts', "import { connectGitHub } from './github/github.ts'"],
    ['src/tasks/open-context.ts', "import type { ConnectOptions } from '../model/endpoint/endpoint.ts'"],
    ['src/tasks/ask/run.ts', "import { runAgent } from '../../agent/run-agent.ts'"],
    ['src/agent/x.ts', "import { readFile } from 'node:fs/promises'"],
    ['src/plan/x.ts', "import { z } from 'zod'"],
  ])('lint permits %s to import %s', async (path, text) => {
    expect(await complaints(path, text)).toEqual([])
  })
})

type Graph = ReadonlyMap<string, readonly string[]>

/** Which files of `src/` each of them imports, at once or later; with or without what is only types. */
const importsIn = (prepare = (text: string): string => text): Graph =>
  new Map(
    globSync('src/**/*.ts', { cwd: ROOT }).map((path) => {
      const { importedFiles } = ts.preProcessFile(prepare(readFileSync(join(ROOT, path), 'utf8')))
      const local = importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      return [path, local.map(({ fileName }) => join(path, '..', fileName))]
    }),
  )
const imports = importsIn()
const withoutTypes = (text: string): string => text.replace(/^import type [^']*'[^']*'/gm, '')

/** The packages and node modules that a file imports, types aside. */
const packagesOf = (path: string): string[] =>
  ts
    .preProcessFile(withoutTypes(readFileSync(join(ROOT, path), 'utf8')))
    .importedFiles.flatMap(({ fileName }) => (fileName.startsWith('.') ? [] : [fileName]))

/** A way that leads back to where it began, or undefined. */
function cycleIn(graph: Graph): string[] | undefined {
  const done = new Set<string>()
  const walk = (at: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at]
    if (done.has(at)) return undefined
    for (const next of graph.get(at) ?? []) {
      const cycle = walk(next, [...way, at])
      if (cycle) return cycle
    }
    done.add(at)
    return undefined
  }
  for (const start of graph.keys()) {
    const cycle = walk(start, [])
    if (cycle) return cycle
  }
  return undefined
}

test('src/ has no import cycles, type imports included', () => {
  expect(imports.size).toBeGreaterThan(50)
  expect(cycleIn(imports)).toBeUndefined()
})

test.each<[string, [string, string[]][], string[] | undefined]>([
  ['a way back', [['a', ['b']], ['b', ['c']], ['c', ['b']]], ['b', 'c', 'b']], // prettier-ignore
  ['a file that imports itself', [['a', ['a']]], ['a', 'a']], // prettier-ignore
  ['two ways to the same file', [['a', ['b', 'c']], ['b', ['c']], ['c', []]], undefined], // prettier-ignore
])('cycle detection recognizes %s', (_, edges, cycle) => {
  expect(cycleIn(new Map(edges))).toEqual(cycle)
})

test('decide, plan and publish/view import no node modules or SDKs, not even indirectly', () => {
  const values = importsIn(withoutTypes)
  const reached = new Set<string>()
  const walk = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const next of values.get(path) ?? []) walk(next)
  }
  for (const path of values.keys()) if (/^src\/(?:decide|plan|publish\/view|work\/proof)\//.test(path)) walk(path)
  expect(reached.size).toBeGreaterThan(40)
  const effects = [...reached].flatMap((path) =>
    packagesOf(path)
      .filter((name) => name !== 'zod' && name !== 'smol-toml')
      .map((name) => `${path} imports ${name}`),
  )
  expect(effects).toEqual([])
})

test('src/ has no index.ts files that only re-export', () => {
  expect([...imports.keys()].filter((path) => /(^|\/)index\.ts$/.test(path))).toEqual([])
})

/** What a file imports while it runs without `lazily`, by path. */
function importedAlone(text: string): string[] {
  const found: string[] = []
  const walk = (node: ts.Node): void => {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, walk)
    if (ts.isIdentifier(node.expression) && node.expression.text === 'lazily') return
    const [path] = node.arguments
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.push(path && ts.isStringLiteral(path) ? path.text : 'an address made at run time')
    ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest))
  return found
}

test.each<[string, string, string[]]>([
  ['alone', "const a = await import('x')", ['x']],
  ['in a list', "const f = () => Promise.all([import('x'), import('./y.ts')])", ['x', './y.ts']],
  ['from anywhere', 'const f = (path) => import(path)', ['an address made at run time']],
  ['lazily', "const f = lazily(() => Promise.all([import('x'), import('y')]))", []],
])('a dynamic import is found: %s', (_, text, expected) => {
  expect(importedAlone(text)).toEqual(expected)
})

test('every lazily imported module is loaded by `loadAll`', () => {
  const alone = [...imports.keys()].flatMap((path) =>
    importedAlone(readFileSync(join(ROOT, path), 'utf8')).map((to): [string, string] => [path, join(path, '..', to)]),
  )
  // The entry loads its rooms before commands run, and after them what these rooms have loaded already.
  const rooms = ['src/run.ts', 'src/loop/jobs/work-job.ts']
  const before = [...rooms, 'src/observe/clone.ts', 'src/connect.ts', 'src/runner/process.ts']
  expect(alone.filter(([path, to]) => path !== 'src/main.ts' || !before.includes(to))).toEqual([
    ['src/main.ts', 'src/runner/outputs.ts'],
  ])
  for (const room of rooms) expect(reachedFrom(room)).toContain('src/runner/outputs.ts')
})

/** The files that are loaded with a file. */
function reachedFrom(path: string): Set<string> {
  const reached = new Set([path])
  for (const at of reached) for (const to of loadedWith.get(at) ?? []) reached.add(to)
  return reached
}
const loadedWith = importsIn((text) => withoutTypes(text).replaceAll(/\bimport\(/g, 'later('))
