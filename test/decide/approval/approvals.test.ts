import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { approversOf } from '../../../src/decide/thread/people.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import {
  blobOf,
  changing,
  edited,
  lastId,
  noting,
  peopleWith,
  person,
  planned,
  reacted,
  recording,
  reply,
  saying,
  stateIn,
} from '../../thread.ts'
import { baseWarningOf } from '../../../src/decide/thread/people.ts'
import { joinWithAnd } from '../../../src/plan/plan.ts'

// 2 needs 1; 3 stands alone; 4 needs 2 and 3
const plan = planOf([subtask(1), subtask(2, { depends_on: [1] }), subtask(3), subtask(4, { depends_on: [2, 3] })])
const blob = blobOf(renderPlan(plan))
const short = blob.slice(0, 16)
const waiting = planned(plan)
/** The id of the first comment after the plan was announced. */
const FIRST = lastId(waiting) + 1

const people = peopleWith()
const saidBy = (words: [login: string, body: string][], on: Thread = waiting): Thread =>
  words.reduce((now, [login, body]) => reply(now, login, body), on)
const count = (words: [login: string, body: string][], on?: Thread) => stateIn(saidBy(words, on))
const numbersIn = ({ approvals }: ReturnType<typeof count>) => approvals.map(({ numbers }) => numbers)
const whyIn = ({ refusals }: ReturnType<typeof count>) => refusals.map(({ why }) => why)

describe('an approval', () => {
  test.each<[string, number[][]]>([
    ['approve', [[1, 2, 3, 4]]],
    ['`/approve`!', [[1, 2, 3, 4]]],
    ['approve 1', [[1]]],
    ['approve 1-3', [[1, 2, 3]]],
    ['approve 3, 1', [[1, 3]]],
    [`approve ${blob.slice(0, 7)}`, [[1, 2, 3, 4]]],
    [`approve ${blob.toUpperCase()}`, [[1, 2, 3, 4]]],
  ])('the comment %j approves the subtasks %j', (body, numbers) => {
    expect(numbersIn(count([['bob', body]]))).toEqual(numbers)
  })

  test.each(['approve', 'approve 1', `approve ${short}`])(
    '%j is refused with the question while a question without a default is open',
    (body) => {
      const asking = planOf([subtask(1)], { questions: [{ question: 'Which store?', default: '' }] })
      const { approvals, refusals } = count([['bob', body]], planned(asking))
      expect(approvals).toEqual([])
      expect(refusals).toMatchObject([{ code: 'open-question', detail: 'Which store?' }])
    },
  )

  const rising = planned(planOf([subtask(10), subtask(2, { depends_on: [10] })]))
  const other = blob.startsWith('0') ? '1' : '0'
  const twin = `${blob.slice(0, 15)}${blob.at(15) === '0' ? '1' : '0'}${blob.slice(16)}`
  const withTwin: Thread = {
    ...waiting,
    branch: waiting.branch && { ...waiting.branch, texts: new Map([...waiting.branch.texts, [twin, '']]) },
  }
  const review = `Review version 1, then comment \`approve ${short}\`.`

  test.each<[string, string, Thread, string, string]>([
    [
      'mallory',
      'approve',
      waiting,
      '@mallory, approving needs write access here.',
      'Ask someone who has it to approve.',
    ],
    [
      'bob',
      'approve 5',
      waiting,
      'There is no subtask 5 in this plan.',
      'Approve some of 1, 2, 3 and 4, or all of them with `approve`.',
    ],
    [
      'bob',
      'approve 5, 6',
      waiting,
      'There is no subtask 5 and 6 in this plan.',
      'Approve some of 1, 2, 3 and 4, or all of them with `approve`.',
    ],
    [
      'bob',
      `approve ${other}${short}`,
      waiting,
      `\`${other}${short}\` is not the current version, which is version 1.`,
      review,
    ],
    [
      'bob',
      `approve ${blob.slice(0, 15)}`,
      withTwin,
      `\`${blob.slice(0, 15)}\` fits an earlier version as well.`,
      review,
    ],
    ['bob', 'approve 2', waiting, 'Subtask 2 builds on 1, not approved yet.', 'Comment `approve 1, 2`.'],
    [
      'bob',
      'approve 2, 4',
      waiting,
      'Subtask 2 builds on 1; Subtask 4 builds on 3, not approved yet.',
      'Comment `approve 1, 2, 3, 4`.',
    ],
    ['bob', 'approve 2', rising, 'Subtask 2 builds on 10, not approved yet.', 'Comment `approve 2, 10`.'],
  ])('an approval by %s, %j, is refused with what to do', (login, body, on, why, remedy) => {
    const { approvals, refusals } = count([[login, body]], on)
    expect(approvals).toEqual([])
    expect(refusals).toMatchObject([{ why, remedy }])
  })

  test('an approval by so much of a blob id that no earlier version fits counts', () => {
    expect(numbersIn(count([['bob', `approve ${short}`]], withTwin))).toEqual([[1, 2, 3, 4]])
  })

  test('an approval of what depends on something skipped, or approved before, counts', () => {
    const skipped = recording(waiting, { subtask: 1, state: 'abandoned' })
    expect(numbersIn(count([['bob', 'approve 2']], skipped))).toEqual([[2]])
    const first: [string, string] = ['bob', 'approve 1']
    const second: [string, string] = ['carol', 'approve 2']
    expect(numbersIn(count([first, second]))).toEqual([[1], [2]])
    expect(numbersIn(count([second, first]))).toEqual([[1]])
  })

  test('with self-approval off, the requester of a version cannot approve it, even after a rename', () => {
    const renamed = { ...person('alice'), login: 'bob' }
    const successor = { ...person('carol'), login: 'alice' }
    const said = [renamed, successor].reduce((now, by) => saying(now, { at: 'pull', by, body: 'approve' }), waiting)
    const { approvals, refusals } = stateIn(said, { allowSelfApproval: false })
    expect(approvals.map(({ login }) => login)).toEqual(['alice'])
    expect(refusals).toMatchObject([
      {
        why: '@bob, you requested this plan or edited it, and `allow-self-approval` is off.',
        remedy: 'Someone else must approve it.',
      },
    ])
  })

  test('an approval that was edited, or refused before, neither counts nor is refused again', () => {
    const said = saidBy([
      ['bob', 'approve'],
      ['bob', 'approve'],
    ])
    const refused = changing(edited(said, FIRST), FIRST + 1, (one) => ({
      ...one,
      ownReactions: { eyes: false, rocket: false, confused: true },
    }))
    const { approvals, refusals } = stateIn(refused)
    expect([approvals, refusals.map(({ code }) => code)]).toEqual([[], ['edited-comment']])
  })

  test('an approval given after a plan was paused is refused and points to `/retry`', () => {
    const paused = recording(saidBy([['bob', 'approve']]), { state: 'halted', reason: 'budget' })
    const { approvals, refusals } = count([['carol', 'approve']], paused)
    expect(approvals.map(({ login }) => login)).toEqual(['bob'])
    expect(refusals).toMatchObject([{ remedy: 'Comment `/retry` to continue.' }])
  })

  test('a refused approval gets a reply with what to write instead', () => {
    const { remedy = '' } = count([['bob', 'approve 4']]).refusals[0] ?? {}
    const suggested = /`(approve [^`]+)`/.exec(remedy)?.[1] ?? ''
    expect(suggested).toBe('approve 1, 2, 3, 4')
    expect(count([['bob', suggested]]).refusals).toEqual([])
  })
})

test('two approvals by one person count as one', () => {
  const { approvals } = count([
    ['bob', 'approve'],
    ['bob', 'approve 1'],
    ['carol', 'approve 1'],
  ])
  expect(approversOf(approvals, 1).map(({ login, comment }) => [login, comment])).toEqual([
    ['bob', FIRST],
    ['carol', FIRST + 2],
  ])
  expect(approversOf(approvals, 3).map(({ login }) => login)).toEqual(['bob'])
})

describe('where the base branch changed a file that the plan names', () => {
  const moved: Thread = {
    ...planned(planOf([subtask(1, { files: ['src/a.ts'] })])),
  }
  const commits = [{ sha: 'c'.repeat(40), subject: 'Rename it' }]
  const on: Thread = {
    ...moved,
    branch: moved.branch && { ...moved.branch, baseChanges: [{ path: 'src/a.ts', commits }] },
  }
  const id = on.branch?.planFile?.blob.slice(0, 7)
  const warned = (thread: Thread): Thread => noting(thread, baseWarningOf(lastId(thread)))

  test('an approval after the base changed planned files is refused and names the files and commits', () => {
    const { approvals, refusals } = count([['bob', 'approve']], on)
    expect([approvals, refusals]).toMatchObject([
      [],
      [
        {
          isBaseWarning: true,
          why: expect.stringContaining('`main` changed 1 file of this plan'),
          detail: '- `src/a.ts`: ccccccc Rename it',
        },
      ],
    ])
  })

  test.each<[string, Thread, number[]]>([
    [
      'approvals before the warning are all refused',
      saidBy(
        [
          ['bob', 'approve'],
          ['carol', 'approve 1'],
        ],
        on,
      ),
      [],
    ],
    [
      'an approval after the warning counts',
      saidBy([['bob', 'approve']], warned(saidBy([['bob', 'approve']], on))),
      [FIRST + 2],
    ],
    ['an approval by the id of the version counts at once', saidBy([['bob', `approve ${id}`]], on), [FIRST]],
    [
      'an approval acted on before the base changed counts',
      reacted(saidBy([['bob', 'approve']], on), FIRST, { eyes: 1 }),
      [FIRST],
    ],
  ])('of approvals after the base changed planned files, %s', (_, thread, expected) => {
    expect(stateIn(thread).approvals.map(({ comment }) => comment)).toEqual(expected)
  })

  test('missing permission is the first reason of a refusal', () => {
    expect(whyIn(count([['tess', 'approve']], on))).toEqual(['@tess, approving needs write access here.'])
  })
})

test('only people who may approve are counted, and only for subtasks of the plan', () => {
  const login = fc.constantFrom(...people.keys())
  const body = fc.constantFrom(
    'approve',
    'approve 1',
    'approve 1-2',
    'approve 2',
    'approve 9',
    'LGTM',
    `approve ${blob}`,
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(login, body), { maxLength: 12 }), (words) => {
      for (const { login, numbers } of count(words).approvals) {
        expect(people.get(login)?.approver).toBe(true)
        expect([1, 2, 3, 4]).toEqual(expect.arrayContaining([...numbers]))
      }
    }),
  )
})

test.each([
  [[], ''],
  [[1], '1'],
  [[1, 2], '1 and 2'],
  [[1, 2, 5], '1, 2 and 5'],
])('the subtask numbers %j are written as %j', (numbers, text) => {
  expect(joinWithAnd(numbers)).toBe(text)
})
