import { describe, expect, test } from 'vitest'
import { endedByPeople, lostCommits } from '../../../src/decide/next/ended.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { noteMarker } from '../../../src/decide/thread/people.ts'
import { announcing, BOT, person, planned, reply, saying, snapshotIn } from '../../thread.ts'

const plan = planned(planOf([subtask(1)]))

/** The plan with another pull request. */
const withPull = (more: object, thread = plan): Thread => ({
  ...thread,
  pull: thread.pull && { ...thread.pull, pull: { ...thread.pull.pull, ...more } },
})
const withoutBranch: Thread = { ...plan, branch: undefined }
const withReaction = (thread: Thread): Thread => ({
  ...thread,
  pull: thread.pull && {
    ...thread.pull,
    comments: thread.pull.comments.map((one) => ({ ...one, reactions: { ...one.reactions, rocket: 1 } })),
  },
})

describe('a plan that was open when the run began', () => {
  test.each<[string, Thread, RegExp]>([
    ['was merged', withPull({ state: 'closed', merged: true }), /#\d+ was merged meanwhile/],
    ['was closed', withPull({ state: 'closed' }), /#\d+ was closed meanwhile/],
    ['lost its branch', withoutBranch, /The branch `plan\/issue-\d+` was deleted meanwhile/],
    ['was merged, and its branch deleted', withPull({ state: 'closed', merged: true }, withoutBranch), /was merged/],
  ])('a running plan stops with the reason if meanwhile it %s', (_, now, sentence) => {
    expect(endedByPeople(plan, snapshotIn(now))).toMatch(sentence)
  })

  test.each<[string, Thread, Thread]>([
    ['is open still', plan, reply(plan, 'alice', '/note fine')],
    ['was closed before the run began', withPull({ state: 'closed' }), withPull({ state: 'closed' })],
    ['is being cancelled', plan, reply(plan, 'alice', 'cancel')],
    ['was cancelled', plan, withPull({ state: 'closed' }, withReaction(reply(plan, 'alice', 'cancel')))],
    ['had no branch', withoutBranch, withoutBranch],
  ])('a run does not report its plan as ended by people if it %s', (_, before, now) => {
    expect(endedByPeople(before, snapshotIn(now))).toBeUndefined()
  })
})

test.each<[string, Thread, object | undefined]>([
  ['is open', plan, undefined],
  ['is open, with a cancel to carry out', reply(plan, 'alice', 'cancel'), undefined],
  ['was merged', withPull({ state: 'closed', merged: true }), { how: 'merged' }],
  [
    'was merged after a cancel',
    withPull({ state: 'closed', merged: true }, reply(plan, 'alice', 'cancel')),
    { how: 'merged' },
  ],
  ['was closed', withPull({ state: 'closed' }), { how: 'closed' }],
  [
    'was closed after a stranger said cancel',
    withPull({ state: 'closed' }, reply(plan, 'reader', 'cancel')),
    { how: 'closed' },
  ],
  ['was cancelled', withPull({ state: 'closed' }, reply(plan, 'bob', 'cancel')), { how: 'cancelled', by: 'bob' }],
])('the reported ending of a plan that %s', (_, thread, ended) => {
  expect(snapshotIn(thread).state.ended).toEqual(ended)
})

describe('the commits of a plan', () => {
  const pushedOver: Thread = { ...plan, branch: plan.branch && { ...plan.branch, commits: [] } }
  const ask = (thread: Thread): Thread =>
    saying(thread, { at: 'issue', by: person('alice'), body: '/plan limit it again' })

  test.each<[string, Thread, boolean]>([
    ['are there', plan, false],
    ['were taken away', pushedOver, true],
    ['were taken away, and then somebody asked for the plan', ask(pushedOver), false],
    ['were taken away after somebody asked for another', announcing(ask(pushedOver), 2), true],
    ['were taken away from a plan that is closed', withPull({ state: 'closed' }, pushedOver), false],
    ['were never announced', { ...pushedOver, pull: pushedOver.pull && { ...pushedOver.pull, comments: [] } }, false],
  ])('whether the commits of a plan count as lost, if they %s', (_, thread, expected) => {
    expect(lostCommits(snapshotIn(thread))).toBe(expected)
  })

  const [first = '', second = ''] = ['a'.repeat(40), 'b'.repeat(40)]
  const without = (thread: Thread, ...missing: string[]): Thread => ({
    ...thread,
    branch: thread.branch && { ...thread.branch, missing },
  })
  const told = (thread: Thread, ...ids: string[]): Thread => {
    const body = `Gone: ${ids.map((id) => id.slice(0, 10)).join(' ')} ${noteMarker('problem-commits-gone')}`
    return saying(thread, { at: 'pull', by: BOT, body })
  }

  test.each<[string, Thread, string[]]>([
    ['are all there', without(plan), []],
    ['are missing in part', without(plan, first), [first]],
    ['are missing all, which is said otherwise', without(pushedOver, first), []],
    ['are missing from a plan that is closed', without(withPull({ state: 'closed' }), first), []],
    [
      'are missing, which was approved before it was told',
      without(told(reply(plan, 'bob', 'approve'), first), first),
      [first],
    ],
    ['are missing, and people go on', without(reply(told(plan, first), 'bob', 'approve'), first), []],
    ['are missing, and a stranger would go on', without(reply(told(plan, first), 'reader', 'approve'), first), [first]],
    ['are missing, and people ask anew', without(ask(told(plan, first)), first), []],
    [
      'are missing, more than was told',
      without(reply(told(plan, first), 'bob', 'approve'), first, second),
      [first, second],
    ],
  ])('the missing commits of a plan are listed if they %s', (_, thread, missing) => {
    expect(snapshotIn(thread).state.missing).toEqual(missing)
  })
})
