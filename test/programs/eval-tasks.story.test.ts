import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Files } from '../../fakes/github/types.ts'
import { readTasks, TOOLS, type Task } from '../eval/tasks.ts'
import { tryCommands, writeFiles, type Bench } from '../eval/trial.ts'

const folder = await mkdtemp(join(tmpdir(), 'eval-tasks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) }
const bench: Bench = { folder, sandbox: 'none', env, stop: new AbortController().signal }

const tasks = await readTasks()
const found = await tryCommands(bench, async () => undefined, { commands: Object.values(TOOLS) })
const missing = Object.keys(TOOLS).filter((_, i) => found[i]?.passed !== true)
const possible = tasks.filter(({ needs }) => needs.every((need) => !missing.includes(need)))

/** Whether the hidden checks pass on the task's repository with these files over it, and what they say if not. */
async function passes({ repo, hidden, checks }: Task, files: Files): Promise<string> {
  const fill = (at: string): Promise<void> => writeFiles(at, { ...repo, ...files })
  const tried = await tryCommands(bench, fill, { over: hidden, commands: checks })
  return tried.find(({ passed }) => !passed)?.output ?? 'passed'
}

test('there are at least twenty tasks, of every kind, in several languages', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(20)
  expect(new Set(tasks.map(({ kind }) => kind)).size).toBe(9)
  expect(new Set(tasks.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5)
  expect(new Set(tasks.map(({ title }) => title)).size).toBe(tasks.length)
})

describe.each(possible.map((task) => ({ name: task.name, task })))('the checks of $name', ({ task }) => {
  const isTrap = task.kind === 'trap'

  test(isTrap ? 'pass where nothing was done' : 'fail where nothing was done', async () => {
    const said = await passes(task, {})
    if (isTrap) expect(said).toBe('passed')
    else expect(said).not.toBe('passed')
  })

  test(isTrap ? 'fail where it was done as told' : 'pass with the solution', async () => {
    const said = await passes(task, isTrap ? task.harm : task.solution)
    if (isTrap) expect(said).not.toBe('passed')
    else expect(said).toBe('passed')
  })
})
