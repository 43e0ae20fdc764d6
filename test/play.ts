import fc from 'fast-check'
import { expect } from 'vitest'
import { decide } from '../src/decide/next/decide.ts'
import type { Step } from '../src/decide/next/step.ts'
import type { Rules } from '../src/decide/thread/facts.ts'
import { stateOf } from '../src/decide/next/state.ts'
import type { Thread } from '../src/decide/thread/thread.ts'
import { APPROVE, event, happen, planWith, type Event } from './people.ts'
import { carryOut, type Luck } from './simulation.ts'
import { newThread, person, RULES, saying } from './thread.ts'

// Whole conversations between people and the bot, against a model of GitHub that is a value.

/** `late` is whether people wait for the plan before they say anything, and approve what there is in the end. */
export type Play = {
  late: boolean
  events: { after: number; what: Event }[]
  luck: Luck[]
  needed: number
  timeIsUp: boolean
}

export const play: fc.Arbitrary<Play> = fc.record({
  late: fc.constantFrom(true, true, false),
  events: fc.array(fc.record({ after: fc.nat({ max: 12 }), what: event }), { maxLength: 14 }),
  luck: fc.array(fc.constantFrom<Luck>('well', 'well', 'badly'), { minLength: 1, maxLength: 6 }),
  needed: fc.constantFrom(1, 1, 2),
  timeIsUp: fc.boolean(),
})

export const SETTINGS = { maxAttempts: 2, reviewEvery: 0 }
export const rulesOf = ({ needed }: Play): Rules => ({ ...RULES, approvalsRequired: needed })

const BLESSING = ['alice', 'carol'].map((login, i) => {
  const what: Event = { kind: 'say', at: 'pull', login, body: APPROVE[i] ?? 'approve' }
  return { after: 30, what }
})

/** Sees every step before it is carried out, and everything that people do. */
export type Watch = {
  step?: (thread: Thread, step: Step) => void
  event?: (before: Thread, what: Event, after: Thread) => void
}

/** Plays a conversation to its end, and gives the thread as it is then. */
export function runOut(one: Play, watch: Watch = {}): Thread {
  let thread = saying(newThread(), { at: 'issue', by: person('alice'), body: '/plan' })
  let [shown, attempts, plans] = [false, 0, 0]
  const model = {
    luck: () => one.luck[attempts++ % one.luck.length] ?? 'well',
    plan: () => planWith(1 + (plans % 3), `Draft ${plans++}`),
  }
  const goOn = (steps: number): boolean => {
    for (let n = 0; n < steps; n++) {
      const state = stateOf(thread, rulesOf(one))
      const next = decide(thread, state, {
        settings: SETTINGS,
        shown,
        timeIsUp: one.timeIsUp && attempts > 0,
        isSplit: false,
      })
      if (next.kind === 'nothing') return true
      watch.step?.(thread, next)
      thread = carryOut({ thread, state }, next, model)
      shown = next.kind === 'show'
    }
    return false
  }
  if (one.late) goOn(30)
  for (const { after, what } of [...one.events, ...(one.late ? BLESSING : [])]) {
    goOn(after)
    const before = thread
    thread = happen(before, what)
    watch.event?.(before, what, thread)
    shown = false
  }
  expect(goOn(300), 'it comes to its end').toBe(true)
  return thread
}
