import { ESLint } from 'eslint'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// The walls between the rooms are rules of ESLint, which sees one file at a time. What takes more than one is here.

const ROOT = resolve(import.meta.dirname, '..')
const eslint = new ESLint({ cwd: ROOT })

/** The messages of the rules that hold the walls, for a file with this text at this path. */
async function complaints(path: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, path) })
  const walls = /no-restricted-(imports|syntax)$/
  return (result?.messages ?? []).flatMap(({ ruleId, message }) => (walls.test(ruleId ?? '') ? [message] : []))
}

describe('a wall stands', () => {
  test.each([
    ['src/work/x.ts', "import type { Forge } from '../forge.ts'", 'model’s room'],
    ['src/work/tools/x.ts', "import { connectGitHub } from '../../github.ts'", 'model’s room'],
    ['src/work/x.ts', "import { say } from '../publish/words.ts'", 'model’s room'],
    ['src/work/x.ts', "import { Octokit } from '@octokit/rest'", 'model’s room'],
    ['src/publish/x.ts', "import type { Room } from '../work/room.ts'", 'GitHub’s room'],
    ['src/publish/x.ts', "import { OpenAI } from 'openai'", 'GitHub’s room'],
    ['src/publish/x.ts', "import { connectGitHub } from '../github.ts'", 'Only open'],
    ['src/jobs/working.ts', "import type { Forge } from '../forge.ts'", 'model’s room'],
    ['src/jobs/job.ts', "import { work } from '../work/work.ts'", 'GitHub’s room'],
    ['src/loop.ts', "import { connectGitHub } from './github.ts'", 'Only open'],
    ['src/run.ts', "import { connectModel } from './work/agent/endpoint.ts'", 'Only open'],
    ['src/plan/x.ts', "import { readFileSync } from 'node:fs'", 'no effects'],
    ['src/decide.ts', "import { setOutput } from '@actions/core'", 'no effects'],
    ['src/view/x.ts', "import { say } from '../publish/words.ts'", 'below the rooms'],
    ['src/state.ts', 'export const look = async () => 1', 'waits for nothing'],
    ['src/x.ts', 'export default 1', 'default'],
    ['src/x.ts', "export * from './plan/plan.ts'", 'barrels'],
    ['src/x.ts', "export { Plan } from './plan/plan.ts'", 're-exports'],
    ['src/x.ts', 'export const f = (a, b, c, d, e) => [a, b, c, d, e]', 'one object'],
    ['test/x.ts', 'export enum Colour { red }', 'union'],
  ])('in %s against %s', async (path, text, because) => {
    expect((await complaints(path, text)).join('\n')).toContain(because)
  })

  test.each([
    ['src/open.ts', "import { connectGitHub } from './github.ts'"],
    ['src/publish/x.ts', "import type { WorkResult } from '../order.ts'"],
    ['src/work/x.ts', "import { readFile } from 'node:fs/promises'"],
    ['src/plan/x.ts', "import { z } from 'zod'"],
  ])('with a door in %s for %s', async (path, text) => {
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

test('no file imports itself by any way, types included', () => {
  expect(imports.size).toBeGreaterThan(50)
  expect(cycleIn(imports)).toBeUndefined()
})

test.each<[string, [string, string[]][], string[] | undefined]>([
  ['a way back', [['a', ['b']], ['b', ['c']], ['c', ['b']]], ['b', 'c', 'b']], // prettier-ignore
  ['a file that imports itself', [['a', ['a']]], ['a', 'a']], // prettier-ignore
  ['two ways to the same file', [['a', ['b', 'c']], ['b', ['c']], ['c', []]], undefined], // prettier-ignore
])('%s is told from a cycle', (_, edges, cycle) => {
  expect(cycleIn(new Map(edges))).toEqual(cycle)
})

test('what a pure file imports is pure, but for types', async () => {
  const pure = new Set<string>()
  for (const path of imports.keys())
    if ((await complaints(path, "import 'node:fs'")).join().includes('pure file')) pure.add(path)
  const values = importsIn(withoutTypes)
  const ways = [...pure].flatMap((path) => (values.get(path) ?? []).map((to) => [path, to] as const))
  expect(pure.size).toBeGreaterThan(30)
  expect(ways.filter(([, to]) => !pure.has(to)).map((way) => way.join(' → '))).toEqual([])
})

test('there is no file that only passes on what others export', () => {
  expect([...imports.keys()].filter((path) => /(^|\/)index\.ts$/.test(path))).toEqual([])
})
