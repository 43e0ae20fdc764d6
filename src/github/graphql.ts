import { errorText } from '../lib/errors.ts'
import type { Closing, EditsAndClosings, OpenWork, Reaction, Reactors } from './forge.ts'

/** What sends a GraphQL document, and gives its data. */
export type Ask = <T>(document: string, variables: Record<string, unknown>) => Promise<T>

export type ActorNode = { login: string; __typename: string } | null

/** GraphQL calls an app by its bare name, and REST by its name with a mark. */
export const loginOf = (author: ActorNode): string =>
  author ? (author.__typename === 'Bot' ? `${author.login.replace(/\[bot\]$/, '')}[bot]` : author.login) : 'ghost'

/** Whether a server does not know a part of what it is asked. */
export const isUnknownField = (error: unknown): boolean => / doesn't exist on type /.test(errorText(error))

/** At most this many nodes can be asked for at once (GraphQL, "Node limit" of `nodes`). */
const MOST_NODES = 100

type NodesAnswer<N> = { nodes: readonly (N | null)[] }

/** The nodes of these ids, of as many requests as that takes. What is not there is left out. */
async function nodesOf<N>(ids: readonly string[], ask: (ids: readonly string[]) => Promise<NodesAnswer<N>>) {
  const found: N[] = []
  for (let from = 0; from < ids.length; from += MOST_NODES) {
    const { nodes } = await ask(ids.slice(from, from + MOST_NODES))
    found.push(...nodes.flatMap((node) => node ?? []))
  }
  return found
}

/** GitHub takes its time for files, so no more pull requests and files of each are asked for. */
const PULLS = 50
const FILES = 100
const WORK = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
  pullRequests(states: OPEN, first: ${PULLS}, orderBy: { field: CREATED_AT, direction: DESC }) { nodes {
    number title headRefName isCrossRepository author { __typename login } files(first: ${FILES}) { nodes { path } }
  } }
} }`

type WorkNode = {
  number: number
  title: string
  headRefName: string
  isCrossRepository: boolean
  author: ActorNode
  files: { nodes: ({ path: string } | null)[] | null } | null
}
type OpenPulls = { repository: { pullRequests: { nodes: (WorkNode | null)[] | null } } | null }

/** The newest open pull requests with the first hundred files that each changes, in one request. */
export async function openWork(ask: Ask, at: { owner: string; repo: string }): Promise<OpenWork[]> {
  const { repository } = await ask<OpenPulls>(WORK, at)
  return (repository?.pullRequests.nodes ?? []).flatMap((node) => (node ? [workOf(node)] : []))
}

const workOf = ({ number, title, author, files, ...head }: WorkNode): OpenWork => ({
  number,
  title,
  author: loginOf(author),
  byBot: author?.__typename === 'Bot',
  branch: head.headRefName,
  isFork: head.isCrossRepository,
  files: (files?.nodes ?? []).flatMap((file) => file?.path ?? []),
})

/** `reactors` has whoever reacted so, the first first. REST wants a request for each comment to tell them. */
const REACTORS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id reactionGroups {
  content viewerHasReacted reactors(first: 100) { nodes { __typename ... on Actor { login } } }
} } } }`

type Group = { content: string; viewerHasReacted: boolean; reactors: { nodes: ActorNode[] | null } }
type ReactedNode = { id?: string; reactionGroups?: Group[] | null }

export async function reactorsTo(ask: Ask, comments: readonly string[]): Promise<Reactors> {
  const nodes = await nodesOf(comments, (ids) => ask<NodesAnswer<ReactedNode>>(REACTORS, { ids }))
  return new Map(nodes.flatMap(({ id, reactionGroups }) => (id ? [[id, reactionsIn(reactionGroups ?? [])]] : [])))
}

const reactionsIn = (groups: readonly Group[]): Partial<Record<Reaction, { byUs: boolean; logins: string[] }>> =>
  Object.fromEntries(
    groups.map(({ content, viewerHasReacted: byUs, reactors }) => [
      content.toLowerCase(),
      { byUs, logins: (reactors.nodes ?? []).map(loginOf) },
    ]),
  )

/** So many times that a pull request was closed and reopened are looked at, the newest. */
const ENDS = 40

/** What is asked of a pull request to know when it was closed. */
export const CLOSINGS = `timelineItems(last: ${ENDS}, itemTypes: [CLOSED_EVENT, REOPENED_EVENT]) {
        nodes { __typename ... on ClosedEvent { createdAt } ... on ReopenedEvent { createdAt } }
      }`
const question = (more = ''): string => `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on IssueComment { id lastEditedAt includesCreatedEdit }${more}
  }
}`
const EDITS = question()
const EDITS_AND_CLOSINGS = question(`
    ... on PullRequest {
      ${CLOSINGS}
    }`)

type CommentNode = { id?: string; lastEditedAt?: string | null; includesCreatedEdit?: boolean }
export type TimelineNode = { timelineItems?: { nodes: readonly (End | null)[] | null } | null }
type End = { __typename: string; createdAt?: string }
type EditedAnswer = NodesAnswer<CommentNode & TimelineNode>

/** GraphQL alone tells of edits (REST's `updated_at` moves for less), and of closings before a reopening. */
export async function editsAndClosings(
  ask: Ask,
  comments: readonly string[],
  pull?: string,
): Promise<EditsAndClosings> {
  const wanted = [...(pull === undefined ? [] : [pull]), ...comments]
  const nodes = await nodesOf(wanted, (ids) => askForEdits(ask, ids))
  const edited = nodes.filter(({ lastEditedAt, includesCreatedEdit }) => lastEditedAt || includesCreatedEdit)
  return {
    edited: new Set(edited.flatMap(({ id }) => id ?? [])),
    closings: closingsIn(nodes.find(({ timelineItems }) => timelineItems) ?? {}),
  }
}

/** Servers that do not tell when a pull request was closed, so that the question is not asked twice each time. */
const withoutClosings = new WeakSet<Ask>()

/** An edited approval must never count, so a server that does not know the second half is asked for the first alone. */
async function askForEdits(ask: Ask, ids: readonly string[]): Promise<EditedAnswer> {
  if (withoutClosings.has(ask)) return ask<EditedAnswer>(EDITS, { ids })
  try {
    return await ask<EditedAnswer>(EDITS_AND_CLOSINGS, { ids })
  } catch (error) {
    if (!isUnknownField(error)) throw error
    withoutClosings.add(ask)
    return askForEdits(ask, ids)
  }
}

/** The times between a close and the reopening after it. Of a list that begins with a reopening, that is unknown. */
export function closingsIn({ timelineItems }: TimelineNode): Closing[] {
  const known = (timelineItems?.nodes ?? []).flatMap((one) =>
    one?.createdAt === undefined ? [] : [{ ...one, at: one.createdAt }],
  )
  return known.flatMap(({ __typename, at }, i) => {
    const before = known[i - 1]
    const isReopened = __typename === 'ReopenedEvent' && before?.__typename === 'ClosedEvent'
    return isReopened ? [{ closedAt: before.at, reopenedAt: at }] : []
  })
}
