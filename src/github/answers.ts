import type { Account, Comment, CommentCount, Issue, Pull, Reactions, ReviewRemark } from './forge.ts'

// Converts answers of GitHub's REST API into our own types. The `Raw…` types name only the fields that are read.

type RawAccount = { login: string; id: number; type: string } | null | undefined
type RawReactions = { eyes?: number; rocket?: number; confused?: number } | undefined

/** GitHub shows the content of deleted accounts under this account. */
const GHOST: Account = { login: 'ghost', id: 10137, type: 'Ghost' }

export const toAccount = (user: RawAccount): Account =>
  user ? { login: user.login, id: user.id, type: user.type } : GHOST

type RawPerson = { login?: string; id?: number; type?: string } | null

/**
 * The people among these accounts. GitHub gives null or an empty object for an address that it ties to nobody, and has
 * an account of its own as committer of what is written on the website.
 */
export const toPeople = (raws: readonly RawPerson[]): Account[] =>
  raws.flatMap((raw) => {
    const { login = 'web-flow', id = 0, type } = raw ?? {}
    return type === 'User' && login !== 'web-flow' ? [{ login, id, type }] : []
  })

type RawIssue = {
  number: number
  title: string
  body?: string | null | undefined
  user: RawAccount
  state: string
  created_at: string
  locked: boolean
  pull_request?: unknown
  reactions?: RawReactions
  comments?: number
  updated_at?: string
}

export const toIssue = (raw: RawIssue): Issue => ({
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

type RawCommentCount = { comments?: number; updated_at?: string }

const toCommentCount = ({ comments, updated_at: at }: RawCommentCount): CommentCount | undefined =>
  comments === undefined || at === undefined ? undefined : { comments, at }

const toReactions = (raw: RawReactions): Reactions => ({
  eyes: raw?.eyes ?? 0,
  rocket: raw?.rocket ?? 0,
  confused: raw?.confused ?? 0,
})

type RawComment = {
  id: number
  node_id: string
  user: RawAccount
  body?: string | undefined
  created_at: string
  updated_at: string
  reactions?: RawReactions
}

export const toComment = (raw: RawComment): Comment => ({
  id: raw.id,
  nodeId: raw.node_id,
  author: toAccount(raw.user),
  body: raw.body ?? '',
  createdAt: raw.created_at,
  updatedAt: raw.updated_at,
  reactions: toReactions(raw.reactions),
})

type RawPull = {
  number: number
  node_id: string
  title: string
  body: string | null
  user: RawAccount
  state: string
  draft?: boolean | undefined
  head: { ref: string; sha: string; repo?: { full_name: string } | null }
  base: { ref: string }
  html_url: string
  created_at: string
  closed_at: string | null
  merged_at?: string | null
  review_comments?: number
  comments?: number
  updated_at?: string
}

export const toPull = (raw: RawPull): Pull => ({
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
  lineComments: raw.review_comments,
  updatedAt: raw.updated_at,
  counted: toCommentCount(raw),
})

type RawRemark = { id: number; user: RawAccount; body?: string }

/** A submitted review as a list of one. Empty for a review that is still pending. */
export function toReview(raw: RawRemark & { submitted_at?: string; state: string }): ReviewRemark[] {
  if (!raw.submitted_at || raw.state === 'PENDING') return []
  const verdict = VERDICTS.find((one) => one === raw.state.toLowerCase())
  const said = { author: toAccount(raw.user), body: raw.body ?? '', createdAt: raw.submitted_at }
  return [{ kind: 'review', id: raw.id, ...said, ...(verdict ? { verdict } : {}) }]
}

/** The states of a review that say more than "commented" (REST, "List reviews for a pull request"). */
const VERDICTS = ['approved', 'changes_requested', 'dismissed'] as const

export const toLineComment = (
  raw: RawRemark & {
    created_at: string
    path: string
    line?: number
    original_line?: number
    commit_id: string
    pull_request_review_id?: number | null
  },
): ReviewRemark => ({
  kind: 'line',
  ...(raw.pull_request_review_id ? { review: raw.pull_request_review_id } : {}),
  id: raw.id,
  author: toAccount(raw.user),
  body: raw.body ?? '',
  createdAt: raw.created_at,
  place: { path: raw.path, line: raw.line ?? raw.original_line, commit: raw.commit_id },
})
