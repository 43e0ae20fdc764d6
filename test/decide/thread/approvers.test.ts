import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mayApprove,
  parseApprovers,
  owningTeams,
  type Approvers,
  type OwnedFiles,
} from '../../../src/decide/thread/people.ts'
import type { Permission } from '../../../src/github/forge.ts'

const list = (users: string[], teams: string[] = []): Approvers => ({ kind: 'list', users, teams })

test.each<[string, Approvers | undefined]>([
  ['write', { kind: 'permission', least: 'write' }],
  ['maintain', { kind: 'permission', least: 'maintain' }],
  [' admin\n', { kind: 'permission', least: 'admin' }],
  ['codeowners', { kind: 'codeowners' }],
  ['@Alice', list(['alice'])],
  ['@alice,@bob', list(['alice', 'bob'])],
  [' @alice , @Acme/Core-Team,\n@bob', list(['alice', 'bob'], ['acme/core-team'])],
  ['@alice, @ALICE, @acme/core, @Acme/Core', list(['alice'], ['acme/core'])],
  ['', undefined],
  ['alice', undefined],
  ['@alice,', undefined],
  ['@alice, write', undefined],
  ['@acme/core/sub', undefined],
  ['@аlice', undefined],
])('the input `approvers` %j is parsed as %j', (text, approvers) => {
  expect(parseApprovers(text)).toEqual(approvers)
})

test('any text of the input `approvers` is parsed without an error, to lower-case names without @', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[@aB/, -]{0,12}$/)), (text) => {
      const read = parseApprovers(text)
      if (read?.kind === 'list') expect([...read.users, ...read.teams].join()).toMatch(/^[^@A-Z]+$/)
    }),
  )
})

const owned = (...owners: string[]): OwnedFiles => ({ paths: ['src/a.ts'], owners })

type Candidate = Parameters<typeof mayApprove>[1]
const candidate = (changes: Partial<Candidate>): Candidate => ({
  login: 'alice',
  permission: 'write',
  teams: [],
  subtasks: [],
  ...changes,
})

describe('by permission', () => {
  const RISING: Permission[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin']
  test.each([
    ['write', ['write', 'maintain', 'admin']],
    ['admin', ['admin']],
  ] as const)('`approvers: %s` admits the permissions %j', (least, admitted) => {
    const approvers: Approvers = { kind: 'permission', least }
    expect(RISING.filter((permission) => mayApprove(approvers, candidate({ permission })))).toEqual(admitted)
  })

  test.each<Approvers>([{ kind: 'codeowners' }, list(['alice'], ['acme/core'])])(
    'approvers need write permission also with %j',
    (approvers) => {
      const owner = { teams: ['acme/core'], subtasks: [[owned('@alice')]] }
      const admitted = RISING.filter((permission) => mayApprove(approvers, candidate({ ...owner, permission })))
      expect(admitted).toEqual(['write', 'maintain', 'admin'])
    },
  )
})

test.each<[string, Partial<Candidate>, boolean]>([
  ['a user who is not on it, though an admin', { login: 'bob', permission: 'admin' }, false],
  ['a member of a team on it', { login: 'bob', teams: ['Acme/Core'] }, true],
  ['a member of another team', { login: 'bob', teams: ['acme/docs'] }, false],
])('with a list of approvers, %s: %j → %j', (_, changes, admitted) => {
  expect(mayApprove(list(['alice'], ['acme/core']), candidate(changes))).toBe(admitted)
})

test.each<[string, Partial<Candidate>, boolean]>([
  ['the plan names no file', { subtasks: [[]] }, true],
  ['somebody else owns it', { subtasks: [[owned('@bob')]] }, false],
  ['the person owns only some of them', { subtasks: [[owned('@alice'), owned('@bob')]] }, true],
  ['a subtask names no file', { subtasks: [[owned('@bob')], []] }, true],
  ['a team of the person owns it', { teams: ['acme/core'], subtasks: [[owned('@Acme/Core')]] }, true],
])('with `approvers: codeowners`, %s: %j → %j', (_, changes, admitted) => {
  expect(mayApprove({ kind: 'codeowners' }, candidate(changes))).toBe(admitted)
})

test.each<[string[][], string[]]>([
  [
    [['@alice', '@Acme/Core'], ['@acme/core', '@acme/docs'], [], ['x/y@example.com']],
    ['acme/core', 'acme/docs'],
  ],
])('of the code owners %j the teams are %j', (owners, teams) => {
  expect(owningTeams(owners.map((list) => owned(...list)))).toEqual(teams)
})
