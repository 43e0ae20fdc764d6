import { loginOf, type ActorNode, type Ask } from './graphql.ts'
import type { OpenWork } from './forge.ts'

export type RepositoryAt = { owner: string; repo: string }

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
export async function openWork(ask: Ask, at: RepositoryAt): Promise<OpenWork[]> {
  const { repository } = await ask<OpenPulls>(WORK, at)
  return (repository?.pullRequests.nodes ?? []).flatMap((node) => (node ? [workOf(node)] : []))
}

const workOf = (node: WorkNode): OpenWork => ({
  number: node.number,
  title: node.title,
  author: loginOf(node.author),
  byBot: node.author?.__typename === 'Bot',
  branch: node.headRefName,
  isFork: node.isCrossRepository,
  files: (node.files?.nodes ?? []).flatMap((file) => file?.path ?? []),
})
