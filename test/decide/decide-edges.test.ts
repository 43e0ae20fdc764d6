import { describe, expect, test } from 'vitest'
import { decide } from '../../src/decide/next/decide.ts'
import { needsModel, type Context, type Step } from '../../src/decide/next/step.ts'
import { answerTo, noteMarker, refusalOf } from '../../src/decide/thread/markers.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planOf, subtask } from '../plan/samples.ts'
import * as threads from '../thread.ts'

const { BOT, CALM, RULES, announcing, changing, committing, lastId, newThread, person, planned, reply, saying } =
  threads

const step = (thread: Thread, more: Partial<Context> = {}): Step =>
  decide(thread, stateOf(thread, RULES), { ...CALM, ...more })
const kind = (thread: Thread, more: Partial<Context> = {}): string => step(thread, more).kind
const signs = (thread: Thread, id: number, reactions: object): Thread =>
  changing(thread, id, (one) => ({ ...one, reactions: { ...one.reactions, ...reactions } }))
const idsOf = (thread: Thread): number[] =>
  [...thread.comments, ...(thread.pull?.comments ?? [])].map((comment) => comment.id)
const seenBy = (thread: Thread): Thread => idsOf(thread).reduce((now, id) => signs(now, id, { eyes: 1 }), thread)
const note = (thread: Thread, key: string, at: threads.Place = 'pull'): Thread =>
  saying(thread, { at, by: BOT, body: noteMarker(key) })
const onIssue = (thread: Thread, login: string, body: string): Thread =>
  saying(thread, { at: 'issue', by: person(login), body })
const recording = (before: Thread, trailers: object, plan?: string): Thread =>
  committing(before, {
    entry: { subject: 'x', body: '', trailers: { seen: lastId(before), ...trailers } },
    ...(plan === undefined ? {} : { plan }),
  })

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const settled = signs(note(seenBy(planned(plan)), 'plan-13', 'issue'), 101, { rocket: 1 })
const approved = seenBy(reply(settled, 'bob', 'approve'))
const executed = recording(approved, { subtask: 1 })
const every = (reviewEvery: number) => ({ settings: { ...CALM.settings, reviewEvery } })

describe('what asks the model', () => {
  const asked = seenBy(onIssue(newThread(), 'bob', '/plan'))
  test.each<[string, Step, boolean]>([
    ['draft', step(asked), true],
    ['ask', step(seenBy(onIssue(settled, 'bob', '/ask why?'))), true],
    ['revise', step(seenBy(reply(settled, 'bob', 'blue'))), true],
    ['execute', step(approved), true],
    ['review', step(executed, every(1)), true],
    ['nothing', step(settled), false],
    ['skip', step(seenBy(reply(settled, 'bob', '/skip 2'))), false],
    ['show', step(settled, { shown: false }), false],
  ])('%s', (name, next, wanted) => {
    expect([next.kind, needsModel(next)]).toEqual([name, wanted])
  })
})

describe('that something was picked up', () => {
  test.each(['cancel', 'approve', '/skip 2', 'make it blue'])('is shown of %j by eyes', (body) => {
    const now = reply(settled, 'bob', body)
    expect(step(now)).toMatchObject({ kind: 'react', reaction: 'eyes', comment: { id: lastId(now) } })
  })

  test('is shown of no note', () => {
    expect(kind(reply(approved, 'bob', '/note x'))).toBe('execute')
  })

  test('is shown late of a request whose plan is there', () => {
    const now = signs(settled, 101, { eyes: 0, rocket: 0 })
    expect(step(now)).toMatchObject({ kind: 'react', reaction: 'eyes', comment: { id: 101 } })
  })

  test('is shown once of what was refused', () => {
    const asked = reply(settled, 'mallory', 'approve')
    const refused = note(asked, refusalOf(lastId(asked)))
    expect(step(refused)).toMatchObject({ kind: 'react', reaction: 'confused' })
    expect(kind(signs(refused, lastId(asked), { confused: 1 }))).toBe('nothing')
  })
})

describe('that something was done is shown', () => {
  test.each(['/help', '/ask why?'])('of %j, once it is answered', (body) => {
    const asked = seenBy(onIssue(settled, 'bob', body))
    expect(['help', 'ask']).toContain(kind(asked))
    const answered = note(asked, answerTo(lastId(asked)), 'issue')
    expect(step(answered)).toMatchObject({ kind: 'react', reaction: 'rocket', comment: { id: lastId(asked) } })
  })

  test('of no approval of which only a part is done', () => {
    const failed = recording(executed, { subtask: 2, state: 'failed', attempts: 3 })
    const told = step(failed)
    expect(told).toMatchObject({ kind: 'tell-halt', key: `halted-failed-${lastId(failed)}` })
    expect(kind(note(failed, told.kind === 'tell-halt' ? told.key : ''))).toBe('nothing')
  })

  test('of an approval of what is done already', () => {
    const part = seenBy(reply(settled, 'bob', 'approve 1'))
    const done = signs(recording(part, { subtask: 1 }), lastId(part), { rocket: 1 })
    const again = seenBy(reply(done, 'carol', 'approve 1'))
    expect(step(again)).toMatchObject({ kind: 'react', reaction: 'rocket', comment: { id: lastId(again) } })
  })
})

describe('the next step', () => {
  const edited = (title: string): string => renderPlan({ ...plan, title })

  test('after a request for another plan, when something was executed, is to point to the plan', () => {
    expect(kind(seenBy(onIssue(executed, 'bob', '/plan anew')))).toBe('link')
  })

  test('is never to open a pull request for a plan that cannot be read', () => {
    const { pull: _, ...rest } = recording(settled, {}, 'hello')
    expect(kind({ ...rest, pull: undefined })).toBe('nothing')
  })

  test('is to complain of one file once', () => {
    const broken = recording(settled, {}, 'hello')
    const { blob } = broken.branch?.planFile ?? { blob: '' }
    expect(step(broken)).toMatchObject({ kind: 'tell-problem', blob })
    expect(kind(note(broken, `problem-${blob}`))).toBe('nothing')
    expect(kind(note(broken, 'problem-abc'))).toBe('tell-problem')
  })

  test('is to announce each version under its number', () => {
    const two = recording(settled, {}, edited('Two'))
    expect(step(two)).toMatchObject({ kind: 'announce', version: 2, blob: two.branch?.planFile?.blob })
    const three = recording(announcing(two, 2), {}, edited('Three'))
    expect(step(three)).toMatchObject({ kind: 'announce', version: 3, blob: three.branch?.planFile?.blob })
    expect(step({ ...settled, pull: settled.pull && { ...settled.pull, comments: [] } })).toMatchObject({ version: 1 })
  })

  test('is to skip, also when time is up', () => {
    expect(kind(seenBy(reply(approved, 'bob', '/skip 2')), { timeIsUp: true })).toBe('skip')
  })

  test('is a review only after the last of so many subtasks, right after it', () => {
    expect(kind(executed, every(2))).toBe('execute')
    expect(kind(executed, every(1))).toBe('review')
    expect(kind(recording(executed, {}), every(1))).toBe('execute')
    expect(kind(approved, every(1))).toBe('execute')
  })
})
