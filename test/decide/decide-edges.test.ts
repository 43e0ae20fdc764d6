import { describe, expect, test } from 'vitest'
import { decide } from '../../src/decide/next/decide.ts'
import { needsModel, type Context, type Step } from '../../src/decide/next/step.ts'
import { answerTo } from '../../src/decide/thread/markers.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planOf, subtask } from '../plan/samples.ts'
import {
  CALM,
  RULES,
  announcing,
  lastId,
  newThread,
  reply,
  recording,
  noting,
  onIssue,
  reacted,
  seenBy,
  settled,
} from '../thread.ts'

const step = (thread: Thread, more: Partial<Context> = {}): Step =>
  decide(thread, stateOf(thread, RULES), { ...CALM, ...more })
const kind = (thread: Thread, more: Partial<Context> = {}): string => step(thread, more).kind

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const waiting = settled(plan)
const approved = seenBy(reply(waiting, 'bob', 'approve'))
const executed = recording(approved, { subtask: 1 })
const every = (reviewEvery: number) => ({ settings: { ...CALM.settings, reviewEvery } })

describe('what asks the model', () => {
  const asked = seenBy(onIssue(newThread(), 'bob', '/plan'))
  test.each<[string, Step, boolean]>([
    ['draft', step(asked), true],
    ['ask', step(seenBy(onIssue(waiting, 'bob', '/ask why?'))), true],
    ['revise', step(seenBy(reply(waiting, 'bob', 'blue'))), true],
    ['execute', step(approved), true],
    ['review', step(executed, every(1)), true],
    ['nothing', step(waiting), false],
    ['skip', step(seenBy(reply(waiting, 'bob', '/skip 2'))), false],
    ['show', step(waiting, { shown: false }), false],
  ])('%s', (name, next, wanted) => {
    expect([next.kind, needsModel(next)]).toEqual([name, wanted])
  })
})

describe('that something was picked up', () => {
  test('is shown of no note', () => {
    expect(kind(reply(approved, 'bob', '/note x'))).toBe('execute')
  })

  test('is shown late of a request whose plan is there', () => {
    const now = reacted(waiting, 101, { eyes: 0, rocket: 0 })
    expect(step(now)).toMatchObject({ kind: 'react', reaction: 'eyes', comment: { id: 101 } })
  })
})

describe('that something was done is shown', () => {
  test.each(['/help', '/ask why?'])('of %j, once it is answered', (body) => {
    const asked = seenBy(onIssue(waiting, 'bob', body))
    expect(['help', 'ask']).toContain(kind(asked))
    const answered = noting(asked, answerTo(lastId(asked)), 'issue')
    expect(step(answered)).toMatchObject({ kind: 'react', reaction: 'rocket', comment: { id: lastId(asked) } })
  })

  test('of an approval of what is done already', () => {
    const part = seenBy(reply(waiting, 'bob', 'approve 1'))
    const done = reacted(recording(part, { subtask: 1 }), lastId(part), { rocket: 1 })
    const again = seenBy(reply(done, 'carol', 'approve 1'))
    expect(step(again)).toMatchObject({ kind: 'react', reaction: 'rocket', comment: { id: lastId(again) } })
  })
})

describe('the next step', () => {
  const edited = (title: string): string => renderPlan({ ...plan, title })

  test('is never to open a pull request for a plan that cannot be read', () => {
    const { pull: _, ...rest } = recording(waiting, {}, 'hello')
    expect(kind({ ...rest, pull: undefined })).toBe('nothing')
  })

  test('is to complain of one file once', () => {
    const broken = recording(waiting, {}, 'hello')
    const { blob } = broken.branch?.planFile ?? { blob: '' }
    expect(step(broken)).toMatchObject({ kind: 'tell-problem', blob })
    expect(kind(noting(broken, `problem-${blob}`))).toBe('nothing')
    expect(kind(noting(broken, 'problem-abc'))).toBe('tell-problem')
  })

  test('is to announce each version under its number', () => {
    const two = recording(waiting, {}, edited('Two'))
    expect(step(two)).toMatchObject({ kind: 'announce', version: 2, blob: two.branch?.planFile?.blob })
    const three = recording(announcing(two, 2), {}, edited('Three'))
    expect(step(three)).toMatchObject({ kind: 'announce', version: 3, blob: three.branch?.planFile?.blob })
    expect(step({ ...waiting, pull: waiting.pull && { ...waiting.pull, comments: [] } })).toMatchObject({ version: 1 })
  })

  test('is to skip, also when time is up', () => {
    expect(kind(seenBy(reply(approved, 'bob', '/skip 2')), { timeIsUp: true })).toBe('skip')
  })
})
