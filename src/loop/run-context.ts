import { placeLine } from './run-log.ts'
import { logLine } from '../runner/log.ts'
import type { RunRole, Holder } from '../decide/next/run-scope.ts'
import type { Step, Snapshot } from '../decide/next/decision.ts'
import type { Place, Thread } from '../decide/thread/thread.ts'
import { type Sources, ACTIONS_BOT } from '../observe/sources.ts'
import type { Claim } from '../publish/claim/claim.ts'
import type { GitHubContext } from '../publish/write/github-context.ts'
import type { Inputs } from '../runner/inputs.ts'
import type { OpenRoom } from '../tasks/open-context.ts'
import { complexityNote } from '../decide/words/needs-plan.ts'
import { observe } from '../observe/observe.ts'
import { refreshBranch } from '../observe/find-plan.ts'
import { refresh } from '../observe/refresh.ts'
import { guardStep, type StepCounts } from '../decide/next/loop-guard.ts'
import { UserError } from '../lib/errors.ts'

export type Run = {
  inputs: Inputs
  /** This run, as identified on a claim. Runs outside of a workflow all have the same name. */
  holder: Holder
  sources: Sources
  githubContext: GitHubContext
  redact: (text: string) => string
  openRoom: OpenRoom
}

/** What is known of a run at its end, or when it was interrupted. */
export type RunProgress = {
  thread: Thread | undefined
  failed: boolean
  /** When everything was last read, in milliseconds of the run's clock. */
  observedAt: number
  role?: RunRole
  isLeftToOthers?: boolean
}

export type LoopContext = {
  run: Run
  place: Place
  claim: Claim
  stop: AbortSignal
  note: (what: string) => void
  progress: RunProgress
}

/** Runs a single model step in the runner's checkout, or several subtasks in worktrees. Disposal stops all. */
export type OpenPool = AsyncDisposable & {
  delays: (step: Step) => boolean
  /** Runs a model step, or waits until a running one has ended. Returns the updated thread. */
  carryOut: (snapshot: Snapshot, step: Step) => Promise<Thread>
  /** Waits for all running tasks, because the run ends. */
  drain: (thread: Thread) => Promise<Thread>
}

/** Reads an issue or pull request for the first time; undefined if there is nothing for the bot. */
export async function observePlace(place: Place, { run, progress, note }: LoopContext): Promise<Thread | undefined> {
  const thread = await observe(run.sources, place)
  if (thread?.asked?.kind === 'opened' && thread.asked.body === undefined) note(complexityNote(thread.issue))
  const { clock } = run.sources
  if (thread && thread.bot.login !== ACTIONS_BOT.login) clock.useOtherToken()
  progress.observedAt = clock.now()
  progress.thread = thread
  if (thread) logLine(run.redact(placeLine(place, thread, run.sources.snapshotAt(thread).state)))
  return thread
}

export async function refreshed({ run, progress }: LoopContext, thread: Thread): Promise<Thread> {
  const now = await refresh(run.sources, thread)
  progress.observedAt = run.sources.clock.now()
  return now
}

/** Reads again what another run may have changed, including the branch. A plan may exist now that did not before. */
export async function lookAgain(
  { run: { sources }, place, progress }: LoopContext,
  thread: Thread,
): Promise<Thread | undefined> {
  const read = thread.pull
    ? await refresh(sources, await refreshBranch(sources, thread))
    : await observe({ ...sources, firstFetch: undefined, firstLook: undefined }, place)
  progress.observedAt = sources.clock.now()
  return read && { ...read, thisRun: { ...thread.thisRun, contended: true } }
}

/** Ends a run that repeats itself, which would cost money forever. */
export function assertProgress(taken: StepCounts, snapshot: Snapshot, step: Step): StepCounts {
  const verdict = guardStep(taken, snapshot, step)
  if (verdict.kind === 'go on') return verdict.taken
  throw new UserError(
    'loop',
    `${verdict.why} So the run was ended.`,
    'Look at what the run wrote last, and report it with the log as a bug of Measure Twice before you start it again.',
  )
}
