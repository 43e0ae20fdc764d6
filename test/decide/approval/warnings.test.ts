import { describe, expect, test } from 'vitest'
import { besideNumbers, untoldChanges } from '../../../src/decide/approval/warnings.ts'
import { baseWarningOf, noteMarker, refusalOf, toldMarker } from '../../../src/decide/thread/markers.ts'
import type { BaseChange, Thread } from '../../../src/decide/thread/thread.ts'
import { overlapKeys, type Beside } from '../../../src/plan/overlap.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, changing, lastId, planned, reply, saying, shortened, stateIn } from '../../thread.ts'

const PLAN = planOf([subtask(1, { files: ['src/a.ts'] }), subtask(2, { files: ['src/b.ts'] })])
const near: Beside = { number: 41, kind: 'pull', title: 'Near', by: 'bob', paths: ['src/a.ts'] }
const keysOf = (one: Beside) => overlapKeys({ ...one, files: one.paths })
const change = (path: string, sha: string): BaseChange => ({ path, commits: [{ sha: sha.repeat(40), subject: 'x' }] })

const codesOf = (thread: Thread) => stateIn(thread).refusals.map(({ code }) => code)
const botSaid = (thread: Thread, body: string): Thread => saying(thread, { at: 'pull', by: BOT, body })
const approvedBy = (thread: Thread): Thread => reply(thread, 'bob', 'approve')

/** The thread after the question was answered that its state asks. */
function asked(thread: Thread, found: Beside[] | undefined): Thread {
  const occasion = stateIn(thread).questions.beside
  return occasion === undefined ? thread : { ...thread, beside: { occasion, found } }
}

/** A plan that waits for its first approval, whose announcement told of this. */
function announcedWith(keys: string[]): Thread {
  const thread = planned(PLAN)
  return changing(thread, lastId(thread), (one) => ({ ...one, body: `${toldMarker(keys)}\n${one.body}` }))
}

const withChanges = (thread: Thread, baseChanges: BaseChange[]): Thread => ({
  ...thread,
  base: { ...thread.base, sha: 'b'.repeat(40) },
  branch: thread.branch && { ...thread.branch, baseChanges },
})

describe('an approval, where others may be at work on the same files', () => {
  const approved = approvedBy(planned(PLAN))

  test('asks once who they are; a plan that only waits does not', () => {
    expect(stateIn(planned(PLAN)).questions.beside).toBeUndefined()
    expect(stateIn(approved).questions.beside).toBe(`approve ${lastId(approved)}`)
    expect(stateIn(asked(approved, undefined)).questions.beside).toBeUndefined()
  })

  test.each<[string, Thread]>([
    ['of somebody who may not approve', reply(planned(PLAN), 'reader', 'approve')],
    ['by the id of the version', reply(planned(PLAN), 'bob', `approve ${planned(PLAN).branch?.planFile?.blob}`)],
    [
      'that was taken up',
      changing(approved, lastId(approved), (one) => ({ ...one, reactions: { ...one.reactions, eyes: 1 } })),
    ],
    [
      'after one that was refused for that',
      approvedBy(botSaid(approved, `${toldMarker(keysOf(near))}\n${noteMarker(refusalOf(lastId(approved)))}`)),
    ],
  ])('one %s asks nothing', (_, thread) => {
    expect(stateIn(thread).questions.beside).toBeUndefined()
  })

  test.each<[string, Thread, Beside[] | undefined, string[]]>([
    ['nobody is', approved, [], []],
    ['nobody can tell', approved, undefined, []],
    ['they touch other files', approved, [{ ...near, paths: ['docs/x.md'] }], []],
    ['people were not told of them', approved, [near], ['overlap']],
    ['the announcement told of them', approvedBy(announcedWith(keysOf(near))), [near], []],
    [
      'they came to touch another file since',
      approvedBy(announcedWith(keysOf(near))),
      [{ ...near, paths: ['src/a.ts', 'src/b.ts'] }],
      ['overlap'],
    ],
    ['a plan that came later was only proposed', approved, [{ ...near, kind: 'plan', isOnlyProposed: true }], []],
    ['a plan that came later has begun', approved, [{ ...near, kind: 'plan', isOnlyProposed: false }], ['overlap']],
    [
      'a plan that was there before names their files since',
      approved,
      [{ ...near, number: 1, kind: 'plan', isOnlyProposed: true }],
      ['overlap'],
    ],
    ['they touch fewer files by now', approvedBy(announcedWith([...keysOf(near), '41.00000000'])), [near], []],
  ])('%s', (_, thread, found, codes) => {
    expect(codesOf(asked(thread, found))).toEqual(codes)
    expect(stateIn(asked(thread, found)).approvals).toHaveLength(codes.length === 0 ? 1 : 0)
  })

  test('is refused with the base and with them in one, and each is told once', () => {
    const moved = withChanges(approved, [change('src/a.ts', 'c')])
    const [refusal] = stateIn(asked(moved, [near])).refusals
    expect(refusal).toMatchObject({ code: 'base-moved', isBaseWarning: true, overlaps: [{ number: 41 }] })
    expect(refusal?.why).toContain('`main` changed 1 file of this plan')
    expect(refusal?.why).toContain('Others are at work')
    expect(refusal?.tells).toEqual(['c.cccccccccccc', ...keysOf(near)])
    const key = noteMarker(baseWarningOf(lastId(moved)))
    const told = approvedBy(botSaid(moved, `${toldMarker(refusal?.tells ?? [])}\n${key}`))
    expect([codesOf(told), stateIn(told).approvals.length]).toEqual([[], 1])
    // Others who came after a refusal for the base alone.
    const onlyBase = approvedBy(botSaid(moved, `${toldMarker(['c.cccccccccccc'])}\n${key}`))
    expect(codesOf(asked(onlyBase, [near]))).toEqual(['overlap'])
  })
})

test('a version that is to be announced asks who is open beside it', () => {
  const announced = planned(PLAN)
  const silent: Thread = { ...announced, pull: announced.pull && { ...announced.pull, comments: [] } }
  const thread = shortened(silent, announced)
  expect(stateIn(thread).questions.beside).toBe(`version ${announced.branch?.planFile?.blob}`)
  expect(stateIn(asked(thread, [near])).overlaps).toMatchObject([{ number: 41, files: ['src/a.ts'] }])
})

test('the numbers of others are those that are open, or else those that people were told of', () => {
  const thread = announcedWith([...keysOf(near), '43.00000000', 'c.0123456789ab'])
  const current = stateIn(thread).current
  expect(besideNumbers({ thread, current }, [])).toEqual([41, 43])
  expect(besideNumbers({ thread: { ...thread, beside: { occasion: 'x', found: [] } }, current }, [])).toEqual([])
  expect(besideNumbers({ thread: planned(PLAN), current }, [])).toEqual([])
})

describe('what the base changed meanwhile', () => {
  const changes = [change('src/a.ts', 'c'), change('src/b.ts', 'd')]
  const thread = withChanges(approvedBy(planned(PLAN)), changes)
  const of = (now: Thread, number: number) =>
    untoldChanges({ thread: now, ...stateIn(now) }, subtask(number, { files: [`src/${number === 1 ? 'a' : 'b'}.ts`] }))

  test('is told of the files of the subtask that is due, and once', () => {
    expect(of(thread, 1)).toEqual(changes.slice(0, 1))
    expect(of(thread, 2)).toEqual(changes.slice(1))
    expect(of(botSaid(thread, toldMarker(['c.cccccccccccc'])), 1)).toEqual([])
    expect(of(botSaid(thread, toldMarker(['c.dddddddddddd'])), 1)).toEqual(changes.slice(0, 1))
  })

  test('is not told once it was merged into the branch, and not in words of others', () => {
    const [first, ...others] = thread.branch?.commits ?? []
    const merged = first && { ...first, parents: [...first.parents, thread.base.sha] }
    expect(merged).toBeDefined()
    const now = { ...thread, branch: thread.branch && { ...thread.branch, commits: merged ? [merged, ...others] : [] } }
    expect(of(now, 1)).toEqual([])
    expect(of(reply(thread, 'bob', toldMarker(['c.cccccccccccc'])), 1)).toEqual(changes.slice(0, 1))
  })
})
