import type { Errand, Holder } from '../decide/next/run-scope.ts'
import { stateOf } from '../decide/next/state.ts'
import type { Snapshot } from '../decide/next/snapshot.ts'
import type { Place, Thread } from '../decide/thread/thread.ts'
import type { Sources } from '../observe/sources.ts'
import type { Claim } from '../publish/claim/claim.ts'
import type { Ledger } from '../publish/write/pay.ts'
import type { PublishRoom } from '../publish/write/publish-room.ts'
import type { Inputs } from '../runner/inputs.ts'
import type { OpenRoom } from '../work/open.ts'

/** Everything that a run works with. */
export type Run = {
  inputs: Inputs
  /** This run, as it calls itself on a claim. Runs outside of a workflow all have the same name. */
  holder: Holder
  sources: Sources
  publishRoom: PublishRoom
  redact: (text: string) => string
  /** The folder of what agents did in this job. It is there once one has begun. */
  transcripts: string
  openRoom: OpenRoom
}

/** What a run knows at its end, or when it was cut short. */
export type RunProgress = {
  thread: Thread | undefined
  failed: boolean
  /** When everything was last read, in milliseconds of the run’s clock. */
  observedAt: number
  /** What this run came for, once it matters. */
  errand?: Errand
  /** What is left to do is left to another run. */
  leavesRest?: boolean
}

/** A run at one place. */
export type LoopContext = {
  run: Run
  place: Place
  claim: Claim
  ledger: Ledger
  stop: AbortSignal
  note: (what: string) => void
  progress: RunProgress
  /** Whether the claim outlasts this part of a job, which gives it back itself. */
  keepsClaim?: boolean
  /** What is published rests on how things are at this moment: the caller has just read them. */
  isFresh?: boolean
  /** Results of other jobs are still to be taken, so nobody is told yet that the day's budget is spent. */
  holdsResults?: boolean
}

/** A thread with its state, as it was read. */
export const snapshotAt = ({ sources }: Pick<Run, 'sources'>, thread: Thread): Snapshot => ({
  thread,
  state: stateOf(thread, sources.rules),
})
