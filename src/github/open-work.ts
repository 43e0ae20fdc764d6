import { loginOf, type ActorNode, type Ask } from './latest-comments.ts'
import type { OpenWork } from './forge.ts'

/** Pull requests in one request, each with so many files: GitHub takes its time for files. */
const PULLS = 50
const FILES = 100
/** So many requests are made at most. */
const PAGES = 2

const QUESTION = `query ($owner: String!, $repo: String!, $after: String) { repository(owner: $owner, name: $repo) {
  pullRequests(states: OPEN, first: ${PULLS}, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
    nodes {
      number title headRefName isCrossRepository author { __typename login } files(first: ${FILES}) { nodes { path } }
    }
    pageInfo { hasNextPage endCursor }
  }
} }`

type WorkNode = {
  number: number
  title: string
  headRefName: string
  isCrossRepository: boolean
  author: ActorNode
  files: { nodes: ({ path: string } | null)[] | null } | null
}
type Page = { nodes: (WorkNode | null)[] | null; pageInfo: { hasNextPage: boolean; endCursor: string | null } }

/** The newest open pull requests with the files that they change. */
export async function openWork(ask: Ask, { owner, repo }: { owner: string; repo: string }): Promise<OpenWork[]> {
  const found: OpenWork[] = []
  let after: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const answer: { repository: { pullRequests: Page } | null } = await ask(QUESTION, { owner, repo, after })
    const { nodes = [], pageInfo } = answer.repository?.pullRequests ?? {}
    found.push(...(nodes ?? []).flatMap(toOpenWork))
    after = pageInfo?.endCursor ?? null
    if (!pageInfo?.hasNextPage || after === null) break
  }
  return found
}

const toOpenWork = (node: WorkNode | null): OpenWork[] =>
  node
    ? [
        {
          number: node.number,
          title: node.title,
          author: loginOf(node.author),
          byBot: node.author?.__typename === 'Bot',
          branch: node.headRefName,
          isFork: node.isCrossRepository,
          files: (node.files?.nodes ?? []).flatMap((file) => file?.path ?? []),
        },
      ]
    : []
