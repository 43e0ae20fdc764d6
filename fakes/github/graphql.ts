import type { GraphQLSchema } from 'graphql'
import { buildSchema, graphql, GraphQLError } from 'graphql'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { commitOn, diffOf } from './commits.ts'
import { git } from './git.ts'
import { commitAt } from './refs.ts'
import { actorOf, commentsAt, issueNode, plansNamed, reactionGroupsOf } from './conversations.ts'
import { nodeId } from './people.ts'
import type { Call, Files, Reply, Site } from './types.ts'
import { RawPull } from './raw.ts'
import { htmlOf, touch } from './shapes.ts'
import { need, ok, textOf } from './routes.ts'
import { Refusal } from './types.ts'

const Encoded = z.object({ path: z.string(), contents: z.string() })
const NewCommit = z.object({
  branch: z.object({ repositoryNameWithOwner: z.string().nullish(), branchName: z.string() }),
  expectedHeadOid: z.string(),
  message: z.object({ headline: z.string(), body: z.string().nullish() }),
  fileChanges: z
    .object({ additions: z.array(Encoded).nullish(), deletions: z.array(z.object({ path: z.string() })).nullish() })
    .nullish(),
  clientMutationId: z.string().nullish(),
})
const PullInput = z.object({ pullRequestId: z.string(), clientMutationId: z.string().nullish() })

let built: GraphQLSchema | undefined

/**
 * GitHub's own schema, built on first use, so that an invalid document gets GitHub's errors. Reads only the file with
 * the text, because the package itself would load the schema in three forms.
 */
const githubSchema = (): GraphQLSchema => (built ??= buildSchema(idl(), { assumeValidSDL: true, noLocation: true }))
const idl = (): string =>
  readFileSync(join(import.meta.dirname, '../../node_modules/@octokit/graphql-schema/schema.graphql'), 'utf8')

const failure = (type: string, message: string): GraphQLError => new GraphQLError(message, { extensions: { type } })

async function createCommitOnBranch(call: Call, given: unknown): Promise<unknown> {
  const login = need(call, 'contents')
  const { site } = call
  const { branch, expectedHeadOid, message, fileChanges, clientMutationId } = NewCommit.parse(given)
  const name = branch.branchName.replace(/^refs\/heads\//, '')
  const tip = await commitAt(site.bare, `refs/heads/${name}`)
  if (!tip) throw failure('NOT_FOUND', `A ref named "${name}" could not be found.`)
  if (tip !== expectedHeadOid)
    throw failure('STALE_DATA', `Expected branch to point to "${expectedHeadOid}" but it did not. Pull and try again.`)
  const { additions, deletions } = { additions: fileChanges?.additions ?? [], deletions: fileChanges?.deletions ?? [] }
  if ([...additions, ...deletions].some(({ path }) => path.startsWith('.github/workflows/')))
    throw failure('FORBIDDEN', 'Resource not accessible by integration')
  const files: Files = {}
  for (const { path } of deletions) files[path] = await removal(call, tip, path)
  for (const { path, contents } of additions)
    files[path] = { mode: await modeAt(call, tip, path), content: Buffer.from(contents, 'base64') }
  const text = message.headline + (message.body ? `\n\n${message.body}` : '')
  const sha = await commitOn(site, name, { parent: tip, files, message: text, login })
  const url = `${htmlOf(site)}/commit/${sha}`
  return { clientMutationId, commit: { id: nodeId('C', sha), oid: sha, url, commitUrl: url }, ref: { name } }
}

async function modeAt({ site }: Call, tip: string, path: string): Promise<string> {
  return (await git(site.bare, ['ls-tree', tip, path])).slice(0, 6) || '100644'
}

async function removal({ site }: Call, tip: string, path: string): Promise<null> {
  if (!(await git(site.bare, ['ls-tree', tip, path])))
    throw failure('NOT_FOUND', `A path was requested for deletion which does not exist as of commit oid \`${tip}\``)
  return null
}

async function setDraft(call: Call, given: unknown, draft: boolean): Promise<unknown> {
  const login = need(call, 'pull_requests')
  const { pullRequestId, clientMutationId } = PullInput.parse(given)
  const pulls = z.array(RawPull).parse(await call.site.emulator.list('/pulls?state=all'))
  const pull = pulls.find((one) => one['node_id'] === pullRequestId)
  if (!pull) throw failure('NOT_FOUND', `Could not resolve to a node with the global id of '${pullRequestId}'`)
  if (pull.state !== 'open') throw failure('UNPROCESSABLE', 'Pull request is closed')
  await call.site.emulator.write({ login, method: 'PATCH', path: `/pulls/${pull.number}`, body: { draft } })
  touch(call.site, `issue:${pull.number}`)
  const { number, title, body } = pull
  const shown = { id: pullRequestId, number, title, body: body ?? '', isDraft: draft, state: 'OPEN' }
  return { clientMutationId, pullRequest: shown }
}

/** Nodes by their ids, of which comments and pull requests are known; what is not there is null, as on GitHub. */
async function nodes({ site, actor }: Call, ids: readonly string[]): Promise<unknown[]> {
  const pulls = z.array(RawPull).parse(await site.emulator.list('/pulls?state=all'))
  return ids.map((id) => {
    const pull = pulls.find((one) => one['node_id'] === id)
    if (pull) return pullNode(site, { id, number: pull.number })
    const number = Object.keys(site.memory.stamps)
      .flatMap((key) => (key.startsWith('comment:') ? [Number(key.slice('comment:'.length))] : []))
      .find((one) => nodeId('IC', one) === id)
    if (number === undefined) return null
    const lastEditedAt = site.memory.edits[number] ?? null
    const reactionGroups = reactionGroupsOf(site, `comment:${number}`, actor?.login ?? '')
    return { __typename: 'IssueComment', id, lastEditedAt, includesCreatedEdit: lastEditedAt !== null, reactionGroups }
  })
}

const ENDS = { closed: 'CLOSED_EVENT', reopened: 'REOPENED_EVENT' } as const
const END_TYPES = { closed: 'ClosedEvent', reopened: 'ReopenedEvent' } as const
type TimelineWish = { last?: number; itemTypes?: readonly string[] }

/** A pull request with what its timeline tells of its ends, the oldest first. */
function pullNode(site: Site, { id, number }: { id: string; number: number }) {
  const { memory } = site
  const ends = memory.ends[number] ?? []
  return {
    ...{ __typename: 'PullRequest', id, number },
    timelineItems: ({ last = 100, itemTypes = Object.values(ENDS) }: TimelineWish) => ({
      nodes: ends
        .filter(({ kind }) => itemTypes.includes(ENDS[kind]))
        .slice(-last)
        .map(({ kind, at }) => ({ __typename: END_TYPES[kind], createdAt: at })),
    }),
  }
}

/** A pull request of this number, with its conversation and its ends, as whoever asks sees them. */
async function pullRequest({ site, actor }: Call, number: number): Promise<unknown> {
  const pulls = z.array(RawPull).parse(await site.emulator.list('/pulls?state=all'))
  const pull = pulls.find((one) => one.number === number)
  if (!pull) throw failure('NOT_FOUND', `Could not resolve to a PullRequest with the number of ${number}.`)
  const { timelineItems } = pullNode(site, { id: '', number })
  return { comments: await commentsAt(site, number, actor?.login ?? ''), timelineItems }
}

async function issue({ site, actor }: Call, number: number): Promise<unknown> {
  const found = await issueNode(site, number, actor?.login ?? '')
  if (!found) throw failure('NOT_FOUND', `Could not resolve to an Issue with the number of ${number}.`)
  return found
}

type PullsWish = {
  headRefName?: string
  states?: readonly string[]
  first?: number
  after?: string | null
  orderBy?: { direction: string }
}

/** A page of the pull requests, with the files that each changes against its base. GitHub gives no page without a size. */
async function pullRequests(
  { site }: Call,
  { headRefName, states, first, after, orderBy }: PullsWish,
): Promise<unknown> {
  if (first === undefined || first > 100)
    throw failure('EXCESSIVE_PAGINATION', 'Ask for the `first` 1 to 100 records of the `pullRequests` connection.')
  if (headRefName !== undefined) return plansNamed(site, headRefName)
  const all = z.array(RawPull).parse(await site.emulator.list('/pulls?state=all'))
  const stateOf = ({ number, state }: (typeof all)[number]): string =>
    site.memory.pulls[number]?.mergedAt ? 'MERGED' : state.toUpperCase()
  const wanted = all
    .filter((pull) => !states || states.includes(stateOf(pull)))
    .sort((a, b) => (orderBy?.direction === 'DESC' ? b.number - a.number : a.number - b.number))
  const from = after ? Number(atob(after)) + 1 : 0
  const page = wanted.slice(from, from + first)
  const hasNextPage = from + first < wanted.length
  return {
    totalCount: wanted.length,
    pageInfo: { hasNextPage, endCursor: page.length === 0 ? null : btoa(String(from + page.length - 1)) },
    nodes: page.map(({ number, title, user }) => workOf(site, { number, title, login: user.login })),
  }
}

function workOf(site: Site, { number, title, login }: { number: number; title: string; login: string }): unknown {
  const sides = site.memory.pulls[number]
  return {
    ...{ number, title, headRefName: sides?.branch ?? '', isCrossRepository: sides?.fork !== undefined },
    author: actorOf(site, login),
    files: async ({ first = 0 }: { first?: number }) => {
      const files = sides ? await diffOf(site, `refs/heads/${sides.base}...${sides.head}`) : []
      return { nodes: files.slice(0, first).map(({ filename }) => ({ path: filename })) }
    },
  }
}

type Arguments = { input: unknown }
const rootOf = (call: Call) => ({
  repository: () => ({
    issue: ({ number }: { number: number }) => issue(call, number),
    pullRequest: ({ number }: { number: number }) => pullRequest(call, number),
    pullRequests: (given: PullsWish) => pullRequests(call, given),
  }),
  nodes: ({ ids }: { ids: readonly string[] }) => nodes(call, ids),
  createCommitOnBranch: ({ input }: Arguments) => createCommitOnBranch(call, input),
  markPullRequestReadyForReview: ({ input }: Arguments) => setDraft(call, input, false),
  convertPullRequestToDraft: ({ input }: Arguments) => setDraft(call, input, true),
})

/** Runs a document. Three mutations have an effect; most other fields of the schema are null. */
export async function answerGraphql(call: Call): Promise<Reply> {
  if (!call.actor) throw new Refusal(401, 'This endpoint requires you to be authenticated.')
  const variables = z.record(z.string(), z.unknown()).catch({}).parse(call.body['variables'])
  const { data, errors } = await graphql({
    schema: githubSchema(),
    source: textOf(call.body, 'query') ?? '',
    variableValues: variables,
    rootValue: rootOf(call),
  })
  const told = errors?.map((error) => ({ type: error.extensions['type'] ?? kindOf(error), ...error.toJSON() }))
  return ok({ ...(data === undefined ? {} : { data }), ...(told ? { errors: told } : {}) })
}

const kindOf = ({ originalError }: GraphQLError): string =>
  originalError instanceof Refusal && originalError.status === 403 ? 'FORBIDDEN' : 'UNPROCESSABLE'
