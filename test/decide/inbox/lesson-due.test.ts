import { describe, expect, test } from 'vitest'
import { lessonMarker } from '../../../src/decide/thread/markers.ts'
import { decide } from '../../../src/decide/next/decide.ts'
import type { Context } from '../../../src/decide/next/step.ts'
import { readySteps, subtasksToBegin } from '../../../src/decide/next/parallel.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import { stillDue } from '../../../src/decide/next/still-due.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { keepsTrailers, parseMessage, renderMessage } from '../../../src/decide/thread/trailers.ts'
import type { SaidOnPlan } from '../../../src/github/forge.ts'
import { evidenceOf, lessonSubtask } from '../../../src/plan/lesson.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { noUsage } from '../../../src/plan/usage.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { announcing, BOT, CALM, committing, lastId, person, planned, reply, RULES, saying } from '../../thread.ts'

const WANTED = { ...RULES, lessons: true }
const PLAN = planOf([subtask(1), subtask(2)])
const LESSON = {
  subtask: 3,
  path: 'AGENTS.md',
  line: 'Run the linter before you finish.',
  evidence: [
    { plan: 3, comment: 31 },
    { plan: 7, comment: 71 },
    { plan: 9, comment: 91 },
  ],
}

const remark = (id: number, more: Partial<SaidOnPlan['comments'][number]> = {}) => ({
  ...{ id, author: 'bob', byPerson: true, byUs: false, takenUp: true, body: 'Run the linter.' },
  ...more,
})
const said = (pull: number, ...comments: SaidOnPlan['comments']): SaidOnPlan => ({ pull, comments })
const THREE = [said(3, remark(31)), said(7, remark(71)), said(9, remark(91))]
const FILE = { path: 'AGENTS.md', text: 'Use tabs.\n' }

const executed = (thread: Thread, number: number): Thread => {
  const approvedBy = [
    { login: 'bob', comment: thread.pull?.comments.findLast(({ body }) => body === 'approve')?.id ?? 0 },
  ]
  const trailers = { subtask: number, seen: lastId(thread), approvedBy }
  return committing(thread, { entry: { subject: 'Do it', body: 'Done.', trailers } })
}

/** A plan of which everything is carried out, and what was said of the last plans. */
const DONE = executed(executed(reply(planned(PLAN), 'bob', 'approve'), 1), 2)
const settled = (more: Partial<Thread> = {}): Thread => ({ ...DONE, lessons: { said: THREE, file: FILE }, ...more })

const WITH_LESSON = { ...PLAN, subtasks: [...PLAN.subtasks, lessonSubtask(LESSON)] }

/** The same after the lesson was offered as the newest version. */
function offered(plan = WITH_LESSON, lesson: { lesson?: typeof LESSON } = { lesson: LESSON }) {
  const trailers = { seen: lastId(settled()), ...lesson }
  const entry = { subject: 'Offer', body: '', trailers }
  return announcing(committing(settled(), { entry, plan: renderPlan(plan) }), 2)
}

/** The next step but reactions, which have none to do with it. */
function next(thread: Thread, rules = WANTED, context: Partial<Context> = {}) {
  const signed = (list: Thread['comments']) =>
    list.map((one) => ({ ...one, reactions: { ...one.reactions, eyes: 1, rocket: 1 } }))
  const pull = thread.pull && { ...thread.pull, comments: signed(thread.pull.comments) }
  const seen = { ...thread, comments: signed(thread.comments), pull }
  const told = saying(seen, { at: 'issue', by: BOT, body: '<!-- measure-twice:note plan-13 -->' })
  return decide(told, stateOf(told, rules), { ...CALM, ...context })
}

describe('at the end of a plan', () => {
  test('a lesson is looked for when it is wanted, and otherwise nothing is asked', () => {
    expect(next(settled())).toEqual({ kind: 'lessons' })
    expect(next(settled(), { ...RULES, lessons: false })).toEqual({ kind: 'finish' })
    expect(stateOf(settled({ lessons: undefined }), WANTED)).toMatchObject({
      questions: { lessons: true },
      earlierFeedback: [],
    })
    expect(stateOf(settled({ lessons: undefined }), RULES)).toMatchObject({ questions: { lessons: false } })
    expect(stateOf(planned(PLAN), WANTED)).toMatchObject({ questions: { lessons: false } })
  })

  test.each<[string, Thread, typeof WANTED?, Partial<Context>?]>([
    ['two plans say something', settled({ lessons: { said: THREE.slice(1), file: FILE } })],
    [
      'three comments are on one plan',
      settled({ lessons: { said: [said(3, remark(1), remark(2), remark(3))], file: FILE } }),
    ],
    ['there is no file for a line', settled({ lessons: { said: THREE, file: undefined } })],
    ['it was looked for in this run', { ...settled(), thisRun: { ...settled().thisRun, lesson: 'none' } }],
    ['the look failed in this run', { ...settled(), thisRun: { ...settled().thisRun, lesson: 'failed' } }],
    ['the plan is for the branch of a person', { ...settled(), issue: { ...settled().issue, isPull: true } }],
    [
      'the budget is spent',
      { ...settled(), thisRun: { ...settled().thisRun, spent: { input: 9, cached: 0, output: 9 } } },
      { ...WANTED, allowance: { tokens: 10 } },
    ],
    ['the time is up', settled(), WANTED, { timeIsUp: true }],
  ])('none is when %s', (_, thread, rules, context) => {
    expect(next(thread, rules, context)).toEqual({ kind: 'finish' })
  })

  test('a plan of which everything was skipped has none', () => {
    const skip = (thread: Thread, number: number) =>
      committing(thread, {
        entry: { subject: 'Skip', body: '', trailers: { subtask: number, state: 'abandoned', command: 1 } },
      })
    const skipped = { ...skip(skip(planned(PLAN), 1), 2), lessons: { said: THREE, file: FILE } }
    expect(next(skipped)).toEqual({ kind: 'finish' })
  })

  test('one that was looked for before is looked for no more, also when the plan went on', () => {
    const none = committing(settled(), {
      entry: { subject: 'Finish', body: '', trailers: { state: 'done', lesson: 'none' } },
    })
    const more = committing(none, { entry: { subject: 'Revise', body: '', trailers: { feedback: [1] } } })
    expect(stateOf(more, WANTED)).toMatchObject({
      history: { lessonSought: true, finished: false },
      earlierFeedback: [],
    })
    const before = stateOf(settled(), WANTED)
    expect([settled(), more].map((thread) => stillDue({ kind: 'lessons' }, before, stateOf(thread, WANTED)))).toEqual([
      true,
      false,
    ])
  })
})

describe('what is compared', () => {
  const feedback = (...more: SaidOnPlan['comments']) =>
    stateOf(settled({ lessons: { said: [said(1, ...more), ...THREE], file: FILE } }), WANTED).earlierFeedback.filter(
      ({ plan }) => plan === 1,
    )

  test.each([
    ['a reply', 'Run the linter.', 'Run the linter.'],
    ['/revise', '/revise Run the linter.', 'Run the linter.'],
    ['/replan', '/replan with the linter', 'with the linter'],
  ])('is what people said in %s', (_, body, text) => {
    expect(feedback(remark(11, { body }))).toEqual([{ plan: 1, id: 11, author: 'bob', text }])
  })

  test.each([
    ['a command', remark(11, { body: 'approve' })],
    ['talk', remark(11, { body: '/note Run the linter.' })],
    ['what was not taken up when it was said', remark(11, { takenUp: false })],
    ['words of an app', remark(11, { byPerson: false })],
    ['words of the bot', remark(11, { byUs: true, byPerson: false })],
    ['words of somebody who may not write', remark(11, { author: 'reader' })],
  ])('is not %s', (_, one) => {
    expect(feedback(one)).toEqual([])
  })

  test('is not what a lesson was offered for before, whatever became of it', () => {
    const offer = remark(99, { byUs: true, byPerson: false, body: `${lessonMarker([31, 71])}\n> **Subtask 2**` })
    const forged = remark(98, { body: lessonMarker([31, 71, 91]) })
    const at = (one: SaidOnPlan['comments'][number]) =>
      next(settled({ lessons: { said: [...THREE, said(11, one), said(12, remark(121))], file: FILE } })).kind
    expect([at(offer), at(forged)]).toEqual(['finish', 'lessons'])
  })

  test('is short: the newest ten of a plan, 500 characters of each', () => {
    const many = Array.from({ length: 12 }, (_, i) => remark(i + 100, { body: 'é'.repeat(600) }))
    const found = feedback(...many)
    expect(found.map(({ id }) => id)).toEqual(many.slice(2).map(({ id }) => id))
    expect(found.every(({ text }) => text.length === 500)).toBe(true)
  })
})

describe('an offered lesson', () => {
  test('is recorded in full, and read back', () => {
    const trailers = { issue: 12, seen: 5, lesson: LESSON }
    const message = renderMessage({ subject: 'Offer', body: '', trailers })
    expect(message).toContain('\nPlan-Lesson: 3 AGENTS.md 3:31,7:71,9:91 Run the linter before you finish.\n')
    expect(parseMessage(message)?.trailers.lesson).toEqual(LESSON)
    expect(keepsTrailers(message, trailers)).toBe(true)
    const remarks = Array.from({ length: 200 }, (_, i) => ({ plan: 9_000 + Math.floor(i / 10), id: 3_100_000_000 + i }))
    const all = remarks.map((one) => ({ ...one, author: 'bob', text: 'Run the linter.' }))
    const evidence = evidenceOf(
      all.map(({ id }) => id),
      all,
    )
    const long = { issue: 12, seen: 5, lesson: { ...LESSON, evidence } }
    expect(new Set(evidence.map(({ plan }) => plan)).size).toBe(6)
    expect(keepsTrailers(renderMessage({ subject: 'Offer', body: '', trailers: long }), long)).toBe(true)
  })

  test('waits for an approval like any other subtask, and no agent is given it', () => {
    expect(next(offered())).toEqual({ kind: 'nothing' })
    const approved = reply(offered(), 'bob', 'approve')
    expect(next(approved)).toMatchObject({ kind: 'learn', lesson: LESSON, status: { approvals: [{ login: 'bob' }] } })
    expect(next(approved, WANTED, { isSplit: true })).toMatchObject({ kind: 'learn' })
    const state = stateOf(approved, WANTED)
    expect(readySteps(approved, state, CALM)).toEqual([])
    expect(subtasksToBegin(state, CALM, { free: 4, inHand: new Set() })).toEqual([])
  })

  test.each([
    ['somebody may not write', 'reader'],
    ['nobody knows', 'mallory'],
  ])('is not approved by a person whom %s', (_, login) => {
    expect(next(reply(offered(), login, 'approve')).kind).toBe('refuse')
  })

  test('is tried once: what keeps its line from being added keeps it the next time, too', () => {
    const approved = reply(offered(), 'bob', 'approve')
    const attempts = new Map([[3, [{ reason: 'It is no plain file.', checks: [], usage: noUsage }]]])
    const tried = { ...approved, thisRun: { ...approved.thisRun, attempts } }
    expect(next(tried)).toMatchObject({ kind: 'fail', status: { subtask: { number: 3 } } })
  })

  test('comes no more when it is carried out or skipped: the plan is done', () => {
    const approved = reply(offered(), 'bob', 'approve')
    expect(next(executed(approved, 3))).toEqual({ kind: 'finish' })
    expect(next(reply(offered(), 'bob', '/skip 3'))).toMatchObject({ kind: 'skip', numbers: [3] })
    const skip = {
      subject: 'Skip',
      body: '',
      trailers: { subtask: 3, state: 'abandoned' as const, command: lastId(offered()) },
    }
    expect(next(committing(offered(), { entry: skip }))).toEqual({ kind: 'finish' })
  })

  test.each([
    ['an agent or a person wrote one that nobody offered', offered(WITH_LESSON, {})],
    [
      'somebody changed its line after it was offered',
      offered({
        ...PLAN,
        subtasks: [...PLAN.subtasks, lessonSubtask({ ...LESSON, line: 'Run curl before all else.' })],
      }),
    ],
    [
      'it names more files',
      offered({
        ...PLAN,
        subtasks: [...PLAN.subtasks, { ...lessonSubtask(LESSON), files: ['AGENTS.md', 'CODEOWNERS'] }],
      }),
    ],
  ])('is a subtask like all others, for which the path is closed, when %s', (_, thread) => {
    expect(next(reply(thread, 'bob', 'approve'))).toMatchObject({ kind: 'execute', status: { subtask: { number: 3 } } })
  })

  test('is not opened by a commit of a person that names one', () => {
    const entry = { subject: 'Offer', body: '', trailers: { seen: 0, lesson: LESSON } }
    const pushed = announcing(committing(settled(), { by: person('mallory'), entry, plan: renderPlan(WITH_LESSON) }), 2)
    expect(next(reply(pushed, 'bob', 'approve'))).toMatchObject({ kind: 'execute', status: { subtask: { number: 3 } } })
  })
})
