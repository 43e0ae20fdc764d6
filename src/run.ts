import { startClock, type Clock } from './runner/clock.ts'
import type { Clone } from './observe/clone.ts'
import { errorText, UserError } from './errors.ts'
import type { Destination, Event } from './observe/event.ts'
import { issueOf } from './git/plan-refs.ts'
import { hasNote } from './decide/markers.ts'
import { openJob, type Job } from './jobs/job.ts'
import type { RunProgress, Run } from './loop.ts'
import { readInputs } from './runner/inputs.ts'
import { openRun } from './connect.ts'
import { stopSignal } from './runner/process.ts'
import { viewOf } from './publish/room.ts'
import { say } from './publish/say.ts'
import { handOver, outputsOf } from './runner/outputs.ts'
import { stateOf } from './decide/state.ts'
import type { Place, Thread } from './decide/thread.ts'
import { outage, problemComment } from './publish/view/comments.ts'
import { renderSummary, type TimelineEntry } from './publish/view/summary.ts'
import { fail, logLine } from './runner/log.ts'

/** Looks at a place and does all that is to be done there. Sets the exit code: 1 when somebody has to mend something. */
export async function run(destination: Destination, from: { event: Event; clone: Clone }): Promise<void> {
  await using clone = from.clone
  try {
    const inputs = readInputs()
    using clock = startClock(inputs['time-budget'])
    const opened = openRun(inputs, { event: from.event, clone })
    const job = await openJob(opened)
    for (const place of await placesOf(opened, destination)) await runOpened(opened, place, { clock, job })
    await handOver({ work: job.work() })
  } catch (error) {
    fail(
      error instanceof UserError ? `${error.message} ${error.remedy}` : `The run could not begin: ${errorText(error)}`,
    )
  }
}

/** Every open pull request that bears a plan's name; whether it is ours is found out when it is looked at. */
async function placesOf({ sources }: Run, destination: Destination): Promise<Place[]> {
  if (destination.kind === 'place') return [destination.place]
  const pulls = await sources.forge.openPulls()
  const plans = pulls.filter(
    ({ head }) => head.repository === sources.repository && issueOf(head.branch, sources.branchPrefix) !== undefined,
  )
  return plans.map(({ number }) => ({ number, isPull: true }))
}

async function runOpened(opened: Run, place: Place, { clock, job }: { clock: Clock; job: Job }): Promise<void> {
  const timeline: TimelineEntry[] = []
  const note = (what: string): void => {
    timeline.push({ at: new Date().toISOString(), what: opened.redact(what) })
    logLine(opened.redact(what))
  }
  const progress: RunProgress = { thread: undefined, failed: false, observedAt: 0 }
  try {
    await job.carryOut(place, { run: opened, clock, stop: stopSignal(), note, progress })
  } catch (error) {
    await tell(opened, place, { progress, error })
  }
  await reportOn(opened, progress, timeline)
}

/** Tells people what went wrong, as far as GitHub takes it: what they can mend, or where to look. */
async function tell(
  opened: Run,
  place: Place,
  { progress, error }: { progress: RunProgress; error: unknown },
): Promise<void> {
  const isTheirs = error instanceof UserError
  fail(opened.redact(isTheirs ? `${error.message} ${error.remedy}` : errorText(error)))
  if (!isTheirs) logLine(opened.redact(error instanceof Error ? (error.stack ?? '') : String(error)))
  // A dry run tells nobody. After `decide`, the job that publishes meets the same problem and is the one that writes.
  if (opened.inputs['dry-run'] || opened.inputs.mode === 'decide') return
  const text = isTheirs ? problemComment(error) : outage(opened.publishRoom.links.run)
  try {
    if (progress.thread) progress.thread = await tellThread(opened, progress.thread, { text, error })
    // Nothing was seen of it yet; a command on an issue deserves a word all the same.
    else if (place.isPull === false) await opened.sources.forge.say(place.number, opened.publishRoom.outward(text))
  } catch (second) {
    logLine(opened.redact(`Nobody could be told: ${errorText(second)}`))
  }
}

async function tellThread(
  opened: Run,
  thread: Thread,
  { text, error }: { text: string; error: unknown },
): Promise<Thread> {
  const place = thread.pull?.pull.state === 'open' ? 'pull' : 'issue'
  if (error instanceof UserError && isSaid(thread, place, error.code)) return thread
  return say(opened.publishRoom, thread, { place, text })
}

/** The last thing said there is this very problem: once is enough. */
function isSaid(thread: Thread, place: 'pull' | 'issue', code: string): boolean {
  const comments = place === 'pull' ? (thread.pull?.comments ?? []) : thread.comments
  return hasNote(comments.slice(-1), thread.bot, `problem-${code}`)
}

async function reportOn(
  opened: Run,
  { thread, failed }: RunProgress,
  timeline: readonly TimelineEntry[],
): Promise<void> {
  const state = thread && stateOf(thread, opened.sources.rules)
  const summary = thread ? renderSummary(viewOf(opened.publishRoom, thread), timeline) : ''
  await handOver(outputsOf(thread, state, opened.inputs.prices), opened.publishRoom.outward(summary))
  if (failed) fail('A subtask failed; the pull request says why.')
  if (state?.reading?.kind === 'problem' && thread?.pull?.pull.state === 'open')
    fail(`The plan file cannot be read: ${state.reading.reason}.`)
  if (thread?.thisRun.pullForbidden)
    fail('This repository does not let Actions open pull requests; the issue says what to change.')
  for (const problem of thread?.thisRun.problems ?? []) fail(opened.redact(problem))
}
