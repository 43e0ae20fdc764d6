import { decide, interruption, unrecordedAttempts } from '../decide/next/decide.ts'
import { endedByPeople, hasLostBranch } from '../decide/next/ended.ts'
import type { StepCounts } from '../decide/next/loop-guard.ts'
import { isSubtaskStep, type Snapshot, describeStep, needsModel, type Step } from '../decide/next/decision.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { refresh } from '../observe/refresh.ts'
import { publish } from '../publish/publish.ts'
import { flushUsage } from '../publish/write/journal.ts'
import { decisionContextOf } from '../publish/say/show.ts'
import {
  isStale,
  lookAgain,
  refreshed,
  type LoopContext,
  type OpenPool,
  type Run,
  assertProgress,
} from './run-context.ts'
import { acquire } from './acquire.ts'

/** Observe, derive the state, decide, take the step, until none is left. Error handling reads `progress`. */
export async function reconcile(loop: LoopContext, pool: OpenPool, from: Thread): Promise<void> {
  const { run, progress, note, stop } = loop
  let thread: Thread | undefined = from
  let attempts = 0
  let taken: StepCounts = new Map()
  while (thread && !stop.aborted) {
    progress.thread = thread
    const snapshot = run.sources.snapshotAt(thread)
    const ended = await howItEnded(loop, from, snapshot)
    if (ended !== undefined) return note(ended)
    const timeIsUp = attempts > 0 && run.sources.clock.isUp()
    const step = nextStep(run, snapshot, timeIsUp)
    if (isStale(loop, step)) {
      thread = await refreshed(loop, thread)
      continue
    }
    const isDelayed = pool.delays(step)
    const mine = isDelayed ? 'acquired' : await acquire(loop, snapshot, step)
    if (mine === 'skipped') return
    if (mine === 'stale') {
      thread = await lookAgain(loop, thread)
      continue
    }
    if (isSubtaskStep(step)) attempts++
    if (isDelayed || needsModel(step)) thread = await pool.carryOut(snapshot, step)
    else {
      taken = assertProgress(taken, snapshot, step)
      note(describeStep(step))
      if (step.kind === 'fail') progress.failed = true
      thread = await publish(run.githubContext, snapshot, step)
    }
  }
  if (thread && stop.aborted) progress.thread = await recordStop(loop, await pool.drain(thread))
}

/** How people ended the plan meanwhile. GitHub closes a pull request a moment after its branch is deleted. */
async function howItEnded(
  { run, progress }: LoopContext,
  from: Thread,
  snapshot: Snapshot,
): Promise<string | undefined> {
  if (!from.branch || !hasLostBranch(snapshot.thread)) return endedByPeople(from, snapshot)
  const thread = (progress.thread = await refresh(run.sources, snapshot.thread))
  return endedByPeople(from, run.sources.snapshotAt(thread))
}

/** Records unrecorded usage of a run that is being stopped. Needs no API request. */
export async function recordStop({ run, note }: Pick<LoopContext, 'run' | 'note'>, thread: Thread): Promise<Thread> {
  if (thread.thisRun.attempts.size === 0 || thread.pull?.pull.state === 'closed') return thread
  if (!thread.branch || !thread.pull) return flushUsage(run.githubContext, thread)
  note('The run ends here, and writes down what it spent.')
  const snapshot = run.sources.snapshotAt(thread)
  return publish(run.githubContext, snapshot, interruption(unrecordedAttempts(thread, snapshot.state)))
}

const nextStep = (run: Run, { thread, state }: Snapshot, timeIsUp: boolean): Step =>
  decide(thread, state, decisionContextOf(run.githubContext, thread, { timeIsUp }))
