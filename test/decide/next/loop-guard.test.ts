import { describe, expect, test } from 'vitest'
import type { Step } from '../../../src/decide/next/decision.ts'
import { guardStep, type StepCounts } from '../../../src/decide/next/loop-guard.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import { NEW_RUN, type Thread, type ThisRun } from '../../../src/decide/thread/thread.ts'
import { CONFIGURATIONS } from '../../model/configurations.ts'
import { eventsOn } from '../../model/events.ts'
import { MIND } from '../../model/mind.ts'
import { decisionOf, movesOfRun, starts, type Play, type Situation } from '../../model/situation.ts'
import { startOf } from '../../model/start.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, comment, committing, person, planned, RULES, saying, snapshotIn } from '../../thread.ts'

const thread = planned(planOf([subtask(1), subtask(2)]))

/** The thread as the run sees it that wrote all that is ours there. */
const byThisRun = (one: Thread): Thread => {
  const comments = [...one.comments, ...(one.pull?.comments ?? [])].filter(({ author }) => author.login === BOT.login)
  const commits = (one.branch?.commits ?? []).filter(({ author }) => author.name === BOT.login)
  const written = { comments: comments.map(({ id }) => id), commits: commits.map(({ sha }) => sha), dispatches: 0 }
  return { ...one, thisRun: { ...one.thisRun, written } }
}

/** Whether the same step may be taken on each of these threads in turn. */
function mayGoOn(step: Step, threads: readonly Thread[]): boolean {
  let taken: StepCounts = new Map()
  return threads.every((one) => {
    const verdict = guardStep(taken, snapshotIn(one), step)
    if (verdict.kind === 'go on') taken = verdict.taken
    return verdict.kind === 'go on'
  })
}

const status = stateOf(thread, RULES).statuses[0]
const execute: Step = { kind: 'execute', status: status ?? expect.fail() }
const said = comment(1, BOT, '')
const running = (more: Partial<ThisRun>): Thread => ({ ...thread, thisRun: { ...NEW_RUN, ...more } })
const attempt = { reason: 'No.', checks: [], usage: { input: 1, cached: 0, output: 1 } }

describe('the same step again', () => {
  const words = { subject: 'x', body: '', trailers: {} }
  const note = byThisRun(saying(thread, { at: 'pull', by: BOT, body: 'Mine.' }))
  const commit = byThisRun(committing(thread, { entry: { subject: 'x', body: '', trailers: { issue: 99 } } }))
  test.each<[string, Thread, boolean]>([
    ['when nothing changed, is a loop', byThisRun(thread), false],
    ['after a comment of the run itself, is a loop', note, false],
    ['after a commit of the run itself that records nothing, is a loop', commit, false],
    [
      'after a cost that is nobody’s attempt, is a loop',
      byThisRun(running({ attempts: new Map([[0, [attempt]]]) })),
      false,
    ],
    ['after a failed attempt, is none', byThisRun(running({ attempts: new Map([[1, [attempt]]]) })), true],
    ['after a comment of a person, is none', saying(thread, { at: 'pull', by: person('bob'), body: 'No.' }), true],
    [
      'after a commit that is recorded, is none',
      committing(thread, { entry: { ...words, trailers: { subtask: 1 } } }),
      true,
    ],
    ['when the plan can be read no longer, is none', committing(thread, { entry: words, plan: 'x' }), true],
  ])('repeating a step %s', (_, then, isFine) => expect(mayGoOn(execute, [byThisRun(thread), then])).toBe(isFine))
})

test.each<[string, number, Step]>([
  [
    'a reaction',
    5,
    {
      kind: 'react',
      comment: {
        ...said,
        command: { kind: 'nothing' },
        edited: false,
        answered: false,
        hadNoEffect: false,
        hasRefusalNote: false,
        refused: false,
      },
      reaction: 'eyes',
    },
  ],
  ['the body', 5, { kind: 'show' }],
  ['an announcement', 2, { kind: 'announce', version: 1, blob: 'a' }],
  ['a draft', 1, { kind: 'finish' }],
])('%s may be written at most %i times without a change', (_, times, step) => {
  expect(mayGoOn(step, Array<Thread>(times).fill(thread))).toBe(true)
  expect(mayGoOn(step, Array<Thread>(times + 1).fill(thread))).toBe(false)
})

test('the loop guard stops repeated plan comments even if their version numbers differ', () => {
  const step = (version: number): Step => ({ kind: 'announce', version, blob: 'a' })
  let taken: StepCounts = new Map()
  const kinds = [1, 2, 3].map((version) => {
    const verdict = guardStep(taken, snapshotIn(thread), step(version))
    if (verdict.kind === 'go on') taken = verdict.taken
    return verdict.kind
  })
  expect(kinds).toEqual(['go on', 'go on', 'loop'])
})

test.each<[string, ThisRun['written']]>([
  ['comments', { comments: Array<number>(200).fill(1), commits: [], dispatches: 0 }],
  ['commits', { comments: [], commits: Array<string>(300).fill('a'), dispatches: 0 }],
  ['asked for the next run', { comments: [], commits: [], dispatches: 3 }],
])('a run that reached its maximum number of writes ends: %s', (what, written) => {
  expect(guardStep(new Map(), snapshotIn(running({ written })), execute)).toEqual({
    kind: 'loop',
    why: expect.stringContaining(what),
  })
})

test('token usage of the current run counts against the budget, even if no commit records it', () => {
  const rules = { ...RULES, allowance: { tokens: 1_000 } }
  const left = (spent: ThisRun['spent']) => snapshotIn(running({ spent }), rules).state.allowance.tokens
  expect(left({ input: 900, cached: 500, output: 50 })).toBe(50)
  expect(left({ input: 900, cached: 0, output: 900 })).toBe(0)
})

/** Lets a run do all that it has to do. Each step that it takes has to pass the guard. */
function settleGuarded(situation: Situation, play: Play): Situation {
  let now = situation
  let taken: StepCounts = new Map()
  for (;;) {
    const [run] = now.runs
    const [move] = run ? movesOfRun(now, 0, play) : starts(now, play)
    if (!move) return now
    const isTaken = run?.writes.length === 0 && !run.input && (move.to.github !== now.github || move.to.runs[0]?.input)
    if (isTaken) {
      const { step, thread: seen } = decisionOf(run, play)
      const verdict = guardStep(taken, snapshotIn(byThisRun(seen), play.configuration.rules), step)
      expect(verdict).toMatchObject({ kind: 'go on' })
      if (verdict.kind === 'go on') taken = verdict.taken
    }
    now = move.to
  }
}

const CONVERSATIONS = CONFIGURATIONS.filter(({ runs }) => runs === 1)
test.each(CONVERSATIONS)('the loop guard never stops a legitimate step, for any two events: $name', (configuration) => {
  const play = { configuration, mind: MIND }
  const start = settleGuarded(startOf(configuration, MIND), play)
  for (const one of eventsOn(start, configuration))
    for (const other of eventsOn(settleGuarded(one.to, play), configuration)) settleGuarded(other.to, play)
})
