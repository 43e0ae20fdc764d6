import type { CheckResult } from './input.ts'
import { mergedKey } from '../../decide/thread/markers.ts'
import type { StepOf } from '../../decide/next/step.ts'
import type { Snapshot } from '../../decide/next/snapshot.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { noUsage } from '../../plan/usage.ts'
import { saveUsage } from '../../publish/write/journal.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { say } from '../../publish/say/say.ts'
import { checksAfterMerge } from '../../publish/view/comments/merged-checks.ts'

/**
 * Says which checks of executed subtasks failed after the base was merged, or that there was no time for them. Where
 * all pass there is nothing to read: it is kept beside the branch, and whoever asked for the merge gets the sign that
 * it was done. Only where that may not be pushed is it said after all, so that the checks do not run for ever.
 */
export async function publishRecheck(
  ctx: GitHubContext,
  { thread, state }: Snapshot,
  { step, result }: { step: StepOf<'recheck'>; result: CheckResult },
): Promise<Thread> {
  const isCutShort = result.kind === 'stopped' && result.why === 'time'
  if (result.kind !== 'rechecked' && !isCutShort) return thread
  const key = mergedKey(step.merge)
  const subtasks = state.statuses.flatMap(({ subtask }) => (step.numbers.includes(subtask.number) ? [subtask] : []))
  const checks = result.kind === 'rechecked' ? result.checks : undefined
  const { verifyCommand } = ctx.settings
  if (checks?.every(({ passed }) => passed)) {
    const after = await saveUsage(ctx, thread, { usage: noUsage, rechecked: step.merge })
    if (after.paid?.rechecked === step.merge) return after
  }
  const text = checksAfterMerge({ base: thread.base.branch, merge: step.merge, subtasks, checks, verifyCommand, key })
  return say(ctx, thread, { place: 'pull', ...text, once: true })
}
