import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../../../src/decide/next/decide.ts'
import { needsModel, type Step } from '../../../src/decide/next/step.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { renderChecklist } from '../../../src/publish/view/parts/checklist.ts'
import { ALWAYS, AT_REST, breachesOf, lifeOf } from '../../invariants.ts'
import type { Event } from '../../people.ts'
import {
  announced,
  awaitsApproval,
  checklistOf,
  isDone,
  journalOf,
  planIn,
  settledIn,
  voicesFor,
} from '../../oracle.ts'
import { play, rulesOf, runOut, SETTINGS, type Play, type Watch } from '../../play.ts'
import { BOT, CALM } from '../../thread.ts'

/** Nothing is executed that is not approved, at that moment, by enough people who may, for the very text that stands there. */
function checkGate(one: Play, thread: Thread, { status }: Extract<Step, { kind: 'execute' }>): void {
  const { number, depends_on } = status.subtask
  expect(announced(thread), `version of subtask ${number}`).toBeDefined()
  expect(voicesFor(thread, number).size, `voices for subtask ${number}`).toBeGreaterThanOrEqual(one.needed)
  expect(settledIn(thread), `subtask ${number} once more`).not.toContain(number)
  expect(settledIn(thread), `what subtask ${number} needs`).toEqual(expect.arrayContaining(depends_on))
}

/** What is left to do for a plan that is done; a new request on its issue is a new plan. */
const WHEN_DONE = [
  'ready',
  'report',
  'record',
  'show',
  'react',
  'refuse',
  'help',
  'ask',
  'link',
  'draft',
  'cancel',
  'delete-branch',
  'tell-issue',
]

/** What the body says of the subtasks is what the commits say. */
function checkChecklist(one: Play, thread: Thread): void {
  const state = stateOf(thread, rulesOf(one))
  if (!planIn(thread) || state.reading?.kind !== 'plan') return
  const links = { repository: 'https://github.com/octo/demo', run: 'https://github.com/octo/demo/actions/runs/1' }
  const settings = {
    maxAttempts: SETTINGS.maxAttempts,
    approvalsRequired: one.needed,
    prices: undefined,
    allowance: {},
    planFile: 'PLAN.md',
  }
  const lines = renderChecklist({ thread, state, live: undefined, links, ...settings }).split('\n')
  const wanted = checklistOf(thread)
  expect(lines.map((line, i) => line.slice(0, wanted[i]?.length))).toEqual(wanted)
}

const mayAct = ({ people }: Thread, login: string): boolean =>
  ['write', 'maintain', 'admin'].includes(people.get(login)?.permission ?? 'none')

/** The ids of what was said while it had to be heard, and that nothing which happened since explains away. */
function listener(one: Play): Watch & { expected: Set<number> } {
  const expected = new Set<number>()
  const event = (before: Thread, what: Event, after: Thread): void => {
    if (what.kind === 'role' || what.kind === 'next-run') return expected.clear()
    const text = what.kind === 'say' && what.at === 'pull' ? what : undefined
    const said = after.pull?.comments.at(-1)
    if (!text || !said || after === before || before.pull?.pull.state !== 'open') return
    if (!mayAct(before, text.login)) return
    const isPlain = !isDone(before) && ['make it blue', 'approve please', '> approve'].includes(text.body)
    if (text.body === '/revise x' || text.body === '/replan' || (isPlain && awaitsApproval(before, one.needed)))
      expected.add(said.id)
  }
  return { event, expected }
}

/** What of it the end neither answers nor makes impossible: the plan was closed, cannot be read, or left the subtask out before. */
function unheard(thread: Thread, expected: ReadonlySet<number>): number[] {
  if (thread.pull?.pull.state !== 'open' || !planIn(thread)) return []
  const journal = journalOf(thread)
  const answered = journal.flatMap(({ feedback }) => feedback ?? [])
  const skipped = journal.flatMap(({ state, command }) => (state === 'abandoned' && command ? [command] : []))
  const present = thread.pull.comments.filter(({ createdAt, updatedAt }) => createdAt === updatedAt)
  return present
    .map(({ id }) => id)
    .filter((id) => expected.has(id) && !answered.includes(id) && !skipped.some((command) => command < id))
}

/** Whether the comment or review of that id asks for more of a plan that is done. */
const asksForMore = ({ pull }: Thread, id: number): boolean =>
  pull?.comments.some((one) => one.id === id && /^\/(?:revise|replan)/.test(one.body)) === true ||
  pull?.remarks.some((one) => one.id === id && one.verdict === 'changes_requested') === true

test('whatever people do, the gate holds, nothing approved or said is left lying, and the checklist is true', () => {
  const count = { executed: 0, finished: 0, opened: 0, heard: 0 }
  fc.assert(
    fc.property(play, (one) => {
      const { event, expected } = listener(one)
      const step = (thread: Thread, next: Step): void => {
        if (next.kind === 'execute') {
          count.executed++
          checkGate(one, thread, next)
        }
        if (next.kind === 'open') {
          count.opened++
          expect(thread.pull, 'one plan pull request at a time').toBeUndefined()
        }
        if (next.kind === 'show' || next.kind === 'report') checkChecklist(one, thread)
      }
      const end = runOut(one, { step, ...(event ? { event } : {}) })
      checkChecklist(one, end)
      count.heard += expected.size
      if (isDone(end)) count.finished++
      const life = lifeOf(end, { needed: one.needed, tampered: one.events.some(({ what }) => what.kind === 'doctor') })
      expect(breachesOf(life, ALWAYS)).toEqual([])
      if (one.timeIsUp) return
      expect(breachesOf(life, AT_REST)).toEqual([])
      expect(unheard(end, expected), 'said and not heard').toEqual([])
    }),
    { numRuns: 2000 },
  )
  // What is never reached would hold for nothing.
  expect(Object.entries(count).filter(([, n]) => n < 200)).toEqual([])
})

describe('whatever people do', () => {
  test('the loop ends, and stays at its end', () => {
    fc.assert(
      fc.property(play, (one) => {
        const end = runOut(one)
        const context = { ...CALM, settings: SETTINGS, timeIsUp: one.timeIsUp }
        expect(['nothing', 'continue']).toContain(decide(end, stateOf(end, rulesOf(one)), context).kind)
      }),
      { numRuns: 200 },
    )
  })

  test('a look changes nothing, and the same thread gives the same step', () => {
    fc.assert(
      fc.property(play, (one) => {
        runOut(one, {
          step: (thread) => {
            const again = () => decide(thread, stateOf(thread, rulesOf(one)), { ...CALM, settings: SETTINGS })
            const before = structuredClone(thread)
            expect(again()).toEqual(again())
            expect(thread).toEqual(before)
          },
        })
      }),
      { numRuns: 50 },
    )
  })

  test('a plan that is done is left alone, unless somebody asks for more of it', () => {
    fc.assert(
      fc.property(play, (one) => {
        runOut(one, {
          step: (thread, next) => {
            if (!isDone(thread)) return
            if (next.kind === 'revise') expect(next.remarks.filter(({ id }) => !asksForMore(thread, id))).toEqual([])
            // Where the time is up, the next run does what was asked for.
            else expect(one.timeIsUp ? [...WHEN_DONE, 'continue'] : WHEN_DONE).toContain(next.kind)
          },
        })
      }),
      { numRuns: 200 },
    )
  })

  test('no comment is refused twice, and no version announced twice in a row', () => {
    fc.assert(
      fc.property(play, (one) => {
        const refused: number[] = []
        const end = runOut(one, {
          step: (_, next) => {
            if (next.kind === 'refuse') refused.push(next.refusal.comment.id)
          },
        })
        expect(new Set(refused).size).toBe(refused.length)
        const announcements = (end.pull?.comments ?? []).filter(
          ({ author, createdAt, updatedAt }) => author.login === BOT.login && createdAt === updatedAt,
        )
        const versions = announcements.flatMap(({ body }) => /v=\d+ blob=\w+/.exec(body)?.[0] ?? [])
        expect(new Set(versions).size).toBe(versions.length)
      }),
      { numRuns: 200 },
    )
  })

  test('once it is cancelled by somebody who may, the model is asked for nothing more on that plan', () => {
    fc.assert(
      fc.property(play, (one) => {
        let cancelled: string | undefined
        runOut(one, {
          step: (thread, next) => {
            if (next.kind === 'cancel') cancelled = thread.branch?.name
            if (thread.pull?.pull.state === 'closed' && thread.pull.pull.head.branch === cancelled)
              expect(needsModel(next)).toBe(false)
          },
        })
      }),
      { numRuns: 200 },
    )
  })
})
