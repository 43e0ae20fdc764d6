import type { RunRole, Holder } from '../decide/next/run-scope.ts'
import type { Step } from '../decide/next/step.ts'
import type { Snapshot } from '../decide/next/snapshot.ts'
import type { Place, Thread } from '../decide/thread/thread.ts'
import type { Sources } from '../observe/sources.ts'
import type { Claim } from '../publish/claim/claim.ts'
import type { GitHubContext } from '../publish/write/github-context.ts'
import type { Inputs } from '../runner/inputs.ts'
import type { OpenRoom } from '../tasks/open-context.ts'

/** Everything that a run works with. */
export type Run = {
  inputs: Inputs
  /** This run, as it calls itself on a claim. Runs outside of a workflow all have the same name. */
  holder: Holder
  sources: Sources
  githubContext: GitHubContext
  redact: (text: string) => string
  openRoom: OpenRoom
}

/** What a run knows at its end, or when it was cut short. */
export type RunProgress = {
  thread: Thread | undefined
  failed: boolean
  /** When everything was last read, in milliseconds of the run’s clock. */
  observedAt: number
  /** What this run came for, once it matters. */
  role?: RunRole
  /** What is left to do is left to another run. */
  isLeftToOthers?: boolean
}

/** A run at one place. */
export type LoopContext = {
  run: Run
  place: Place
  claim: Claim
  stop: AbortSignal
  note: (what: string) => void
  progress: RunProgress
  /** Whether the claim outlasts this part of a job, which gives it back itself. */
  keepsClaim?: boolean
  /** What is published rests on how things are at this moment: the caller has just read them. */
  isFresh?: boolean
}

/**
 * Carries out the model's steps: one alone in the runner's checkout, or several subtasks at the same time, each in a
 * place of its own. At its end no task runs any more.
 */
export type OpenPool = AsyncDisposable & {
  /** Whether this step has to wait for the running subtasks. */
  delays: (step: Step) => boolean
  /** Carries out a step of the model, or waits until one that runs has ended. Returns the thread as it is then. */
  carryOut: (snapshot: Snapshot, step: Step) => Promise<Thread>
  /** Waits for all that runs, because the run ends. */
  drain: (thread: Thread) => Promise<Thread>
}
