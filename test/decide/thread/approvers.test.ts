import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mayApprove,
  parseApprovers,
  teamsAmong,
  type Approvers,
  type Candidate,
} from '../../../src/decide/thread/approvers.ts'
import type { OwnedFiles } from '../../../src/decide/thread/owners.ts'
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
  ['@acme/core', list([], ['acme/core'])],
  ['@alice, @ALICE, @acme/core, @Acme/Core', list(['alice'], ['acme/core'])],
  ['@jane_acme, @a-, @acme/v1.2', list(['jane_acme', 'a-'], ['acme/v1.2'])],
  ['', undefined],
  ['  ', undefined],
  ['Write', undefined],
  ['read', undefined],
  ['none', undefined],
  ['alice', undefined],
  ['@', undefined],
  ['@alice,', undefined],
  [',@alice', undefined],
  ['@alice @bob', undefined],
  ['@alice;@bob', undefined],
  ['@alice, write', undefined],
  ['@alice, bob', undefined],
  ['@acme/', undefined],
  ['@/core', undefined],
  ['@acme/core/sub', undefined],
  ['@-alice', undefined],
  ['@@alice', undefined],
  ['@dependabot[bot]', undefined],
  ['alice@example.com', undefined],
  ['@аlice', undefined],
])('the input %j is read as %j', (text, approvers) => {
  expect(parseApprovers(text)).toEqual(approvers)
})

test('any text is read without an error, and what is read has no @ and no capitals', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[@aB/, -]{0,12}$/)), (text) => {
      const read = parseApprovers(text)
      if (read?.kind === 'list') expect([...read.users, ...read.teams].join()).toMatch(/^[^@A-Z]+$/)
    }),
  )
})

const owned = (...owners: string[]): OwnedFiles => ({ paths: ['src/a.ts'], owners })

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
    ['maintain', ['maintain', 'admin']],
    ['admin', ['admin']],
  ] as const)('%s admits %j', (least, admitted) => {
    const approvers: Approvers = { kind: 'permission', least }
    expect(RISING.filter((permission) => mayApprove(approvers, candidate({ permission })))).toEqual(admitted)
  })

  test.each<Approvers>([{ kind: 'codeowners' }, list(['alice'], ['acme/core'])])(
    'write permission is needed for %j as well',
    (approvers) => {
      const owner = { teams: ['acme/core'], subtasks: [[owned('@alice')]] }
      const admitted = RISING.filter((permission) => mayApprove(approvers, candidate({ ...owner, permission })))
      expect(admitted).toEqual(['write', 'maintain', 'admin'])
    },
  )
})

test.each<[string, Partial<Candidate>, boolean]>([
  ['a user on it', {}, true],
  ['a user on it, in other letters', { login: 'ALICE' }, true],
  ['a user who is not on it', { login: 'bob' }, false],
  ['a user who is not on it, though an admin', { login: 'bob', permission: 'admin' }, false],
  ['a member of a team on it', { login: 'bob', teams: ['Acme/Core'] }, true],
  ['a member of another team', { login: 'bob', teams: ['acme/docs'] }, false],
  ['an owner who is not on it', { login: 'bob', subtasks: [[owned('@bob')]] }, false],
])('of a list, the approval of %s: %j → %j', (_, changes, admitted) => {
  expect(mayApprove(list(['alice'], ['acme/core']), candidate(changes))).toBe(admitted)
})

test.each<[string, Partial<Candidate>, boolean]>([
  ['the plan names no file', { subtasks: [[]] }, true],
  ['the files have no owners', { subtasks: [[owned(), owned()]] }, true],
  ['the person owns the only file', { subtasks: [[owned('@alice')]] }, true],
  ['logins are written in other letters', { login: 'Alice', subtasks: [[owned('@aLICE')]] }, true],
  ['the person is one of several owners', { subtasks: [[owned('@bob', '@alice')]] }, true],
  ['somebody else owns it', { subtasks: [[owned('@bob')]] }, false],
  ['somebody else owns it, also for an admin', { permission: 'admin', subtasks: [[owned('@bob')]] }, false],
  ['the person owns all owned files', { subtasks: [[owned('@alice'), owned(), owned('@bob', '@alice')]] }, true],
  ['the person owns only some of them', { subtasks: [[owned('@alice'), owned('@bob')]] }, true],
  ['a subtask names no file', { subtasks: [[owned('@bob')], []] }, true],
  ['only the files of another subtask are theirs', { subtasks: [[owned('@bob')], [owned('@alice')]] }, true],
  ['a team of the person owns it', { teams: ['acme/core'], subtasks: [[owned('@Acme/Core')]] }, true],
  [
    'one file is the person’s, the other a team’s',
    { teams: ['acme/core'], subtasks: [[owned('@acme/core'), owned('@alice')]] },
    true,
  ],
  ['the team of an owner is another', { teams: ['acme/docs'], subtasks: [[owned('@acme/core')]] }, false],
  ['a login is like the name of a team', { login: 'core', subtasks: [[owned('@acme/core')]] }, false],
  ['the owner is an e-mail address', { subtasks: [[owned('alice@example.com')]] }, false],
  [
    'the owner is an e-mail address and the login is missing',
    { login: '', subtasks: [[owned('alice@example.com')]] },
    false,
  ],
  ['an e-mail address stands beside the login', { subtasks: [[owned('x@example.com', '@alice')]] }, true],
])('code owners: %s: %j → %j', (_, changes, admitted) => {
  expect(mayApprove({ kind: 'codeowners' }, candidate(changes))).toBe(admitted)
})

test.each<[string[][], string[]]>([
  [
    [['@alice', '@Acme/Core'], ['@acme/core', '@acme/docs'], [], ['x/y@example.com']],
    ['acme/core', 'acme/docs'],
  ],
  [[['@alice']], []],
])('among the owners %j are the teams %j', (owners, teams) => {
  expect(teamsAmong(owners.map((list) => owned(...list)))).toEqual(teams)
})
