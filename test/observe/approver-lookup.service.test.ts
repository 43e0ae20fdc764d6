import { afterEach, describe, expect, test } from 'vitest'
import { lookUpPerson } from '../../src/observe/sources.ts'
import { parseApprovers, areEnough } from '../../src/decide/thread/people.ts'
import { readBranch } from '../../src/observe/branch/branch.ts'
import { commitTree, treeWith } from '../../src/git/objects.ts'
import { fetchPlanRefs } from '../../src/git/side-ref.ts'
import type { Permission } from '../../src/github/forge.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import type { Files } from '../../fakes/github/types.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { github, openGitHubContext } from '../without-model.ts'
import { committing, newThread } from '../thread.ts'

afterEach(() => {
  github.fault = undefined
})
/** Who of some people with that permission may approve a plan that names these files, by what lies on the base. */
async function admitted(
  approvers: string,
  { files, base = {}, permission = 'write' }: { files: string[]; base?: Files; permission?: Permission },
): Promise<string[]> {
  const read = parseApprovers(approvers)
  if (!read) throw new Error(approvers)
  const { sources } = await openGitHubContext()
  const { sha } = await github.push('alice', 'main', { files: base })
  await fetchPlanRefs(sources.repo, { base: 'main', prefix: 'plan/', issue: 1 }, false)
  const plan = renderPlan(planOf([subtask(1, { files: files.slice(0, 1) }), subtask(2, { files: files.slice(1) })]))
  const drafted = committing(newThread(), { entry: { subject: 'Plan', body: '', trailers: {} }, plan })
  const tree = await treeWith(sources.repo, sha, { path: 'PLAN.md', text: renderPlan(planOf([subtask(1, { files })])) })
  const head = await commitTree(sources.repo, {
    tree,
    parents: [sha],
    message: 'Plan',
    author: { name: 'x', email: 'x' },
  })
  const ownersAt = read.kind === 'codeowners' ? sha : undefined
  const spec = { name: 'plan/issue-1', issue: 1, head, base: sha, planFile: 'PLAN.md', ownersAt }
  const { owners } = await readBranch(sources.repo, spec)
  const branch = drafted.branch && { ...drafted.branch, owners }
  const thread = { ...drafted, branch, base: { branch: 'main', sha } }
  const forge = { ...sources.forge, permission: async () => permission }
  const people = ['alice', 'bob', 'carol']
  const found = await Promise.all(people.map((login) => lookUpPerson({ forge, approvers: read }, thread, login)))
  return people.filter((login, i) => {
    const { approver = false, teams } = found[i] ?? {}
    return approver && (owners === undefined || areEnough(owners.get(1), [{ login, teams }], 1))
  })
}

const TREE: Files = { 'src/a.js': 'a', 'src/deep/key.js': 'k', 'docs/x.md': 'x', 'README.md': 'r' }
const OWNED: Files = { ...TREE, '.github/CODEOWNERS': '* @alice @bob\n/src/deep/key.js @alice\n/docs/ x@example.com\n' }

describe('code owners', () => {
  test.each<[string, string[], string[]]>([
    ['a file', ['src/a.js'], ['alice', 'bob']],
    ['two files of different owners', ['src/a.js', 'src/deep/key.js'], ['alice']],
    ['a file that is not there yet', ['src/new.js'], ['alice', 'bob']],
    ['a folder, for all that is in it', ['src'], ['alice']],
    ['a folder with a slash', ['src/'], ['alice']],
    ['a folder above all', ['./'], []],
    ['a pattern, for what it fits', ['src/**/*.js'], ['alice']],
    ['a pattern that fits less', ['src/*.js'], ['alice', 'bob']],
    ['a pattern of two', ['src/{a,deep/key}.js'], ['alice']],
    ['a path that is written in another way', ['./src//deep/./key.js'], ['alice']],
    ['a file whose owner is an e-mail address', ['docs/x.md'], []],
    ['no file', [], ['alice', 'bob', 'carol']],
  ])('a code owner alone may approve only what they own, if the plan names %s', async (_, files, expected) => {
    expect(await admitted('codeowners', { files, base: OWNED })).toEqual(expected)
  })

  test('code owners without write permission cannot approve', async () => {
    expect(await admitted('codeowners', { files: ['src/a.js'], base: OWNED, permission: 'triage' })).toEqual([])
  })

  test('code owners come from the first CODEOWNERS that GitHub reads, which must be a regular file', async () => {
    const files = ['src/a.js']
    const second = { ...TREE, '.github/CODEOWNERS': null, CODEOWNERS: '* @bob\n', 'docs/CODEOWNERS': '* @carol\n' }
    expect(await admitted('codeowners', { files, base: second })).toEqual(['bob'])
    const link = { ...second, '.github/CODEOWNERS': { mode: '120000', content: '* @alice\n' } } as const
    expect(await admitted('codeowners', { files, base: link })).toEqual(['bob'])
    const none = { ...TREE, '.github/CODEOWNERS': null, CODEOWNERS: null, 'docs/CODEOWNERS': null }
    expect(await admitted('codeowners', { files, base: none })).toEqual(['alice', 'bob', 'carol'])
  })
})

describe('teams', () => {
  /** The members of `octo/core`, which the token may see as it may `octo/other`. */
  const members = (...logins: string[]): void => {
    github.settings.teams = { core: { members: logins }, other: { members: [] } }
    github.settings.permissions.members = 'read'
  }
  afterEach(() => {
    github.settings.permissions.members = 'none'
  })

  test('members of a team may approve, if the team is listed or owns the files', async () => {
    members('bob', 'carol')
    const base = { ...TREE, '.github/CODEOWNERS': '* @octo/core\n/docs/ @octo/other @carol\n' }
    expect(await admitted('@octo/core', { files: ['src/a.js'], base: TREE })).toEqual(['bob', 'carol'])
    expect(await admitted('@octo/other, @alice', { files: [], base: TREE })).toEqual(['alice'])
    expect(await admitted('codeowners', { files: ['src/a.js'], base })).toEqual(['bob', 'carol'])
    expect(await admitted('codeowners', { files: ['src/a.js', 'docs/x.md'], base })).toEqual(['carol'])
  })

  test('team memberships are not looked up for people without write permission', async () => {
    members('bob')
    const before = github.journal.length
    expect(await admitted('@octo/core', { files: [], permission: 'read' })).toEqual([])
    expect(github.journal.slice(before).filter(({ path }) => path.startsWith('/orgs'))).toEqual([])
  })

  test.each([
    ['a team that the token cannot see', '@octo/core', 'none'],
    ['a team that does not exist', '@octo/cores', 'read'],
  ] as const)('%s is an error that says what to do', async (_, team, level) => {
    members('bob')
    github.settings.permissions.members = level
    await expect(admitted(team, { files: [] })).rejects.toMatchObject({
      code: 'team-hidden',
      message: expect.stringContaining(`\`${team}\``),
      remedy: expect.stringMatching(/`github-token`.*“Members: read”.*name people/),
    })
  })

  test('a team that cannot be read does not stop approvers who are listed by name', async () => {
    const { sources } = await openGitHubContext()
    const forge = { ...sources.forge, permission: async () => 'write' as const }
    const look = (login: string) =>
      lookUpPerson({ forge, approvers: { kind: 'list', users: ['alice'], teams: ['octo/core'] } }, newThread(), login)
    expect(await look('alice')).toMatchObject({ approver: true })
    await expect(look('bob')).rejects.toMatchObject({ code: 'team-hidden' })
  })
})
