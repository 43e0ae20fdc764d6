import type { Step, Snapshot } from '../../decide/next/decision.ts'
import { lostCommits } from '../../decide/next/ended.ts'
import { COMMITS_GONE, namedCommits } from '../../decide/inbox/removed-commits.ts'
import { guardStep, type StepCounts } from '../../decide/next/loop-guard.ts'
import { refName } from '../../git/side-ref.ts'
import { UserError } from '../../lib/errors.ts'

/** Ends a run that repeats itself, which would cost money forever. */
export function assertProgress(taken: StepCounts, snapshot: Snapshot, step: Step): StepCounts {
  const verdict = guardStep(taken, snapshot, step)
  if (verdict.kind === 'go on') return verdict.taken
  const remedy =
    'Look at what the run wrote last, and report it with the log as a bug of Measure Twice before you start it again.'
  throw new UserError('loop', `${verdict.why} So the run was ended.`, remedy)
}

/** Throws if commits of the plan were removed from its branch, since it is unknown then what was done and approved. */
export function checkCommits(snapshot: Snapshot): void {
  const branch = snapshot.thread.branch?.name
  if (lostCommits(snapshot) && snapshot.thread.branch?.isListed === false)
    throw new UserError(
      'list-gone',
      `The list of this plan's own commits, \`${refName({ kind: 'commits', issue: snapshot.thread.issue.number })}\`, is gone, so nothing on the branch \`${branch}\` counts as done or approved.`,
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
