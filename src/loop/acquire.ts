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
import { checkCommits } from '../publish/claim/guarded.ts'
import { show } from '../publish/say/show.ts'
import type { LoopContext, Run } from './run-context.ts'

/** Whether the loop continues with this step. If no step is left, releases the claim. */
export async function acquire(
  loop: LoopContext,
  snapshot: Snapshot,
  step: Step,
): Promise<'acquired' | 'skipped' | 'stale'> {
  const { claim, note } = loop
  const { inputs } = loop.run
  if (step.kind === 'nothing' || isOfAnotherJob(step, inputs.mode))
    return loop.keepsClaim ? 'skipped' : giveBackClaim(loop.run, snapshot, claim)
  if (!needsClaim(step)) return 'acquired'
  const why = await repliesOnly(loop, snapshot)
  if (why !== undefined) {
    loop.progress.isLeftToOthers = true
    note(`${why}: left to other runs: ${describeStep(step)}`)
    return 'skipped'
  }
  // The checkboxes are updated for an existing commit even if nothing else is done.
  if (snapshot.state.missing.length > 0) await show(loop.run.githubContext, snapshot.thread)
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
