import type { Step } from '../decide/step.ts'
import { lostCommits } from '../decide/ended.ts'
import { guardStep, type Taken } from '../decide/loop-guard.ts'
import type { Snapshot } from '../decide/state.ts'
import { UserError } from '../errors.ts'

/** Ends the run before it goes round in circles, which would cost money without end. */
export function guarded(taken: Taken, snapshot: Snapshot, step: Step): Taken {
  const verdict = guardStep(taken, snapshot, step)
  if (verdict.kind === 'go on') return verdict.taken
  const remedy =
    'Look at what the run wrote last, and report it with the log as a bug of Measure Twice before you start it again.'
  throw new UserError('loop', `${verdict.why} So the run was ended.`, remedy)
}

/** Throws when the commits of the plan were taken off its branch, since nobody knows then what was done and approved. */
export function checkCommits(snapshot: Snapshot): void {
  if (!lostCommits(snapshot)) return
  throw new UserError(
    'commits-gone',
    `The commits of this plan are no longer on the branch \`${snapshot.thread.branch?.name}\`, which somebody pushed over.`,
    'Push them there again, or comment `/plan` on the issue to have the plan made anew.',
  )
}
