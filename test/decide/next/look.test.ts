import { describe, expect, test } from 'vitest'
import { decide, readySteps } from '../../../src/decide/next/decide.ts'
import type { Context } from '../../../src/decide/next/decision.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import { renderResultLook } from '../../../src/decide/thread/planning-notes.ts'
import type { ResultLook, ResultFinding } from '../../../src/plan/plan.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { announcing, BOT, CALM, committing, lastId, planned, reply, RULES, saying } from '../../thread.ts'
import { stillDue } from '../../../src/tasks/tasks.ts'

const PLAN = planOf([subtask(1)])
const FOUND: ResultFinding = { subtask: 1, kind: 'missing', path: 'src/a.ts', line: 1, text: 'It is not there.' }
const MORE = planOf([subtask(1), subtask(2)])
const LOOKS = { settings: { ...CALM.settings, secondLook: true } }

const writing = (thread: Thread, trailers: object, { body = '', plan }: { body?: string; plan?: string | null } = {}) =>
  committing(thread, {
    entry: { subject: 'x', body, trailers: { seen: lastId(thread), ...trailers } },
    ...(plan === undefined ? {} : { plan }),
  })

/** A plan of which everything is carried out. */
const DONE = writing(reply(planned(PLAN), 'bob', 'approve'), { subtask: 1 })

const looked = (look: ResultLook | undefined): Thread =>
  look ? writing(DONE, { look: 'a'.repeat(40) }, { body: renderResultLook(look) }) : DONE

/** The same, ended with this look. */
const ended = (look: ResultLook | undefined, thread = looked(look)): Thread =>
  writing(thread, { state: 'done' }, { plan: null })
const OPEN: ResultLook = { head: 'a'.repeat(40), findings: [FOUND] }

/** The thread with every sign and the link on the issue, which have none to do with it. */
function signedAll(thread: Thread): Thread {
  const signed = (list: Thread['comments']) =>
    list.map((one) => ({ ...one, reactions: { ...one.reactions, eyes: 1, rocket: 1 } }))
  const pull = thread.pull && { ...thread.pull, comments: signed(thread.pull.comments) }
  const told = { at: 'issue', by: BOT, body: '<!-- measure-twice:note plan-13 -->' } as const
  return saying({ ...thread, comments: signed(thread.comments), pull }, told)
}

function next(thread: Thread, context: Partial<Context> = {}, rules = RULES) {
  const told = signedAll(thread)
  return decide(told, stateOf(told, rules), { ...CALM, ...context })
}

describe('at the end of a plan', () => {
  test('a done plan gets a result review if a reviewer model is set, in the job with the model', () => {
    expect(next(DONE, LOOKS)).toEqual({ kind: 'review', of: 'result' })
    expect(next(DONE)).toEqual({ kind: 'finish' })
    const told = signedAll(DONE)
    expect(readySteps(told, stateOf(told, RULES), { ...CALM, ...LOOKS, jobs: 'three' })).toEqual([
      { kind: 'review', of: 'result' },
    ])
  })

  test('a result review runs once, and again only after another subtask was executed', () => {
    expect(next(looked(OPEN), LOOKS)).toEqual({ kind: 'finish' })
    expect(next(looked({ silent: 'x' }), LOOKS)).toEqual({ kind: 'finish' })
    const more = writing(writing(looked(OPEN), {}, { plan: renderPlan(MORE) }), { subtask: 2 })
    expect(stateOf(more, RULES).history.look).toBeUndefined()
  })

  test.each<[string, Partial<Context>, typeof RULES]>([
    ['no time is left', { ...LOOKS, timeIsUp: true }, RULES],
    ['no budget is left', LOOKS, { ...RULES, allowance: { tokens: 0 } }],
  ])('a result review is skipped, and the plan finished, if %s', (_, context, rules) => {
    expect(next(DONE, context, rules)).toEqual({ kind: 'finish' })
  })

  test('findings of a result review are dropped if the plan changed meanwhile', () => {
    const before = stateOf(DONE, RULES)
    const states = [DONE, ended(undefined), writing(DONE, {}, { plan: renderPlan(MORE) })]
    expect(states.map((thread) => stillDue({ kind: 'review', of: 'result' }, before, stateOf(thread, RULES)))).toEqual([
      ...[true, false, false],
    ])
  })
})

test('a finished plan stays done with a version from an older release until a commit reopens the plan', () => {
  const offering = ended(OPEN, writing(looked(OPEN), {}, { plan: renderPlan(MORE) }))
  const announced = announcing(offering, 2, stateOf(offering, RULES).reading?.blob)
  const approved = reply(announced, 'bob', 'approve')
  expect(stateOf(approved, RULES)).toMatchObject({ phase: 'done', refusals: [], pending: [] })
  expect(next(approved).kind).toBe('record')
  const reopened = writing(approved, { state: 'in_progress' }, { plan: renderPlan(MORE) })
  expect(stateOf(reopened, RULES).phase).toBe('in_progress')
  expect(next(reopened)).toMatchObject({ kind: 'execute', status: { subtask: { number: 2 } } })
})
