import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askedFor, askedText } from '../../../src/decide/approval/subtask-status.ts'
import { type Approvers, areEnough, filesLackingApproval, type OwnedFiles } from '../../../src/decide/thread/people.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { RULES, peopleWith, planned, reply } from '../../thread.ts'

const owned = (...owners: string[]): OwnedFiles => ({ paths: [`of ${owners.join()}`], owners })
const voters = (...names: string[]) =>
  names.map((name) => {
    const [login = '', ...teams] = name.split(' ')
    return { login, teams }
  })

test.each<[string, OwnedFiles[] | undefined, string[], number, boolean]>([
  ['nobody owns anything', undefined, ['bob'], 1, true],
  ['it names no file, and nobody approved', [], [], 1, false],
  ['the owner is written in other letters', [owned('@BOB')], ['Bob'], 1, true],
  ['a member of the team approved', [owned('@acme/core')], ['bob acme/core'], 1, true],
  ['a member of another team approved', [owned('@acme/core')], ['bob acme/docs'], 1, false],
  ['two are asked for each of two files', [owned('@bob', '@carol'), owned()], ['bob', 'carol'], 2, true],
])('whether code owners’ approvals are enough: %s', (_, files, names, required, enough) => {
  expect(areEnough(files, voters(...names), required)).toBe(enough)
})

test('more owned files never make approvals sufficient; more approvers never make them insufficient', () => {
  const files = fc.array(
    fc.array(fc.constantFrom('@alice', '@bob', '@acme/core', 'a@b.c')).map((list) => owned(...list)),
  )
  const people = fc.uniqueArray(fc.constantFrom('alice', 'bob', 'carol acme/core'))
  fc.assert(
    fc.property(files, files, people, fc.integer({ min: 1, max: 3 }), (some, more, names, required) => {
      if (areEnough([...some, ...more], voters(...names), required))
        expect(areEnough(some, voters(...names), required)).toBe(true)
      if (areEnough(some, voters(...names), required))
        expect(areEnough(some, voters(...names, 'dave'), required)).toBe(true)
    }),
  )
})

test('a refused approval names the files that lack their code owners’ approval', () => {
  const files = [owned('@bob'), owned('@carol'), owned()]
  expect(filesLackingApproval(files, voters('bob'), 1)).toEqual([owned('@carol')])
})

const codeowners: Approvers = { kind: 'codeowners' }
const list: Approvers = { kind: 'list', users: ['bob', 'carol'], teams: ['acme/core'] }
test.each<[string, Approvers, OwnedFiles[][], string]>([
  ['anybody may', { kind: 'permission', least: 'write' }, [[]], ''],
  [
    'a permission is asked for',
    { kind: 'permission', least: 'admin' },
    [[]],
    'It needs the approval of someone with the permission admin.',
  ],
  ['there is a list', list, [[], []], 'It needs the approval of @bob, @carol or a member of @acme/core.'],
  ['nobody owns the files', codeowners, [[owned()]], ''],
  ['one owns all files', codeowners, [[owned('@bob')], [owned('@bob'), owned()]], 'It needs the approval of @bob.'],
  [
    'each owns something',
    codeowners,
    [[owned('@bob'), owned('@carol', '@acme/core')], [], [owned('@carol')], [owned('@carol')]],
    'It needs approvals: subtask 1 of @bob, and of @carol or a member of @acme/core; subtask 2 of anybody with write permission; subtasks 3 and 4 of @carol.',
  ],
  [
    'the owner is an e-mail address',
    codeowners,
    [[owned('x@example.com')]],
    'It needs the approval of `x@example.com` (which GitHub ties to no account here).',
  ],
])('the text about who has to approve, when %s', (_, approvers, files, text) => {
  const waiting = files.map((_owned, i) => ({ number: i + 1 }))
  const owners = new Map(files.map((owned, i) => [i + 1, owned]))
  expect(askedText(askedFor({ approvers, approvalsRequired: 1 }, owners, waiting))).toBe(text)
})

describe('of a plan across two owners', () => {
  const plan = planOf([subtask(1, { files: ['docs/a.md'] }), subtask(2, { files: ['src/a.js'] })])
  const owners = new Map([
    [1, [{ paths: ['docs/a.md'], owners: ['@carol'] }]],
    [2, [{ paths: ['src/a.js'], owners: ['@bob'] }]],
  ])
  const base = planned(plan, { people: peopleWith({ alice: 'admin', bob: 'write', carol: 'write' }) })
  const thread = { ...base, branch: base.branch && { ...base.branch, owners } }
  const rules = { ...RULES, approvers: codeowners }
  const look = (...words: [login: string, body: string][]) =>
    stateOf(
      words.reduce<Thread>((now, [login, body]) => reply(now, login, body), thread),
      rules,
    )
  const approved = (state: ReturnType<typeof look>) =>
    state.statuses.filter((one) => one.approved).map((one) => one.subtask.number)

  test('a code owner’s approval counts for the owned subtasks, and two owners’ for all of them', () => {
    expect(approved(look(['bob', 'approve']))).toEqual([2])
    expect(approved(look(['carol', 'approve']))).toEqual([1])
    expect(approved(look(['bob', 'approve'], ['carol', 'approve']))).toEqual([1, 2])
  })

  test('only the code owners who have not approved yet are still asked', () => {
    expect(look().asked).toEqual([
      { numbers: [1], of: '@carol' },
      { numbers: [2], of: '@bob' },
    ])
    expect(look(['bob', 'approve']).asked).toEqual([{ numbers: [1], of: '@carol' }])
  })

  test('an approver who owns none of the files gets a refusal that names the owners', () => {
    const refusals = [...look(['alice', 'approve']).refusals, ...look(['bob', 'approve 1']).refusals].map(
      ({ why, remedy }) => `${why} ${remedy}`,
    )
    const asked = 'It needs approvals: subtask 1 of `@carol`; subtask 2 of `@bob`.'
    expect(refusals).toEqual([
      `@alice, you own none of the files of subtasks 1 and 2. ${asked}`,
      `@bob, you own none of the files of subtask 1. ${asked}`,
    ])
  })

  test('comments count as feedback while a code owner’s approval is missing', () => {
    const now = look(['bob', 'approve'], ['carol', 'Make it blue.'])
    expect(now.pending.map(({ kind }) => kind)).toEqual(['revise'])
    expect(look(['bob', 'approve'], ['carol', 'approve'], ['bob', 'Nice.']).pending).toEqual([])
  })
})
