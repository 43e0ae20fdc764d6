import { loginOf, type ActorNode, type Ask } from './latest-comments.ts'
import type { OpenStatus, OpenWork } from './forge.ts'

export type RepositoryAt = { owner: string; repo: string }

/** Files of a pull request in one request. */
const FILES = 100
/** So many requests are made at most. */
const PAGES = 2

const FIELDS = 'number title headRefName isCrossRepository author { __typename login }'

const listOf = (size: number, after: string, more: string): string =>
  `pullRequests(states: OPEN, first: ${size}${after}, orderBy: { field: CREATED_AT, direction: DESC }) {
    nodes { ${FIELDS} ${more} }
    pageInfo { hasNextPage endCursor }
  }`

/** GitHub takes its time for files, so they are asked for in smaller pages. */
const IN_A_PAGE = 50
const FILES_OF_EACH = `files(first: ${FILES}) { nodes { path } }`
/** The first page, as a part of another question. */
export const WORK_PAGE = listOf(IN_A_PAGE, '', FILES_OF_EACH)

const WORK = question(IN_A_PAGE, '', FILES_OF_EACH)
const STATUSES = question(
  100,
  ', $context: String!',
  'createdAt commits(last: 1) { nodes { commit { status { context(name: $context) { description createdAt } } } } }',
)

function question(size: number, variables: string, more: string): string {
  return `query ($owner: String!, $repo: String!, $after: String${variables}) { repository(owner: $owner, name: $repo) {
  ${listOf(size, ', after: $after', more)}
} }`
}

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
type Page<N> = { nodes: (N | null)[] | null; pageInfo: { hasNextPage: boolean; endCursor: string | null } }

export type WorkPage = Page<WorkNode>

/** The newest open pull requests with the files that they change, a hundred at most. */
export const openWork = async (ask: Ask, at: RepositoryAt): Promise<OpenWork[]> =>
  toOpenWork(await pagesOf<WorkNode>(ask, WORK, at))

export const toOpenWork = (nodes: readonly (WorkNode | null)[]): OpenWork[] =>
  nodes.flatMap((node) =>
    node ? [{ ...pullOf(node), files: (node.files?.nodes ?? []).flatMap((file) => file?.path ?? []) }] : [],
  )

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
    const answer: { repository: { pullRequests: Page<N> } | null } = await ask(document, { ...variables, after })
    const { nodes = [], pageInfo } = answer.repository?.pullRequests ?? {}
    found.push(...(nodes ?? []).flatMap((node) => node ?? []))
    after = pageInfo?.endCursor ?? null
    if (!pageInfo?.hasNextPage || after === null) break
  }
  return found
}
