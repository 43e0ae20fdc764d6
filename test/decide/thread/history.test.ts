import { describe, expect, test } from 'vitest'
import type { Trailers } from '../../../src/decide/thread/trailers.ts'
import type { History } from '../../../src/decide/thread/history.ts'
import { historyOf } from '../../../src/decide/thread/read-history.ts'
import { committing, newThread, person } from '../../thread.ts'

type Commit = Partial<Trailers> & { body?: string; by?: string }

const progressAfter = (...commits: Commit[]): History => {
  const thread = commits.reduce((before, { body = '', by, ...trailers }) => {
    const author = by === undefined ? {} : { by: person(by) }
    return committing(before, { ...author, entry: { subject: 'A commit', body, trailers } })
  }, newThread())
  return historyOf(thread.branch?.commits ?? [])
}

test('trailers in commits by others than the bot do not count for a plan’s history', () => {
  const forged = progressAfter({ by: 'mallory', subtask: 1, seen: 999, usage: { input: 9, cached: 0, output: 9 } })
  expect(forged).toEqual(historyOf([]))
})

describe('a subtask', () => {
  const commit = { subtask: 1, body: 'It is there.\n\nAnd more.', approvedBy: [{ login: 'bob', comment: 7 }] }

  test('a subtask with a bot commit counts as executed; that commit’s first paragraph is its outcome', () => {
    const { executed } = progressAfter(commit)
    expect(executed.get(1)).toMatchObject({ outcome: 'It is there.', approvedBy: [{ login: 'bob', comment: 7 }] })
  })

  test('a subtask’s unplanned new files are read from its commit message', () => {
    const body = 'It is there.\n\nNot in the plan: made up\n\nMore.\n\nNot in the plan: `notes.tmp`, `b`\n'
    expect(progressAfter({ ...commit, body }).executed.get(1)?.unplanned).toBe('`notes.tmp`, `b`')
    expect(progressAfter(commit).executed.get(1)?.unplanned).toBeUndefined()
  })

  test('a subtask that failed or was interrupted, and then succeeded, counts as executed only', () => {
    const { executed, failed, interrupted } = progressAfter(
      { subtask: 1, state: 'in_progress', attempts: 2, seen: 5 },
      { subtask: 1, state: 'failed', attempts: 3, seen: 6, body: 'npm test failed' },
      commit,
    )
    expect([executed.has(1), failed.size, interrupted.size]).toEqual([true, 0, 0])
  })

  test('a failed subtask’s attempts, evidence and last handled comment are read from its commit', () => {
    const { failed, interrupted } = progressAfter(
      { subtask: 2, state: 'in_progress', attempts: 2, seen: 5 },
      { subtask: 2, state: 'failed', attempts: 3, seen: 6, body: 'npm test failed' },
    )
    expect(failed.get(2)).toEqual({ attempts: 3, seen: 6, evidence: 'npm test failed' })
    expect(interrupted.size).toBe(0)
  })

  test('a skipped subtask’s reason, and the comment that asked for the skip, are read from its commit', () => {
    const { abandoned, answered } = progressAfter({ subtask: 2, state: 'abandoned', command: 50, body: 'too dear' })
    expect(abandoned.get(2)).toMatchObject({ reason: 'too dear', command: 50 })
    expect(answered.has(50)).toBe(true)
  })
})

test('a failed subtask that was then skipped no longer counts as failed, so nothing waits for a retry', () => {
  const { failed } = progressAfter(
    { subtask: 1, state: 'failed', seen: 6 },
    { subtask: 1, state: 'abandoned', seen: 7 },
  )
  expect(failed.size).toBe(0)
})

test('interrupted runs are counted until a subtask is executed', () => {
  const stopped = { subtask: 1, state: 'in_progress', attempts: 1 } as const
  expect(progressAfter(stopped, stopped).continuations).toBe(2)
  expect(progressAfter(stopped, stopped, { subtask: 2 }, stopped).continuations).toBe(1)
})

test('several subtasks interrupted in one run count as one interrupted run', () => {
  const stopped = (subtask: number) => ({ subtask, state: 'in_progress', attempts: 1 }) as const
  const run = [stopped(1), stopped(2), stopped(3)]
  expect(progressAfter(...run).continuations).toBe(1)
  expect(progressAfter(...run, ...run).continuations).toBe(2)
  expect(progressAfter(...run, {}, stopped(4)).continuations).toBe(2)
  expect(progressAfter(stopped(1), {}, stopped(1), stopped(2)).continuations).toBe(2)
})

test('the highest last handled comment, and the sum of token usage, are read from a plan’s commits', () => {
  const usage = { input: 10, cached: 4, output: 1 }
  const { seen, usage: sum } = progressAfter({ seen: 9, usage }, { seen: 3, usage }, { seen: 8 })
  expect([seen, sum]).toEqual([9, { input: 20, cached: 8, output: 2 }])
})

test('the latest requester and all answered comments are read from a plan’s commits', () => {
  const alice = { login: 'alice', id: 1 }
  const { request, requester, answered } = progressAfter(
    { request: '7', coAuthor: alice },
    { feedback: [8, 9] },
    { request: 'label:bob', coAuthor: { login: 'bob', id: 2 } },
  )
  expect([request, requester?.login, [...answered].toSorted((a, b) => a - b)]).toEqual(['label:bob', 'bob', [7, 8, 9]])
})

test('a new draft resets what the plan’s commits say, except token usage and used subtask numbers', () => {
  const usage = { input: 10, cached: 0, output: 1 }
  const before: Commit[] = [
    { request: '7', usage },
    { subtask: 1, state: 'in_progress', attempts: 1, usage },
    { subtask: 1, usage },
    { subtask: 2, state: 'in_progress', attempts: 1 },
    { state: 'halted', reason: 'continuation', seen: 8 },
    { state: 'done' },
  ]
  expect(progressAfter(...before)).toMatchObject({ finished: true, halt: { seen: 8 }, continuations: 1 })
  const { finished, halt, continuations, executed, usage: sum } = progressAfter(...before, { request: '9', usage })
  expect({ finished, halt, continuations }).toEqual({ finished: false, halt: undefined, continuations: 0 })
  expect([[...executed.keys()], sum.input]).toEqual([[1], 40])
})

test('token usage is counted since the last pause for a spent budget, but not since other pauses', () => {
  const usage = { input: 10, cached: 0, output: 0 }
  const halts = (reason?: 'budget' | 'change') =>
    progressAfter({ usage }, { state: 'halted', ...(reason ? { reason } : {}), seen: 5 }, { usage })
  expect(halts('budget').spent).toEqual(usage)
  expect(halts('change').spent).toBeUndefined()
  expect(halts()).toMatchObject({ halt: { reason: 'budget' }, spent: usage })
})

test('the last pause of a plan, and whether it is finished, are read from its commits', () => {
  const { halt, finished } = progressAfter(
    { state: 'halted', reason: 'budget', seen: 5 },
    { state: 'halted', reason: 'change', seen: 9 },
    { state: 'done' },
  )
  expect(halt).toEqual({ reason: 'change', seen: 9 })
  expect(finished).toBe(true)
})

test('a finished plan counts as reopened after a later revision or edit of its plan file', () => {
  const usual = { finished: true, reopened: false, finishedSeen: 5 }
  const open = { finished: false, reopened: true, finishedSeen: 5 }
  expect(progressAfter({ request: '1' }, { subtask: 1 })).toMatchObject({ finished: false, reopened: false })
  expect(progressAfter({ feedback: [3] }, { state: 'done', seen: 5 })).toMatchObject(usual)
  expect(progressAfter({ state: 'done', seen: 5 }, { feedback: [6], seen: 6 })).toMatchObject(open)
  expect(progressAfter({ state: 'done', seen: 5 }, { feedback: [6] }, { state: 'done', seen: 7 })).toMatchObject({
    ...usual,
    finishedSeen: 7,
  })
  const ended = committing(committing(newThread(), { entry: ENTRY, plan: 'one' }), {
    entry: { ...ENTRY, trailers: { state: 'done', seen: 5 } },
    plan: null,
  })
  const byHand = committing(ended, { by: person('bob'), entry: ENTRY, plan: 'two' })
  const origin = byHand.branch?.commitOfPlanBlob.get(byHand.branch.planFile?.blob ?? '')
  expect(historyOf(byHand.branch?.commits ?? [])).toMatchObject(usual)
  expect(historyOf(byHand.branch?.commits ?? [], Infinity, origin)).toMatchObject(open)
})

test('a reopened plan keeps an earlier pause only if it was for a spent budget', () => {
  const after = (reason: 'budget' | 'continuation'): History =>
    progressAfter({ state: 'halted', reason, seen: 4 }, { state: 'done', seen: 5 }, { feedback: [6], seen: 6 })
  expect(after('budget').halt).toEqual({ reason: 'budget', seen: 4 })
  expect(after('continuation').halt).toBeUndefined()
})

const ENTRY = { subject: 'A commit', body: '', trailers: {} }
