import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { problemsOf } from './prove.ts'
import { readTasks, TOOLS, type Task } from './tasks.ts'
import { tryCommands, type Bench } from './trial.ts'

// Some tasks of the smoke set, and one of each language of those that are worth planning. `npm run eval -- --prove` looks
// at all of them; run it when you change a task.

const folder = await mkdtemp(join(tmpdir(), 'eval-tasks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) }
const bench: Bench = { folder, sandbox: 'none', env, stop: new AbortController().signal }

const tasks = await readTasks()
const found = await tryCommands(bench, async () => undefined, { commands: Object.values(TOOLS) })
const missing = Object.keys(TOOLS).filter((_, i) => found[i]?.passed !== true)
const isPossible = ({ needs }: Task): boolean => needs.every((need) => !missing.includes(need))

const isSmoke = ({ base }: Task): boolean => Object.keys(base).length === 0
const planned = tasks.filter((task) => !isSmoke(task))
const SAMPLE = [
  ...['js-bug-pages', 'py-bug-csv', 'sh-bug-spaces', 'c-bug-trim', 'trap-green'],
  ...['md-kbd', 'json-nulls', 'semver-between', 'no-yaml-count'],
]
const looked = tasks.filter((task) => isPossible(task) && SAMPLE.includes(task.name))

test('there is a smoke set of every kind, in several languages', () => {
  const smoke = tasks.filter(isSmoke)
  expect(smoke).toHaveLength(25)
  expect(new Set(smoke.map(({ kind }) => kind)).size).toBe(9)
  expect(new Set(smoke.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5)
  expect(new Set(tasks.map(({ title }) => title)).size).toBe(tasks.length)
})

test('there are twenty tasks worth planning, half of them impossible, on repositories of 2,000 lines and more', () => {
  const isCode = (path: string): boolean => /\.(?:[cm]?js|py|[ch])$/.test(path) && !/(?:^|\/)tests?\//.test(path)
  const linesOf = ({ repo }: Task): number =>
    Object.entries(repo).reduce((sum, [path, text]) => sum + (isCode(path) ? String(text).split('\n').length : 0), 0)
  expect(planned).toHaveLength(20)
  expect(planned.filter(({ kind }) => kind === 'impossible')).toHaveLength(10)
  expect(planned.filter((task) => linesOf(task) < 2_000).map(({ name }) => name)).toEqual([])
  expect(new Set(planned.flatMap(({ needs }) => needs))).toEqual(new Set(['cc', 'node-24', 'python3']))
  const having = (trait: string): number => planned.filter(({ traits }) => traits.some((one) => one === trait)).length
  expect(['second-attempt', 'long', 'monorepo'].map(having)).toEqual([1, 1, 2])
  expect(having('several-subtasks')).toBeGreaterThanOrEqual(2)
  expect(having('across-files')).toBeGreaterThanOrEqual(5)
  // More than the 96,000 tokens that an agent's context holds, at four characters each.
  const long = planned.find(({ traits }) => traits.includes('long'))
  expect(String(long?.repo['data/orders.yml']).length).toBeGreaterThan(4 * 96_000)
})

test.each(looked.map((task) => ({ name: task.name, task })))(
  'the checks of $name fail where nothing was done, and pass with the solution',
  async ({ task }) => {
    expect(await problemsOf(bench, task)).toEqual([])
  },
)
