import { decide, interruption } from '../decide/next/decide.ts'
import { endedByPeople, lostCommits, namedCommits } from '../decide/next/ended.ts'
import { describeStep, isDraftStep, isSubtaskStep, needsModel, traitsOf } from '../decide/next/decision.ts'
import type { Snapshot, Step } from '../decide/next/decision.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { refresh } from '../observe/refresh.ts'
import { publish } from '../publish/publish.ts'
import { flushUsage } from '../publish/write/journal.ts'
import { decisionContextOf, show } from '../publish/say/pull-request.ts'
import { refName } from '../git/side-ref.ts'
import { inBackground } from '../lib/async.ts'
import { UserError } from '../lib/errors.ts'
import { beginStep, lookAgain, type LoopContext, type OpenPool, type Run, roleOf } from './run-context.ts'

/** Observe, derive the state, decide, take the step, until none is left. Error handling reads `progress`. */
export async function reconcile(loop: LoopContext, pool: OpenPool, from: Thread): Promise<void> {
  const { run, progress, note, stop } = loop
  let thread: Thread | undefined = from
  let attempts = 0
  while (thread && !stop.aborted) {
    progress.thread = thread
    const snapshot = run.sources.snapshotAt(thread)
    const ended = await howItEnded(loop, from, snapshot)
    if (ended !== undefined) return note(ended)
    const timeIsUp = attempts > 0 && run.sources.clock.isUp()
    const step = decide(thread, snapshot.state, decisionContextOf(run.githubContext, thread, timeIsUp))
    if (isStale(loop, step)) {
      thread = await refresh(run.sources, thread)
      progress.observedAt = run.sources.clock.now()
      continue
    }
    const isDelayed = pool.delays(step)
    const claimed = isDelayed ? 'acquired' : await acquire(loop, snapshot, step)
    if (claimed === 'skipped') return
    if (claimed === 'stale') {
      thread = await lookAgain(loop, thread)
      continue
    }
    if (isSubtaskStep(step)) attempts++
    if (isDelayed || needsModel(step)) thread = await pool.carryOut(snapshot, step)
    else {
      beginStep(loop, snapshot, step)
      if (step.kind === 'fail') progress.failed = true
      thread = await publish(run.githubContext, snapshot, step)
    }
  }
  if (thread && stop.aborted) progress.thread = await recordStop(loop, await pool.drain(thread))
}

/** Milliseconds for which the last read counts as current. */
const FRESH_MS = 2_000

/** Whether the last snapshot is too old to end the run, or for a step that costs money. */
const isStale = ({ run, progress }: LoopContext, step: Step): boolean =>
  run.sources.clock.now() - progress.observedAt > FRESH_MS && (step.kind === 'nothing' || needsModel(step))

/** How people ended the plan meanwhile. If its branch is gone, reads again: GitHub closes a pull request a bit later. */
async function howItEnded({ run, progress }: LoopContext, from: Thread, snapshot: Snapshot) {
  const { pull, branch } = snapshot.thread
  if (!from.branch || branch || pull?.pull.state !== 'open') return endedByPeople(from, snapshot)
  const thread = (progress.thread = await refresh(run.sources, snapshot.thread))
  return endedByPeople(from, run.sources.snapshotAt(thread))
}

/** Records unrecorded usage of a run that is being stopped. Needs no API request. */
export async function recordStop({ run, note }: Pick<LoopContext, 'run' | 'note'>, thread: Thread): Promise<Thread> {
  if (thread.thisRun.attempts.size === 0 || thread.pull?.pull.state === 'closed') return thread
  if (!thread.branch || !thread.pull) return flushUsage(run.githubContext, thread)
  note('The run ends here, and writes down what it spent.')
  const snapshot = run.sources.snapshotAt(thread)
  return publish(run.githubContext, snapshot, interruption(thread, snapshot.state))
}

/** Whether the loop continues with this step. If no step is left, releases the claim. */
async function acquire(loop: LoopContext, snapshot: Snapshot, step: Step): Promise<'acquired' | 'skipped' | 'stale'> {
  const { claim, note, run } = loop
  // With three jobs, each job releases the claim itself at its end.
  if (step.kind === 'nothing' || isOfAnotherJob(step, run.inputs.mode))
    return run.githubContext.jobs === 'one' && (await claim.end(snapshot, true)) === 'contended' ? 'stale' : 'skipped'
  if (traitsOf(step).withoutClaim) return 'acquired'
  const why = await repliesOnly(loop, snapshot)
  if (why !== undefined) {
    loop.progress.isLeftToOthers = true
    note(`${why}: left to other runs: ${describeStep(step)}`)
    return 'skipped'
  }
  // The checkboxes are updated for an existing commit even if nothing else is done.
  if (snapshot.state.missing.length > 0) await show(run.githubContext, snapshot.thread)
  checkCommits(snapshot)
  // A draft needs the sandbox. Opening it takes as long as pushing the claim, so both happen at the same time.
  if (isDraftStep(step)) void inBackground(trySandbox(run))
  const taken = await takeClaim(loop, snapshot.thread, traitsOf(step).worksReadOnly)
  if (taken !== 'ours') return taken === 'held' ? 'skipped' : 'stale'
  // The next run must find the plan unclaimed.
  if (step.kind !== 'continue') return 'acquired'
  return (await claim.release(snapshot.state)) === 'contended' ? 'stale' : 'acquired'
}

/** Opens the sandbox that all steps of the run share. A failure is reported by the first step that needs it. */
async function trySandbox({ openContext, ends }: Run): Promise<void> {
  await openContext({ signal: ends }).sandbox()
}

/** Takes the claim. If another run holds it, the plan is left to that run. */
export async function takeClaim({ claim, note, progress }: LoopContext, thread: Thread, mayGoWithout?: boolean) {
  const taking = await claim.take(thread, mayGoWithout)
  if (taking.kind !== 'held') return taking.kind
  progress.isLeftToOthers = true
  note(`Run ${taking.by.run} is at work on this plan, and takes up what this run came for.`)
  return taking.kind
}

/** Why this run may only reply to comments, decided once per run. Undefined if it may take all steps. */
export async function repliesOnly(loop: LoopContext, snapshot: Snapshot): Promise<string | undefined> {
  const { target, progress, run } = loop
  progress.role ??= await roleOf(target, snapshot, run.sources.forge)
  return progress.role.kind === 'replies' ? progress.role.why : undefined
}

const isOfAnotherJob = (step: Step, mode: Run['inputs']['mode']): boolean =>
  (mode === 'decide' && step.kind !== 'react') || (mode === 'publish' && needsModel(step))

/** Throws if commits of the plan were removed from its branch, since it is unknown then what was done and approved. */
function checkCommits(snapshot: Snapshot): void {
  const branch = snapshot.thread.branch?.name
  const list = refName({ kind: 'commits', issue: snapshot.thread.issue.number })
  if (lostCommits(snapshot) && snapshot.thread.branch?.isListed === false)
    throw new UserError(
      'list-gone',
      `The list of this plan's own commits, \`${list}\`, is gone, so nothing on the branch \`${branch}\` counts as done or approved.`,
      'Push that ref there again, or comment `/plan` on the issue to start over.',
    )
  if (lostCommits(snapshot))
    throw new UserError(
      'commits-gone',
      `The commits of this plan are no longer on the branch \`${branch}\`, after a force-push.`,
      'Push them there again, or comment `/plan` on the issue to start over.',
    )
  const { missing } = snapshot.state
  if (missing.length === 0) return
  const names = namedCommits(missing).map((name) => `\`${name}\``)
  const more = missing.length - names.length
  throw new UserError(
    'commits-gone',
    `Commits of this plan are no longer on the branch \`${branch}\`, after a force-push: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    'Push them there again, or comment `approve` to go on with what is there now.',
  )
}
