import type { Comment, Forge, OpenPullResult } from './forge.ts'
import { toComment, toPull } from './answers.ts'
import { editPull, markReady, type AtPull } from './pull-edits.ts'
import { PAID_TRIES, type Client } from './transport/client.ts'
import { UserError } from '../lib/errors.ts'
import { statusOf } from './transport/http-failure.ts'
import { commitOnBranch } from './signed-commit.ts'

/** The repository whose issues are written to. */
type Target = { owner: string; repo: string }

/**
 * The writes of `Forge`. A write that failed for a limit or an outage may have had its effect all the same. So it is
 * repeated when that changes nothing, and otherwise after a look whether it is there.
 */
export function writesOf(client: Client, name: Target) {
  const { octokit, rest } = client
  return {
    openPull: async ({ branch, ...spec }) => openPull(client, name, { ...spec, head: branch }),
    editPull: (pull_number, changes, signal) => editPull(client, { ...name, pull_number }, { changes, signal }),
    markReady: (pull, changes) => markReady(client, { ...name, pull_number: pull.number }, { pull, changes }),
    markDraft: async (nodeId) => {
      await octokit.graphql(MARK_DRAFT, { id: nodeId }).catch(unlessNoDrafts)
    },
    setCommitStatus: async (sha, { url, ...status }) =>
      (await unlessForbidden(rest.repos.createCommitStatus({ ...name, sha, ...status, target_url: url }))) !==
      undefined,
    askForReview: (pull_number, wanted) => askForReview(client, { ...name, pull_number }, wanted),
    createComment: (number, body) => unlessLocked(say(client, name, { number, body })),
    updateComment: async (comment_id, body) => {
      const changed = await unlessForbidden(unlessGone(rest.issues.updateComment({ ...name, comment_id, body })))
      return changed && toComment(changed.data)
    },
    deleteComment: async (comment) =>
      void (await unlessGone(rest.issues.deleteComment({ ...name, comment_id: comment }))),
    react: (comment_id, content) =>
      unlessNeedless(rest.reactions.createForIssueComment({ ...name, comment_id, content })),
    reactToIssue: (issue_number, content) =>
      unlessNeedless(rest.reactions.createForIssue({ ...name, issue_number, content })),
    reactToRemark: (comment_id, content) =>
      unlessNeedless(rest.reactions.createForPullRequestReviewComment({ ...name, comment_id, content })),
    commit: (spec) => commitOnBranch(client, name, { ...spec, most: PAID_TRIES }),
    // Sent again after an outage: a run too many looks, and finds nothing to do.
    dispatch: async ({ workflow, ref, inputs }) => {
      try {
        await rest.actions.createWorkflowDispatch({ ...name, workflow_id: workflow, ref, inputs })
        return true
      } catch (error) {
        if ([403, 404, 422].includes(statusOf(error) ?? 0)) return false
        throw error
      }
    },
  } satisfies Partial<Forge>
}

/** A comment that was deleted or locked in the meantime needs no reaction. */
const unlessNeedless = async (reacted: Promise<unknown>): Promise<void> =>
  void (await unlessLocked(unlessGone(reacted)))

/** Resolves to undefined when the conversation is locked for this account. */
async function unlessLocked<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (statusOf(error) === 403 && error instanceof Error && /\bis locked\b/i.test(error.message)) return undefined
    throw error
  }
}

/** Resolves to undefined where this account may not, which GitHub tells with 403 or 404. */
const unlessForbidden = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (statusOf(error) === 403 || statusOf(error) === 404) return undefined
    throw error
  })

const unlessGone = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (statusOf(error) === 404 || statusOf(error) === 410) return undefined
    throw error
  })

const MARK_DRAFT = `mutation ($id: ID!) {
  convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`

/** GraphQL refuses, with the status of a success, where a repository has no drafts, and for what is a draft already. */
function unlessNoDrafts(error: unknown): void {
  if (error instanceof UserError || statusOf(error) !== undefined) throw error
}

/** Opening is refused when it was done, so it can be sent again. */
async function openPull(
  { rest }: Client,
  name: Target,
  spec: { head: string; base: string; title: string; body: string; draft: boolean },
): Promise<OpenPullResult> {
  try {
    return { kind: 'opened', pull: toPull((await rest.pulls.create({ ...name, ...spec })).data) }
  } catch (error) {
    const status = statusOf(error)
    const message = error instanceof Error ? error.message : ''
    if (status === 403 && /not permitted to create or approve pull requests/i.test(message))
      return { kind: 'forbidden' }
    if (status === 422 && /draft pull requests are not supported/i.test(message)) return { kind: 'no-drafts' }
    if (status === 422 && /already exists/i.test(message)) return { kind: 'exists' }
    throw error
  }
}

/**
 * GitHub asks all or nobody. A 422 is for the author, and for whoever is no collaborator; then each is asked alone. A
 * team is asked by its name within the owner's.
 */
async function askForReview(
  { rest }: Client,
  at: AtPull,
  { users, teams }: Parameters<Forge['askForReview']>[1],
): Promise<void> {
  const each = [
    ...users.map((user) => ({ reviewers: [user] })),
    ...teams.map((team) => ({ team_reviewers: [team.replace(/^.*\//, '')] })),
  ]
  const all = {
    reviewers: each.flatMap((one) => ('reviewers' in one ? one.reviewers : [])),
    team_reviewers: each.flatMap((one) => ('team_reviewers' in one ? one.team_reviewers : [])),
  }
  const ask = (whom: Partial<typeof all>) => unlessRefused(rest.pulls.requestReviewers({ ...at, ...whom }))
  if ((await ask(all)) || each.length < 2) return
  for (const one of each) await ask(one)
}

async function unlessRefused(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer
    return true
  } catch (error) {
    if ([403, 404, 422].includes(statusOf(error) ?? 0)) return false
    throw error
  }
}

/** How long before the first try our own comment may have been made, as far as the clocks of both sides differ. */
const CLOCKS_DIFFER = 5 * 60_000

/** Posts a comment once: after a failure it is looked for by its text, which ends in a marker. */
async function say(
  { again, octokit, rest }: Client,
  name: Target,
  { number, body }: { number: number; body: string },
): Promise<Comment> {
  const since = Date.now() - CLOCKS_DIFFER
  const place = { ...name, issue_number: number }
  const look = async (): Promise<Comment | undefined> => {
    const comments = (await octokit.paginate(rest.issues.listComments, { ...place, per_page: 100 })).map(toComment)
    return comments.find((one) => Date.parse(one.createdAt) >= since && textOf(one.body) === textOf(body))
  }
  return again(async () => toComment((await rest.issues.createComment({ ...place, body })).data), { look })
}

const textOf = (body: string): string => body.replaceAll('\r\n', '\n').trim()
