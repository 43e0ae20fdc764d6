import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, needsModel, type Step } from '../src/decide.ts'
import { noteMarker, refusalOf } from '../src/marker.ts'
import { renderPlan } from '../src/plan/markdown.ts'
import { stateOf } from '../src/state.ts'
import type { Thread } from '../src/thread.ts'
import { planOf, subtask } from './plan/samples.ts'
import { carryOut, type Luck } from './simulation.ts'
import {
  BOT,
  CALM,
  RULES,
  blobOf,
  changing,
  committing,
  lastId,
  newThread,
  person,
  saying,
  timeOf,
  type Place,
} from './thread.ts'

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

/** `late` is whether people wait for the plan before they say anything, and approve what there is in the end. */
type Play = { late: boolean; events: { after: number; what: Event }[]; luck: Luck[]; needed: number; timeIsUp: boolean }
const play: fc.Arbitrary<Play> = fc.record({
  late: fc.constantFrom(true, true, false),
  events: fc.array(fc.record({ after: fc.nat({ max: 12 }), what: event }), { maxLength: 14 }),
  luck: fc.array(fc.constantFrom<Luck>('well', 'well', 'badly'), { minLength: 1, maxLength: 6 }),
  needed: fc.constantFrom(1, 1, 2),
  timeIsUp: fc.boolean(),
})

const BLESSING = ['alice', 'carol'].map((login) => {
  const what: Event = { kind: 'say', at: 'pull', login, body: 'approve' }
  return { after: 30, what }
})

/** Plays a conversation to its end; `watch` sees every step before it is carried out. */
function runOut({ late, events, luck, needed, timeIsUp }: Play, watch: (thread: Thread, step: Step) => void): Thread {
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
  if (late) goOn(30)
  for (const { after, what } of [...events, ...(late ? BLESSING : [])]) {
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
    expect(executed).toBeGreaterThan(100)
  })

  test('the loop ends, and stays at its end', () => {
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
