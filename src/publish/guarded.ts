import type { Step } from '../decide/decide.ts'
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
