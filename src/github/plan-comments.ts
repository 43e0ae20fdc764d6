import type { SaidOnPlan } from './forge.ts'
import { loginOf, type ActorNode, type Ask } from './latest-comments.ts'

type SaidNode = {
  fullDatabaseId: string | null
  body: string
  author: ActorNode
  viewerDidAuthor: boolean
  reactionGroups: { content: string; viewerHasReacted: boolean }[] | null
}
type SaidPullNode = { viewerDidAuthor: boolean; comments: { nodes: (SaidNode | null)[] | null } }

/** `databaseId` is a number of 32 bits, which the ids of comments have outgrown. */
const saidQuery = (
  pulls: readonly number[],
): string => `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
${pulls.map((number) => `  n${number}: pullRequest(number: ${number}) { ...said }`).join('\n')}
} }
fragment said on PullRequest {
  viewerDidAuthor
  comments(last: 100) { nodes {
    fullDatabaseId body viewerDidAuthor author { __typename login } reactionGroups { content viewerHasReacted }
  } }
}`

/** What was said on pull requests that this account opened. The others, and those that are gone, are left out. */
export async function saidOnPlans(
  ask: Ask,
  { owner, repo }: { owner: string; repo: string },
  pulls: readonly number[],
): Promise<SaidOnPlan[]> {
  if (pulls.length === 0) return []
  const answer = await ask<{ repository: Record<string, SaidPullNode | null> | null }>(saidQuery(pulls), {
    owner,
    repo,
  })
  return pulls.flatMap((pull) => {
    const found = answer.repository?.[`n${pull}`]
    return found?.viewerDidAuthor ? [{ pull, comments: (found.comments.nodes ?? []).flatMap(toSaid) }] : []
  })
}

function toSaid(node: SaidNode | null): SaidOnPlan['comments'] {
  const id = Number(node?.fullDatabaseId)
  if (!node || !Number.isSafeInteger(id) || id === 0) return []
  return [
    {
      id,
      author: loginOf(node.author),
      byPerson: node.author?.__typename === 'User' && !node.viewerDidAuthor,
      byUs: node.viewerDidAuthor,
      takenUp: (node.reactionGroups ?? []).some((one) => one.content === 'EYES' && one.viewerHasReacted),
      body: node.body,
    },
  ]
}
