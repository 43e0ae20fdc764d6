import type { RunRole, Holder } from '../decide/next/run-scope.ts'
import { type Step, type Snapshot, needsModel } from '../decide/next/decision.ts'
import { type Place, type Thread, FRESH_MS } from '../decide/thread/thread.ts'
import { type Sources, ACTIONS_BOT } from '../observe/sources.ts'
import type { Claim } from '../publish/claim/claim.ts'
import type { GitHubContext } from '../publish/write/github-context.ts'
import type { Inputs } from '../runner/inputs.ts'
import type { OpenRoom } from '../tasks/open-context.ts'
import { complexityNote } from '../decide/words/needs-plan.ts'
import { observe } from '../observe/observe.ts'
import { refreshBranch } from '../observe/find-plan.ts'
import { refresh } from '../observe/refresh.ts'

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

/** Reads a place for the first time; undefined when there is nothing of ours. */
export async function observePlace(place: Place, { run, progress, note }: LoopContext): Promise<Thread | undefined> {
  const thread = await observe(run.sources, place)
  if (thread?.asked?.kind === 'opened' && thread.asked.body === undefined) note(complexityNote(thread.issue))
  const { clock } = run.sources
  if (thread && thread.bot.login !== ACTIONS_BOT.login) clock.useOtherToken()
  progress.observedAt = clock.now()
  progress.thread = thread
  return thread
}

/** Whether the last look is too old for the end of the run, or for what costs money. */
export const isStale = ({ run, progress }: LoopContext, step: Step): boolean =>
  run.sources.clock.now() - progress.observedAt > FRESH_MS && (step.kind === 'nothing' || needsModel(step))

/** Reads again what may have changed meanwhile. */
export async function refreshed({ run, progress }: LoopContext, thread: Thread): Promise<Thread> {
  const now = await refresh(run.sources, thread)
  progress.observedAt = run.sources.clock.now()
  return now
}

/** Reads again what another run may have changed, the branch too. A plan that was not there may be there now. */
export async function lookAgain(
  { run: { sources }, place, progress }: Pick<LoopContext, 'run' | 'place' | 'progress'>,
  thread: Thread,
): Promise<Thread | undefined> {
  const read = thread.pull
    ? await refresh(sources, await refreshBranch(sources, thread))
    : await observe({ ...sources, firstFetch: undefined, firstLook: undefined }, place)
  progress.observedAt = sources.clock.now()
  return read && { ...read, thisRun: { ...thread.thisRun, contended: true } }
}
