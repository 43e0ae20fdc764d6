import { describe, expect, test } from 'vitest'
import { decide } from '../../../src/decide/next/decide.ts'
import type { Context, Step } from '../../../src/decide/next/decision.ts'
import { refusalOf, STUDYING, answerTo } from '../../../src/decide/thread/people.ts'
import type { Attempt } from '../../../src/plan/plan.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { noUsage } from '../../../src/plan/usage.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import {
  CALM,
  RULES,
  announcing,
  lastId,
  newThread,
  openPull,
  person,
  reply,
  saying,
  withRecord,
  recording,
  noting,
  seenBy,
  settled,
  onIssue,
  reacted,
  closed,
} from '../../thread.ts'

const step = (thread: Thread, more: Partial<Context> = {}): Step =>
  decide(thread, stateOf(thread, RULES), { ...CALM, ...more })
const kind = (thread: Thread, more: Partial<Context> = {}) => step(thread, more).kind

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const waiting = settled(plan)
const approved = seenBy(reply(waiting, 'bob', 'approve'))

describe('the next step', () => {
  const asked = saying(newThread(), { at: 'issue', by: person('bob'), body: '/plan add it' })
  const drafted = recording(seenBy(asked), { request: '101' }, renderPlan(plan))
  const done = recording(recording(recording(approved, { subtask: 1 }), { subtask: 2 }), { state: 'done' }, null)
  const failed = recording(approved, { subtask: 1, state: 'failed', attempts: 3 })
  const attempt = { reason: 'x', checks: [], usage: noUsage }
  const attempted = (times: number, more: Partial<Attempt> = {}): Thread => ({
    ...approved,
    thisRun: { ...approved.thisRun, attempts: new Map([[1, Array(times).fill({ ...attempt, ...more })]]) },
  })

  const studied = (thread: Thread): Thread => noting(thread, STUDYING, 'issue')

  test.each<[string, Thread, string]>([
    ['nothing where nobody asked', newThread(), 'nothing'],
    ['to show that a request was picked up', asked, 'react'],
    ['to draft', seenBy(asked), 'draft'],
    ['to open a pull request for a draft', drafted, 'open'],
    [
      'nothing where the repository does not let us',
      { ...drafted, thisRun: { ...drafted.thisRun, pullForbidden: true } },
      'nothing',
    ],
    ['to announce a version', openPull(drafted), 'announce'],
    ['to tell the issue', announcing(openPull(drafted), 1), 'tell-issue'],
    ['nothing while the plan waits', waiting, 'nothing'],
    ['to draft where a run was cut off that said so', seenBy(studied(asked)), 'draft'],
    ['to take back that a plan is being made, when nobody asks for one', studied(newThread()), 'tell-no-plan'],
    ['nothing more to the issue of a plan', studied(waiting), 'nothing'],
    ['to answer feedback', seenBy(reply(waiting, 'bob', 'blue')), 'revise'],
    ['to refuse', reply(waiting, 'mallory', 'approve'), 'refuse'],
    ['to show that a cancel was heard', reply(waiting, 'bob', 'cancel'), 'react'],
    ['to cancel', seenBy(reply(waiting, 'bob', 'cancel')), 'cancel'],
    [
      'to cancel before everything else',
      seenBy(reply(reply(approved, 'mallory', 'approve'), 'bob', 'cancel')),
      'cancel',
    ],
    ['to skip', seenBy(reply(approved, 'bob', '/skip 2')), 'skip'],
    ['to execute what is approved', approved, 'execute'],
    ['to try again', attempted(2), 'execute'],
    ['to give up after the last attempt', attempted(3), 'fail'],
    ['to give up after an attempt whose agent did', attempted(1, { gaveUp: true }), 'fail'],
    ['to tell of a halt', failed, 'tell-halt'],
    ['to go on after a retry', seenBy(reply(failed, 'bob', '/retry')), 'execute'],
    ['to finish when all is done', recording(recording(approved, { subtask: 1 }), { subtask: 2 }), 'finish'],
    ['to keep a record', done, 'record'],
    ['to mark it ready', withRecord(done), 'ready'],
    ['to complain of a file that cannot be read', recording(waiting, {}, 'hello'), 'tell-problem'],
    ['to offer what somebody edited', recording(approved, {}, renderPlan(planOf([subtask(1)]))), 'announce'],
  ])('the next step of a run is %s', (_, thread, expected) => {
    expect(kind(thread)).toBe(expected)
  })

  test('the pull request’s description is updated only when no other step is due', () => {
    expect(kind(waiting, { shown: false })).toBe('show')
    expect(kind(approved, { shown: false })).toBe('execute')
  })

  test('a finished plan whose branch conflicts is reported and stays a draft pull request', () => {
    const { branch, base, ...rest } = withRecord(done)
    const merge = { head: branch?.head ?? '', base: base.sha, files: ['a.ts'] }
    expect(kind({ ...rest, branch, base, merge })).toBe('report')
  })

  test('the remaining plan is reviewed once after every `review-every` executed subtasks', () => {
    const settings = { ...CALM.settings, reviewEvery: 1 }
    const executed = recording(approved, { subtask: 1 })
    expect(step(executed, { settings })).toEqual({ kind: 'review', of: 'rest', executedCount: 1 })
    expect(kind({ ...executed, thisRun: { ...executed.thisRun, reviewed: 1 } }, { settings })).toBe('execute')
    expect(kind(recording(executed, { subtask: 2, state: 'in_progress', attempts: 1 }), { settings })).toBe('execute')
  })

  test('a refused command gets a `confused` reaction, and a completed one a `rocket` reaction', () => {
    const asked = reply(waiting, 'mallory', 'approve')
    const refused = noting(asked, refusalOf(lastId(asked)))
    expect(step(refused)).toMatchObject({
      kind: 'react',
      reaction: 'confused',
      comment: { id: lastId(asked) },
    })
    const skip = seenBy(reply(waiting, 'bob', '/skip 2'))
    const skipped = recording(skip, { subtask: 2, state: 'abandoned', command: lastId(skip) })
    expect(step(skipped)).toMatchObject({ kind: 'react', reaction: 'rocket' })
  })

  test('a pause is reported by exactly one comment', () => {
    const told = step(failed)
    expect(told).toMatchObject({ kind: 'tell-halt', halt: { reason: 'failed' } })
    if (told.kind !== 'tell-halt') return
    expect(kind(noting(failed, told.key))).toBe('nothing')
  })

  test('when time is up, a run records its attempts, requests the next run, and then stops', () => {
    const up = { timeIsUp: true }
    expect(kind(attempted(1), up)).toBe('interrupt')
    expect(kind(approved, up)).toBe('continue')
    const continued = { ...approved, thisRun: { ...approved.thisRun, continued: 'asked' as const } }
    expect(kind(continued, up)).toBe('nothing')
    const refused = { ...approved, thisRun: { ...approved.thisRun, continued: 'refused' as const } }
    expect(step(refused, up)).toEqual({ kind: 'halt', reason: 'continuation' })
  })

  test('a plan pauses after three runs without an executed subtask', () => {
    const stopped = [1, 2, 3].reduce(
      (now) => recording(now, { subtask: 1, state: 'in_progress', attempts: 1 }),
      approved,
    )
    expect(step(stopped, { timeIsUp: true })).toEqual({ kind: 'halt', reason: 'continuation' })
  })

  test('a plan pauses when its budget is spent, until somebody grants the budget again', () => {
    const spent = recording(approved, {
      subtask: 9,
      state: 'in_progress',
      usage: { input: 900, cached: 0, output: 100 },
    })
    const next = (now: Thread) => decide(now, stateOf(now, { ...RULES, allowance: { tokens: 1000 } }), CALM)
    expect(next(spent)).toEqual({ kind: 'halt', reason: 'budget' })
    const halted = recording(spent, { state: 'halted', reason: 'budget' })
    expect(next(halted).kind).toBe('tell-halt')
    expect(next(seenBy(reply(halted, 'bob', '/retry'))).kind).toBe('execute')
  })
})

describe('a closed pull request', () => {
  const close = (thread: Thread): Thread => closed(thread, lastId(thread) + 1)

  test('on a closed pull request an interrupted cancel is completed: its branch is deleted', () => {
    const cancelled = close(seenBy(reply(waiting, 'bob', 'cancel')))
    expect(kind(cancelled)).toBe('delete-branch')
    expect(step({ ...cancelled, branch: undefined })).toMatchObject({ kind: 'react', reaction: 'rocket' })
  })

  test('a cancel on a closed pull request gets its `eyes` reaction before its `rocket` reaction', () => {
    const executed = withRecord(recording(approved, { subtask: 1 }))
    expect(step(close(reply(executed, 'bob', 'cancel')))).toMatchObject({ kind: 'react', reaction: 'eyes' })
  })

  test('a closed plan with executed subtasks gets one plan record, whoever closed it', () => {
    const executed = close(recording(approved, { subtask: 1 }))
    expect([kind(executed), kind(withRecord(executed)), kind(close(approved))]).toEqual([
      'record',
      'nothing',
      'nothing',
    ])
  })

  test('a cancelled plan with executed subtasks keeps its branch', () => {
    const executed = withRecord(recording(approved, { subtask: 1 }))
    expect(step(close(seenBy(reply(executed, 'bob', 'cancel'))))).toMatchObject({ kind: 'react', reaction: 'rocket' })
  })

  test.each(['mallory', 'tess'])(
    'on a closed plan a `cancel` by %s, who may not, keeps the branch, even with an `eyes` reaction',
    (login) => {
      expect(kind(close(seenBy(reply(waiting, login, 'cancel'))))).toBe('nothing')
    },
  )
})

describe('that something was picked up', () => {
  test('a `/note` gets no `eyes` reaction', () => {
    expect(kind(reply(approved, 'bob', '/note x'))).toBe('execute')
  })

  test('a request whose plan already exists still gets its missing `eyes` reaction', () => {
    const now = reacted(waiting, 101, { eyes: 0, rocket: 0 })
    expect(step(now)).toMatchObject({ kind: 'react', reaction: 'eyes', comment: { id: 101 } })
  })
})

describe('that something was done is shown', () => {
  test.each(['/help', '/ask why?'])('%j gets a `rocket` reaction once it was answered', (body) => {
    const asked = seenBy(onIssue(waiting, 'bob', body))
    expect(['help', 'ask']).toContain(kind(asked))
    const answered = noting(asked, answerTo(lastId(asked)), 'issue')
    expect(step(answered)).toMatchObject({ kind: 'react', reaction: 'rocket', comment: { id: lastId(asked) } })
  })

  test('an approval of a subtask that is already done gets a `rocket` reaction', () => {
    const part = seenBy(reply(waiting, 'bob', 'approve 1'))
    const done = reacted(recording(part, { subtask: 1 }), lastId(part), { rocket: 1 })
    const again = seenBy(reply(done, 'carol', 'approve 1'))
    expect(step(again)).toMatchObject({ kind: 'react', reaction: 'rocket', comment: { id: lastId(again) } })
  })
})

describe('the step after that', () => {
  const edited = (title: string): string => renderPlan({ ...plan, title })

  test('no pull request is opened for a plan file that cannot be read', () => {
    const { pull: _, ...rest } = recording(waiting, {}, 'hello')
    expect(kind({ ...rest, pull: undefined })).toBe('nothing')
  })

  test('an unreadable plan file is reported by one comment per file content', () => {
    const broken = recording(waiting, {}, 'hello')
    const { blob } = broken.branch?.planFile ?? { blob: '' }
    expect(step(broken)).toMatchObject({ kind: 'tell-problem', blob })
    expect(kind(noting(broken, `problem-${blob}`))).toBe('nothing')
    expect(kind(noting(broken, 'problem-abc'))).toBe('tell-problem')
  })

  test('each new version of the plan is announced with the next number', () => {
    const two = recording(waiting, {}, edited('Two'))
    expect(step(two)).toMatchObject({ kind: 'announce', version: 2, blob: two.branch?.planFile?.blob })
    const three = recording(announcing(two, 2), {}, edited('Three'))
    expect(step(three)).toMatchObject({ kind: 'announce', version: 3, blob: three.branch?.planFile?.blob })
    expect(step({ ...waiting, pull: waiting.pull && { ...waiting.pull, comments: [] } })).toMatchObject({ version: 1 })
  })

  test('a `/skip` is executed even when the run’s time is up', () => {
    expect(kind(seenBy(reply(approved, 'bob', '/skip 2')), { timeIsUp: true })).toBe('skip')
  })
})
