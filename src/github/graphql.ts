import { errorText, UserError } from '../lib/errors.ts'
import { toAccount } from './answers.ts'
import type { Account, Closing, Comment, IssueBatch, Forge, Issue, OpenWork, Pull, Reactions } from './forge.ts'
import type { Client } from './transport/client.ts'
import { UnusableResponse, unlessError } from './transport/http-failure.ts'

/** Sends a GraphQL document with variables, and resolves with the data. */
type Ask = <T>(document: string, variables: Record<string, unknown>) => Promise<T>

/** The reads of `Forge` by GraphQL, which needs one request where REST needs many. */
export function questionsOf({ octokit, name }: Client) {
  const ask: Ask = (document, variables) => octokit.graphql(document, variables)
  return {
    readIssueBatch: (wanted) => fetchIssueBatch(ask, name, wanted),
    reactors: (comments) => reactorsTo(ask, comments),
    openWork: () => openWork(ask, name),
    editsAndClosings: (comments, pull) => editsAndClosings(ask, comments, pull),
  } satisfies Partial<Forge>
}

type ActorNode = { login: string; __typename: string; databaseId?: number | null } | null

/** The login as in REST, which appends `[bot]` to the name of an app. */
const loginOf = (author: ActorNode): string =>
  author ? (author.__typename === 'Bot' ? `${author.login.replace(/\[bot\]$/, '')}[bot]` : author.login) : 'ghost'

/** Whether a GraphQL server lacks a requested field, such as an older GitHub Enterprise Server. */
const isUnknownField = (error: unknown): boolean => / doesn't exist on type /.test(errorText(error))

/** GitHub's limit of nodes in one query. */
const MAX_NODES = 100

type NodesAnswer<N> = { nodes: readonly (N | null)[] }

/** The nodes of these ids, in as many requests as needed. Leaves out ids without a node. */
async function nodesOf<N>(ids: readonly string[], ask: (ids: readonly string[]) => Promise<NodesAnswer<N>>) {
  const found: N[] = []
  for (let from = 0; from < ids.length; from += MAX_NODES) {
    const { nodes } = await ask(ids.slice(from, from + MAX_NODES))
    found.push(...nodes.flatMap((node) => node ?? []))
  }
  return found
}

/** Limits of pull requests and files of each, because GitHub is slow to list files. */
const MAX_PULLS = 50
const MAX_FILES = 100
const OPEN_WORK = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
  pullRequests(states: OPEN, first: ${MAX_PULLS}, orderBy: { field: CREATED_AT, direction: DESC }) { nodes {
    number title branch: headRefName isFork: isCrossRepository author { __typename login }
    files(first: ${MAX_FILES}) { nodes { path } }
  } }
} }`

type WorkNode = Pick<OpenWork, 'number' | 'title' | 'branch' | 'isFork'> & {
  author: ActorNode
  files: { nodes: ({ path: string } | null)[] | null } | null
}
type OpenPulls = { repository: { pullRequests: { nodes: (WorkNode | null)[] | null } } | null }

/** The newest open pull requests with the first hundred files that each changes, in one request. */
async function openWork(ask: Ask, name: { owner: string; repo: string }): Promise<OpenWork[]> {
  const { repository } = await ask<OpenPulls>(OPEN_WORK, name)
  return (repository?.pullRequests.nodes ?? []).flatMap((node) => (node ? [workOf(node)] : []))
}

const workOf = ({ author, files, ...work }: WorkNode): OpenWork => ({
  ...work,
  author: loginOf(author),
  byBot: author?.__typename === 'Bot',
  files: (files?.nodes ?? []).flatMap((file) => file?.path ?? []),
})

/** Accounts by reaction, the earliest first, for many comments: REST needs a request for each comment. */
const REACTORS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id reactionGroups {
  content viewerHasReacted reactors(first: 100) { nodes { __typename ... on Actor { login } } }
} } } }`

type ReactionGroup = { content: string; viewerHasReacted: boolean; reactors: { nodes: ActorNode[] | null } }
type ReactedNode = { id?: string; reactionGroups?: ReactionGroup[] | null }

async function reactorsTo(ask: Ask, comments: readonly string[]): ReturnType<Forge['reactors']> {
  const nodes = await nodesOf(comments, (ids) => ask<NodesAnswer<ReactedNode>>(REACTORS, { ids }))
  const byReaction = ({ content, viewerHasReacted: byUs, reactors }: ReactionGroup) =>
    [content.toLowerCase(), { byUs, logins: (reactors.nodes ?? []).map(loginOf) }] as const
  return new Map(
    nodes.flatMap(({ id, reactionGroups }) =>
      id ? [[id, Object.fromEntries((reactionGroups ?? []).map(byReaction))]] : [],
    ),
  )
}

/** The newest closings and reopenings of a pull request that are read. */
const MAX_CLOSINGS = 40
const CLOSINGS = `timelineItems(last: ${MAX_CLOSINGS}, itemTypes: [CLOSED_EVENT, REOPENED_EVENT]) {
  nodes { __typename ... on ClosedEvent { createdAt } ... on ReopenedEvent { createdAt } }
}`
const editsQuery = (more = ''): string =>
  `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id lastEditedAt includesCreatedEdit } ${more} } }`

type CommentNode = { id?: string; lastEditedAt?: string | null; includesCreatedEdit?: boolean }
type TimelineNode = { timelineItems?: { nodes: readonly (TimelineEvent | null)[] | null } | null }
type TimelineEvent = { __typename: string; createdAt?: string }
type EditedAnswer = NodesAnswer<CommentNode & TimelineNode>

/** Only GraphQL has edits (REST's `updated_at` changes for other reasons too), and closings before a reopening. */
async function editsAndClosings(
  ask: Ask,
  comments: readonly string[],
  pull?: string,
): ReturnType<Forge['editsAndClosings']> {
  const wanted = [...(pull === undefined ? [] : [pull]), ...comments]
  const nodes = await nodesOf(wanted, (ids) => askForEdits(ask, ids))
  const edited = nodes.filter(({ lastEditedAt, includesCreatedEdit }) => lastEditedAt || includesCreatedEdit)
  return {
    edited: new Set(edited.flatMap(({ id }) => id ?? [])),
    closings: closingsIn(nodes.find(({ timelineItems }) => timelineItems) ?? {}),
  }
}

/** Falls back to edits alone on a server without the field for closings: an edited approval must never count. */
const askForEdits = async (ask: Ask, ids: readonly string[]): Promise<EditedAnswer> =>
  (await unlessError(isUnknownField)(ask<EditedAnswer>(editsQuery(`... on PullRequest { ${CLOSINGS} }`), { ids }))) ??
  ask<EditedAnswer>(editsQuery(), { ids })

/** The periods from a close to the next reopening. A list that begins with a reopening lacks the close before it. */
function closingsIn({ timelineItems }: TimelineNode): Closing[] {
  const events = (timelineItems?.nodes ?? []).flatMap((one) =>
    one?.createdAt === undefined ? [] : [{ ...one, at: one.createdAt }],
  )
  return events.flatMap(({ __typename, at }, i) => {
    const before = events[i - 1]
    const isReopened = __typename === 'ReopenedEvent' && before?.__typename === 'ClosedEvent'
    return isReopened ? [{ closedAt: before.at, reopenedAt: at }] : []
  })
}

const ACTOR_FIELDS = `__typename login
  ... on User { databaseId } ... on Bot { databaseId } ... on Organization { databaseId } ... on Mannequin { databaseId }`
const COMMENT_FIELDS = `comments(first: 100) { totalCount nodes {
    nodeId: id fullDatabaseId body createdAt updatedAt lastEditedAt includesCreatedEdit author { ...actor } ...reactions
  } }`
const ISSUE_FIELDS = `repository { nameWithOwner } title body state createdAt updatedAt locked author { ...actor } ...reactions ${COMMENT_FIELDS}`
const PULL_FIELDS = `number nodeId: id title body state draft: isDraft mergedAt createdAt closedAt updatedAt url author { ...actor }
    headRefName headRefOid headRepository { nameWithOwner } base: baseRefName isCrossRepository`

/** One query for the requested parts only, so that GitHub computes no others. */
const batchQuery = ({ issue, pull, branch }: BatchSpec): string => {
  const more = [
    pull === undefined ? '' : `pull: pullRequest(number: ${pull}) { ${COMMENT_FIELDS} ${CLOSINGS} }`,
    branch === undefined
      ? ''
      : `plans: pullRequests(headRefName: $branch, ${NEWEST}) { totalCount nodes { ${PULL_FIELDS} } }`,
  ]
  const variables = `$owner: String!, $repo: String!${branch === undefined ? '' : ', $branch: String!'}`
  return `query (${variables}) { repository(owner: $owner, name: $repo) {
  issue(number: ${issue}) { ${ISSUE_FIELDS} }
  ${more.join('\n  ')}
} }
fragment actor on Actor { ${ACTOR_FIELDS} }
fragment reactions on Reactable { reactionGroups { content reactors { totalCount } } }`
}
const NEWEST = 'first: 100, orderBy: { field: CREATED_AT, direction: DESC }'

type ReactableNode = { reactionGroups: { content: string; reactors: { totalCount: number } }[] | null }
type BatchSpec = Parameters<Forge['readIssueBatch']>[0]
type List<N> = { totalCount: number; nodes: (N | null)[] | null }
type FullComment = Pick<Comment, 'nodeId' | 'body' | 'createdAt' | 'updatedAt'> &
  ReactableNode & {
    fullDatabaseId: string | null
    lastEditedAt: string | null
    includesCreatedEdit: boolean
    author: ActorNode
  }
type IssueNode = Pick<Issue, 'title' | 'body' | 'createdAt' | 'locked'> &
  ReactableNode & {
    repository: { nameWithOwner: string }
    state: string
    updatedAt: string
    author: ActorNode
    comments: List<FullComment>
  }
type PullNode = Pick<Pull, 'number' | 'nodeId' | 'title' | 'body' | 'draft' | 'base' | 'url' | 'createdAt'> & {
  state: string
  mergedAt: string | null
  closedAt: string | null
  updatedAt: string
  author: ActorNode
  headRefName: string
  headRefOid: string
  headRepository: { nameWithOwner: string } | null
  isCrossRepository: boolean
}
type BatchAnswer = {
  repository: {
    issue: IssueNode | null
    pull?: ({ comments: List<FullComment> } & TimelineNode) | null
    plans?: List<PullNode>
  } | null
}

/** Connections to servers that lack the fields of the batch query, which is not sent to them again. */
const withoutBatch = new WeakSet<Ask>()

/** Fetches issue, comments and pull requests in one request; undefined where the reply is incomplete. */
async function fetchIssueBatch(
  ask: Ask,
  at: { owner: string; repo: string },
  wanted: BatchSpec,
): Promise<IssueBatch | undefined> {
  if (withoutBatch.has(ask)) return undefined
  const { branch } = wanted
  try {
    const answer = await ask<BatchAnswer>(batchQuery(wanted), { ...at, ...(branch === undefined ? {} : { branch }) })
    // A transferred issue may be shown as it is in its new repository.
    const repository = answer.repository?.issue?.repository.nameWithOwner.toLowerCase()
    return repository === `${at.owner}/${at.repo}`.toLowerCase() ? issueBatchIn(answer, wanted) : undefined
  } catch (error) {
    if (error instanceof UserError) throw error
    if (isUnknownField(error)) withoutBatch.add(ask)
    return undefined
  }
}

function issueBatchIn({ repository }: BatchAnswer, { issue: number, ...wanted }: BatchSpec): IssueBatch | undefined {
  const { issue, pull, plans } = repository ?? {}
  if (!issue || (wanted.pull !== undefined && !pull)) return undefined
  return {
    issue: toIssue(issue, number),
    comments: completeList(issue.comments).map(toComment),
    ...(pull ? { pull: { comments: completeList(pull.comments).map(toComment), closings: closingsIn(pull) } } : {}),
    // A branch of a fork may have the same name.
    ...(plans ? { plans: completeList(plans).flatMap((node) => (node.isCrossRepository ? [] : [toPlan(node)])) } : {}),
  }
}

/** The nodes of a complete list. Throws where entries are missing or hidden. */
function completeList<N>({ totalCount, nodes }: List<N>): N[] {
  const shown = (nodes ?? []).flatMap((node) => node ?? [])
  if (shown.length !== totalCount) throw new UnusableResponse(`GitHub shows ${shown.length} of ${totalCount}.`)
  return shown
}

/** The author as in REST, whose ids and logins approvals are checked by. */
function toAuthor(author: ActorNode): Account {
  if (!author) return toAccount(null)
  if (!author.databaseId) throw new UnusableResponse(`GitHub does not say who ${author.login} is.`)
  return { login: loginOf(author), id: author.databaseId, type: author.__typename }
}

function toReactions({ reactionGroups }: ReactableNode): Reactions {
  if (!reactionGroups) throw new UnusableResponse('GitHub does not say how many reacted.')
  const count = (kind: string): number =>
    reactionGroups.find(({ content }) => content === kind)?.reactors.totalCount ?? 0
  return { eyes: count('EYES'), rocket: count('ROCKET'), confused: count('CONFUSED') }
}

const toIssue = ({ title, body, createdAt, locked, ...node }: IssueNode, number: number): Issue => ({
  ...{ number, title, body, createdAt, locked },
  author: toAuthor(node.author),
  state: node.state === 'CLOSED' ? 'closed' : 'open',
  isPull: false,
  reactions: toReactions(node),
  counted: { comments: node.comments.totalCount, at: node.updatedAt },
})

function toComment({ nodeId, body, createdAt, updatedAt, ...node }: FullComment): Comment {
  const id = Number(node.fullDatabaseId)
  if (!Number.isSafeInteger(id) || id === 0) throw new UnusableResponse('GitHub gives a comment no number.')
  return {
    ...{ id, nodeId, body, createdAt, updatedAt },
    author: toAuthor(node.author),
    wasEdited: node.lastEditedAt !== null || node.includesCreatedEdit,
    reactions: toReactions(node),
  }
}

const toPlan = ({ number, nodeId, title, body, draft, base, url, createdAt, updatedAt, ...node }: PullNode): Pull => ({
  ...{ number, nodeId, title, body, draft, base, url, createdAt, updatedAt },
  author: toAuthor(node.author),
  state: node.state === 'OPEN' ? 'open' : 'closed',
  merged: node.mergedAt !== null,
  head: { branch: node.headRefName, sha: node.headRefOid, repository: node.headRepository?.nameWithOwner },
  closedAt: node.closedAt ?? undefined,
  lineComments: undefined,
})
