import { describe, expect, test } from 'vitest'
import { noteMarker, refusalOf } from '../../../src/decide/thread/people.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import {
  RULES,
  announcing,
  BOT,
  changing,
  lastId,
  person,
  planned,
  reply,
  saying,
  timeOf,
  recording,
  edited,
} from '../../thread.ts'

const plan = planOf([subtask(1, { name: 'Add it' }), subtask(2)])
const thread = planned(plan)
const refusals = (now: Thread) => stateOf(now, RULES).refusals
const refused = (now: Thread, id: number): Thread =>
  saying(now, { at: 'pull', by: BOT, body: noteMarker(refusalOf(id)) })

/** A second version, announced after what was said of the first. */
const second = (before: Thread, trailers: object = {}): Thread =>
  announcing(recording(before, trailers, renderPlan(planOf([subtask(1, { name: 'Add more' }), subtask(2)]))), 2)

describe('an approval that the plan left behind', () => {
  const approved = reply(thread, 'bob', 'approve')
  const id = lastId(approved)

  test('the refusal of an approval of an earlier version lists the changes since', () => {
    const [refusal] = refusals(second(approved))
    expect(refusal).toMatchObject({
      comment: { id },
      why: 'Your approval was for version 1; the plan is now at version 2.',
      remedy: 'Review it, then comment `approve` again.',
      changes: [{ kind: 'text', subtask: 1, field: 'name', before: 'Add it', after: 'Add more' }],
    })
  })

  test('an approval of an earlier version is refused only once', () => {
    expect(refusals(refused(second(approved), id))).toEqual([])
  })

  test('an approval of an earlier version is refused only after the new version was announced', () => {
    expect(refusals(recording(approved, {}, renderPlan(planOf([subtask(1)]))))).toEqual([])
  })

  test('an approval of an earlier version is not refused if a subtask was executed on it', () => {
    const executed = recording(approved, { subtask: 1, approvedBy: [{ login: 'bob', comment: id }] })
    expect(refusals(second(executed))).toEqual([])
  })

  test('an edited approval of an earlier version is refused once, because of the edit', () => {
    const both = second(edited(approved, id), { seen: id - 1 })
    expect(refusals(both).map(({ why }) => why)).toEqual([expect.stringMatching(/^Edited comments/)])
  })

  test('an approval given before the first plan comment is refused without naming a version number', () => {
    const early = announcing(reply(recording(thread, {}, renderPlan(planOf([subtask(1)]))), 'bob', 'approve'), 2)
    const unannounced = { ...early, pull: early.pull && { ...early.pull, comments: early.pull.comments.slice(1) } }
    expect(refusals(unannounced)).toMatchObject([{ why: expect.stringContaining('an earlier version') }])
    expect(refusals(unannounced)[0]).not.toHaveProperty('detail')
  })
})

describe('an approval that was edited', () => {
  const approved = reply(thread, 'bob', 'approve')
  const id = lastId(approved)
  const used = recording(approved, { subtask: 1, approvedBy: [{ login: 'bob', comment: id }] })

  test.each<[string, Thread, number]>([
    ['before it was looked at, once', edited(approved, id), 1],
    ['after a subtask was executed on it, once', edited(used, id), 1],
    ['and told so before, not again', refused(edited(used, id), id), 0],
    ['of a version that is gone, once', edited(second(approved, { seen: id }), id), 1],
    ['of a version that is gone, and that something was executed on, not at all', edited(second(used), id), 0],
  ])('an edited approval is refused %s', (_, now, times) => {
    expect(refusals(now)).toHaveLength(times)
  })
})

describe('words that were edited when all had been heard', () => {
  const becoming = (before: Thread, body: string, trailers: object = {}, rocket = 0): Thread => {
    const said = reply(before, 'bob', 'first words')
    const id = lastId(said)
    const heard = announcing(recording(said, { seen: id, ...trailers }), 2)
    const changed = changing(heard, id, (one) => ({ ...one, body, reactions: { ...one.reactions, rocket } }))
    return edited(changed, id)
  }
  const id = lastId(reply(thread, 'bob', 'x'))

  test.each<[string, Thread, number]>([
    ['into a cancel', becoming(thread, 'cancel'), 1],
    ['into an approval, after they were answered as feedback', becoming(thread, 'approve', { feedback: [id] }, 1), 1],
    [
      'into an approval, after they were answered out of turn',
      becoming(thread, 'approve', { feedback: [id], seen: 0 }, 1),
      1,
    ],
    ['into a skip', becoming(thread, '/skip 2'), 1],
    ['into other words', becoming(thread, 'other words'), 0],
    ['into a note', becoming(thread, '/note to us'), 0],
    ['and were that skip before', becoming(thread, '/skip 2', { subtask: 2, state: 'abandoned', command: id }), 0],
    ['and were that revision before', becoming(thread, '/revise x', { feedback: [id] }, 1), 0],
    ['and were refused before', refused(becoming(thread, 'cancel'), id), 0],
  ])('the number of refusals of comments edited %s: %j', (_, now, times) => {
    expect(refusals(now).map(({ why }) => why)).toEqual(Array(times).fill(expect.stringMatching(/^Edited comments/)))
    expect(stateOf(now, RULES).pending).toEqual([])
  })

  test('a comment on an issue that is edited into a command gets a refusal', () => {
    const said = saying(thread, { at: 'issue', by: person('bob'), body: 'We should.' })
    const heard = recording(said, { seen: lastId(said) })
    const now = edited(
      changing(heard, lastId(said), (one) => ({ ...one, body: '/plan that' })),
      lastId(said),
    )
    expect(refusals(now)).toMatchObject([{ comment: { id: lastId(said) } }])
    const asked = thread.comments[0]?.id ?? 0
    expect(refusals(edited(thread, asked)), 'the request of this very plan').toEqual([])
    const earlierPlans = [timeOf(lastId(said) + 1)]
    const signed = changing({ ...now, earlierPlans }, lastId(said), (one) => ({
      ...one,
      reactions: { eyes: 1, rocket: 1, confused: 0 },
    }))
    expect(refusals(signed), 'the request of an earlier plan').toEqual([])
  })
})

describe('an approval of a plan that is done', () => {
  const one = planOf([subtask(1)])
  const done = recording(recording(reply(planned(one), 'alice', 'approve'), { subtask: 1 }), { state: 'done' })
  const nextOf = (before: Thread, revised: number): Thread =>
    announcing(recording(before, { feedback: [revised] }, renderPlan(planOf([subtask(1), subtask(2)]))), 2)
  const refused = (now: Thread) => stateOf(now, RULES).refusals.map(({ comment }) => comment.body)

  test('an approval of a finished plan is not refused when the plan is resumed', () => {
    const asked = reply(reply(done, 'bob', 'approve'), 'bob', '/revise more')
    expect(refused(nextOf(asked, lastId(asked)))).toEqual([])
    expect(refused(nextOf(reply(done, 'bob', 'approve'), 900_001))).toEqual([])
  })

  test('an approval of a finished plan is refused while an earlier `/revise` is unanswered', () => {
    const asked = reply(done, 'bob', '/revise more')
    expect(refused(nextOf(reply(asked, 'bob', 'approve'), lastId(asked)))).toEqual(['approve'])
    const second = reply(nextOf(asked, lastId(asked)), 'bob', 'approve')
    expect(refused(announcing(recording(second, {}, renderPlan(planOf([subtask(1), subtask(3)]))), 3))).toEqual([
      'approve',
    ])
  })
})
