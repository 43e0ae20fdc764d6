import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countApprovals } from '../../../src/decide/approval/approvals.ts'
import { parseComments, type Person, approversOf } from '../../../src/decide/thread/people.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BLOB_A, BOT, comment, peopleWith, person, timeOf } from '../../thread.ts'
import { joinWithAnd } from '../../../src/plan/plan.ts'

// 2 needs 1; 3 stands alone; 4 needs 2 and 3
const plan = planOf([subtask(1), subtask(2, { depends_on: [1] }), subtask(3), subtask(4, { depends_on: [2, 3] })])

type Question = Parameters<typeof countApprovals>[0]
const question = (more: Partial<Question> = {}): Question => ({
  plan,
  version: { version: 1, blob: BLOB_A, comment: 100, edited: false },
  earlier: new Set(),
  settled: new Set(),
  haltedSince: undefined,
  askers: undefined,
  ...more,
})

const people = peopleWith()
const WRITER: Person = { permission: 'write', approver: true }
const nobody: Person = { permission: 'none', approver: false }
const count = (words: [login: string, body: string][], more: Partial<Question> = {}) => {
  const comments = words.map(([login, body], i) => comment(101 + i, person(login), body))
  return countApprovals(question(more), parseComments('pull', comments, BOT), (login) => people.get(login) ?? nobody)
}
const numbersIn = (ballot: ReturnType<typeof count>) => ballot.approvals.map(({ numbers }) => numbers)
const whyIn = (ballot: ReturnType<typeof count>) => ballot.refusals.map(({ why }) => why)

describe('an approval', () => {
  test.each<[string, number[][]]>([
    ['approve', [[1, 2, 3, 4]]],
    ['`/approve`!', [[1, 2, 3, 4]]],
    ['approve 1', [[1]]],
    ['approve 1-3', [[1, 2, 3]]],
    ['approve 3, 1', [[1, 3]]],
    [`approve ${BLOB_A.slice(0, 7)}`, [[1, 2, 3, 4]]],
    [`approve ${BLOB_A.toUpperCase()}`, [[1, 2, 3, 4]]],
  ])('%j covers %j', (body, numbers) => {
    expect(numbersIn(count([['bob', body]]))).toEqual(numbers)
  })

  test.each([
    ['approve 5', 'There is no subtask 5 in this plan.'],
    ['approve 2', 'Subtask 2 builds on 1, not approved yet.'],
    ['approve 2, 4', 'Subtask 2 builds on 1; Subtask 4 builds on 3, not approved yet.'],
    ['approve bbbbbbb', 'is not the current version'],
    [`approve ${BLOB_A.slice(0, 39)}b`, 'is not the current version'],
  ])('%j is refused: %s', (body, why) => {
    const ballot = count([['bob', body]])
    expect(ballot.approvals).toEqual([])
    expect(whyIn(ballot)).toEqual([expect.stringContaining(why)])
  })

  test.each(['approve', 'approve 1', `approve ${BLOB_A.slice(0, 16)}`])(
    '%j is refused while a question without a default is open, with the question',
    (body) => {
      const asking = planOf([subtask(1)], { questions: [{ question: 'Which store?', default: '' }] })
      const ballot = count([['bob', body]], { plan: asking })
      expect(ballot.approvals).toEqual([])
      expect(ballot.refusals).toMatchObject([{ code: 'open-question', detail: 'Which store?' }])
    },
  )

  const blob = '0123456789abcdef0123456789abcdef01234567'
  const version = { version: 3, blob, comment: 100, edited: false }
  const rising = planOf([subtask(10), subtask(2, { depends_on: [10] })])
  const notOwn = { askedBy: [person('alice').id, person('dave').id], isAnonymous: false }

  test.each<[string, string, Partial<Question>, string, string]>([
    ['mallory', 'approve', {}, '@mallory, approving needs write access here.', 'Ask someone who has it to approve.'],
    [
      'alice',
      'approve',
      { askers: notOwn },
      '@alice, you requested this plan or edited it, and `allow-self-approval` is off.',
      'Someone else must approve it.',
    ],
    [
      'bob',
      'approve 5, 6',
      {},
      'There is no subtask 5 and 6 in this plan.',
      'Approve some of 1, 2, 3 and 4, or all of them with `approve`.',
    ],
    [
      'bob',
      `approve ${blob.slice(-7)}`,
      { version },
      '`1234567` is not the current version, which is version 3.',
      'Review version 3, then comment `approve 0123456789abcdef`.',
    ],
    [
      'bob',
      `approve ${blob.slice(0, 15)}`,
      { version, earlier: new Set([blob, `${blob.slice(0, 15)}0${blob.slice(16)}`]) },
      '`0123456789abcde` fits an earlier version as well.',
      'Review version 3, then comment `approve 0123456789abcdef`.',
    ],
    ['bob', 'approve 2', { plan: rising }, 'Subtask 2 builds on 10, not approved yet.', 'Comment `approve 2, 10`.'],
  ])('an approval of %s, %j, is refused with what to do', (login, body, more, why, remedy) => {
    expect(count([[login, body]], more).refusals).toMatchObject([{ why, remedy }])
  })

  test('an approval by the beginning of a blob id counts', () => {
    expect(numbersIn(count([['bob', `approve ${blob.slice(0, 7)}`]], { version, earlier: new Set([blob]) }))).toEqual([
      [1, 2, 3, 4],
    ])
  })

  test('an approval of what depends on something done, or approved before, counts', () => {
    expect(numbersIn(count([['bob', 'approve 2']], { settled: new Set([1]) }))).toEqual([[2]])
    expect(
      numbersIn(
        count([
          ['bob', 'approve 1'],
          ['carol', 'approve 2'],
        ]),
      ),
    ).toEqual([[1], [2]])
    expect(
      numbersIn(
        count([
          ['bob', 'approve 2'],
          ['carol', 'approve 1'],
        ]),
      ),
    ).toEqual([[1]])
  })

  test('an approval by who asked for the version is refused where that is not allowed, whatever the login is now', () => {
    const askers = { askedBy: [person('alice').id], isAnonymous: false }
    const renamed = { ...person('alice'), login: 'bob' }
    const successor = { ...person('carol'), login: 'alice' }
    const said = [renamed, successor].map((author, i) => comment(101 + i, author, 'approve'))
    const ballot = countApprovals(question({ askers }), parseComments('pull', said, BOT), () => WRITER)
    expect(ballot.approvals.map(({ login }) => login)).toEqual(['alice'])
    expect(whyIn(ballot)).toEqual([expect.stringContaining('@bob, you requested this plan or edited it')])
  })

  test('an approval is refused where nobody can tell who edited the plan, and self-approval is not allowed', () => {
    const ballot = count([['bob', 'approve']], { askers: { askedBy: [], isAnonymous: true } })
    expect(ballot.approvals).toEqual([])
    expect(whyIn(ballot)).toEqual([expect.stringMatching(/^The commit that edited the plan has no/)])
  })

  test('an approval that was edited, or refused before, is passed over', () => {
    const edited = { ...comment(101, person('bob'), 'approve'), updatedAt: timeOf(500) }
    const said = parseComments('pull', [edited, comment(102, person('bob'), 'approve')], BOT)
    const marked = said.map((one) => (one.id === 102 ? { ...one, refused: true } : one))
    const ballot = countApprovals(question(), marked, (login) => people.get(login) ?? nobody)
    expect(ballot).toEqual({ approvals: [], refusals: [] })
  })

  test('an approval of a paused plan is refused when it came after the pause', () => {
    const ballot = count(
      [
        ['bob', 'approve'],
        ['carol', 'approve'],
      ],
      { haltedSince: 101 },
    )
    expect(ballot.approvals.map(({ login }) => login)).toEqual(['bob'])
    expect(ballot.refusals).toEqual([expect.objectContaining({ remedy: 'Comment `/retry` to continue.' })])
  })

  test('a refused approval gets a reply with what to write instead', () => {
    const { remedy = '' } = count([['bob', 'approve 4']]).refusals[0] ?? {}
    const suggested = /`(approve [^`]+)`/.exec(remedy)?.[1] ?? ''
    expect(suggested).toBe('approve 1, 2, 3, 4')
    expect(count([['bob', suggested]]).refusals).toEqual([])
  })
})

test('nobody counts twice', () => {
  const { approvals } = count([
    ['bob', 'approve'],
    ['bob', 'approve 1'],
    ['carol', 'approve 1'],
  ])
  expect(approversOf(approvals, 1).map(({ login, comment }) => [login, comment])).toEqual([
    ['bob', 101],
    ['carol', 103],
  ])
  expect(approversOf(approvals, 3).map(({ login }) => login)).toEqual(['bob'])
})

describe('where the base branch changed a file that the plan names', () => {
  const changes = [{ path: 'src/a.ts', commits: [{ sha: 'c'.repeat(40), subject: 'Rename it' }] }]
  const moved = (told?: number) => ({ moved: { branch: 'main', changes, told } })
  const counts = (words: [string, string][], more: Partial<Question>) =>
    count(words, more).approvals.map(({ comment: id }) => id)

  test('an approval is refused with the files and their commits', () => {
    const { approvals, refusals } = count([['bob', 'approve']], moved())
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

  test.each<[string, [string, string][], number | undefined, number[]]>([
    [
      'those before the words are all refused',
      [
        ['bob', 'approve'],
        ['carol', 'approve 1'],
      ],
      undefined,
      [],
    ],
    [
      'those after the words insist',
      [
        ['bob', 'approve'],
        ['carol', 'approve 1'],
        ['bob', 'approve'],
      ],
      102,
      [103],
    ],
    ['the id of the version insists at once', [['bob', `approve ${BLOB_A.slice(0, 7)}`]], undefined, [101]],
  ])('%s', (_, words, told, expected) => {
    expect(counts(words, moved(told))).toEqual(expected)
  })

  test('an approval acted on before the base changed still counts, and missing permission is the first reason of a refusal', () => {
    expect(counts([['bob', 'approve']], { ...moved(), isTakenUp: () => true })).toEqual([101])
    expect(whyIn(count([['tess', 'approve']], moved()))).toEqual(['@tess, approving needs write access here.'])
    expect(counts([['bob', 'approve']], { moved: { ...moved().moved, changes: [] } })).toEqual([101])
  })
})

test('whatever people write, only those who may approve are counted, and only for subtasks of the plan', () => {
  const login = fc.constantFrom(...people.keys())
  const body = fc.constantFrom(
    'approve',
    'approve 1',
    'approve 1-2',
    'approve 2',
    'approve 9',
    'LGTM',
    `approve ${BLOB_A}`,
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
])('the numbers %j are listed as %j', (numbers, text) => {
  expect(joinWithAnd(numbers)).toBe(text)
})
