import { afterAll, afterEach, expect, test } from 'vitest'
import { connectGitHub } from '../../src/github/github.ts'
import type { Comment, Forge, Pull } from '../../src/github/forge.ts'
import { start } from '../../fakes/github/clients.ts'

const github = await start()
const fresh = (): Forge => connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url })
afterEach(() => {
  github.fault = undefined
})
afterAll(() => github.close())

let issues = 0
/** An issue with a plan's pull request, on both of which people spoke, edited and reacted. */
async function conversation() {
  const { number: issue } = await github.openIssue('alice', { title: `Limit ${(issues += 1)}`, body: 'Please.' })
  const branch = `plan/issue-${issue}`
  await github.push('alice', branch, { files: { [`src/${issue}.js`]: 'x' } })
  const forge = fresh()
  const opened = await forge.openPull({ branch, base: 'main', title: 'A plan', body: 'b', draft: true })
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  const { number: pull } = opened.pull
  const { id } = await github.comment('bob', issue, '/plan it')
  await github.comment('dependabot[bot]', issue, 'Hello.')
  await forge.react(id, 'eyes')
  const said = await github.comment('carol', pull, 'approve')
  await github.editComment('carol', said.id, 'approve 1')
  await forge.createComment(pull, 'Done.')
  await github.openPull('mallory', { branch, fork: true, files: { 'a.js': '' } })
  return { issue, pull, branch }
}

/** What GraphQL does not tell. */
const withoutApps = (comments: readonly Comment[]): Comment[] => comments.map((one) => ({ ...one, app: undefined }))
const withoutEdits = (comments: readonly Comment[]): Comment[] => comments.map(({ wasEdited: _, ...rest }) => rest)
/** Lists of REST have no numbers of comments either. */
const asListed = (pulls: readonly Pull[]) => pulls.map(({ lineComments: _, counted: __, ...rest }) => rest)

test('one GraphQL query reads issue, comments with edits, pull request and plans, as REST does', async () => {
  const { issue, pull, branch } = await conversation()
  const forge = fresh()
  const before = github.journal.length
  const look = await forge.readIssueBatch({ issue, pull, branch })
  expect(github.journal.length - before).toBe(1)
  if (!look?.pull || !look.plans) throw new Error('GitHub did not answer.')
  expect(look.issue).toEqual(await forge.issue(issue))
  expect(withoutEdits(look.comments)).toEqual(withoutApps(await forge.comments(issue)))
  expect(withoutEdits(look.pull.comments)).toEqual(withoutApps(await forge.comments(pull)))
  expect(look.pull.comments.map(({ wasEdited }) => wasEdited)).toEqual([true, false])
  expect(asListed(look.plans)).toEqual(asListed(await forge.pullsFrom(branch)))
  expect(look.comments.map(({ author }) => author)).toEqual([
    { login: 'bob', id: 102, type: 'User' },
    { login: 'dependabot[bot]', id: 49699333, type: 'Bot' },
  ])
})

const someone = { __typename: 'User', login: 'bob', databaseId: 102 }
const none = { totalCount: 0, nodes: [] }
const node = {
  repository: { nameWithOwner: 'octo/demo' },
  ...{ title: 'T', body: '', state: 'OPEN', createdAt: '', updatedAt: '', locked: false, author: someone },
  ...{ reactionGroups: [], comments: none },
}
const spoken = { ...{ id: 'I', fullDatabaseId: '7', body: '', createdAt: '', updatedAt: '', lastEditedAt: null } }
const comment = { ...spoken, includesCreatedEdit: false, author: someone, reactionGroups: [] }
const answer = (issue: object) => ({ data: { repository: { issue } } })

test.each<[string, number, unknown]>([
  ['is forbidden', 403, { message: 'Resource not accessible by integration' }],
  [
    'knows no such issue',
    200,
    { data: { repository: { issue: null } }, errors: [{ type: 'NOT_FOUND', message: 'x' }] },
  ],
  ['shows it in another repository', 200, answer({ ...node, repository: { nameWithOwner: 'octo/other' } })],
  ['shows only a part of the comments', 200, answer({ ...node, comments: { totalCount: 101, nodes: [comment] } })],
  ['keeps a comment from us', 200, answer({ ...node, comments: { totalCount: 1, nodes: [null] } })],
  ['does not say who spoke', 200, answer({ ...node, author: { __typename: 'EnterpriseUserAccount', login: 'x' } })],
  ['does not say who reacted', 200, answer({ ...node, reactionGroups: null })],
  [
    'gives a comment no number',
    200,
    answer({ ...node, comments: { totalCount: 1, nodes: [{ ...comment, fullDatabaseId: null }] } }),
  ],
])('the GraphQL batch query gives no result if GitHub %s', async (_, status, body) => {
  github.fault = ({ kind }) => (kind === 'graphql' ? { kind: 'status', status, body } : undefined)
  expect(await fresh().readIssueBatch({ issue: 1 })).toBeUndefined()
})

test('a server without the needed GraphQL fields is queried only once', async () => {
  const message = "Field 'reactionGroups' doesn't exist on type 'Issue'"
  github.fault = () => ({ kind: 'status', status: 200, body: { errors: [{ message }] } })
  const forge = fresh()
  const before = github.journal.length
  for (let n = 0; n < 3; n++) expect(await forge.readIssueBatch({ issue: 1 })).toBeUndefined()
  expect(github.journal.length - before).toBe(1)
})

test('a rejected token is reported, and not mistaken for a server without the GraphQL fields', async () => {
  github.fault = () => ({ kind: 'status', status: 401, body: { message: 'Bad credentials' } })
  await expect(fresh().readIssueBatch({ issue: 1 })).rejects.toThrow('does not accept the token')
})

/** Open work as it is read of an answer of GraphQL. */
async function openWorkIn(repository: object | null) {
  github.fault = () => ({ kind: 'status', status: 200, body: { data: { repository } } })
  return fresh().openWork()
}

test('open pull requests and their files are read in one request, even if there are more pages', async () => {
  const author = { __typename: 'Bot', login: 'github-actions' }
  const files = { nodes: [{ path: 'a.ts' }, null] }
  const pull = { number: 7, title: 'T', branch: 'plan/issue-1', isFork: false, author, files }
  const before = github.journal.length
  expect(
    await openWorkIn({ pullRequests: { nodes: [pull], pageInfo: { hasNextPage: true, endCursor: 'x' } } }),
  ).toEqual([
    {
      ...{ number: 7, title: 'T', author: 'github-actions[bot]', byBot: true },
      ...{ branch: 'plan/issue-1', isFork: false, files: ['a.ts'] },
    },
  ])
  expect(github.journal.length - before).toBe(1)
})

test('reading open pull requests tolerates null authors, files and pull requests', async () => {
  const gone = { number: 7, title: 'T', branch: 'x', isFork: true, author: null, files: null }
  const found = await openWorkIn({ pullRequests: { nodes: [gone, null] } })
  expect(found).toMatchObject([{ author: 'ghost', byBot: false, files: [] }])
  expect(await openWorkIn(null)).toEqual([])
})
