import { toAccount } from './answers.ts'
import { loginOf, type ActorNode, type Ask } from './graphql.ts'
import { CLOSINGS, closingsIn, type TimelineNode } from './edits.ts'
import type { RepositoryAt } from './open-work.ts'
import type { Account, Comment, FirstLook, Issue, Pull, Reactions, WantedLook } from './forge.ts'
import { GarbledAnswer } from './transport/http-failure.ts'
import { UserError } from '../lib/errors.ts'

const ACTOR = `__typename login
  ... on User { databaseId } ... on Bot { databaseId } ... on Organization { databaseId } ... on Mannequin { databaseId }`
const COMMENTS = `comments(first: 100) { totalCount nodes {
    id fullDatabaseId body createdAt updatedAt lastEditedAt includesCreatedEdit author { ...actor } ...reactions
  } }`
const ISSUE = `repository { nameWithOwner } title body state createdAt updatedAt locked author { ...actor } ...reactions ${COMMENTS}`
const PULL = `number id title body state isDraft mergedAt createdAt closedAt updatedAt url author { ...actor }
    headRefName headRefOid headRepository { nameWithOwner } baseRefName isCrossRepository`

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
type FullComment = ReactableNode & {
  id: string
  fullDatabaseId: string | null
  body: string
  createdAt: string
  updatedAt: string
  lastEditedAt: string | null
  includesCreatedEdit: boolean
  author: SpeakerNode
}
type IssueNode = ReactableNode & {
  repository: { nameWithOwner: string }
  title: string
  body: string
  state: string
  createdAt: string
  updatedAt: string
  locked: boolean
  author: SpeakerNode
  comments: List<FullComment>
}
type PullNode = {
  number: number
  id: string
  title: string
  body: string
  state: string
  isDraft: boolean
  mergedAt: string | null
  createdAt: string
  closedAt: string | null
  updatedAt: string
  url: string
  author: SpeakerNode
  headRefName: string
  headRefOid: string
  headRepository: { nameWithOwner: string } | null
  baseRefName: string
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

/**
 * What the first look at a plan needs, in one request, which tells of edits too. Undefined where GitHub does not give
 * all of it, such as lists of more than a hundred: then each part is asked for by itself, and says what is wrong.
 */
export async function firstLookAt(ask: Ask, at: RepositoryAt, wanted: WantedLook): Promise<FirstLook | undefined> {
  if (refusedBy.has(ask)) return undefined
  const { branch } = wanted
  try {
    const answer = await ask<LookAnswer>(question(wanted), { ...at, ...(branch === undefined ? {} : { branch }) })
    // A transferred issue may be shown as it is in its new repository.
    const home = answer.repository?.issue?.repository.nameWithOwner.toLowerCase()
    return home === `${at.owner}/${at.repo}`.toLowerCase() ? lookIn(answer, wanted) : undefined
  } catch (error) {
    if (error instanceof UserError) throw error
    if (error instanceof Error && / doesn't exist on type /.test(error.message)) refusedBy.add(ask)
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
    ...(plans ? { plans: whole(plans).flatMap(toPlan) } : {}),
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

const toIssue = (node: IssueNode, number: number): Issue => ({
  number,
  title: node.title,
  body: node.body,
  author: toSpeaker(node.author),
  state: node.state === 'CLOSED' ? 'closed' : 'open',
  createdAt: node.createdAt,
  locked: node.locked,
  isPull: false,
  reactions: toReactions(node),
  counted: { comments: node.comments.totalCount, at: node.updatedAt },
})

function toComment(node: FullComment): Comment {
  const id = Number(node.fullDatabaseId)
  if (!Number.isSafeInteger(id) || id === 0) throw new GarbledAnswer('GitHub gives a comment no number.')
  return {
    id,
    nodeId: node.id,
    author: toSpeaker(node.author),
    body: node.body,
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
    wasEdited: node.lastEditedAt !== null || node.includesCreatedEdit,
    reactions: toReactions(node),
  }
}

/** A branch of a fork may have the same name. */
const toPlan = (node: PullNode): Pull[] =>
  node.isCrossRepository
    ? []
    : [
        {
          number: node.number,
          nodeId: node.id,
          title: node.title,
          body: node.body,
          author: toSpeaker(node.author),
          state: node.state === 'OPEN' ? 'open' : 'closed',
          merged: node.mergedAt !== null,
          draft: node.isDraft,
          head: { branch: node.headRefName, sha: node.headRefOid, repository: node.headRepository?.nameWithOwner },
          base: node.baseRefName,
          url: node.url,
          createdAt: node.createdAt,
          closedAt: node.closedAt ?? undefined,
          lineComments: undefined,
          updatedAt: node.updatedAt,
        },
      ]
