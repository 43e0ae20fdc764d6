import type { RestEndpointMethodTypes } from '@octokit/rest'
import type { Comment, FileChange, Forge, Pull, PullChanges } from './forge.ts'
import { toComment, toPull } from './answers.ts'
import { HELD, type Client } from './transport/client.ts'
import { errorText } from '../lib/errors.ts'
import { statusOf, unless, unlessError, unlessHidden, unlessMissing } from './transport/http-failure.ts'

/** The writes of `Forge`. A failed write may have taken effect: it is retried if idempotent, or after a check. */
export function writesOf(client: Client) {
  const { name, octokit, rest } = client
  return {
    openPull: async ({ branch, ...spec }) => openPull(client, { ...spec, head: branch }),
    editPull: (pull_number, changes, signal) => {
      const spec = { ...name, pull_number, request: { ...HELD.request, ...(signal ? { signal } : {}) } }
      return rewrite(client, spec, { read: async () => toPull((await rest.pulls.get(spec)).data), changes, signal })
    },
    markReady: (pull, changes) => markReady(client, pull, changes),
    markDraft: async (nodeId) => void (await unlessNoDrafts(octokit.graphql(MARK_DRAFT, { id: nodeId }))),
    setCommitStatus: async (sha, { url, ...status }) =>
      (await unlessHidden(rest.repos.createCommitStatus({ ...name, sha, ...status, target_url: url }))) !== undefined,
    askForReview: (pull_number, wanted) => askForReview(client, pull_number, wanted),
    createComment: (number, body) => unlessLocked(postComment(client, number, body)),
    updateComment: async (comment_id, body) => {
      const changed = await unlessHidden(rest.issues.updateComment({ ...name, comment_id, body }))
      return changed && toComment(changed.data)
    },
    deleteComment: async (comment_id) => void (await unlessMissing(rest.issues.deleteComment({ ...name, comment_id }))),
    react: (comment_id, content) =>
      unlessGoneOrLocked(rest.reactions.createForIssueComment({ ...name, comment_id, content })),
    reactToIssue: (issue_number, content) =>
      unlessGoneOrLocked(rest.reactions.createForIssue({ ...name, issue_number, content })),
    reactToRemark: (comment_id, content) =>
      unlessGoneOrLocked(rest.reactions.createForPullRequestReviewComment({ ...name, comment_id, content })),
    commit: (spec) => commitOnBranch(client, spec),
    // Retried after an outage: an additional run finds nothing to do and ends.
    dispatch: async ({ workflow: workflow_id, ...spec }) =>
      (await unlessRefused(rest.actions.createWorkflowDispatch({ ...name, workflow_id, ...spec }))) !== undefined,
  } satisfies Partial<Forge>
}

/** A comment that was deleted or locked in the meantime needs no reaction. */
const unlessGoneOrLocked = async (reacted: Promise<unknown>): Promise<void> =>
  void (await unlessLocked(unlessMissing(reacted)))

/** Resolves to undefined when the conversation is locked for this account. */
const unlessLocked = unlessError((error) => statusOf(error) === 403 && /\bis locked\b/i.test(errorText(error)))

const unlessRefused = unless(403, 404, 422)

const MARK_DRAFT = `mutation ($id: ID!) {
  convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`

/** GraphQL refuses, with the status of a success, where a repository has no drafts, and for what is a draft already. */
const unlessNoDrafts = unlessError((error) => error instanceof Error && error.name === 'GraphqlResponseError')

/** Safe to retry: GitHub refuses a second pull request for the same branch. */
async function openPull(
  { name, rest }: Client,
  spec: { head: string; base: string; title: string; body: string; draft: boolean },
): ReturnType<Forge['openPull']> {
  try {
    return { kind: 'opened', pull: toPull((await rest.pulls.create({ ...name, ...spec })).data) }
  } catch (error) {
    const status = statusOf(error)
    const message = errorText(error)
    if (status === 403 && /not permitted to create or approve pull requests/i.test(message))
      return { kind: 'forbidden' }
    if (status === 422 && /draft pull requests are not supported/i.test(message)) return { kind: 'no-drafts' }
    if (status === 422 && /already exists/i.test(message)) return { kind: 'exists' }
    throw error
  }
}

/** GitHub requests all reviewers or none: after a refusal, as for the author, each is requested alone. */
async function askForReview(
  { name, rest }: Client,
  pull_number: number,
  { users, teams }: Parameters<Forge['askForReview']>[1],
): Promise<void> {
  const names = teams.map((team) => team.replace(/^.*\//, ''))
  const request = (reviewers: string[], team_reviewers: string[]) =>
    unlessRefused(rest.pulls.requestReviewers({ ...name, pull_number, reviewers, team_reviewers }))
  if ((await request([...users], names)) || users.length + names.length < 2) return
  for (const user of users) await request([user], [])
  for (const team of names) await request([], [team])
}

/** Milliseconds by which the clocks of the runner and of GitHub may differ. */
const MAX_CLOCK_SKEW = 5 * 60_000

/** Posts a comment once: before a retry, comments are searched for its text, which ends in a unique marker. */
async function postComment(
  { withRetries, name, octokit, rest }: Client,
  number: number,
  body: string,
): Promise<Comment> {
  const since = Date.now() - MAX_CLOCK_SKEW
  const target = { ...name, issue_number: number }
  const findEffect = async (): Promise<Comment | undefined> => {
    const comments = (await octokit.paginate(rest.issues.listComments, { ...target, per_page: 100 })).map(toComment)
    return comments.find((one) => Date.parse(one.createdAt) >= since && isSameText(one.body, body))
  }
  return withRetries(async () => toComment((await rest.issues.createComment({ ...target, body })).data), { findEffect })
}

/** Compares without white space: GitHub may change line breaks, and add or drop a final one. */
const isSameText = (one: string, other: string): boolean => inOneLine(one) === inOneLine(other)
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

type ChangesFrom = (now: Pull) => PullChanges

const MARK_READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft title body } }
}`
type Readied = { markPullRequestReadyForReview?: { pullRequest?: { title?: string; body?: string } | null } | null }

/** Marks a pull request as ready. Returns it with title and description recomputed from the reply. */
async function markReady(client: Client, pull: Pull, changes: ChangesFrom): Promise<Pull> {
  const { name, octokit, rest } = client
  const spec = { ...name, pull_number: pull.number, ...HELD }
  const read = async (): Promise<Pull> => {
    const answer = await unlessReady(octokit.graphql<Readied>(MARK_READY, { id: pull.nodeId, ...HELD }))
    const { title, body } = answer?.markPullRequestReadyForReview?.pullRequest ?? {}
    const isRead = title !== undefined && body !== undefined
    return isRead ? { ...pull, title, body, draft: false } : toPull((await rest.pulls.get(spec)).data)
  }
  return rewrite(client, spec, { read, changes })
}

/** Ignores that it is ready already, as after a try whose answer was lost. */
const unlessReady = unlessError((error) =>
  /\b(?:already (?:been )?(?:marked|ready)|is not (?:a|in) draft)\b/i.test(errorText(error)),
)

type ReadAndChange = { read: () => Promise<Pull>; changes: ChangesFrom; signal?: AbortSignal | undefined }

/**
 * GitHub has no compare-and-swap for a description, so it is read right before each write, after any wait for pacing or
 * a rate limit. What a person saves between the two can be found in GitHub's edit history.
 */
async function rewrite(
  { withRetries, inTurn, rest }: Client,
  at: Client['name'] & { pull_number: number; request: object },
  { read, changes, signal }: ReadAndChange,
): Promise<Pull> {
  const write = async (): Promise<Pull> => {
    const current = await read()
    const edits = changes(current)
    return Object.keys(edits).length === 0 ? current : toPull((await rest.pulls.update({ ...at, ...edits })).data)
  }
  return withRetries(() => inTurn(write), { signal })
}

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`

type CommitSpec = Parameters<Forge['commit']>[0]
type CommitResult = Awaited<ReturnType<Forge['commit']>>

/** Retries of a commit after an outage; many, because it saves work that has been paid for. */
const COMMIT_TRIES = 12

/** Commits through the API, which signs it. After a failure, the commit at the tip tells whether it is ours. */
async function commitOnBranch(client: Client, spec: CommitSpec): Promise<CommitResult> {
  const { owner, repo } = client.name
  const [headline = '', ...rest] = spec.message.split('\n')
  const body = rest.join('\n').trim()
  const input = {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: spec.branch },
    expectedHeadOid: spec.expected,
    message: { headline, body },
    fileChanges: fileChanges(spec),
  }
  const findEffect = () => resultAtTip(client, spec)
  const commitSigned = async (): Promise<CommitResult> => {
    const made = await client.octokit.graphql<{ createCommitOnBranch: { commit: { oid: string } } }>(COMMIT, { input })
    return { kind: 'made', sha: made.createCommitOnBranch.commit.oid }
  }
  const send = spec.setsModes || spec.merges !== undefined ? () => commitByDatabase(client, spec) : commitSigned
  try {
    return await client.withRetries(send, { maxTries: COMMIT_TRIES, findEffect })
  } catch (error) {
    const reason = errorText(error)
    if (/\brule violations?\b|protected branch/i.test(reason)) return { kind: 'refused', reason }
    if (!/Expected branch to point to/.test(reason)) throw error
    return (await findEffect()) ?? { kind: 'moved' }
  }
}

function fileChanges({ changes }: CommitSpec) {
  const additions = changes.flatMap((change) =>
    change.kind === 'write' ? [{ path: change.path, contents: Buffer.from(change.content).toString('base64') }] : [],
  )
  return { additions, deletions: changes.flatMap(({ kind, path }) => (kind === 'delete' ? [{ path }] : [])) }
}

/** Whether the tip of the branch is our commit or another one; undefined when it has not moved. */
async function resultAtTip(
  { name, rest }: Client,
  { branch, expected, message }: CommitSpec,
): Promise<CommitResult | undefined> {
  try {
    const sha = (await rest.git.getRef({ ...name, ref: `heads/${branch}` })).data.object.sha
    if (sha === expected) return undefined
    const tip = (await rest.git.getCommit({ ...name, commit_sha: sha })).data
    const isOurs = tip.parents[0]?.sha === expected && isSameText(tip.message, message)
    return isOurs ? { kind: 'made', sha } : { kind: 'moved' }
  } catch (error) {
    // Somebody deleted the branch.
    if (statusOf(error) === 404) return { kind: 'moved' }
    throw error
  }
}

/**
 * Commits modes, links and merges, which `createCommitOnBranch` cannot, through the Git database. GitHub signs such a
 * commit of an app that names no author ("Signature verification for bots"). The branch moves to signed commits only.
 */
async function commitByDatabase(client: Client, spec: CommitSpec): Promise<CommitResult> {
  const { name } = client
  const { git } = client.rest
  const parent = (await git.getCommit({ ...name, commit_sha: spec.expected })).data
  const tree = []
  for (const change of spec.changes) tree.push(await treeEntry(client, change))
  const base = { ...name, base_tree: parent.tree.sha }
  const sha = tree.length === 0 ? parent.tree.sha : (await git.createTree({ ...base, tree })).data.sha
  const parents = [spec.expected, ...(spec.merges === undefined ? [] : [spec.merges])]
  const commit = { ...name, message: spec.message, tree: sha, parents }
  const made = (await git.createCommit(commit)).data
  if (!made.verification.verified) return { kind: 'unsigned' }
  const update = { ...name, ref: `heads/${spec.branch}`, sha: made.sha, force: false }
  return (await unlessMoved(git.updateRef(update))) ? { kind: 'made', sha: made.sha } : { kind: 'moved' }
}

/** "Update is not a fast forward", or somebody deleted the branch. */
const unlessMoved = unlessError(
  (error) => statusOf(error) === 422 && /not a fast forward|reference does not exist/i.test(errorText(error)),
)

type NewTreeEntry = RestEndpointMethodTypes['git']['createTree']['parameters']['tree'][number]

/** Sends text inline with the tree. Bytes that are not UTF-8 need a separate blob. */
async function treeEntry({ name, rest }: Client, change: FileChange): Promise<NewTreeEntry> {
  const { path } = change
  if (change.kind === 'delete') return { path, mode: '100644', type: 'blob', sha: null }
  const entry = { path, mode: modeOf(change.mode), type: 'blob' as const }
  const bytes = Buffer.from(change.content)
  const text = bytes.toString()
  if (Buffer.from(text).equals(bytes)) return { ...entry, content: text }
  const blob = { ...name, content: bytes.toString('base64'), encoding: 'base64' }
  return { ...entry, sha: (await rest.git.createBlob(blob)).data.sha }
}

const modeOf = (mode = '100644'): NonNullable<NewTreeEntry['mode']> =>
  mode === '100755' || mode === '120000' ? mode : '100644'
