import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { InputOf } from '../../src/tasks/tasks.ts'
import { noUsage } from '../../src/plan/usage.ts'
import { work } from '../../src/tasks/run-task.ts'
import { calls, openContext, resultsIn, type Line } from '../agent-context.ts'

const question = (head: string): InputOf<'ask'> => ({
  kind: 'ask',
  id: '12-ask-7',
  number: 12,
  head,
  allowance: { tokens: 10_000 },
  topic: { number: 12, title: 'Limit the rate', body: 'We are flooded.', comments: [] },
  question: 'What is in it?',
  comment: 7,
})
const ANSWER = calls(['answer', { text: 'So.' }])
const READ = calls(['read_file', { path: 'a.txt' }], ['list_files'])

/** A room whose work tree is not as the commit has it. */
async function changedRoom(lines: readonly Line[]) {
  const place = await openContext({ 'a.txt': 'committed\n' }, lines)
  await writeFile(join(place.root, 'a.txt'), 'changed\n')
  await writeFile(join(place.root, 'b.txt'), 'new\n')
  return { ...place, lock: join(place.repository.gitDir, 'index.lock') }
}

test('A reading agent sees the commit of its task, whatever was in the work tree.', async () => {
  const { ctx, head, requests, root } = await changedRoom([READ, ANSWER])
  expect(await work(question(head), ctx)).toMatchObject({ kind: 'answered', text: 'So.' })
  const [file = '', list = ''] = requests[1] ? resultsIn(requests[1]) : []
  expect(file).toContain('committed')
  expect(list).not.toContain('b.txt')
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('committed\n')
})

test('The checkout is complete when an agent has ended, even if it read no file.', async () => {
  const { ctx, head, root } = await changedRoom([ANSWER])
  expect(await work(question(head), ctx)).toMatchObject({ kind: 'answered' })
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('committed\n')
})

test('The model is called during the checkout; a failed checkout fails the task but keeps its usage.', async () => {
  const { ctx, head, lock, requests } = await changedRoom([READ, ANSWER])
  await writeFile(lock, '')
  let spent = noUsage
  const onUsage: typeof ctx.onUsage = (usage) => (spent = usage)
  await expect(work(question(head), { ...ctx, onUsage })).rejects.toThrow(/index\.lock/)
  expect([requests.length, spent]).toEqual([1, { input: 100, cached: 40, output: 10 }])
  await rm(lock)
})
