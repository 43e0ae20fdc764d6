import type { Client } from './client.ts'
import type { Closing, EditsAndClosings } from './forge.ts'

/** So many times that a pull request was closed and reopened are looked at, the newest. */
const ENDS = 40

const EDITS = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on IssueComment { id lastEditedAt includesCreatedEdit }
    ... on PullRequest {
      timelineItems(last: ${ENDS}, itemTypes: [CLOSED_EVENT, REOPENED_EVENT]) {
        nodes { __typename ... on ClosedEvent { createdAt } ... on ReopenedEvent { createdAt } }
      }
    }
  }
}`

type CommentNode = { id?: string; lastEditedAt?: string | null; includesCreatedEdit?: boolean }
type PullNode = { timelineItems?: { nodes: readonly (End | null)[] | null } | null }
type End = { __typename: string; createdAt?: string }
type NodesAnswer = { nodes: readonly ((CommentNode & PullNode) | null)[] }

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
    const { nodes } = await octokit.graphql<NodesAnswer>(EDITS, { ids: ids.slice(from, from + MOST_NODES) })
    for (const node of nodes) {
      if (node?.id && (node.lastEditedAt || node.includesCreatedEdit)) edited.add(node.id)
      if (node?.timelineItems) closings = closingsIn(node.timelineItems.nodes ?? [])
    }
  }
  return { edited, closings }
}

/** The times between a close and the reopening after it. Where the list begins with a reopening, its close is unknown. */
function closingsIn(ends: readonly (End | null)[]): Closing[] {
  const known = ends.flatMap((one) => (one?.createdAt === undefined ? [] : [{ ...one, at: one.createdAt }]))
  return known.flatMap(({ __typename, at }, i) => {
    const before = known[i - 1]
    const isReopened = __typename === 'ReopenedEvent' && before?.__typename === 'ClosedEvent'
    return isReopened ? [{ closedAt: before.at, reopenedAt: at }] : []
  })
}
