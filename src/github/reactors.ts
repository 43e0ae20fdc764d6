import type { Reaction, Reactors } from './forge.ts'
import { loginOf, type ActorNode, type Ask } from './graphql.ts'

/** `reactors` has whoever reacted so, the first first. REST wants a request for each comment to tell them. */
const REACTORS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id reactionGroups {
  content viewerHasReacted reactors(first: 100) { nodes { __typename ... on Actor { login } } }
} } } }`

type Group = { content: string; viewerHasReacted: boolean; reactors: { nodes: ActorNode[] | null } }
type ReactorsAnswer = { nodes: readonly ({ id?: string; reactionGroups?: Group[] | null } | null)[] }

/** At most this many nodes can be asked for at once (GraphQL, "Node limit" of `nodes`). */
const MOST_NODES = 100

/** Who reacted to comments, by the node ids of these. What is not there is left out. */
export async function reactorsTo(ask: Ask, comments: readonly string[]): Promise<Reactors> {
  const found = new Map<string, Partial<Record<Reaction, { byUs: boolean; logins: string[] }>>>()
  for (let from = 0; from < comments.length; from += MOST_NODES) {
    const { nodes } = await ask<ReactorsAnswer>(REACTORS, { ids: comments.slice(from, from + MOST_NODES) })
    for (const node of nodes)
      if (node?.id) found.set(node.id, Object.fromEntries((node.reactionGroups ?? []).map(told)))
  }
  return found
}

const told = ({ content, viewerHasReacted, reactors }: Group) =>
  [content.toLowerCase(), { byUs: viewerHasReacted, logins: (reactors.nodes ?? []).map(loginOf) }] as const
