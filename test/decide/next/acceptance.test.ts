import { describe, expect, test } from 'vitest'
import { decide } from '../../../src/decide/next/decide.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Context, Step } from '../../../src/decide/next/decision.ts'
import { noteMarker, refusalOf } from '../../../src/decide/thread/people.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { triedTests } from '../../../src/decide/approval/as-approved.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import {
  announcing,
  BOT,
  changing,
  committing,
  lastId,
  person,
  planned,
  reply,
  RULES,
  saying,
  seenBy,
  recording,
  noting,
  CALM,
} from '../../thread.ts'

const OF_ONE = { path: 'a.test.ts', run: 'node --test a.test.ts', content: 'a\n' }
const OF_TWO = { path: 'b.test.ts', run: 'node --test b.test.ts', content: 'b\n' }
const withTests = (acceptance = [OF_ONE, OF_TWO]): Plan =>
  planOf([subtask(1, { files: [OF_ONE.path] }), subtask(2, { files: [OF_TWO.path] })], { acceptance })

const signed = (thread: Thread): Thread => seenBy(thread, { eyes: 1, rocket: 1 })
const told = (plan: Plan): Thread => noting(signed(planned(plan)), 'plan-13', 'issue')
const approvedBy = (thread: Thread, login = 'bob'): Thread => signed(reply(thread, login, 'approve'))
/** A later version, which makes the approval before it void; that is said. */
const offering = (thread: Thread, plan: Plan): Thread => {
  const offered = signed(announcing(recording(thread, {}, renderPlan(plan)), 2))
  const body = noteMarker(refusalOf(lastId(approved)))
  const refused = changing(offered, lastId(approved), (one) => ({
    ...one,
    reactions: { ...one.reactions, confused: 1 },
  }))
  return saying(refused, { at: 'pull', by: BOT, body })
}
const executing = (thread: Thread, number: number): Thread =>
  recording(thread, { subtask: number, version: thread.branch?.planFile?.blob ?? '' })

const step = (thread: Thread, more: Partial<Context> = {}): Step =>
  decide(thread, stateOf(thread, RULES), { ...CALM, ...more })
const halt = (thread: Thread) => stateOf(thread, RULES).halt?.reason

const approved = approvedBy(told(withTests()))
const one = executing(approved, 1)
const both = executing(one, 2)
const halted = recording(both, { state: 'halted', reason: 'acceptance' })

describe('the last step of a plan', () => {
  test('before a plan is finished, the approved tests of its done subtasks run on the last commit', () => {
    expect(step(both)).toEqual({ kind: 'check', of: 'tests', head: both.branch?.head, numbers: [1, 2] })
    const skipped = recording(one, { subtask: 2, state: 'abandoned', command: 104 })
    expect(step(skipped)).toMatchObject({ kind: 'check', of: 'tests', numbers: [1] })
  })

  test('a plan is finished at once if it has no approved tests, or if all their subtasks were skipped', () => {
    const none = recording(recording(approved, { subtask: 1, state: 'abandoned', command: 104 }), {
      subtask: 2,
      state: 'abandoned',
      command: 104,
    })
    const without = approvedBy(told(planOf([subtask(1)])))
    expect([step(none).kind, step(executing(without, 1)).kind]).toEqual(['finish', 'finish'])
  })

  test('the final run of the approved tests is left to the next run when the time is up', () => {
    expect(step(both, { timeIsUp: true }).kind).toBe('continue')
    expect(step(both, { jobs: 'three' }).kind).toBe('check')
  })

  test('the final run of the approved tests waits for an approval if people changed a test in the plan', () => {
    const offered = offering(both, withTests([OF_ONE, { ...OF_TWO, run: 'curl evil' }]))
    expect(step(offered).kind).toBe('nothing')
    expect(step(approvedBy(offered, 'mallory')).kind).not.toBe('check')
    expect(step(approvedBy(offered)).kind).toBe('check')
  })
})

describe('a plan that its tests paused', () => {
  test('a plan paused by failed approved tests says why once, and reruns them after `/retry`', () => {
    expect(step(halted)).toMatchObject({ kind: 'tell-halt', halt: { reason: 'acceptance' } })
    const note = noteMarker(`halted-acceptance-${stateOf(halted, RULES).halt?.since}`)
    const said = saying(halted, { at: 'pull', by: BOT, body: note })
    expect(step(said).kind).toBe('nothing')
    expect(step(signed(reply(said, 'bob', '/retry'))).kind).toBe('check')
  })

  test('a plan paused by failed approved tests continues with a later version once it is approved', () => {
    const early = recording(approved, { state: 'halted', reason: 'acceptance' })
    expect([halt(early), step(early).kind]).toEqual(['acceptance', 'tell-halt'])
    const other = withTests([OF_ONE, { ...OF_TWO, content: 'other\n' }])
    expect(halt(recording(early, {}, renderPlan(other)))).toBe('acceptance')
    const offered = offering(early, other)
    expect([halt(offered), step(offered).kind]).toEqual([undefined, 'nothing'])
    expect(step(approvedBy(offered)).kind).toBe('execute')
  })

  test('a plan paused by failed approved tests accepts no approval of the same version', () => {
    const early = recording(approved, { state: 'halted', reason: 'acceptance' })
    expect(stateOf(reply(early, 'carol', 'approve'), RULES).refusals).toHaveLength(1)
  })
})

describe('a test was tried', () => {
  const tried = ({ branch }: Thread, tests = [OF_ONE, OF_TWO]): boolean[] => tests.map(triedTests(branch))

  test('an approved test counts as tried on the base branch once a subtask was executed with it', () => {
    expect([tried(approved), tried(one), tried(halted)]).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ])
    expect(triedTests(undefined)(OF_ONE)).toBe(false)
  })

  test('an approved test counts as tried on the base branch only if path, command and text are the same', () => {
    const others = (['path', 'run', 'content'] as const).map((key) => ({ ...OF_ONE, [key]: 'other' }))
    expect(tried(one, others)).toEqual([false, false, false])
  })

  test('an approved test counts as untried after its subtask failed, was skipped or pushed by a person', () => {
    const version = approved.branch?.planFile?.blob
    const trailers = [{ state: 'failed', attempts: 3 }, { state: 'abandoned', command: 104 }, { state: 'in_progress' }]
    for (const more of trailers) expect(tried(recording(approved, { subtask: 1, version, ...more }))).toEqual([false, false]) // prettier-ignore
    const theirs = committing(approved, {
      by: person('mallory'),
      entry: { subject: 'x', body: '', trailers: { seen: 1, subtask: 1, ...(version ? { version } : {}) } },
    })
    expect(tried(theirs)).toEqual([false, false])
  })
})
