import { startClock } from './runner/clock.ts'
import { diskFull } from './lib/disk-full.ts'
import { errorText, problemText, PUSH_FORBIDDEN, UserError } from './lib/errors.ts'
import type { Destination } from './observe/event.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { continueInNextRun, flushUsage } from './publish/write/journal.ts'
import { announcementsIn, commentsAt, notesWith } from './decide/thread/people.ts'
import { openClaim } from './publish/claim/claim.ts'
import { openJob, type Job } from './loop/jobs/job.ts'
import { recordStop } from './loop/loop.ts'
import { diagnose } from './loop/diagnose.ts'
import { openRun, type LoopContext, type Run, type RunSpec } from './loop/run-context.ts'
import { rawInput } from './runner/env.ts'
import { readInputs } from './runner/inputs.ts'
import { endedByPeople } from './decide/next/ended.ts'
import { refresh } from './observe/refresh.ts'
import { viewOf } from './publish/write/github-context.ts'
import { outgoingComment, say } from './publish/say/say.ts'
import { openStatusWriter, show } from './publish/say/pull-request.ts'
import { outputsOf, type Problem, type RunOutcome } from './runner/outputs.ts'
import { saysInProgress } from './publish/view/parts/status-line.ts'
import { planProblems, runHead, waitingNotice } from './loop/run-log.ts'
import { keepTurns, logLine, logWarning } from './runner/log.ts'
import type { Target, Thread } from './decide/thread/thread.ts'
import { errorNote } from './publish/view/comments/replies.ts'
import { renderProblems, renderSummary } from './publish/view/body/body.ts'
import { targetsOf } from './observe/read-plans.ts'
import { fetchComments } from './observe/missing-facts.ts'
import { ownAccount } from './observe/sources.ts'

/**
 * Carries out all that is to be done at a destination, and returns how it ended. Removes `clone` at the end. Writes to
 * the log only: outputs, summary and annotations are left to the caller. Never throws.
 */
export async function run(destination: Destination, spec: RunSpec): Promise<RunOutcome> {
  const { env, stop, clock: start = startClock } = spec
  await using clone = spec.clone
  const outcomes: RunOutcome[] = []
  const problems: Problem[] = []
  try {
    const inputs = readInputs((name) => rawInput(env, name))
    using clock = start(inputs['time-budget'])
    const turns = keepTurns()
    const opened: Run = openRun(inputs, { ...spec, clone, clock, turns })
    for (const line of runHead({ env, event: spec.event, inputs })) logLine(opened.redact(line))
    const job = await openJob(opened, (text) => problems.push({ text }))
    const writeStatus = openStatusWriter(opened.githubContext, logWarning)
    if (destination.kind === 'repository') return await diagnose(opened)
    for (const target of await targetsOf(opened.sources, destination))
      outcomes.push(await runAt(opened, target, { stop, job, writeStatus }))
    const summary = opened.githubContext.outward(turns.summary())
    outcomes.push({ outputs: { work: job.work() }, summary, problems: [] })
  } catch (thrown) {
    const error = (await diskFull(clone.repo, thrown)) ?? thrown
    problems.push({ text: problemText(error, 'The run could not start') })
  }
  return combined([...outcomes, { outputs: {}, summary: renderProblems(problems.map(({ text }) => text)), problems }])
}

/** The outcomes of several issues and pull requests as one. The last value of an output counts. */
const combined = (outcomes: readonly RunOutcome[]): RunOutcome => ({
  outputs: Object.assign({}, ...outcomes.map(({ outputs }) => outputs)),
  summary: outcomes.map(({ summary }) => summary).join(''),
  problems: outcomes.flatMap(({ problems }) => problems),
  notices: outcomes.flatMap(({ notices = [] }) => notices),
})

/** What a run did, and when (ISO 8601). */
type Timeline = { at: string; what: string }[]

async function runAt(
  run: Run,
  target: Target,
  { stop, job, writeStatus }: { stop: AbortSignal; job: Job; writeStatus: ReturnType<typeof openStatusWriter> },
): Promise<RunOutcome> {
  const timeline: Timeline = []
  const note = (what: string): void => {
    timeline.push({ at: run.sources.clock.timestamp(), what: run.redact(what) })
    logLine(run.redact(what))
  }
  const claim = openClaim(run.githubContext, { me: run.holder, stop, note })
  const progress: LoopContext['progress'] = { thread: undefined, failed: false, observedAt: 0 }
  const loop: LoopContext = { run, target, claim, stop, note, progress }
  const problems: Problem[] = []
  try {
    await job.carryOut(loop)
    const { thread } = progress
    const isAtRest = !progress.isLeftToOthers && !stop.aborted && !run.inputs['dry-run'] && !isSilent(run.inputs)
    if (thread && isAtRest) {
      progress.thread = thread.pull?.pull.state === 'closed' ? thread : await flushUsage(run.githubContext, thread)
      await writeStatus(progress.thread)
    }
  } catch (thrown) {
    const ended = await endedMeanwhile(loop, thrown)
    if (ended !== undefined) note(ended)
    else {
      const error = (await diskFull(run.sources.repo, thrown)) ?? thrown
      const { thread } = progress
      // What was paid for counts in the next run. If that cannot be recorded, the error of the run is reported.
      if (thread) progress.thread = await recordStop(loop, thread).catch(() => thread)
      if (!(await continueLater(loop, error))) problems.push({ text: await report(loop, error) })
    }
  }
  await releaseClaim(loop)
  if (timeline.length === 0) logLine('Nothing to do.')
  if (progress.thread?.pull) logLine(progress.thread.pull.pull.url)
  return outcomeOf(loop, timeline, problems)
}

/** Modes that write nothing for people: another job does, or nobody asked for it. */
const isSilent = ({ mode }: Run['inputs']): boolean => mode === 'decide' || mode === 'verify'

/** How people ended the plan during a write that failed for that reason. Undefined if they did not. */
async function endedMeanwhile({ run: { sources }, progress }: LoopContext, error: unknown) {
  const before = progress.thread
  if (!before?.pull || (error instanceof UserError && error.code !== PUSH_FORBIDDEN)) return undefined
  const thread = await refresh(sources, before).catch(() => before)
  const ended = endedByPeople(before, sources.snapshotAt(thread))
  if (ended !== undefined) progress.thread = thread
  return ended
}

/**
 * Waits for the reset of a GitHub rate limit that lies beyond the time budget, as long as the job has time left, and
 * dispatches the next run. False if the time is too short, or the error is another one.
 */
async function continueLater(loop: LoopContext, error: unknown): Promise<boolean> {
  const { run, progress, stop, note } = loop
  const { clock } = run.sources
  const { thread } = progress
  if (!(error instanceof UserError) || !error.until || !thread) return false
  await releaseClaim(loop)
  const wait = error.until.getTime() - Date.parse(clock.timestamp())
  if (run.inputs.mode !== 'all' || wait > clock.left() + clock.minutes() * BEYOND_BUDGET) return false
  note(`${error.message} Then a new run goes on.`)
  await sleep(Math.max(0, wait), undefined, { signal: stop }).catch(() => undefined)
  progress.thread = await continueInNextRun(run.githubContext, thread)
  return progress.thread.thisRun.continued === 'asked'
}

/** Milliseconds for each minute of the time budget: 25 minutes for 330, of the 30 that the examples leave a job. */
const BEYOND_BUDGET = 0.075 * 60_000

/** Releases the claim at the end of a run. If that fails, GitHub tells the next run that this one has ended. */
async function releaseClaim({ run, claim, progress: { thread } }: LoopContext): Promise<void> {
  const phase = thread ? run.sources.snapshotAt(thread).state.phase : 'none'
  try {
    await claim.release({ phase })
  } catch (error) {
    logLine(run.redact(`The claim on the plan was not given back: ${errorText(error)}`))
  }
}

/** Comments what went wrong: what people can fix, or where to look. Returns the problem for the runner. */
async function report({ run, target, progress }: LoopContext, error: unknown): Promise<string> {
  const { githubContext, redact } = run
  const isUserError = error instanceof UserError
  const problem = redact(isUserError ? `${error.message} ${error.remedy}` : errorText(error))
  if (!isUserError) logLine(redact(error instanceof Error ? (error.stack ?? '') : String(error)))
  // A dry run writes no comment. After `decide`, the job that publishes meets the same problem and comments.
  if (run.inputs['dry-run'] || isSilent(run.inputs)) return problem
  const { links } = githubContext
  const text = errorNote(isUserError ? error : undefined, links)
  try {
    if (progress.thread) {
      const thread = await commentOnce(run, progress.thread, { text, error })
      progress.thread = thread
      // No run works on the plan from now on.
      if (!progress.isLeftToOthers && thread.pull && saysInProgress(thread.pull.pull.body))
        progress.thread = await show(githubContext, thread, { subtasks: [], stopped: 'error' })
    }
    // Nothing was read yet. A command on an issue is answered all the same, and so is a plan that cannot be read.
    else if (target.isPull === false || (isUserError && (await isNewOnPlan(run, target, error)))) {
      await run.sources.forge.createComment(target.number, await outgoingComment(githubContext, text))
    }
  } catch (second) {
    logLine(redact(`The comment about this failed, too: ${errorText(second)}`))
  }
  return problem
}

/** Codes of errors that occur before a plan is read. */
const BEFORE_READING = ['no-base', 'no-pull', 'repository-closed', 'repository-moved']

/** Whether an announced plan cannot be read, and nobody was told since. */
async function isNewOnPlan({ sources }: Run, { number }: Target, { code }: UserError): Promise<boolean> {
  if (!BEFORE_READING.includes(code)) return false
  const bot = await ownAccount(sources)
  const comments = await fetchComments(sources.forge, bot, number)
  return announcementsIn(comments, bot).length > 0 && notesWith(comments, bot, `problem-${code}`).length === 0
}

/** Comments on a problem, unless the last comment there is about this very one. */
async function commentOnce(
  { githubContext }: Run,
  thread: Thread,
  { text, error }: { text: ReturnType<typeof errorNote>; error: unknown },
): Promise<Thread> {
  const target = thread.pull?.pull.state === 'open' ? 'pull' : 'issue'
  const last = commentsAt(thread, target).slice(-1)
  if (error instanceof UserError && notesWith(last, thread.bot, `problem-${error.code}`).length > 0) return thread
  return say(githubContext, thread, { target: target === 'issue' ? 'planning' : target, ...text })
}

function outcomeOf(
  { run, progress: { thread, failed } }: LoopContext,
  timeline: Timeline,
  problems: readonly Problem[],
): RunOutcome {
  const { inputs, githubContext } = run
  const state = thread && run.sources.snapshotAt(thread).state
  const all = [
    ...problems,
    ...planProblems({ thread, failed }, { state, planFile: inputs['plan-file'] }),
    ...(thread?.thisRun.problems ?? []).map((text) => ({ text })),
  ].map((problem) => ({ ...problem, text: run.redact(problem.text) }))
  const texts = all.map(({ text }) => text)
  const summary = thread ? renderSummary(viewOf(githubContext, thread), timeline, texts) : renderProblems(texts)
  const waits = thread && state && timeline.length > 0 ? waitingNotice(thread, state) : undefined
  return {
    outputs: outputsOf(thread, state, {
      prices: inputs.prices,
      redact: githubContext.outward,
      verifyCommand: inputs['verify-command'],
    }),
    summary: githubContext.outward(summary),
    problems: all,
    notices: waits === undefined ? [] : [waits],
  }
}
