import { startClock } from './runner/clock.ts'
import { diskFull } from './lib/disk-full.ts'
import { errorText, PUSH_FORBIDDEN, UserError } from './lib/errors.ts'
import type { Destination } from './observe/event.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { continueInNextRun, flushUsage } from './publish/write/journal.ts'
import { announcementsIn, hasNote, commentsAt } from './decide/thread/people.ts'
import { openClaim, type Claim } from './publish/claim/claim.ts'
import { openJob, type Job } from './loop/jobs/job.ts'
import { recordStop } from './loop/loop.ts'
import { diagnose } from './loop/diagnose.ts'
import { openRun, type LoopContext, type Run, type RunProgress, type Surroundings } from './loop/run-context.ts'
import { inputsOfStep } from './runner/inputs.ts'
import { endedByPeople } from './decide/next/ended.ts'
import { refresh } from './observe/observe.ts'
import { viewOf } from './publish/write/github-context.ts'
import { outgoingComment, say } from './publish/say/say.ts'
import { openStatusWriter, show } from './publish/say/pull-request.ts'
import { outputsOf, type Problem, type RunOutcome } from './runner/outputs.ts'
import { saysInProgress } from './publish/view/parts/status-line.ts'
import { planProblems, runHead, waitingNotice } from './loop/run-log.ts'
import { keepTurns, logLine, logWarning } from './runner/log.ts'
import type { Place, Thread } from './decide/thread/thread.ts'
import { errorNote } from './publish/view/comments/replies.ts'
import { renderProblems, renderSummary } from './publish/view/body/body.ts'
import { placesOf } from './observe/find-plans.ts'
import { fetchComments } from './observe/missing-facts.ts'
import { ownAccount } from './observe/sources.ts'

/** What a run is given. A test may bring a clock of its own. */
export type RunSpec = Surroundings & { clock?: typeof startClock }

/**
 * Looks at a place, does all that is to be done there, and gives how it ended. It takes `clone` away at its end. It
 * writes to the log, and leaves all else that the runner is told to whoever called it. Nothing is thrown.
 */
export async function run(destination: Destination, spec: RunSpec): Promise<RunOutcome> {
  const { env, stop, clock: begin = startClock } = spec
  await using clone = spec.clone
  const ended: RunOutcome[] = []
  const problems: Problem[] = []
  try {
    const inputs = inputsOfStep(env)
    using clock = begin(inputs['time-budget'])
    const turns = keepTurns()
    const opened: Run = openRun(inputs, { ...spec, clone, clock, turns })
    for (const line of runHead({ env, event: spec.event, inputs })) logLine(opened.redact(line))
    const job = await openJob(opened, (text) => problems.push({ text }))
    const writeStatus = openStatusWriter(opened.githubContext, logWarning)
    if (destination.kind === 'repository') return await diagnose(opened, stop)
    for (const place of await placesOf(opened.sources, destination))
      ended.push(await runOpened(opened, place, { stop, job, writeStatus }))
    const summary = opened.githubContext.outward(turns.summary())
    ended.push({ outputs: { work: job.work() }, summary, problems: [] })
  } catch (thrown) {
    const error = await inWords(clone.repo, thrown)
    const text =
      error instanceof UserError ? `${error.message} ${error.remedy}` : `The run could not start: ${errorText(error)}`
    problems.push({ text })
  }
  return whole([...ended, { outputs: {}, summary: renderProblems(problems.map(({ text }) => text)), problems }])
}

/** The error of a full disk in words for people; any other as it is. */
const inWords = async (repo: Run['sources']['repo'], thrown: unknown): Promise<unknown> =>
  (await diskFull(repo, thrown)) ?? thrown

/** Of an output that several places have, the last counts. */
const whole = (ended: readonly RunOutcome[]): RunOutcome => ({
  outputs: Object.assign({}, ...ended.map(({ outputs }) => outputs)),
  summary: ended.map(({ summary }) => summary).join(''),
  problems: ended.flatMap(({ problems }) => problems),
  notices: ended.flatMap(({ notices = [] }) => notices),
})

/** What a run did, and when (ISO 8601). */
type Timeline = { at: string; what: string }[]

async function runOpened(
  opened: Run,
  place: Place,
  { stop, job, writeStatus }: { stop: AbortSignal; job: Job; writeStatus: ReturnType<typeof openStatusWriter> },
): Promise<RunOutcome> {
  const timeline: Timeline = []
  const note = (what: string): void => {
    timeline.push({ at: opened.sources.clock.timestamp(), what: opened.redact(what) })
    logLine(opened.redact(what))
  }
  const progress: RunProgress = { thread: undefined, failed: false, observedAt: 0 }
  const problems: Problem[] = []
  const claim = openClaim(opened.githubContext, { me: opened.holder, stop, note })
  try {
    await job.carryOut(place, { run: opened, place, claim, stop, note, progress })
    const { thread } = progress
    if (thread && isAtRest(opened, progress, stop)) {
      progress.thread = thread.pull?.pull.state === 'closed' ? thread : await flushUsage(opened.githubContext, thread)
      await writeStatus(progress.thread)
    }
  } catch (thrown) {
    const ended = await endedMeanwhile(opened, progress, thrown)
    if (ended !== undefined) note(ended)
    else {
      const error = await inWords(opened.sources.repo, thrown)
      await saveSpent(opened, progress, note)
      if (!(await goOnLater(opened, { progress, claim, error, stop, note })))
        problems.push({ text: await tell(opened, place, { progress, error }) })
    }
  }
  await leave(opened, claim, progress)
  if (timeline.length === 0) logLine('Nothing to do.')
  if (progress.thread?.pull) logLine(progress.thread.pull.pull.url)
  return outcomeOf(opened, progress, { timeline, problems })
}

/** Whether a run that may write has come to its end by itself. */
const isAtRest = ({ inputs }: Run, { isLeftToOthers }: RunProgress, stop: AbortSignal): boolean =>
  !isLeftToOthers && !stop.aborted && !inputs['dry-run'] && !saysNothing(inputs)

/** Modes that write nothing for people: another job does, or nobody asked for it. */
const saysNothing = ({ mode }: Run['inputs']): boolean => mode === 'decide' || mode === 'verify'

/** How people ended the plan while it was written to, which could not go well. Undefined when they did not. */
async function endedMeanwhile(opened: Run, progress: RunProgress, error: unknown): Promise<string | undefined> {
  const before = progress.thread
  if (!before?.pull || (error instanceof UserError && error.code !== PUSH_FORBIDDEN)) return undefined
  const thread = await refresh(opened.sources, before).catch(() => before)
  const ended = endedByPeople(before, opened.sources.snapshotAt(thread))
  if (ended !== undefined) progress.thread = thread
  return ended
}

/** However a run ends, what was paid for counts in the next one. Where it cannot be saved, the error is told. */
async function saveSpent(opened: Run, progress: RunProgress, note: LoopContext['note']): Promise<void> {
  const { thread } = progress
  if (thread) progress.thread = await recordStop({ run: opened, note }, thread).catch(() => thread)
}

type Limited = Pick<LoopContext, 'progress' | 'claim' | 'stop' | 'note'> & { error: unknown }

/**
 * For a limit of GitHub that outlasts the time budget: waits as long as a job may go on beyond its budget, and asks for
 * a new run. False when that is not enough, or something else is wrong.
 */
async function goOnLater(opened: Run, { progress, claim, error, stop, note }: Limited): Promise<boolean> {
  const { sources, inputs, githubContext } = opened
  const { thread } = progress
  if (!(error instanceof UserError) || !error.until || !thread) return false
  await leave(opened, claim, progress)
  const wait = error.until.getTime() - Date.parse(sources.clock.timestamp())
  if (inputs.mode !== 'all' || wait > sources.clock.left() + sources.clock.minutes() * BEYOND_BUDGET) return false
  note(`${error.message} Then a new run goes on.`)
  await sleep(Math.max(0, wait), undefined, { signal: stop }).catch(() => undefined)
  progress.thread = await continueInNextRun(githubContext, thread)
  return progress.thread.thisRun.continued === 'asked'
}

/** Milliseconds for each minute of the time budget: 25 minutes for 330, of the 30 that the examples leave a job. */
const BEYOND_BUDGET = 0.075 * 60_000

/** Gives the claim back at the end, however it came. Where that fails, GitHub tells the next run of our end. */
async function leave(opened: Run, claim: Claim, { thread }: RunProgress): Promise<void> {
  const phase = thread ? opened.sources.snapshotAt(thread).state.phase : 'none'
  try {
    await claim.release({ phase })
  } catch (error) {
    logLine(opened.redact(`The claim on the plan was not given back: ${errorText(error)}`))
  }
}

/**
 * Tells people what went wrong, as far as GitHub takes it: what they can mend, or where to look. Gives it for the
 * runner, too.
 */
async function tell(
  opened: Run,
  place: Place,
  { progress, error }: { progress: RunProgress; error: unknown },
): Promise<string> {
  const isTheirs = error instanceof UserError
  const problem = opened.redact(isTheirs ? `${error.message} ${error.remedy}` : errorText(error))
  if (!isTheirs) logLine(opened.redact(error instanceof Error ? (error.stack ?? '') : String(error)))
  // A dry run tells nobody. After `decide`, the job that publishes meets the same problem and is the one that writes.
  if (opened.inputs['dry-run'] || saysNothing(opened.inputs)) return problem
  const text = errorNote(isTheirs ? error : undefined, opened.githubContext.links)
  try {
    if (progress.thread) {
      progress.thread = await tellThread(opened, progress.thread, { text, error })
      progress.thread = await showStopped(opened, progress.thread, progress)
    }
    // Nothing was seen of it yet; a command on an issue deserves a word all the same, and so does a plan that cannot
    // be read.
    else if (place.isPull === false || (isTheirs && (await isNewOnPlan(opened, place, error)))) {
      await opened.sources.forge.createComment(place.number, await outgoingComment(opened.githubContext, text))
    }
  } catch (second) {
    logLine(opened.redact(`The comment about this failed, too: ${errorText(second)}`))
  }
  return problem
}

/** What is known before a plan is read. */
const BEFORE_READING = ['no-base', 'no-pull', 'repository-closed', 'repository-moved']

/** Whether a plan that was announced cannot be read, and nobody was told since. */
async function isNewOnPlan({ sources }: Run, { number }: Place, { code }: UserError): Promise<boolean> {
  if (!BEFORE_READING.includes(code)) return false
  const bot = await ownAccount(sources)
  const said = await fetchComments(sources.forge, bot, number)
  return announcementsIn(said, bot).length > 0 && !hasNote(said, bot, `problem-${code}`)
}

async function tellThread(
  opened: Run,
  thread: Thread,
  { text, error }: { text: ReturnType<typeof errorNote>; error: unknown },
): Promise<Thread> {
  const place = thread.pull?.pull.state === 'open' ? 'pull' : 'issue'
  if (error instanceof UserError && isSaid(thread, place, error.code)) return thread
  return say(opened.githubContext, thread, { place: place === 'issue' ? 'planning' : place, ...text })
}

/** A description that says that the plan is in progress says from now on that no run is at work. */
const showStopped = async (opened: Run, thread: Thread, { isLeftToOthers }: RunProgress): Promise<Thread> =>
  !isLeftToOthers && thread.pull && saysInProgress(thread.pull.pull.body)
    ? show(opened.githubContext, thread, { subtasks: [], stopped: 'error' })
    : thread

/** The last thing said there is this very problem: once is enough. */
const isSaid = (thread: Thread, place: 'pull' | 'issue', code: string): boolean =>
  hasNote(commentsAt(thread, place).slice(-1), thread.bot, `problem-${code}`)

function outcomeOf(
  opened: Run,
  { thread, failed }: RunProgress,
  { timeline, problems }: { timeline: Timeline; problems: readonly Problem[] },
): RunOutcome {
  const state = thread && opened.sources.snapshotAt(thread).state
  const all = [
    ...problems,
    ...planProblems({ thread, failed }, { state, planFile: opened.inputs['plan-file'] }),
    ...(thread?.thisRun.pullForbidden
      ? [
          {
            text: 'This repository does not allow GitHub Actions to open pull requests; the issue says what to change.',
          },
        ]
      : []),
    ...(thread?.thisRun.problems ?? []).map((text) => ({ text })),
  ].map((problem) => ({ ...problem, text: opened.redact(problem.text) }))
  const texts = all.map(({ text }) => text)
  const summary = thread ? renderSummary(viewOf(opened.githubContext, thread), timeline, texts) : renderProblems(texts)
  const waits = thread && state && timeline.length > 0 ? waitingNotice(thread, state) : undefined
  return {
    outputs: outputsOf(thread, state, {
      prices: opened.inputs.prices,
      redact: opened.githubContext.outward,
      verifyCommand: opened.inputs['verify-command'],
    }),
    summary: opened.githubContext.outward(summary),
    problems: all,
    notices: waits === undefined ? [] : [waits],
  }
}
