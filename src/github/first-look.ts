import { toAccount } from './answers.ts'
import {
  CLOSINGS,
  closingsIn,
  isUnknownField,
  loginOf,
  type ActorNode,
  type Ask,
  type TimelineNode,
} from './graphql.ts'
import type { Account, Comment, FirstLook, Issue, Pull, Reactions, WantedLook } from './forge.ts'
import { GarbledAnswer } from './transport/http-failure.ts'
import { UserError } from '../lib/errors.ts'

const ACTOR = `__typename login
  ... on User { databaseId } ... on Bot { databaseId } ... on Organization { databaseId } ... on Mannequin { databaseId }`
const COMMENTS = `comments(first: 100) { totalCount nodes {
    nodeId: id fullDatabaseId body createdAt updatedAt lastEditedAt includesCreatedEdit author { ...actor } ...reactions
  } }`
const ISSUE = `repository { nameWithOwner } title body state createdAt updatedAt locked author { ...actor } ...reactions ${COMMENTS}`
const PULL = `number nodeId: id title body state draft: isDraft mergedAt createdAt closedAt updatedAt url author { ...actor }
    headRefName headRefOid headRepository { nameWithOwner } base: baseRefName isCrossRepository`

/** One question for what is in it. What is not wanted is left out, so that GitHub looks for no more than that. */
const question = ({ issue, pull, branch }: WantedLook): string => {
  const more = [
    pull === undefined ? '' : `pull: pullRequest(number: ${pull}) { ${COMMENTS} ${CLOSINGS} }`,
    branch === undefined ? '' : `plans: pullRequests(headRefName: $branch, ${NEWEST}) { totalCount nodes { ${PULL} } }`,
  ]
  const variables = `$owner: String!, $repo: String!${branch === undefined ? '' : ', $branch: String!'}`
  return `query (${variables}) { repository(owner: $owner, name: $repo) {
  issue(number: ${issue}) { ${ISSUE} }
  ${more.join('\n  ')}
} }
fragment actor on Actor { ${ACTOR} }
fragment reactions on Reactable { reactionGroups { content reactors { totalCount } } }`
}
const NEWEST = 'first: 100, orderBy: { field: CREATED_AT, direction: DESC }'

type SpeakerNode = (NonNullable<ActorNode> & { databaseId?: number | null }) | null
type ReactableNode = { reactionGroups: { content: string; reactors: { totalCount: number } }[] | null }
type List<N> = { totalCount: number; nodes: (N | null)[] | null }
type FullComment = Pick<Comment, 'nodeId' | 'body' | 'createdAt' | 'updatedAt'> &
  ReactableNode & {
    fullDatabaseId: string | null
    lastEditedAt: string | null
    includesCreatedEdit: boolean
    author: SpeakerNode
  }
type IssueNode = Pick<Issue, 'title' | 'body' | 'createdAt' | 'locked'> &
  ReactableNode & {
    repository: { nameWithOwner: string }
    state: string
    updatedAt: string
    author: SpeakerNode
    comments: List<FullComment>
  }
type PullNode = Pick<Pull, 'number' | 'nodeId' | 'title' | 'body' | 'draft' | 'base' | 'url' | 'createdAt'> & {
  state: string
  mergedAt: string | null
  closedAt: string | null
  updatedAt: string
  author: SpeakerNode
  headRefName: string
  headRefOid: string
  headRepository: { nameWithOwner: string } | null
  isCrossRepository: boolean
}
type LookAnswer = {
  repository: {
    issue: IssueNode | null
    pull?: ({ comments: List<FullComment> } & TimelineNode) | null
    plans?: List<PullNode>
  } | null
}

/** Servers that do not know the question, so that it is not asked in vain each time. */
const refusedBy = new WeakSet<Ask>()

/** One request for all that a first look needs; undefined where GitHub does not give all of it. */
export async function firstLookAt(
  ask: Ask,
  at: { owner: string; repo: string },
  wanted: WantedLook,
): Promise<FirstLook | undefined> {
  if (refusedBy.has(ask)) return undefined
  const { branch } = wanted
  try {
    const answer = await ask<LookAnswer>(question(wanted), { ...at, ...(branch === undefined ? {} : { branch }) })
    // A transferred issue may be shown as it is in its new repository.
    const home = answer.repository?.issue?.repository.nameWithOwner.toLowerCase()
    return home === `${at.owner}/${at.repo}`.toLowerCase() ? lookIn(answer, wanted) : undefined
  } catch (error) {
    if (error instanceof UserError) throw error
    if (isUnknownField(error)) refusedBy.add(ask)
    return undefined
  }
}

function lookIn({ repository }: LookAnswer, { issue: number, ...wanted }: WantedLook): FirstLook | undefined {
  const { issue, pull, plans } = repository ?? {}
  if (!issue || (wanted.pull !== undefined && !pull)) return undefined
  return {
    issue: toIssue(issue, number),
    comments: whole(issue.comments).map(toComment),
    ...(pull ? { pull: { comments: whole(pull.comments).map(toComment), closings: closingsIn(pull) } } : {}),
    // A branch of a fork may have the same name.
    ...(plans ? { plans: whole(plans).flatMap((node) => (node.isCrossRepository ? [] : [toPlan(node)])) } : {}),
  }
}

/** A list as it is whole. Throws where a part is missing or kept from us. */
function whole<N>({ totalCount, nodes }: List<N>): N[] {
  const shown = (nodes ?? []).flatMap((node) => node ?? [])
  if (shown.length !== totalCount) throw new GarbledAnswer(`GitHub shows ${shown.length} of ${totalCount}.`)
  return shown
}

/** As REST has it, which gates go by. */
function toSpeaker(author: SpeakerNode): Account {
  if (!author) return toAccount(null)
  if (!author.databaseId) throw new GarbledAnswer(`GitHub does not say who ${author.login} is.`)
  return { login: loginOf(author), id: author.databaseId, type: author.__typename }
}

function toReactions({ reactionGroups }: ReactableNode): Reactions {
  if (!reactionGroups) throw new GarbledAnswer('GitHub does not say how many reacted.')
  const count = (kind: string): number =>
    reactionGroups.find(({ content }) => content === kind)?.reactors.totalCount ?? 0
  return { eyes: count('EYES'), rocket: count('ROCKET'), confused: count('CONFUSED') }
}

const toIssue = ({ title, body, createdAt, locked, ...node }: IssueNode, number: number): Issue => ({
  ...{ number, title, body, createdAt, locked },
  author: toSpeaker(node.author),
  state: node.state === 'CLOSED' ? 'closed' : 'open',
  isPull: false,
  reactions: toReactions(node),
  counted: { comments: node.comments.totalCount, at: node.updatedAt },
})

function toComment({ nodeId, body, createdAt, updatedAt, ...node }: FullComment): Comment {
  const id = Number(node.fullDatabaseId)
  if (!Number.isSafeInteger(id) || id === 0) throw new GarbledAnswer('GitHub gives a comment no number.')
  return {
    ...{ id, nodeId, body, createdAt, updatedAt },
    author: toSpeaker(node.author),
    wasEdited: node.lastEditedAt !== null || node.includesCreatedEdit,
    reactions: toReactions(node),
  }
}

function toPlan({ number, nodeId, title, body, draft, base, url, createdAt, updatedAt, ...node }: PullNode): Pull {
  return {
    ...{ number, nodeId, title, body, draft, base, url, createdAt, updatedAt },
    author: toSpeaker(node.author),
    state: node.state === 'OPEN' ? 'open' : 'closed',
    merged: node.mergedAt !== null,
    head: { branch: node.headRefName, sha: node.headRefOid, repository: node.headRepository?.nameWithOwner },
    closedAt: node.closedAt ?? undefined,
    lineComments: undefined,
  }
}
