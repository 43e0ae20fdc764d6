import { expect, test } from 'vitest'
import { decide } from '../../../src/decide/next/decide.ts'
import { noteMarker, refusalOfReview } from '../../../src/decide/thread/people.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import type { ReviewRemark } from '../../../src/github/forge.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, CALM, changing, committing, lastId, person, planned, reply, RULES, saying, timeOf } from '../../thread.ts'

// What people say to a plan whose pull request is closed has no effect, also when somebody reopens it.

const plan = planned(planOf([subtask(1)]))
const done = committing(plan, { entry: { subject: 'x', body: '', trailers: { seen: lastId(plan), state: 'done' } } })
const withPull = (thread: Thread, state: 'open' | 'closed', merged = false): Thread => ({
  ...thread,
  pull: thread.pull && {
    ...thread.pull,
    pull: { ...thread.pull.pull, state, merged, ...(state === 'closed' ? { closedAt: timeOf(0) } : {}) },
  },
})

test.each(['/revise x', '/replan', '/fix', '/undo 1', '/update', '/skip 1', '/retry', '/ask why?', '/doctor'])(
  '%s on a closed plan is refused, with what to do instead',
  (body) => {
    for (const merged of [false, true]) {
      const { pending, refusals } = stateOf(withPull(reply(done, 'bob', body), 'closed', merged), RULES)
      expect(pending).toEqual([])
      expect(refusals.map(({ why, remedy }) => `${why} ${remedy}`)).toEqual([
        expect.stringMatching(merged ? /is merged.* comment `\/(?:plan|ask) …`/i : /Reopen it, then say it again/),
      ])
    }
  },
)

test('a cancel on a closed plan gets only a reaction, and has no effect after reopening', () => {
  const said = withPull(reply(plan, 'bob', 'cancel'), 'closed')
  const next = decide(said, stateOf(said, RULES), CALM)
  expect(next).toMatchObject({ kind: 'react', reaction: 'confused', comment: { id: lastId(said) } })
  const reopened = changing(withPull(said, 'open'), lastId(said), (one) => ({
    ...one,
    ownReactions: { confused: true },
  }))
  expect(stateOf(reopened, RULES).pending).toEqual([])
})

test.each(['thanks!', '/note x', 'approve'])('%s on a closed plan gets no reply', (body) => {
  expect(stateOf(withPull(reply(done, 'bob', body), 'closed'), RULES)).toMatchObject({ pending: [], refusals: [] })
})

test('each review that requests changes on a closed plan gets one reply, and no effect after reopening', () => {
  const review = (id: number): ReviewRemark => ({
    ...{ id, kind: 'summary', author: person('bob'), body: 'No.', verdict: 'changes_requested' },
    createdAt: timeOf(500 + id),
  })
  const reviewed: Thread = { ...done, pull: done.pull && { ...done.pull, remarks: [review(1), review(2)] } }
  const tell = (thread: Thread, id: number): Thread =>
    saying(thread, { at: 'pull', by: BOT, body: noteMarker(refusalOfReview(id)) })
  const closed = (thread: Thread) => stateOf(withPull(thread, 'closed'), RULES).reviewWhileClosed?.review
  const first = tell(reviewed, 1)
  const both = tell(first, 2)
  expect([closed(reviewed), closed(first), closed(both)]).toEqual([1, 2, undefined])
  const opened = (thread: Thread) =>
    stateOf(withPull(thread, 'open'), RULES).pending.map((one) => ('remarks' in one ? one.remarks.length : one.kind))
  expect([opened(reviewed), opened(first), opened(both)]).toEqual([[2], [1], []])
})
