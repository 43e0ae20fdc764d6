import type { LastWords } from './forge.ts'

/** What sends a GraphQL document, and gives its data. */
export type Ask = <T>(document: string, variables: Record<string, unknown>) => Promise<T>

/** So many places in one request: few enough for GitHub's limits of nodes, and for a document that stays short. */
const PLACES = 50

export type ActorNode = { login: string; __typename: string } | null
type Newest = {
  comments: { nodes: { body: string; createdAt: string; author: ActorNode }[] }
  reviews?: { nodes: { createdAt: string }[] }
}

const COMMENT = 'comments(last: 1) { nodes { body createdAt author { __typename login } } }'

const lastWordsQuery = (
  numbers: readonly number[],
): string => `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
${numbers.map((number) => `  n${number}: issueOrPullRequest(number: ${number}) { ...words }`).join('\n')}
} }
fragment words on IssueOrPullRequest {
  ... on Issue { ${COMMENT} }
  ... on PullRequest { ${COMMENT} reviews(last: 1) { nodes { createdAt } } }
}`

/** The newest comment and review of many issues and pull requests, by their numbers. What is not there is left out. */
export async function lastWordsAt(
  ask: Ask,
  { owner, repo }: { owner: string; repo: string },
  numbers: readonly number[],
): Promise<Map<number, LastWords>> {
  const found = new Map<number, LastWords>()
  for (let from = 0; from < numbers.length; from += PLACES) {
    const some = numbers.slice(from, from + PLACES)
    const answer = await ask<{ repository: Record<string, Newest | null> | null }>(lastWordsQuery(some), {
      owner,
      repo,
    })
    for (const number of some) {
      const raw = answer.repository?.[`n${number}`]
      if (raw) found.set(number, wordsIn(raw))
    }
  }
  return found
}

function wordsIn({ comments, reviews }: Newest): LastWords {
  const [comment] = comments.nodes
  const [review] = reviews?.nodes ?? []
  return {
    comment: comment && { body: comment.body, createdAt: comment.createdAt, author: loginOf(comment.author) },
    reviewedAt: review?.createdAt,
  }
}

/** GraphQL calls an app by its bare name, and REST by its name with a mark. */
export const loginOf = (author: ActorNode): string =>
  author ? (author.__typename === 'Bot' ? `${author.login.replace(/\[bot\]$/, '')}[bot]` : author.login) : 'ghost'
