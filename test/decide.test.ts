import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, needsModel, type Context, type Step } from '../src/decide.ts'
import { noteMarker, refusalOf } from '../src/marker.ts'
import { renderPlan } from '../src/plan/markdown.ts'
import { stateOf } from '../src/state.ts'
import type { Thread } from '../src/thread.ts'
import { noUsage } from '../src/usage.ts'
import { planOf, subtask } from './plan/samples.ts'
import { carryOut, type Luck } from './simulation.ts'
import {
  BOT,
  CALM,
  RULES,
  announcing,
  blobOf,
  changing,
  committing,
  lastId,
  newThread,
  openPull,
  person,
  planned,
  reply,
  saying,
  timeOf,
  type Place,
} from './thread.ts'

const step = (thread: Thread, more: Partial<Context> = {}): Step =>
  decide(thread, stateOf(thread, RULES), { ...CALM, ...more })
const kind = (thread: Thread, more: Partial<Context> = {}) => step(thread, more).kind

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const seenBy = (thread: Thread): Thread =>
  [...thread.comments, ...(thread.pull?.comments ?? [])].reduce(
    (before, { id }) => changing(before, id, (one) => ({ ...one, reactions: { ...one.reactions, eyes: 1 } })),
    thread,
  )
/** A plan whose request was answered, and whose issue knows of it: nothing is left to do but to wait. */
const settled = (): Thread =>
  changing(saying(seenBy(planned(plan)), { at: 'issue', by: BOT, body: noteMarker('plan-13') }), 101, (one) => ({
    ...one,
    reactions: { eyes: 1, rocket: 1, confused: 0 },
  }))
const recording = (before: Thread, trailers: object, more: { plan?: string | null } = {}): Thread =>
  committing(before, { entry: { subject: 'x', body: '', trailers: { seen: lastId(before), ...trailers } }, ...more })
const approved = seenBy(reply(settled(), 'bob', 'approve'))

describe('the next step', () => {
  const asked = saying(newThread(), { at: 'issue', by: person('bob'), body: '/plan add it' })
  const drafted = recording(seenBy(asked), { request: '101' }, { plan: renderPlan(plan) })
  const done = recording(
    recording(recording(approved, { subtask: 1 }), { subtask: 2 }),
    { state: 'done' },
    { plan: null },
  )
  const failed = recording(approved, { subtask: 1, state: 'failed', attempts: 3 })
  const attempt = { reason: 'x', checks: [], usage: noUsage }
  const attempted = (times: number): Thread => ({
    ...approved,
    memory: { ...approved.memory, attempts: new Map([[1, Array(times).fill(attempt)]]) },
  })

  test.each<[string, Thread, string]>([
    ['nothing where nobody asked', newThread(), 'nothing'],
    ['to show that a request was picked up', asked, 'react'],
    ['to draft', seenBy(asked), 'draft'],
    ['to open a pull request for a draft', drafted, 'open'],
    [
      'nothing where the repository does not let us',
      { ...drafted, memory: { ...drafted.memory, forbidden: true } },
      'nothing',
    ],
    ['to announce a version', openPull(drafted), 'announce'],
    ['to tell the issue', announcing(openPull(drafted), 1), 'tell-issue'],
    ['nothing while the plan waits', settled(), 'nothing'],
    ['to answer feedback', seenBy(reply(settled(), 'bob', 'blue')), 'revise'],
    ['to refuse', reply(settled(), 'mallory', 'approve'), 'refuse'],
    ['to show that a cancel was heard', reply(settled(), 'bob', 'cancel'), 'react'],
    ['to cancel', seenBy(reply(settled(), 'bob', 'cancel')), 'cancel'],
    [
      'to cancel before everything else',
      seenBy(reply(reply(approved, 'mallory', 'approve'), 'bob', 'cancel')),
      'cancel',
    ],
    ['to skip', seenBy(reply(approved, 'bob', '/skip 2')), 'skip'],
    ['to execute what is approved', approved, 'execute'],
    ['to try again', attempted(2), 'execute'],
    ['to give up after the last attempt', attempted(3), 'fail'],
    ['to tell of a halt', failed, 'tell-halt'],
    ['to go on after a retry', seenBy(reply(failed, 'bob', '/retry')), 'execute'],
    ['to finish when all is done', recording(recording(approved, { subtask: 1 }), { subtask: 2 }), 'finish'],
    ['to mark it ready', done, 'ready'],
    ['to complain of a file that cannot be read', recording(settled(), {}, { plan: 'hello' }), 'complain'],
    ['to offer what somebody edited', recording(approved, {}, { plan: renderPlan(planOf([subtask(1)])) }), 'announce'],
  ])('is %s', (_, thread, expected) => {
    expect(kind(thread)).toBe(expected)
  })

  test('is to show the body when nothing else is to be done', () => {
    expect(kind(settled(), { shown: false })).toBe('show')
    expect(kind(approved, { shown: false })).toBe('execute')
  })

  test('is to report, where the pull request stays a draft', () => {
    expect(kind(done, { settings: { maxAttempts: 3, readyWhenDone: false, reviewEvery: 0 } })).toBe('report')
  })

  test('names the halt that it tells of, once', () => {
    const told = step(failed)
    expect(told).toMatchObject({ kind: 'tell-halt', halt: { reason: 'failed' } })
    if (told.kind !== 'tell-halt') return
    expect(kind(saying(failed, { at: 'pull', by: BOT, body: noteMarker(told.key) }))).toBe('nothing')
  })

  test('when time is up is to write down what was tried, to ask for the next run, and then nothing', () => {
    const up = { timeIsUp: true }
    expect(kind(attempted(1), up)).toBe('interrupt')
    expect(kind(approved, up)).toBe('continue')
    const continued = { ...approved, memory: { ...approved.memory, continued: 'asked' as const } }
    expect(kind(continued, up)).toBe('nothing')
    const refused = { ...approved, memory: { ...approved.memory, continued: 'refused' as const } }
    expect(step(refused, up)).toEqual({ kind: 'halt', reason: 'continuation' })
  })

  test('after three runs without an executed subtask is to halt', () => {
    const stopped = [1, 2, 3].reduce(
      (now) => recording(now, { subtask: 1, state: 'in_progress', attempts: 1 }),
      approved,
    )
    expect(step(stopped, { timeIsUp: true })).toEqual({ kind: 'halt', reason: 'continuation' })
  })

  test('when the budget is spent is to halt, until somebody grants it again', () => {
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
  const close = (thread: Thread): Thread => ({
    ...thread,
    pull: thread.pull && {
      ...thread.pull,
      pull: { ...thread.pull.pull, state: 'closed', closedAt: timeOf(lastId(thread) + 1) },
    },
  })

  test('is left alone when a person closed it', () => {
    expect(kind(close(approved))).toBe('nothing')
    expect(kind(close(seenBy(reply(approved, 'bob', '/skip 1'))))).toBe('nothing')
  })

  test('is brought to its end when a cancel was cut off', () => {
    const cancelled = close(seenBy(reply(settled(), 'bob', 'cancel')))
    expect(kind(cancelled)).toBe('delete-branch')
    expect(step({ ...cancelled, branch: undefined })).toMatchObject({ kind: 'react', reaction: 'rocket' })
  })

  test('keeps its branch when something was executed', () => {
    const executed = recording(approved, { subtask: 1 })
    expect(step(close(seenBy(reply(executed, 'bob', 'cancel'))))).toMatchObject({ kind: 'react', reaction: 'rocket' })
  })

  test.each(['mallory', 'tess'])('keeps its branch whatever %s said, and whoever put eyes on it', (login) => {
    expect(kind(close(seenBy(reply(settled(), login, 'cancel'))))).toBe('nothing')
  })
})

// ---- whole conversations, against a model of GitHub that is a value

type Event =
  | { kind: 'say'; at: Place; login: string; body: string }
  | { kind: 'edit'; nth: number; body: string }
  | { kind: 'push'; subtasks: number }
  | { kind: 'break' }
  | { kind: 'forge'; subtask: number }
  | { kind: 'role'; login: string; write: boolean }
  | { kind: 'next-run' }

const login = fc.constantFrom('alice', 'bob', 'carol', 'mallory')
const onPull = fc.constantFrom(
  ...[
    'approve',
    'approve',
    'approve',
    'approve 1',
    'approve 1-2',
    'approve 3',
    'cancel',
    '/skip 1',
    '/skip 3',
    '/retry',
  ],
  ...['/retry', '/replan', '/revise x', '/note', '/help', 'make it blue', 'LGTM', '/skip', noteMarker('closing')],
)
const onIssue = fc.constantFrom('/plan', '/plan again', '/ask why', '/help', 'hello')
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('say' as const), at: fc.constant('pull' as const), login, body: onPull }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      at: fc.constant('issue' as const),
      login,
      body: onIssue,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), nth: fc.nat({ max: 20 }), body: onPull }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('push' as const), subtasks: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'break' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forge' as const), subtask: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('role' as const), login, write: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'next-run' as const }) },
)

const planWith = (count: number, title: string) =>
  planOf(
    Array.from({ length: count }, (_, i) => subtask(i + 1, i === 1 ? { depends_on: [1] } : {})),
    { title },
  )

function happen(thread: Thread, what: Event): Thread {
  switch (what.kind) {
    case 'say':
      return what.at === 'pull' && thread.pull?.pull.state !== 'open'
        ? thread
        : saying(thread, { at: what.at, by: person(what.login), body: what.body })
    case 'edit': {
      const own = (thread.pull?.comments ?? []).filter(({ author }) => author.type === 'User')
      const chosen = own[what.nth % Math.max(1, own.length)]
      const updatedAt = timeOf(lastId(thread) + 1000)
      return chosen ? changing(thread, chosen.id, (one) => ({ ...one, body: what.body, updatedAt })) : thread
    }
    case 'push':
    case 'break': {
      const text = what.kind === 'push' ? renderPlan(planWith(what.subtasks, `By hand ${lastId(thread)}`)) : 'no plan'
      const isOpen = thread.branch && thread.pull?.pull.state === 'open'
      return isOpen
        ? committing(thread, { by: person('bob'), entry: { subject: 'Edit', body: '', trailers: {} }, plan: text })
        : thread
    }
    case 'forge':
      return thread.branch
        ? committing(thread, {
            by: person('mallory'),
            entry: { subject: 'x', body: '', trailers: { subtask: what.subtask } },
          })
        : thread
    case 'role': {
      const person = { permission: what.write ? ('write' as const) : ('read' as const), approver: what.write }
      return { ...thread, people: new Map(thread.people).set(what.login, person) }
    }
    case 'next-run':
      return { ...thread, memory: { ...thread.memory, attempts: new Map(), continued: undefined } }
  }
}

/** What the gate must have been told before a subtask is executed, worked out without the code that guards it. */
function voicesFor(thread: Thread, number: number): Set<string> {
  const comments = thread.pull?.comments ?? []
  const file = thread.branch?.planFile
  const blob = file?.kind === 'text' ? blobOf(file.text) : ''
  const versions = comments.filter(
    ({ author, body }) => author.login === BOT.login && body.includes('measure-twice:version'),
  )
  const last = versions.at(-1)
  if (!last?.body.includes(`blob=${blob} `)) return new Set()
  const covers: Record<string, number[]> = {
    approve: [1, 2, 3, 4],
    'approve 1': [1],
    'approve 1-2': [1, 2],
    'approve 3': [3],
  }
  const refused = (id: number) =>
    comments.some(({ author, body }) => author.login === BOT.login && body.includes(noteMarker(refusalOf(id))))
  return new Set(
    comments
      .filter(
        ({ id, body, createdAt, updatedAt }) =>
          id > last.id && updatedAt === createdAt && !refused(id) && (covers[body] ?? []).includes(number),
      )
      .filter(({ author }) => author.type === 'User' && thread.people.get(author.login)?.approver)
      .map(({ author }) => author.login),
  )
}

type Play = { events: { after: number; what: Event }[]; luck: Luck[]; needed: number; timeIsUp: boolean }
const play: fc.Arbitrary<Play> = fc.record({
  events: fc.array(fc.record({ after: fc.nat({ max: 12 }), what: event }), { maxLength: 14 }),
  luck: fc.array(fc.constantFrom<Luck>('well', 'well', 'badly'), { minLength: 1, maxLength: 6 }),
  needed: fc.constantFrom(1, 1, 2),
  timeIsUp: fc.boolean(),
})

/** Plays a conversation to its end; `watch` sees every step before it is carried out. */
function runOut({ events, luck, needed, timeIsUp }: Play, watch: (thread: Thread, step: Step) => void): Thread {
  const rulesNow = { ...RULES, approvalsRequired: needed }
  let thread = saying(newThread(), { at: 'issue', by: person('alice'), body: '/plan' })
  let [shown, attempts, plans] = [false, 0, 0]
  const model = {
    luck: () => luck[attempts++ % luck.length] ?? 'well',
    plan: () => planWith(1 + (plans % 3), `Draft ${plans++}`),
  }
  const goOn = (steps: number): boolean => {
    for (let n = 0; n < steps; n++) {
      const state = stateOf(thread, rulesNow)
      const context = {
        settings: { maxAttempts: 2, readyWhenDone: true, reviewEvery: 0 },
        shown,
        timeIsUp: timeIsUp && attempts > 0,
      }
      const next = decide(thread, state, context)
      expect(decide(structuredClone(thread), stateOf(structuredClone(thread), rulesNow), context)).toEqual(next)
      if (next.kind === 'nothing') return true
      watch(thread, next)
      thread = carryOut({ thread, state }, next, model)
      shown = next.kind === 'show'
    }
    return false
  }
  for (const { after, what } of events) {
    goOn(after)
    thread = happen(thread, what)
    shown = false
  }
  expect(goOn(300), 'it comes to its end').toBe(true)
  return thread
}

describe('whatever people do', () => {
  test('nothing is executed that is not approved, at that moment, by enough people who may', () => {
    let executed = 0
    fc.assert(
      fc.property(play, (one) => {
        runOut(one, (thread, next) => {
          if (next.kind !== 'execute') return
          executed++
          const { number, depends_on } = next.status.subtask
          expect(voicesFor(thread, number).size).toBeGreaterThanOrEqual(one.needed)
          const entries = (thread.branch?.commits ?? []).flatMap(({ entry }) => entry?.trailers ?? [])
          const settled = entries
            .filter(({ state }) => state === undefined || state === 'abandoned')
            .map((one) => one.subtask)
          expect(settled).not.toContain(number)
          expect(settled).toEqual(expect.arrayContaining(depends_on))
        })
      }),
      { numRuns: 300 },
    )
    expect(executed).toBeGreaterThan(50)
  })

  test('the loop ends, and every accepted command is seen to be carried out or refused', () => {
    fc.assert(
      fc.property(play, (one) => {
        const end = runOut(one, () => undefined)
        const again = decide(end, stateOf(end, { ...RULES, approvalsRequired: one.needed }), {
          ...CALM,
          settings: { maxAttempts: 2, readyWhenDone: true, reviewEvery: 0 },
          timeIsUp: one.timeIsUp,
        })
        expect(['nothing', 'continue']).toContain(again.kind)
      }),
      { numRuns: 200 },
    )
  })

  test('no comment is refused twice, and no version announced twice in a row', () => {
    fc.assert(
      fc.property(play, (one) => {
        const refused: number[] = []
        const end = runOut(one, (_, next) => {
          if (next.kind === 'refuse') refused.push(next.refusal.said.comment.id)
        })
        expect(new Set(refused).size).toBe(refused.length)
        const blobs = (end.pull?.comments ?? []).flatMap(({ author, body }) =>
          author.login === BOT.login ? (/blob=(\w+)/.exec(body)?.[1] ?? []) : [],
        )
        blobs.forEach((blob, i) => expect(blob).not.toBe(blobs[i + 1]))
      }),
      { numRuns: 200 },
    )
  })

  test('once it is cancelled by somebody who may, the model is asked for nothing more on that plan', () => {
    fc.assert(
      fc.property(play, (one) => {
        let cancelled = false
        runOut(one, (thread, next) => {
          if (next.kind === 'cancel') cancelled = true
          if (cancelled && thread.pull?.pull.state === 'closed') expect(needsModel(next)).toBe(false)
        })
      }),
      { numRuns: 200 },
    )
  })
})
