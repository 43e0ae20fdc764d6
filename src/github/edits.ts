import { errorText } from '../lib/errors.ts'
import type { Client } from './transport/client.ts'
import type { Closing, EditsAndClosings } from './forge.ts'

/** So many times that a pull request was closed and reopened are looked at, the newest. */
const ENDS = 40

const question = (more = ''): string => `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on IssueComment { id lastEditedAt includesCreatedEdit }${more}
  }
}`
/** What is asked of a pull request to know when it was closed. */
export const CLOSINGS = `timelineItems(last: ${ENDS}, itemTypes: [CLOSED_EVENT, REOPENED_EVENT]) {
        nodes { __typename ... on ClosedEvent { createdAt } ... on ReopenedEvent { createdAt } }
      }`
const EDITS = question()
const EDITS_AND_CLOSINGS = question(`
    ... on PullRequest {
      ${CLOSINGS}
    }`)

type CommentNode = { id?: string; lastEditedAt?: string | null; includesCreatedEdit?: boolean }
export type TimelineNode = { timelineItems?: { nodes: readonly (End | null)[] | null } | null }
type End = { __typename: string; createdAt?: string }
type NodesAnswer = { nodes: readonly ((CommentNode & TimelineNode) | null)[] }

/** At most this many nodes can be asked for at once (GraphQL, "Node limit" of `nodes`). */
const MOST_NODES = 100

/**
 * GitHub tells of edits by GraphQL alone: the `updated_at` of REST also moves when somebody hides a comment. REST tells
 * when a pull request was closed last, and nothing of it once it is open again.
 */
export async function editsAndClosings(
  octokit: Client['octokit'],
  comments: readonly string[],
  pull?: string,
): Promise<EditsAndClosings> {
  const edited = new Set<string>()
  const ids = [...(pull === undefined ? [] : [pull]), ...comments]
  let closings: readonly Closing[] = []
  for (let from = 0; from < ids.length; from += MOST_NODES) {
    const { nodes } = await ask(octokit, ids.slice(from, from + MOST_NODES))
    for (const node of nodes) {
      if (node?.id && (node.lastEditedAt || node.includesCreatedEdit)) edited.add(node.id)
      if (node?.timelineItems) closings = closingsIn(node)
    }
  }
  return { edited, closings }
}

/** Servers that do not tell when a pull request was closed, so that the question is not asked twice each time. */
const withoutClosings = new WeakSet<Client['octokit']>()

/** An edited approval must never count, so a server that does not know the second half is asked for the first alone. */
async function ask(octokit: Client['octokit'], ids: readonly string[]): Promise<NodesAnswer> {
  if (withoutClosings.has(octokit)) return octokit.graphql<NodesAnswer>(EDITS, { ids })
  try {
    return await octokit.graphql<NodesAnswer>(EDITS_AND_CLOSINGS, { ids })
  } catch (error) {
    if (!/ doesn't exist on type /.test(errorText(error))) throw error
    withoutClosings.add(octokit)
    return ask(octokit, ids)
  }
}

/**
 * The times between a close and the reopening after it. Where the list begins with a reopening, its close is unknown.
 */
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
