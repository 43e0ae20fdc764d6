import type { Repository } from './git.ts'
import { ownCommitsRef } from './own-commits.ts'
import { claimRef, conversationCommit, conversationRef, ownCommitsCommit, workCommit, workRef } from './plan-refs.ts'
import type { RefUpdate } from './remote.ts'

type Removal = RefUpdate & { from: string; to: undefined }

/**
 * Removes what is kept beside the branch of an issue's plan, as the last fetch brought it: the conversation, the list of
 * our commits, work that was not written, and the claim if it is given.
 */
export async function keptRefs(
  repo: Repository,
  issue: number,
  claim: { tip: string } | undefined,
): Promise<Removal[]> {
  const conversation = await conversationCommit(repo, issue)
  const list = await ownCommitsCommit(repo, issue)
  const work = await workCommit(repo, issue)
  return [
    ...(conversation ? [{ ref: conversationRef(issue), from: conversation, to: undefined }] : []),
    ...(list ? [{ ref: ownCommitsRef(issue), from: list, to: undefined }] : []),
    ...(work ? [{ ref: workRef(issue), from: work, to: undefined }] : []),
    ...withoutClaim(issue, claim),
  ]
}

/** Removes the claim alone. */
export const withoutClaim = (issue: number, claim: { tip: string } | undefined): Removal[] =>
  claim ? [{ ref: claimRef(issue), from: claim.tip, to: undefined }] : []
