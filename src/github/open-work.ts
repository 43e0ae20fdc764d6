import { loginOf, type ActorNode, type Ask } from './latest-comments.ts'
import type { OpenStatus, OpenWork } from './forge.ts'

export type RepositoryAt = { owner: string; repo: string }

const FIELDS = 'number title headRefName isCrossRepository author { __typename login }'

const NEWEST = 'orderBy: { field: CREATED_AT, direction: DESC }'

/** GitHub takes its time for files, so no more pull requests and files of each are asked for. */
const PULLS = 50
const FILES = 100
const WORK = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
  pullRequests(states: OPEN, first: ${PULLS}, ${NEWEST}) { nodes { ${FIELDS} files(first: ${FILES}) { nodes { path } } } }
} }`

const STATUS = 'commits(last: 1) { nodes { commit { status { context(name: $context) { description createdAt } } } } }'
const STATUSES = `query ($owner: String!, $repo: String!, $after: String, $context: String!) {
  repository(owner: $owner, name: $repo) {
    pullRequests(states: OPEN, first: 100, after: $after, ${NEWEST}) {
      nodes { ${FIELDS} createdAt ${STATUS} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`
/** So many requests are made for statuses at most. */
const PAGES = 2

type OpenNode = {
  number: number
  title: string
  headRefName: string
  isCrossRepository: boolean
  author: ActorNode
}
type WorkNode = OpenNode & { files: { nodes: ({ path: string } | null)[] | null } | null }
type StatusNode = OpenNode & {
  createdAt: string
  commits: { nodes: ({ commit: { status: { context: StatusWords } | null } } | null)[] | null }
}
type StatusWords = { description: string | null; createdAt: string } | null
type Nodes<N> = { nodes: (N | null)[] | null }
type Page<N> = Nodes<N> & { pageInfo: { hasNextPage: boolean; endCursor: string | null } }
type OpenPulls<L> = { repository: { pullRequests: L } | null }

/** The newest open pull requests with the first hundred files that each changes, in one request. */
export async function openWork(ask: Ask, at: RepositoryAt): Promise<OpenWork[]> {
  const { repository } = await ask<OpenPulls<Nodes<WorkNode>>>(WORK, at)
  return (repository?.pullRequests.nodes ?? []).flatMap((node) =>
    node ? [{ ...pullOf(node), files: (node.files?.nodes ?? []).flatMap((file) => file?.path ?? []) }] : [],
  )
}

/** The newest open pull requests with the commit status of their heads in a context, two hundred at most. */
export const openStatuses = async (ask: Ask, at: RepositoryAt, context: string): Promise<OpenStatus[]> =>
  (await pagesOf<StatusNode>(ask, STATUSES, { ...at, context })).map((node) => {
    const words = node.commits.nodes?.at(-1)?.commit.status?.context
    return { ...pullOf(node), since: words?.createdAt ?? node.createdAt, says: words?.description ?? undefined }
  })

const pullOf = (node: OpenNode): Omit<OpenWork, 'files'> => ({
  number: node.number,
  title: node.title,
  author: loginOf(node.author),
  byBot: node.author?.__typename === 'Bot',
  branch: node.headRefName,
  isFork: node.isCrossRepository,
})

async function pagesOf<N>(ask: Ask, document: string, variables: Record<string, string> & RepositoryAt): Promise<N[]> {
  const found: N[] = []
  let after: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const answer: OpenPulls<Page<N>> = await ask(document, { ...variables, after })
    const { nodes = [], pageInfo } = answer.repository?.pullRequests ?? {}
    found.push(...(nodes ?? []).flatMap((node) => node ?? []))
    after = pageInfo?.endCursor ?? null
    if (!pageInfo?.hasNextPage || after === null) break
  }
  return found
}
