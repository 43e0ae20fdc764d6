import type { Holder } from '../../decide/next/run-scope.ts'
import type { Snapshot } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { pushRefs, removalsOf, type SideRef, issueOf, planBranches } from '../../git/side-ref.ts'
import { planRefsOf } from '../../observe/sources.ts'
import { activityOf, findClaim, LEASE, type Claim, type ClaimState } from './claim.ts'
import type { GitHubContext } from '../write/github-context.ts'

/** Releases the claim when nothing is left to do. If another run came meanwhile, there is more to observe. */
export async function giveBackClaim(
  { githubContext, holder, inputs }: { githubContext: GitHubContext; holder: Holder; inputs: { mode: string } },
  snapshot: Snapshot,
  claim: Pick<Claim, 'release'>,
): Promise<'skipped' | 'stale'> {
  if ((await claim.release(snapshot.state)) === 'contended') return 'stale'
  if (inputs.mode !== 'decide') await forgetPlan(githubContext, snapshot, holder)
  return 'skipped'
}

/** Deletes the side refs of a plan that is over, or the claim of a killed run. Keeps what an active run needs. */
async function forgetPlan(ctx: GitHubContext, { thread, state }: Snapshot, me: Holder): Promise<void> {
  const { repo, clock } = ctx.sources
  const { number } = thread.issue
  const isOver = state.ended !== undefined || (!thread.pull && !thread.branch)
  if (!isOver && !state.history.finished) return
  const claim = await findClaim(ctx, thread)
  const kept = await removalsOf(repo, number, isOver ? goesWith(thread) : ['claim'])
  if (kept.length === 0) return
  if (claim?.state === 'held' && (await isInUse(ctx, claim, { me, now: Date.parse(clock.timestamp()) }))) return
  if (isOver && (await hasOtherPlan(ctx, thread))) return
  // Where another run has moved them meanwhile, they are its own to keep.
  await pushRefs(repo, kept)
}

/** The kinds that go, if not the usual ones. What drafts and answers used counts for the plan that is still to come. */
function goesWith({ pull, issue }: Thread): readonly SideRef['kind'][] | undefined {
  if (pull) return pull.pull.merged ? ['conversation', 'claim', 'usage', 'commits'] : undefined
  return issue.state === 'open' ? ['conversation', 'claim'] : undefined
}

async function isInUse(ctx: GitHubContext, claim: ClaimState, { me, now }: { me: Holder; now: number }) {
  const activity = await activityOf(ctx, claim, me)
  return activity === undefined ? now - claim.at < LEASE.length : activity !== 'ended'
}

async function hasOtherPlan({ sources }: GitHubContext, { issue, branch }: Thread): Promise<boolean> {
  const branches = await planBranches(sources.repo, planRefsOf(sources, issue.number))
  if ([...branches.keys()].every((name) => name === branch?.name)) return false
  const pulls = await sources.forge.openPulls()
  return pulls.some(
    ({ head }) => head.repository === sources.repository && issueOf(head.branch, sources.branchPrefix) === issue.number,
  )
}
