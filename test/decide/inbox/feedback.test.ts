import { describe, expect, test } from 'vitest'
import type { Rules } from '../../../src/decide/thread/facts.ts'
import type { Account, ReviewRemark } from '../../../src/github/forge.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { versionMarker } from '../../../src/decide/thread/people.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import {
  RULES,
  announcing,
  BOT,
  changing,
  committing,
  lastId,
  person,
  planned,
  reply,
  timeOf,
  recording,
} from '../../thread.ts'

const plan = planOf([subtask(1), subtask(2)])
const thread = planned(plan)
const remarks = (now: Thread, more: Partial<Rules> = {}) =>
  stateOf(now, { ...RULES, ...more }).pending.flatMap((wish) => (wish.kind === 'revise' ? wish.remarks : []))
const texts = (now: Thread, more: Partial<Rules> = {}) => remarks(now, more).map(({ text }) => text)

/** The thread after a review, so many seconds after the last comment. */
function reviewed(before: Thread, given: Partial<ReviewRemark> = {}, after = 1): Thread {
  const base = { kind: 'summary' as const, id: 7, author: person('bob'), body: 'Make it blue.' }
  const remark: ReviewRemark = { ...base, createdAt: timeOf(lastId(before) + after), ...given }
  return { ...before, pull: before.pull && { ...before.pull, remarks: [...before.pull.remarks, remark] } }
}

describe('words on the pull request are feedback', () => {
  const one = reply(thread, 'alice', 'approve 1')
  const all = reply(thread, 'alice', 'approve')
  const skipped = recording(recording(thread, { subtask: 2, state: 'abandoned', command: 1 }), {})

  test.each<[string, Thread, number, boolean]>([
    ['while the plan waits', thread, 1, true],
    ['while a part of it waits', one, 1, true],
    ['when all is approved', all, 1, false],
    ['when all is approved by one, and two are asked for', all, 2, true],
    ['when all is approved by two of two', reply(all, 'carol', 'approve'), 2, false],
    ['when what is not approved was skipped', reply(skipped, 'alice', 'approve 1'), 1, false],
    ['when what is not approved is done', reply(recording(thread, { subtask: 2 }), 'alice', 'approve 1'), 1, false],
  ])('whether a comment on the pull request is feedback %s: %j', (_, before, approvalsRequired, isFeedback) => {
    const now = reply(before, 'bob', 'make it blue')
    expect(texts(now, { approvalsRequired })).toEqual(isFeedback ? ['make it blue'] : [])
    expect(texts(reviewed(before), { approvalsRequired })).toEqual(isFeedback ? ['Make it blue.'] : [])
  })

  test('a comment on the pull request stays feedback when an approval follows it', () => {
    expect(texts(reply(reply(thread, 'bob', 'make it blue'), 'alice', 'approve'))).toEqual(['make it blue'])
  })

  test('a comment on the pull request is feedback also when the announced plan cannot be read', () => {
    const said = reply(thread, 'bob', 'make it blue')
    const broken = committing(said, { entry: { subject: 'Edit', body: '', trailers: {} }, plan: 'no plan' })
    const body = versionMarker(9, broken.branch?.planFile?.blob ?? '')
    const first = broken.pull?.comments.find(({ author }) => author.login === BOT.login)
    expect(texts(changing(broken, first?.id ?? 0, (its) => ({ ...its, body })))).toEqual(['make it blue'])
  })

  test('a comment on the pull request is feedback also when it was meant for the previous version', () => {
    const said = reply(
      committing(reply(thread, 'alice', 'approve'), {
        entry: { subject: 'Edit', body: '', trailers: {} },
        plan: renderPlan(planOf([subtask(1)])),
      }),
      'bob',
      'make it blue',
    )
    expect(texts(said)).toEqual(['make it blue'])
    expect(texts(reply(announcing(said, 2), 'alice', 'approve'))).toEqual(['make it blue'])
  })
})

describe('/revise and /replan', () => {
  test.each([
    ['/revise use a map', 'use a map'],
    ['/replan', 'Make a new plan.'],
    ['/replan with a map', 'with a map'],
  ])('%j, before and after an approval, is the feedback %j', (body, text) => {
    expect(texts(reply(thread, 'bob', body))).toEqual([text])
    expect(texts(reply(reply(thread, 'alice', 'approve'), 'bob', body))).toEqual([text])
  })

  test('`/replan` among several comments starts a fresh conversation', () => {
    const fresh = (now: Thread) => stateOf(now, RULES).pending.map((wish) => wish.kind === 'revise' && wish.fresh)
    expect(fresh(reply(reply(thread, 'bob', 'make it blue'), 'carol', '/replan'))).toEqual([true])
    expect(fresh(reply(reply(thread, 'bob', 'make it blue'), 'carol', '/revise x'))).toEqual([false])
  })

  test('an edited `/revise` or `/replan` has no effect', () => {
    const said = reply(thread, 'bob', '/revise use a map')
    expect(texts(changing(said, lastId(said), (one) => ({ ...one, updatedAt: timeOf(9999) })))).toEqual([])
  })
})

describe('a review', () => {
  const bot: Account = { login: 'dependabot[bot]', id: 9, type: 'Bot' }
  const trusting = (now: Thread, login: string): Thread => ({
    ...now,
    people: new Map(now.people).set(login, { permission: 'admin', approver: true }),
  })

  test.each<[string, Thread, string[]]>([
    ['of somebody who may', reviewed(thread), ['Make it blue.']],
    ['of somebody who may not', reviewed(thread, { author: person('mallory') }), []],
    ['of a bot, whatever it may', trusting(reviewed(thread, { author: bot }), bot.login), []],
    ['of our own', reviewed(thread, { author: BOT }), []],
    ['without words', reviewed(thread, { body: ' \n' }), []],
    ['that says approve', reviewed(thread, { body: 'approve' }), ['approve']],
    ['that a version answers', recording(reviewed(thread), { feedback: [7] }), []],
    ['before the approval', reply(reviewed(thread, {}, 0), 'alice', 'approve'), ['Make it blue.']],
    ['after the approval', reviewed(reply(thread, 'alice', 'approve')), []],
    ['in the second of the approval', reviewed(reply(thread, 'alice', 'approve'), {}, 0), []],
  ])('the feedback in a review %s: %j', (_, now, expected) => {
    expect(texts(now)).toEqual(expected)
    expect(stateOf(now, RULES).approvals.every(({ login }) => login === 'alice')).toBe(true)
  })

  const lines = renderPlan(plan).split('\n')
  const at = (text: string): number => lines.indexOf(text) + 1
  const onLine = (line: number | undefined, path = 'PLAN.md') =>
    remarks(reviewed(thread, { kind: 'line', location: { path, line, commit: 'c' } }))[0]?.place

  test('a review comment on a line of the plan belongs to the subtask of that line', () => {
    expect(onLine(at('### 1. Part 1'))).toEqual({ path: 'PLAN.md', line: at('### 1. Part 1'), subtask: 1 })
    expect(onLine(at('### 2. Part 2') - 2)).toMatchObject({ subtask: 1 })
    expect(onLine(at('### 2. Part 2'))).toMatchObject({ subtask: 2 })
  })

  test('a review comment on another line, on none, or on another file belongs to no subtask', () => {
    expect(onLine(1)).toEqual({ path: 'PLAN.md', line: 1 })
    expect(onLine(at('### 2. Part 2') - 1)).not.toHaveProperty('subtask')
    expect(onLine(at('## Questions'))).not.toHaveProperty('subtask')
    expect(onLine(undefined)).toEqual({ path: 'PLAN.md' })
    expect(onLine(at('### 1. Part 1'), 'src/a.ts')).toEqual({ path: 'src/a.ts', line: at('### 1. Part 1') })
  })
})

test('a review comment on an approved test’s file is shown at the line of that test in the plan', () => {
  const content = 'one\ntwo\n'
  const tested = planned(planOf([subtask(1, { files: ['a.test.ts'] })], { acceptance: [{ path: 'a.test.ts', run: 'x', content }] })) // prettier-ignore
  const lines = tested.branch?.planFile?.kind === 'text' ? tested.branch.planFile.text.split('\n') : []
  const targetOf = (text: string) =>
    remarks(reviewed(tested, { kind: 'line', location: { path: 'PLAN.md', line: lines.indexOf(text) + 1, commit: 'c' } }))[0]?.place // prettier-ignore
  expect([targetOf('one'), targetOf('two')]).toEqual([1, 2].map((line) => ({ path: 'a.test.ts', line })))
  expect(targetOf('Run: `x`')).toEqual({ path: 'PLAN.md', line: lines.indexOf('Run: `x`') + 1 })
})

describe('of a plan that is done', () => {
  const carried = recording(recording(reply(thread, 'alice', 'approve'), { subtask: 1 }), { subtask: 2 })
  const done = reply(recording(carried, { state: 'done' }), BOT.login, 'The report.')
  const asking = { verdict: 'changes_requested' as const }
  const other = (id: number, more: Partial<ReviewRemark>): Partial<ReviewRemark> => ({
    id,
    body: `Review ${id}`,
    ...more,
  })

  test.each<[string, Thread, string[]]>([
    ['a word of thanks is none', reply(done, 'bob', 'Thanks!'), []],
    ['/revise is', reply(done, 'bob', '/revise more'), ['more']],
    ['/replan is', reply(done, 'bob', '/replan'), ['Make a new plan.']],
    ['a review that comments is none', reviewed(done), []],
    ['one that approves is none', reviewed(done, { verdict: 'approved' }), []],
    ['one that requests changes is', reviewed(done, asking), ['Make it blue.']],
    ['one by somebody without the right is none', reviewed(done, { ...asking, author: person('reader') }), []],
    ['one that was dismissed is none', reviewed(done, { verdict: 'dismissed' }), []],
    [
      'one whose author approved later is none',
      reviewed(reviewed(done, asking), other(8, { verdict: 'approved' })),
      [],
    ],
    [
      'one that somebody else approved after is',
      reviewed(reviewed(done, asking), other(8, { verdict: 'approved', author: person('carol') })),
      ['Make it blue.'],
    ],
    [
      'one whose author had approved before is',
      reviewed(reviewed(done, asking), other(6, { verdict: 'approved' })),
      ['Make it blue.'],
    ],
    [
      'its remarks on lines are, those of another review are none',
      reviewed(
        reviewed(reviewed(done, { ...asking, body: '' }), { kind: 'line', id: 70, body: 'Its line', review: 7 }),
        { kind: 'line', id: 80, body: 'Another', review: 8 },
      ),
      ['Its line'],
    ],
    ['one that was answered is none', reviewed(recording(done, { feedback: [7], state: 'done' }), asking), []],
  ])('which comments on a finished plan are feedback: %s', (_, now, expected) => {
    expect(texts(now)).toEqual(expected)
  })

  const next = planOf([subtask(1), subtask(2), subtask(3)])
  const reopened = committing(reviewed(reply(done, 'bob', 'Thanks!'), {}, 0), {
    entry: { subject: 'Revise', body: '', trailers: { feedback: [lastId(done) + 1], seen: lastId(done) + 1 } },
    plan: renderPlan(next),
  })

  test('feedback ignored on a finished plan stays ignored when the plan is resumed', () => {
    expect(texts(reopened)).toEqual([])
    expect(texts(announcing(reopened, 2))).toEqual([])
    expect(texts(reviewed(reply(announcing(reopened, 2), 'bob', 'Green, then.'), { id: 9, body: 'Or red.' }))).toEqual([
      'Green, then.',
      'Or red.',
    ])
  })
})

test('a review dismissed before it was processed is no feedback, nor are its line comments', () => {
  const line = { kind: 'line' as const, id: 70, body: 'Its line', review: 7 }
  expect(texts(reviewed(reviewed(thread, { verdict: 'changes_requested' }), line))).toEqual([
    'Make it blue.',
    'Its line',
  ])
  expect(texts(reviewed(reviewed(thread, { verdict: 'dismissed' }), line))).toEqual([])
})

describe('GitHub’s own Approve button', () => {
  const press = { verdict: 'approved', body: ' ' } as const
  const pressed = reviewed(thread, press)
  const keys = (now: Thread): string[] => stateOf(now, RULES).notices.map(({ key }) => key)

  test.each<[string, Thread, string[]]>([
    ['without a word is answered', pressed, ['approve-button-1']],
    ['pressed twice is answered once', reviewed(pressed, { ...press, id: 8 }), ['approve-button-1']],
    ['with words is feedback', reviewed(thread, { ...press, body: 'Make it blue.' }), []],
    ['by somebody without the right is nothing', reviewed(thread, { ...press, author: person('mallory') }), []],
    [
      'on the version before is nothing',
      announcing(recording(reviewed(thread, press, 0), {}, renderPlan(planOf([subtask(1)]))), 2),
      [],
    ],
    ['on a plan that is approved is nothing', reviewed(reply(thread, 'alice', 'approve'), press), []],
    ['before the `approve` of all is nothing', reply(pressed, 'bob', 'approve'), []],
  ])('a review by GitHub’s own Approve button %s', (_, now, expected) => {
    expect(keys(now)).toEqual(expected)
  })

  test('GitHub’s own Approve button approves no plan', () => expect(stateOf(pressed, RULES).approvals).toEqual([]))
})
