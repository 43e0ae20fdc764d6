import { roleOf, noRight } from '../decide/next/run-scope.ts'
import {
  type Snapshot,
  describeStep,
  goesWithoutPush,
  needsClaim,
  needsModel,
  type Step,
} from '../decide/next/decision.ts'
import { mayWrite } from '../decide/thread/people.ts'
import { giveBackClaim } from '../publish/claim/clean-up.ts'
import { show } from '../publish/say/show.ts'
import type { LoopContext, Run } from './run-context.ts'
import { lostCommits, COMMITS_GONE, namedCommits } from '../decide/next/ended.ts'
import { refName } from '../git/side-ref.ts'
import { UserError } from '../lib/errors.ts'

/** Whether the loop continues with this step. If no step is left, releases the claim. */
export async function acquire(
  loop: LoopContext,
  snapshot: Snapshot,
  step: Step,
): Promise<'acquired' | 'skipped' | 'stale'> {
  const { claim, note, run } = loop
  // Of three jobs, each decides by itself when it gives back the claim.
  if (step.kind === 'nothing' || isOfAnotherJob(step, run.inputs.mode))
    return run.githubContext.isSplit ? 'skipped' : giveBackClaim(run, snapshot, claim)
  if (!needsClaim(step)) return 'acquired'
  const why = await repliesOnly(loop, snapshot)
  if (why !== undefined) {
    loop.progress.isLeftToOthers = true
    note(`${why}: left to other runs: ${describeStep(step)}`)
    return 'skipped'
  }
  // The checkboxes are updated for an existing commit even if nothing else is done.
  if (snapshot.state.missing.length > 0) await show(run.githubContext, snapshot.thread)
  checkCommits(snapshot)
  const taking = await claim.take(snapshot.thread, goesWithoutPush(step))
  if (taking.kind === 'held') {
    loop.progress.isLeftToOthers = true
    note(`Run ${taking.by.run} is at work on this plan, and takes up what this run came for.`)
  }
  if (taking.kind !== 'ours') return taking.kind === 'held' ? 'skipped' : 'stale'
  // The next run must find the plan unclaimed.
  if (step.kind !== 'continue') return 'acquired'
  return (await claim.release(snapshot.state)) === 'contended' ? 'stale' : 'acquired'
}

/** Why this run may only reply, until it ends; undefined if it may work. */
export async function repliesOnly(loop: LoopContext, snapshot: Snapshot): Promise<string | undefined> {
  const { place, progress, run } = loop
  progress.role ??= roleOf(place, snapshot)
  if (progress.role.kind === 'unknown') {
    const { login } = progress.role
    const may = mayWrite({ permission: await run.sources.forge.permission(login) })
    progress.role = may ? { kind: 'works' } : noRight(login)
  }
  return progress.role.kind === 'replies' ? progress.role.why : undefined
}

const isOfAnotherJob = (step: Step, mode: Run['inputs']['mode']): boolean =>
  (mode === 'decide' && step.kind !== 'react') || (mode === 'publish' && needsModel(step))

/** Throws if commits of the plan were removed from its branch, since it is unknown then what was done and approved. */
function checkCommits(snapshot: Snapshot): void {
  const branch = snapshot.thread.branch?.name
  const list = refName({ kind: 'commits', issue: snapshot.thread.issue.number })
  if (lostCommits(snapshot) && snapshot.thread.branch?.isListed === false)
    throw new UserError(
      'list-gone',
      `The list of this plan's own commits, \`${list}\`, is gone, so nothing on the branch \`${branch}\` counts as done or approved.`,
      'Push that ref there again, or comment `/plan` on the issue to start over.',
    )
  if (lostCommits(snapshot))
    throw new UserError(
      COMMITS_GONE,
      `The commits of this plan are no longer on the branch \`${branch}\`, after a force-push.`,
      'Push them there again, or comment `/plan` on the issue to start over.',
    )
  const { missing } = snapshot.state
  if (missing.length === 0) return
  const names = namedCommits(missing).map((name) => `\`${name}\``)
  const rest = missing.length - names.length
  throw new UserError(
    COMMITS_GONE,
    `Commits of this plan are no longer on the branch \`${branch}\`, after a force-push: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    'Push them there again, or comment `approve` to go on with what is there now.',
  )
}
