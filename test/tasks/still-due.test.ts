import { describe, expect, test } from 'vitest'
import { decide } from '../../src/decide/next/decide.ts'
import { needsModel } from '../../src/decide/next/decision.ts'
import { noteMarker } from '../../src/decide/thread/people.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planOf, subtask } from '../plan/samples.ts'
import {
  announcing,
  BOT,
  lastId,
  newThread,
  person,
  peopleWith,
  planned,
  reply,
  RULES,
  saying,
  recording,
  closed,
  CALM,
} from '../thread.ts'
import { stillDue, asOfNow } from '../../src/tasks/tasks.ts'

const plan = planOf([subtask(1), subtask(2)])
const settled = saying(planned(plan), { at: 'issue', by: BOT, body: noteMarker('plan-13') })
const asked = (body: string, from = newThread()): Thread => saying(from, { at: 'issue', by: person('bob'), body })
const answering = (thread: Thread, id = lastId(thread)): Thread =>
  saying(thread, { at: 'issue', by: BOT, body: noteMarker(`answer-to-${id}`) })
const without = (thread: Thread, id: number): Thread => ({
  ...thread,
  comments: thread.comments.filter((one) => one.id !== id),
  pull: thread.pull && { ...thread.pull, comments: thread.pull.comments.filter((one) => one.id !== id) },
})

const request = asked('/plan it')
const question = asked('/ask why?')
const feedback = reply(settled, 'bob', 'blue')
const approved = reply(settled, 'bob', 'approve')
const reviewing = recording(approved, { subtask: 1 })
const revised = announcing(
  recording(feedback, { feedback: [lastId(feedback)] }, renderPlan({ ...plan, title: 'Blue' })),
  2,
)

const more = reply(recording(reviewing, { state: 'done' }), 'bob', '/revise blue')

/** Whether what a step of `before` brought may be written in `now`. */
function isDue(before: Thread, now: Thread, reviewEvery = 0): boolean {
  const context = { ...CALM, settings: { ...CALM.settings, reviewEvery } }
  const state = stateOf(before, RULES)
  const acknowledged = seenAll(before)
  const step = decide(acknowledged, stateOf(acknowledged, RULES), context)
  if (!needsModel(step)) throw new Error(`The next step is ${step.kind}.`)
  return stillDue(step, state, stateOf(now, RULES))
}
const seen = <T extends { reactions: { eyes: number } }>(one: T): T => ({
  ...one,
  reactions: { ...one.reactions, eyes: 1 },
})
const seenAll = (thread: Thread): Thread => ({
  ...thread,
  comments: thread.comments.map(seen),
  pull: thread.pull && { ...thread.pull, comments: thread.pull.comments.map(seen) },
})

describe('what took time is still due', () => {
  test.each<[string, Thread, Thread]>([
    ['a draft, when nothing changed', request, request],
    ['a draft, when people go on talking', request, asked('It is urgent.', request)],
    ['an answer, when nothing changed', question, question],
    ['a revision, when nothing changed', feedback, feedback],
    ['a revision, when its feedback was deleted after it was taken up', feedback, without(feedback, lastId(feedback))],
    ['a revision, when more feedback came', feedback, reply(feedback, 'carol', 'and round')],
    ['a subtask, when nothing changed', approved, approved],
    ['a subtask, when another one was executed', approved, recording(approved, { subtask: 2 })],
    ['a subtask, when feedback came', approved, reply(approved, 'bob', '/revise blue')],
  ])('a result that took time is still used: %s', (_, before, now) => {
    expect(isDue(before, now)).toBe(true)
  })

  test('a finished review of the remaining plan is still used if nothing changed meanwhile', () => {
    expect(isDue(reviewing, reviewing, 1)).toBe(true)
  })
})

describe('what took time is no longer due', () => {
  test.each<[string, Thread, Thread]>([
    ['a draft, when a newer request came', request, asked('/plan something else', request)],
    ['a draft, when the request was taken back', request, without(request, lastId(request))],
    ['a draft, when whoever asked lost the right', request, { ...request, people: peopleWith({ bob: 'read' }) }],
    ['an answer, when it was given', question, answering(question)],
    ['an answer, when the question is gone', question, without(question, lastId(question))],
    ['a revision, when the feedback was answered', feedback, revised],
    [
      'a revision, when the feedback was answered in words',
      feedback,
      saying(feedback, { at: 'pull', by: BOT, body: noteMarker(`answer-to-${lastId(feedback)}`) }),
    ],
    [
      'a revision, when the feedback was answered with the same plan',
      feedback,
      recording(feedback, { feedback: [lastId(feedback)] }),
    ],
    ['a revision, when the plan was cancelled', feedback, reply(feedback, 'bob', 'cancel')],
    [
      'a revision, when somebody edited the plan',
      feedback,
      recording(feedback, {}, renderPlan({ ...plan, title: 'x' })),
    ],
    ['a revision, when a subtask was executed', feedback, recording(feedback, { seen: 0, subtask: 1 })],
    ['a revision of a plan that was done, when somebody closed its pull request', more, closed(more)],
    ['a subtask, when it was executed', approved, recording(approved, { subtask: 1 })],
    ['a subtask, when it was skipped', approved, recording(approved, { subtask: 1, state: 'abandoned', command: 1 })],
    ['a subtask, when the approval is gone', approved, without(approved, lastId(approved))],
    ['a subtask, when the approver lost the right', approved, { ...approved, people: peopleWith({ bob: 'read' }) }],
    ['a subtask, when the plan was cancelled', approved, reply(approved, 'bob', 'cancel')],
    ['a subtask, when the plan changed', approved, recording(approved, {}, renderPlan({ ...plan, title: 'x' }))],
  ])('a result that took time is dropped: %s', (_, before, now) => {
    expect(isDue(before, now)).toBe(false)
  })

  test.each<[string, Thread]>([
    ['another subtask was executed', recording(reviewing, { subtask: 2 })],
    ['the plan is done', recording(reviewing, { state: 'done' })],
    ['the plan was cancelled', reply(reviewing, 'bob', 'cancel')],
    ['the plan changed', recording(reviewing, {}, renderPlan({ ...plan, title: 'x' }))],
  ])('a finished plan review is dropped if %s', (_, now) => {
    expect(isDue(reviewing, now, 1)).toBe(false)
  })
})

test('a subtask’s commit names its approvers at commit time, not at the start of the attempt', () => {
  const begun = reply(settled, 'bob', 'approve')
  const [status] = stateOf(begun, RULES).statuses.filter(({ ready }) => ready)
  if (!status) throw new Error('Nothing is ready.')
  const now = without(reply(begun, 'carol', 'approve'), lastId(begun))
  const current = asOfNow({ kind: 'execute', status }, stateOf(now, RULES))
  expect(current).toMatchObject({
    kind: 'execute',
    status: { subtask: { number: 1 }, approvals: [{ login: 'carol' }] },
  })
})
