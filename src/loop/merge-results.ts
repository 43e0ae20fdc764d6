import { isSubtaskStep, describeStep, executeStep, planOf } from '../decide/next/decision.ts'
import type { ModelStep, Snapshot } from '../decide/next/decision.ts'
import { inThisRun, type Thread } from '../decide/thread/thread.ts'
import { commitAt, isPartOf, type Repository } from '../git/git.ts'
import { applyPatch, layTexts } from '../git/merge.ts'
import { treeOf } from '../git/objects.ts'
import { refreshBranch } from '../observe/read-plans.ts'
import { commitsThroughApi } from '../observe/may-push.ts'
import { refreshPatiently } from '../observe/refresh.ts'
import { testsOf } from '../plan/acceptance.ts'
import { isSettled } from '../plan/plan.ts'
import { addUsage, largerUsage, noUsage } from '../plan/usage.ts'
import { asOnePush } from '../publish/write/commit.ts'
import { addAttempt, addUsageOf } from '../publish/write/journal.ts'
import { type UnverifiedChange, verificationOf } from '../tasks/check/input.ts'
import { baseToCompare } from '../tasks/gather/gathering.ts'
import { inputFor } from '../tasks/gather/input-for.ts'
import { publishResult } from '../tasks/publish-result.ts'
import { work } from '../tasks/run-task.ts'
import { asOfNow, isInput, outdated, problemOfResult, stillDue } from '../tasks/tasks.ts'
import type { Result, TaskInput, TaskResult } from '../tasks/tasks.ts'
import type { LoopContext, Run } from './run-context.ts'
import { resultOf, wasAttempt, type SubtaskTask } from './task.ts'

type Work = { step: ModelStep; result: TaskResult }

/** Publishes the result of a step if it is still due. The step took time, so the state is read again first. */
export async function publishWork(loop: LoopContext, before: Snapshot, { step, result }: Work): Promise<Thread> {
  const { run, note } = loop
  // In a single job, the task pool has just read the state.
  const { jobs } = run.githubContext
  const now = run.sources.snapshotAt(jobs === 'three' ? await readAgain(loop, before.thread) : before.thread)
  const isDue = result.kind === 'stopped' || stillDue(step, before.state, now.state)
  if (!isDue) note(`Left out, because something else was done meanwhile: ${describeStep(step)}`)
  const after = await publishResult(run.githubContext, now, {
    step: asOfNow(step, now.state),
    result: isDue ? result : outdated(result),
  })
  // The usage counts in this run even if it could not be recorded, on top of the usage at the start of the step.
  const { thread, state } = before
  return inThisRun(after, { spent: addUsage(largerUsage(state.usage, thread.thisRun.spent), result.usage) })
}

/** Reads the current state before a result is published. */
export async function readAgain(loop: LoopContext, thread: Thread): Promise<Thread> {
  const { sources } = loop.run
  const now = await refreshPatiently(sources, thread, loop)
  loop.progress.observedAt = sources.clock.now()
  return now
}

/** An accepted result: of a step that is due now, or, without a step, of reverified changes. */
export type Accepted = Result & { step: ModelStep | undefined }

/** The thread after a merge, and the changes that have to be verified again on the new tip. */
type MergeOutcome = { thread: Thread; unverified: UnverifiedChange[] }

/** Publishes accepted results: texts first, then changes, each only on the tree that it was verified on. */
export async function mergeAccepted(loop: LoopContext, snapshot: Snapshot, accepted: readonly Accepted[]) {
  let { thread } = snapshot
  for (const one of accepted) thread = await publishWords(loop, { ...snapshot, thread }, one)
  const changes = await changesIn(loop.run.sources.repo, snapshot, accepted)
  return inOnePush(loop, { ...snapshot, thread }, changes)
}

/** Pushes commits of one snapshot together, if no comment has to come in between, or else each by itself. */
async function inOnePush(loop: LoopContext, snapshot: Snapshot, changes: readonly VerifiedChange[]) {
  const { sources, githubContext } = loop.run
  const { thread } = snapshot
  const branch = thread.branch?.name ?? thread.freeBranch
  const isOneByOne = githubContext.jobs === 'three' || sources.approvers.kind === 'codeowners'
  if (isOneByOne || (await commitsThroughApi(sources, branch, githubContext.settings)))
    return mergeChanges(loop, snapshot, changes)
  // Progress counts only after the push: if that fails, nothing of it was published.
  const progress = { ...loop.progress }
  const pushed = await asOnePush(githubContext, (ctx) =>
    mergeChanges({ ...loop, progress, run: { ...loop.run, githubContext: ctx } }, snapshot, changes),
  )
  if (!pushed) {
    const now = inThisRun(await refreshBranch(sources, thread), { contended: true })
    return mergeChanges(loop, { ...snapshot, thread: now }, changes)
  }
  loop.progress.thread = pushed.value.thread
  return pushed.value
}

async function mergeChanges(loop: LoopContext, snapshot: Snapshot, changes: readonly VerifiedChange[]) {
  let { thread } = snapshot
  const unverified: UnverifiedChange[] = []
  for (const { onto, ...change } of changes) {
    const head = thread.branch?.head
    if (head !== undefined && onto === (await treeOf(loop.run.sources.repo, head))) {
      const status = snapshot.state.statuses.find(({ subtask }) => subtask.number === change.subtask)
      if (!status) throw new Error(`There is no subtask ${change.subtask}.`)
      const work = { step: executeStep(status), result: change.result }
      thread = loop.progress.thread = await publishWork(loop, { ...snapshot, thread }, work)
    } else if (snapshot.state.history.merges.has(change.subtask)) {
      loop.note(`Subtask ${change.subtask} is to be done again, because the branch that it merges has moved since.`)
      thread = addUsageOf(thread, change.result.usage)
    } else {
      loop.note(`Subtask ${change.subtask} is verified again, because the branch has moved since.`)
      // Count the usage now, so that the change's commit does not add it again.
      thread = addUsageOf(thread, change.result.usage)
      unverified.push({ ...change, result: { ...change.result, usage: noUsage } })
    }
  }
  return { thread, unverified }
}

/** Publishes everything but changes: plans, answers, failures, and failed attempts before a result. */
async function publishWords(loop: LoopContext, snapshot: Snapshot, { input, step, attempts, result }: Accepted) {
  if (!step) {
    // Changes that did not pass together with others are made again; no attempt counts as failed.
    for (const { subtask, result: one } of result.kind === 'verified' ? result.results : [])
      if (one.kind === 'failed') loop.note(`Subtask ${subtask} is to be done again: ${one.reason}`)
    return addUsageOf(snapshot.thread, result.usage)
  }
  if (!isSubtaskStep(step)) {
    const thread = await asSeen(loop.run.sources.repo, snapshot.thread, input)
    return publishWork(loop, { ...snapshot, thread }, { step, result })
  }
  const attemptsLeft = loop.run.inputs['max-attempts'] - step.status.attempts
  const thread = attempts
    .slice(0, attemptsLeft)
    .reduce((t, attempt) => addAttempt(t, step.status.subtask.number, attempt), snapshot.thread)
  return result.kind === 'executed' ? thread : publishWork(loop, { ...snapshot, thread }, { step, result })
}

/** Bases a draft on the base commit that its planner read, so that approvers learn what the base has changed since. */
async function asSeen(repo: Repository, thread: Thread, input: TaskInput): Promise<Thread> {
  const { base, branch } = thread
  const { head } = input
  const isOlder = !branch && isInput(input, 'draft') && head !== base.sha && (await isPartOf(repo, head, base.sha))
  return isOlder ? { ...thread, base: { ...base, sha: head } } : thread
}

type VerifiedChange = UnverifiedChange & { onto: string | undefined }

/** Orders changes: those verified together first, each on top of the previous one; then the rest in plan order. */
async function changesIn(repo: Repository, { state }: Snapshot, accepted: readonly Accepted[]) {
  const together: VerifiedChange[] = []
  const single: VerifiedChange[] = []
  for (const { input, step, result } of accepted) {
    let onto = await treeAt(repo, input.head)
    if (result.kind === 'executed' && step && isSubtaskStep(step)) {
      single.push({ subtask: step.status.subtask.number, result, onto })
    }
    for (const { subtask, tests, result: change } of passedChanges(input, result)) {
      together.push({ subtask, result: change, onto })
      onto = onto === undefined ? undefined : await applyPatch(repo, await layTexts(repo, onto, tests), change.patch)
    }
  }
  const numbers = state.statuses.map(({ subtask }) => subtask.number)
  return [...together, ...single.toSorted((a, b) => numbers.indexOf(a.subtask) - numbers.indexOf(b.subtask))]
}

/** Undefined for a commit that was not fetched: a person may have force-pushed the branch. */
const treeAt = (repo: Repository, commit: string): Promise<string | undefined> =>
  treeOf(repo, commit).catch(async (error: unknown) => {
    if ((await commitAt(repo, commit)) !== undefined) throw error
    return undefined
  })

/** The changes that passed verification, as they were handed out: of the result, only checks and trees are used. */
function passedChanges(input: TaskInput, result: Accepted['result']) {
  if (!isInput(input, 'changes') || result.kind !== 'verified') return []
  const checksOf = new Map(result.results.map(({ subtask, result: one }) => [subtask, one]))
  return input.changes.flatMap(({ subtask, result: change }) => {
    const verified = checksOf.get(subtask)
    if (verified?.kind !== 'executed') return []
    const tests = testsOf(input.plan, subtask)
    const { checks, tree, brokenTests, brokenSet } = verified
    return [{ subtask, tests, result: { ...change, checks, tree, brokenTests, brokenSet } }]
  })
}

/** The input that verifies concurrent changes together, as far as they can still be committed. */
export async function verificationInput(run: Run, thread: Thread, candidates: readonly UnverifiedChange[]) {
  const { state } = run.sources.snapshotAt(thread)
  const changes = state.statuses.flatMap(({ ready, subtask }) =>
    ready ? candidates.filter((candidate) => candidate.subtask === subtask.number) : [],
  )
  if (changes.length === 0 || !thread.branch) return undefined
  const numbers = changes.map(({ subtask }) => subtask)
  const areLast = state.statuses.every((one) => numbers.includes(one.subtask.number) || isSettled(one))
  return verificationOf({
    id: `${thread.issue.number}-verify-${numbers.join('-')}`,
    number: thread.issue.number,
    head: thread.branch.head,
    allowance: state.allowance,
    plan: planOf(state),
    changes,
    ...(areLast && { compared: await baseToCompare(run.sources.repo, thread) }),
  })
}

type EndedTasks = { finished: SubtaskTask[]; endedSince: (thread: Thread) => SubtaskTask[] }

/** Merges ended tasks. Changes on another tip are verified again, with tasks that ended since and join `finished`. */
export async function mergeTasks(loop: LoopContext, from: Thread, { finished, endedSince }: EndedTasks) {
  let merged = await mergeOn(loop, from, finished)
  if (merged.unverified.length > 0) {
    const { thread, unverified } = merged
    const late = endedSince(thread)
    finished.push(...late)
    merged = await mergeOn(loop, thread, late)
    merged.unverified.unshift(...unverified)
  }
  return verifyAgain(loop, finished, merged)
}

/** Merges tasks on a thread that was just read. From then on the thread contains their usage. */
async function mergeOn(loop: LoopContext, thread: Thread, tasks: readonly SubtaskTask[]): Promise<MergeOutcome> {
  const now = loop.run.sources.snapshotAt(thread)
  const accepted: Accepted[] = []
  for (const task of tasks.filter(wasAttempt)) accepted.push(await acceptedOf(loop, now, task))
  const outcome = await mergeAccepted(loop, now, accepted)
  loop.progress.thread = outcome.thread
  for (const task of tasks) task.usageRecorded = true
  return outcome
}

/** The result of a task as it may be merged: outdated if its step is no longer due, failed if its proposal is unfit. */
async function acceptedOf({ run, note }: LoopContext, now: Snapshot, task: SubtaskTask): Promise<Accepted> {
  const { step, input, startState } = task
  const ended = { input, attempts: [], step, result: resultOf(task) }
  if (ended.result.kind !== 'stopped' && !stillDue(step, startState, now.state)) {
    note(`Left out, because something else was done meanwhile: ${describeStep(step)}`)
    return { ...ended, result: outdated(ended.result) }
  }
  if (ended.result.kind !== 'proposed') return ended
  const problem = problemOfResult(await inputFor(run.sources, now, step), ended.result, run.githubContext.settings)
  return problem === undefined ? ended : { ...ended, result: failedBy(ended, problem) }
}

/** Maximum verifications after concurrent pushes or skips. After that, the changes are made again. */
const TRIES = 5

/** Verifies changes on the newest tip, until each is committed or has to be made again. */
async function verifyAgain(loop: LoopContext, finished: readonly SubtaskTask[], outcome: MergeOutcome) {
  const tasks = new Map(finished.map((task) => [task.input.subtask, task]))
  let merged = outcome
  for (let tries = 0; tries < TRIES; tries++) {
    const isKnown = merged.unverified.some(({ subtask }) => tasks.has(subtask))
    const input = isKnown && (await verificationInput(loop.run, merged.thread, merged.unverified))
    if (!input) break
    // A skip of one aborts the verification of all.
    const signals = input.changes.flatMap(({ subtask }) => tasks.get(subtask)?.signal ?? [])
    const result = await work(input, loop.run.openContext({ signal: AbortSignal.any(signals) }))
    const now = loop.run.sources.snapshotAt(await readAgain(loop, merged.thread))
    // The others are verified without the skipped one.
    const wanted = merged.unverified.filter(({ subtask }) => isWanted(tasks.get(subtask), now))
    merged =
      result.kind === 'stopped' || wanted.length < merged.unverified.length
        ? { thread: now.thread, unverified: wanted }
        : await mergeAccepted(loop, now, [{ input, attempts: [], step: undefined, result }])
  }
  return merged.thread
}

const isWanted = (task: SubtaskTask | undefined, { state }: Snapshot): boolean =>
  task !== undefined && !task.signal.aborted && stillDue(task.step, task.startState, state)

/** Counts a rejected result as a failed attempt. Otherwise the same work would be retried and paid for forever. */
export const failedBy = ({ result }: Result, problem: string): Result['result'] => ({
  kind: 'failed',
  reason: `What came back cannot be taken: ${problem}.`,
  checks: [],
  usage: result.usage,
  turns: result.turns,
})
