import type { RestEndpointMethodTypes as Verbs } from '@octokit/rest'
import type { Account, Comment, CommentCount, Issue, Pull, Reactions } from './forge.ts'

// Converts answers of GitHub's REST API into our own types.

/** The data of the answer to a verb of the API. */
export type Data<Room extends keyof Verbs, Verb extends keyof Verbs[Room]> = Verbs[Room][Verb] extends {
  response: { data: infer D }
}
  ? D
  : never

type RawAccount = { login: string; id: number; type: string } | null | undefined

/** GitHub shows the content of deleted accounts under this account. */
const GHOST_ACCOUNT: Account = { login: 'ghost', id: 10137, type: 'Ghost' }

export const toAccount = (user: RawAccount): Account =>
  user ? { login: user.login, id: user.id, type: user.type } : GHOST_ACCOUNT

export const toIssue = (raw: Data<'issues', 'get'>): Issue => ({
  number: raw.number,
  title: raw.title,
  body: raw.body ?? '',
  author: toAccount(raw.user),
  state: raw.state === 'closed' ? 'closed' : 'open',
  createdAt: raw.created_at,
  locked: raw.locked,
  isPull: raw.pull_request !== undefined,
  reactions: toReactions(raw.reactions),
  counted: toCommentCount(raw),
})

const toCommentCount = (raw: { comments?: number; updated_at?: string }): CommentCount | undefined =>
  raw.comments === undefined || raw.updated_at === undefined
    ? undefined
    : { comments: raw.comments, at: raw.updated_at }

const toReactions = ({ eyes = 0, rocket = 0, confused = 0 }: Partial<Reactions> = {}): Reactions => ({
  eyes,
  rocket,
  confused,
})

export const toComment = (raw: Data<'issues', 'getComment'>): Comment => ({
  id: raw.id,
  nodeId: raw.node_id,
  author: toAccount(raw.user),
  body: raw.body ?? '',
  createdAt: raw.created_at,
  updatedAt: raw.updated_at,
  app: raw.performed_via_github_app ? (raw.performed_via_github_app.slug ?? 'unknown') : '',
  reactions: toReactions(raw.reactions),
})

/** Numbers of comments are undefined in lists. */
export const toPull = (raw: Data<'pulls', 'get'> | Data<'pulls', 'list'>[number]): Pull => ({
  number: raw.number,
  nodeId: raw.node_id,
  title: raw.title,
  body: raw.body ?? '',
  author: toAccount(raw.user),
  state: raw.state === 'closed' ? 'closed' : 'open',
  merged: Boolean(raw.merged_at),
  draft: raw.draft ?? false,
  head: { branch: raw.head.ref, sha: raw.head.sha, repository: raw.head.repo?.full_name },
  base: raw.base.ref,
  url: raw.html_url,
  createdAt: raw.created_at,
  closedAt: raw.closed_at ?? undefined,
  lineComments: 'review_comments' in raw ? raw.review_comments : undefined,
  updatedAt: raw.updated_at,
  counted: toCommentCount(raw),
})
