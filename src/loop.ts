import { decide, interruption, unrecordedAttempts } from './decide/decide.ts'
import { needsModel, type ModelStep, type Step } from './decide/step.ts'
import type { Taken } from './decide/loop-guard.ts'
import { complexityNote } from './decide/needs-plan.ts'
import { observe } from './observe/observe.ts'
import { snapshotOf } from './observe/look-up-unknown.ts'
import { throttled } from './publish/throttle.ts'
import type { PublishRoom } from './publish/room.ts'
import { outdated, type WorkOrder, type WorkResult } from './work/order.ts'
import { forgetWork, keepWork, takeUpWork } from './publish/keep-work.ts'
import { orderFor } from './observe/brief.ts'
import { checkCommits, guarded } from './publish/guarded.ts'
import { addUsageOf, withSpent } from './publish/attempts.ts'
import { publish } from './publish/publish.ts'
import { show } from './publish/show.ts'
import { stillDue } from './decide/still-due.ts'
import { stateOf, type Snapshot } from './decide/state.ts'
import { FRESH_MS, type Place, type Thread } from './decide/thread.ts'
import { inHandOf, watchForCancel } from './observe/watch.ts'
import { hiddenNote } from './work/untrusted.ts'
import { lessonOutcome } from './work/lessons.ts'
import { workCounted } from './work/work.ts'
import { pushProblem } from './observe/may-push.ts'
import { refresh, refreshBranch, refreshPatiently } from './observe/refresh.ts'
import { endedByPeople, hasLostBranch } from './decide/ended.ts'
import { errandOf, needsClaim, noRight, type Errand, type Holder } from './decide/claim.ts'
import { mayWrite } from './decide/approvers.ts'
import type { Claim } from './publish/claim.ts'
import { giveBackClaim } from './publish/kept.ts'
import { sayStopped, sayStudying } from './publish/studying.ts'
import type { Inputs } from './runner/inputs.ts'
import type { Sources } from './observe/sources.ts'
import type { OpenRoom, StepHooks } from './work/open.ts'
import type { Wait } from './work/agent/model.ts'
import { longWait } from './publish/view/status-line.ts'
import type { Live } from './publish/view/view.ts'
import { describeStep } from './decide/describe.ts'
import { decisionContextOf } from './publish/decision-context.ts'

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

export type LoopContext = {
  run: Run
  place: Place
  claim: Claim
  stop: AbortSignal
  note: (what: string) => void
  progress: RunProgress
  /** Whether the claim outlasts this part of a job, which gives it back itself. */
  keepsClaim?: boolean
  /** What is published rests on how things are at this moment: whoever calls has just looked. */
  isFresh?: boolean
  /** Carries out several subtasks at the same time. Without it they are carried out one by one. */
  team?: Team
}

/** Subtasks that are in hand at the same time. At its end, nothing of it is at work any more. */
export type Team = AsyncDisposable & {
  isBusy: () => boolean
  /** By which a step beside them shares one budget with all that is in hand. */
  share: Pick<StepHooks, 'spentBeside' | 'onUsage'>
  /** Whether this step is for the team: subtasks that begin together, and what has to wait for those in hand. */
  takes: (snapshot: Snapshot, step: Step) => boolean
  /** Begins what can begin, and waits until something has ended. */
  turn: (snapshot: Snapshot, step: Step) => Promise<Thread>
  /** Waits for what is in hand. */
  drain: (thread: Thread) => Promise<Thread>
}

/** Reads a place for the first time; undefined when there is nothing of ours. */
export async function observePlace(place: Place, { run, progress, note }: LoopContext): Promise<Thread | undefined> {
  const thread = await observe(run.sources, place)
  if (thread?.asked?.kind === 'opened' && thread.asked.body === undefined) note(complexityNote(thread.issue))
  progress.observedAt = run.sources.clock.now()
  progress.thread = thread
  return thread
}

/**
 * Decides, works, publishes and observes again, until no step is left. `progress` is kept up to date, so that whoever
 * catches an error knows where it happened. In three jobs each takes only its own steps: the one that decides sets
 * reactions, and the one that publishes leaves the model's steps to others.
 */
export async function reconcile(loop: LoopContext, from: Thread): Promise<void> {
  const { run, progress, note, stop, team } = loop
  const { clock } = run.sources
  let thread: Thread | undefined = from
  let attempts = 0
  let taken: Taken = new Map()
  while (thread && !stop.aborted) {
    progress.thread = thread
    const snapshot = await snapshotOf(run.sources, thread)
    progress.thread = thread = snapshot.thread
    const ended = await howItEnded(loop, from, snapshot)
    if (ended !== undefined) return note(ended)
    const step = nextStep(run, snapshot, attempts > 0 && clock.isUp())
    if (clock.now() - progress.observedAt > FRESH_MS && (step.kind === 'nothing' || needsModel(step))) {
      thread = await refresh(run.sources, thread)
      progress.observedAt = clock.now()
      continue
    }
    const isForTeam = team?.takes(snapshot, step) === true
    const waits = isForTeam && team.isBusy() && step.kind !== 'execute'
    const mine = waits ? 'yes' : await mayTake(loop, snapshot, step)
    if (mine === 'no') return
    if (mine === 'look again') {
      thread = await lookAgain(loop, thread)
      continue
    }
    if (step.kind === 'execute') attempts++
    if (isForTeam) {
      thread = await team.turn(snapshot, step)
      continue
    }
    taken = guarded(taken, snapshot, step)
    note(describeStep(step))
    if (step.kind === 'fail') progress.failed = true
    thread = await carryOut(loop, snapshot, step)
  }
  if (thread && stop.aborted) progress.thread = await recordStop(loop, (await team?.drain(thread)) ?? thread)
}

/** How people ended the plan meanwhile. GitHub closes a pull request a moment after its branch is gone. */
async function howItEnded(
  { run, progress }: LoopContext,
  from: Thread,
  snapshot: Snapshot,
): Promise<string | undefined> {
  if (!from.branch || !hasLostBranch(snapshot.thread)) return endedByPeople(from, snapshot)
  const thread = (progress.thread = await refresh(run.sources, snapshot.thread))
  return endedByPeople(from, { thread, state: stateOf(thread, run.sources.rules) })
}

/** A run that has to end writes down what it has spent, and no commit says yet. It takes no request to the API. */
export async function recordStop({ run, note }: Pick<LoopContext, 'run' | 'note'>, thread: Thread): Promise<Thread> {
  const state = stateOf(thread, run.sources.rules)
  if (!thread.branch || thread.pull?.pull.state !== 'open' || thread.thisRun.attempts.size === 0) return thread
  note('The run ends here, and writes down what it spent.')
  return publish(run.publishRoom, { thread, state }, { step: interruption(unrecordedAttempts(thread, state)) })
}

/** Whether the loop goes on with this step. Where nothing is left, the claim is given back, and the loop ends. */
async function mayTake(loop: LoopContext, snapshot: Snapshot, step: Step): Promise<'yes' | 'no' | 'look again'> {
  const { claim, note } = loop
  const { inputs } = loop.run
  if (step.kind === 'nothing' || isOfAnotherJob(step, inputs.mode))
    return loop.keepsClaim ? 'no' : giveBackClaim(loop.run, snapshot, claim)
  if (!needsClaim(step)) return 'yes'
  const why = await courtesiesOnly(loop, snapshot)
  if (why !== undefined) {
    loop.progress.leavesRest = true
    note(`${why}, so it leaves to others: ${describeStep(step)}`)
    return 'no'
  }
  // A box is ticked for a commit that is there, also where nothing else is done.
  if (snapshot.state.missing.length > 0) await show(loop.run.publishRoom, snapshot.thread)
  checkCommits(snapshot)
  // A draft is checked by itself before it costs anything, and an answer needs no right to push.
  const mayGoWithout = step.kind === 'draft' || step.kind === 'ask'
  const taking = await claim.take(snapshot.thread, mayGoWithout)
  if (taking.kind === 'held') {
    loop.progress.leavesRest = true
    note(`Run ${taking.by.run} is at work on this plan, and takes up what this run came for.`)
  }
  if (taking.kind !== 'ours') return taking.kind === 'held' ? 'no' : 'look again'
  // The run that goes on must find the plan free.
  if (step.kind !== 'continue') return 'yes'
  return (await claim.release(snapshot.state)) === 'called' ? 'look again' : 'yes'
}

/** Why this run may do courtesies only, which holds until it ends; undefined when it may work. */
export async function courtesiesOnly(loop: LoopContext, snapshot: Snapshot): Promise<string | undefined> {
  const { place, progress, run } = loop
  progress.errand ??= errandOf(place, snapshot)
  if (progress.errand.kind === 'unknown') {
    const { login } = progress.errand
    const may = mayWrite({ permission: await run.sources.forge.permission(login) })
    progress.errand = may ? { kind: 'works' } : noRight(login)
  }
  return progress.errand.kind === 'courtesies' ? progress.errand.why : undefined
}

/** Reads again what another run may have changed, the branch too. A plan that was not there may be there now. */
export async function lookAgain(
  { run: { sources }, place, progress }: Pick<LoopContext, 'run' | 'place' | 'progress'>,
  thread: Thread,
): Promise<Thread | undefined> {
  const read = thread.pull
    ? await refresh(sources, await refreshBranch(sources, thread))
    : await observe({ ...sources, firstFetch: undefined }, place)
  progress.observedAt = sources.clock.now()
  return read && { ...read, thisRun: { ...thread.thisRun, contended: true } }
}

const isOfAnotherJob = (step: Step, mode: Run['inputs']['mode']): boolean =>
  (mode === 'decide' && step.kind !== 'react') || (mode === 'publish' && needsModel(step))

const nextStep = (run: Run, { thread, state }: Snapshot, timeIsUp: boolean): Step =>
  decide(thread, state, decisionContextOf(run.publishRoom, thread, { timeIsUp, isSplit: run.inputs.mode !== 'all' }))

async function carryOut(loop: LoopContext, snapshot: Snapshot, step: Step): Promise<Thread> {
  const { publishRoom, sources } = loop.run
  if (!needsModel(step)) return publish(publishRoom, snapshot, { step })
  const isTooLate = step.kind === 'execute' && sources.clock.signal.aborted
  const paid = { step, inputs: loop.run.inputs }
  const kept = isTooLate ? undefined : await takeUpWork(publishRoom, snapshot, paid)
  if (kept) return bring(loop, snapshot, { step, isKept: true, ...kept })
  const done = isTooLate ? undefined : await (step.kind === 'draft' ? draft : perform)(loop, snapshot, step)
  if (done && (done.asked || step.kind !== 'execute' || done.result.kind !== 'stopped' || done.result.why !== 'time'))
    return bring(loop, { ...snapshot, thread: done.thread }, { ...done, step })
  // The time was up before the model was asked, so that was no attempt. It counts as a run without a result.
  const status = step.kind === 'execute' ? step.status : undefined
  return publish(
    publishRoom,
    { ...snapshot, thread: done?.thread ?? snapshot.thread },
    { step: { kind: 'interrupt', status } },
  )
}

/** What the model's room brought for a step. `order` is there where this run could keep it for the next one. */
type Brought = { step: ModelStep; result: WorkResult; order?: WorkOrder; isKept?: true }

/**
 * Publishes what the model's room brought. It took time: what is published rests on how things are now. Where GitHub
 * takes no more requests, it is kept for the next run.
 */
export async function bring(loop: LoopContext, snapshot: Snapshot, brought: Brought): Promise<Thread> {
  const { publishRoom, inputs } = loop.run
  try {
    const after = await write(loop, snapshot, brought)
    if (brought.isKept) await forgetWork(publishRoom, snapshot.thread.issue.number)
    return after
  } catch (error) {
    if (await keepWork(publishRoom, snapshot, { ...brought, inputs, error }))
      loop.note(`Kept for the next run, which writes it: ${describeStep(brought.step)}`)
    throw error
  }
}

async function write(
  loop: LoopContext,
  { thread, state: before }: Snapshot,
  { step, result }: Brought,
): Promise<Thread> {
  const { publishRoom, sources } = loop.run
  const now = loop.isFresh ? thread : await lookOnce(loop, thread, { step, result })
  const state = stateOf(now, sources.rules)
  const isDue = result.kind === 'stopped' || stillDue(step, before, state)
  if (step.kind === 'lessons') loop.note(lessonOutcome(result))
  if (!isDue) loop.note(`Left out, because something else was done meanwhile: ${describeStep(step)}`)
  const after = await publish(publishRoom, { thread: now, state }, { step, result: isDue ? result : outdated(result) })
  return withSpent(after, { thread, state: before }, result.usage)
}

/** How things are now. Whoever cannot be told may read in the log what was worked out. */
export async function lookOnce(
  loop: LoopContext,
  thread: Thread,
  { step, result }: { step: ModelStep; result: WorkResult },
): Promise<Thread> {
  const { sources } = loop.run
  const now = await refreshPatiently(sources, thread, loop).catch((error: unknown) => {
    loop.note(`Not recorded, because GitHub cannot be asked: ${endOf(step, result)}`)
    throw error
  })
  loop.progress.observedAt = sources.clock.now()
  return now
}

/** What a step came to, for the summary of the job, which needs no GitHub. */
const endOf = (step: ModelStep, { kind, usage, turns }: WorkResult): string =>
  `${describeStep(step)}: ${kind} after ${turns} turns, with ${usage.input} tokens read and ${usage.output} written`

/** What came of a step of the model, and whether the model was asked at all. */
type Performed = { thread: Thread; order: WorkOrder; result: WorkResult; asked: boolean }

/** Makes a plan, while the issue says from the beginning that one is being made. */
async function draft(loop: LoopContext, snapshot: Snapshot, step: ModelStep): Promise<Performed> {
  const { run, note, progress, stop } = loop
  const told = sayStudying(run.publishRoom, snapshot.thread, note)
  try {
    return { ...(await perform(loop, snapshot, step)), thread: await told }
  } finally {
    progress.thread = await told
    if (stop.aborted) progress.thread = await sayStopped(run.publishRoom, progress.thread, note)
  }
}

/** Lets the model's room do a step, watches for a cancel, and shows the progress in the pull request. */
async function perform(
  { run, claim, stop, note, progress, team }: LoopContext,
  snapshot: Snapshot,
  step: ModelStep,
): Promise<Performed> {
  // What can be known for nothing is asked while the order is made, before a plan costs anything.
  const asked = step.kind === 'draft' ? pushProblem(run.sources, snapshot.thread, run.publishRoom.settings) : undefined
  const [order, problem] = await Promise.all([orderFor(run.sources, snapshot, step), asked])
  if (problem) throw problem
  const hidden = hiddenNote(order)
  if (hidden !== undefined) note(hidden)
  const since = run.sources.clock.timestamp()
  const live = order.kind === 'execute' ? { number: order.subtask, attempt: order.attempt, since } : undefined
  let doing: Live = { ...live, steps: [] }
  let thread = live ? await show(run.publishRoom, snapshot.thread, doing) : snapshot.thread
  progress.thread = thread
  using kept = claim.keep()
  const ends = AbortSignal.any([stop, run.sources.clock.signal, kept.lost])
  await using watch = watchForCancel(run.sources.forge, thread, { stop: ends, subtask: inHandOf(order) })
  await using shown = throttled(async (now: Live, signal) => {
    thread = await show(run.publishRoom, thread, { ...now, signal })
  })
  const tell = (news: Partial<Live>): void => shown.show((doing = { ...doing, ...news }))
  const onWait = (wait: Wait | undefined): void => {
    const waiting = wait && longWait(wait, Date.parse(run.sources.clock.timestamp()))
    if (waiting || doing.waiting) tell({ waiting })
  }
  let turns = 0
  // The thread was read right before the first turn.
  const beforeTurn = async (): Promise<void> => (turns++ === 0 ? undefined : watch.check())
  const onSteps = (steps: NonNullable<Live['steps']>): void => (live ? tell({ steps }) : undefined)
  const lost = (usage: WorkResult['usage']): void => void (progress.thread = addUsageOf(thread, usage))
  const hooks = { signal: watch.signal, beforeTurn, onSteps, onWait, ...team?.share }
  const result = await workCounted(order, { openRoom: run.openRoom, hooks, lost })
  await shown[Symbol.asyncDispose]()
  // Nobody is at work any more, and there is little time left to say so.
  if (live && stop.aborted) thread = await show(run.publishRoom, thread, { steps: [], stopped: true })
  return { thread, order, result, asked: turns > 0 }
}

/** Everything that a run works with. */
export type Run = {
  inputs: Inputs
  /** This run, as it calls itself on a claim. Runs outside of a workflow all have the same name. */
  holder: Holder
  sources: Sources
  publishRoom: PublishRoom
  redact: (text: string) => string
  openRoom: OpenRoom
}
