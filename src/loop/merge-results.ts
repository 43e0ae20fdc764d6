import { executeStep, isSubtaskStep, type Snapshot, describeStep, type ModelStep } from '../decide/next/decision.ts'
import {
  asOfNow,
  isDraft,
  isVerification,
  stillDue,
  outdated,
  type Result,
  type TaskInput,
  type TaskResult,
} from '../tasks/tasks.ts'
import { inThisRun, type Thread } from '../decide/thread/thread.ts'
import { layTexts, applyPatch } from '../git/merge.ts'
import { treeOf } from '../git/objects.ts'
import { commitAt, type Repository, isPartOf } from '../git/git.ts'
import { commitsThroughApi } from '../observe/may-push.ts'
import { refreshBranch } from '../observe/find-plan.ts'
import { refreshPatiently } from '../observe/refresh.ts'
import type { Attempt, AcceptanceTest } from '../plan/plan.ts'
import { testsOfNumber } from '../plan/acceptance.ts'
import { addUsage, largerUsage, noUsage, type Usage } from '../plan/usage.ts'
import { publishResult } from '../tasks/publish-result.ts'
import { addAttempt, addUsageOf } from '../publish/write/journal.ts'
import { asOnePush, withContention } from '../publish/write/commit.ts'
import type { UnverifiedChange } from '../tasks/check/input.ts'
import { accept, type Accepted } from './accept.ts'
import type { LoopContext } from './run-context.ts'

type Work = { step: ModelStep; result: TaskResult }

/** Publishes the result of a step if it is still due. The step took time, so the state is read again first. */
export async function publishWork(loop: LoopContext, before: Snapshot, { step, result }: Work): Promise<Thread> {
  const { run, note } = loop
  // The pool of a single job has just read the state.
  const { isSplit } = run.githubContext
  const now = run.sources.snapshotAt(isSplit ? await readAgain(loop, before.thread, { step, result }) : before.thread)
  const isDue = result.kind === 'stopped' || stillDue(step, before.state, now.state)
  if (!isDue) note(`Left out, because something else was done meanwhile: ${describeStep(step)}`)
  const after = await publishResult(run.githubContext, now, {
    step: asOfNow(step, now.state),
    result: isDue ? result : outdated(result),
  })
  return withSpent(after, before, result.usage)
}

/** Counts what a step cost in this run, recorded or not. `before` is the plan when it began. */
const withSpent = (after: Thread, { thread, state }: Snapshot, usage: Usage): Thread =>
  inThisRun(after, { spent: addUsage(largerUsage(state.usage, thread.thisRun.spent), usage) })

/** Reads the current state. If GitHub is unreachable, logs how the step ended. */
export async function readAgain(loop: LoopContext, thread: Thread, { step, result }: Work): Promise<Thread> {
  const { sources } = loop.run
  const now = await refreshPatiently(sources, thread, loop).catch((error: unknown) => {
    loop.note(`Not recorded, because GitHub cannot be asked: ${endOf(step, result)}`)
    throw error
  })
  loop.progress.observedAt = sources.clock.now()
  return now
}

const endOf = (step: ModelStep, { kind, usage, turns }: TaskResult): string =>
  `${describeStep(step)}: ${kind} after ${turns} turns, with ${usage.input} tokens read and ${usage.output} written`

/** `unverified` changes are to be verified again; `expected` counts the results that nothing was wrong with. */
type MergeReport = { thread: Thread; unverified: UnverifiedChange[]; expected: number }

/** Publishes results of other jobs: words first, then changes, each only on the tree that it was verified on. */
export async function mergeResults(loop: LoopContext, from: Thread, results: readonly Result[]): Promise<MergeReport> {
  const snapshot = loop.run.sources.snapshotAt(from)
  const { accepted, overtaken } = await accept(loop, snapshot, results)
  const thread = overtaken.reduce((t, { attempts, result }) => addUsageOf(t, totalUsage(attempts, result)), from)
  const merged = await mergeAccepted(loop, { ...snapshot, thread }, accepted)
  return { ...merged, expected: accepted.length + overtaken.length }
}

export async function mergeAccepted(
  loop: LoopContext,
  snapshot: Snapshot,
  accepted: readonly Accepted[],
): Promise<MergeOutcome> {
  let { thread } = snapshot
  for (const one of accepted) thread = await publishWords(loop, { ...snapshot, thread }, one)
  const changes = await changesIn(loop.run.sources.repo, snapshot, accepted)
  return inOnePush(loop, thread, (within, now) => mergeChanges(within, { ...snapshot, thread: now }, changes))
}

export type MergeOutcome = Omit<MergeReport, 'expected'>

/** Pushes commits of one snapshot together, if no comment has to come in between, or else each by itself. */
async function inOnePush(
  loop: LoopContext,
  thread: Thread,
  merge: (loop: LoopContext, thread: Thread) => Promise<MergeOutcome>,
): Promise<MergeOutcome> {
  const { sources, githubContext } = loop.run
  const branch = thread.branch?.name ?? thread.freeBranch
  if (githubContext.isSplit || sources.byOwners || (await commitsThroughApi(sources, branch, githubContext.settings)))
    return merge(loop, thread)
  // The progress is reported after the push.
  const progress = { ...loop.progress }
  const pushed = await asOnePush(githubContext, (ctx) =>
    merge({ ...loop, progress, run: { ...loop.run, githubContext: ctx } }, thread),
  )
  if (!pushed) return merge(loop, withContention(await refreshBranch(sources, thread)))
  loop.progress.thread = pushed.value.thread
  return pushed.value
}

async function mergeChanges(
  loop: LoopContext,
  snapshot: Snapshot,
  changes: readonly VerifiedChange[],
): Promise<MergeOutcome> {
  let { thread } = snapshot
  const unverified: UnverifiedChange[] = []
  for (const { onto, ...change } of changes) {
    const head = thread.branch?.head
    if (head !== undefined && onto === (await treeOf(loop.run.sources.repo, head))) {
      thread = loop.progress.thread = await commit(loop, { ...snapshot, thread }, change)
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

const totalUsage = (attempts: readonly Attempt[], result: Accepted['result']): Usage =>
  addUsage(result.usage, ...attempts.map(({ usage }) => usage))

/** Publishes everything but changes: plans, answers, failures, and failed attempts before a result. */
async function publishWords(loop: LoopContext, snapshot: Snapshot, { input, step, attempts, result }: Accepted) {
  if (!step) {
    for (const line of failuresIn(result)) loop.note(line)
    return addUsageOf(snapshot.thread, result.usage)
  }
  if (!isSubtaskStep(step)) {
    const thread = await asSeen(loop.run.sources.repo, snapshot.thread, input)
    return publishWork(loop, { ...snapshot, thread }, { step, result })
  }
  const left = loop.run.inputs['max-attempts'] - step.status.attempts
  const thread = attempts
    .slice(0, left)
    .reduce((t, attempt) => addAttempt(t, step.status.subtask.number, attempt), snapshot.thread)
  return result.kind === 'executed' ? thread : publishWork(loop, { ...snapshot, thread }, { step, result })
}

/** Bases a draft on the base commit that its planner saw. Approvers are told what the base has changed since. */
async function asSeen(repo: Repository, thread: Thread, input: TaskInput): Promise<Thread> {
  const { base, branch } = thread
  const { head } = input
  const isOlder = !branch && isDraft(input) && head !== base.sha && (await isPartOf(repo, head, base.sha))
  return isOlder ? { ...thread, base: { ...base, sha: head } } : thread
}

/** Log lines for changes that did not pass together with others. They are made again; no attempt counts as failed. */
const failuresIn = (result: Accepted['result']): string[] =>
  (result.kind === 'verified' ? result.results : []).flatMap(({ subtask, result: one }) =>
    one.kind === 'failed' ? [`Subtask ${subtask} is to be done again: ${one.reason}`] : [],
  )

const commit = (loop: LoopContext, snapshot: Snapshot, { subtask, result }: UnverifiedChange): Promise<Thread> => {
  const status = snapshot.state.statuses.find((one) => one.subtask.number === subtask)
  if (!status) throw new Error(`There is no subtask ${subtask}.`)
  return publishWork(loop, snapshot, { step: executeStep(status), result })
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
  const place = ({ subtask }: VerifiedChange): number =>
    state.statuses.findIndex((one) => one.subtask.number === subtask)
  return [...together, ...single.toSorted((a, b) => place(a) - place(b))]
}

/** Undefined for a commit that was not fetched: a person may have force-pushed the branch. */
const treeAt = (repo: Repository, commit: string): Promise<string | undefined> =>
  treeOf(repo, commit).catch(async (error: unknown) => {
    if ((await commitAt(repo, commit)) !== undefined) throw error
    return undefined
  })

/** The changes that passed, as they were handed out. The result says only which checks passed, and where. */
function passedChanges(
  input: TaskInput,
  result: Accepted['result'],
): (UnverifiedChange & { tests: AcceptanceTest[] })[] {
  if (!isVerification(input) || result.kind !== 'verified') return []
  const checksOf = new Map(result.results.map(({ subtask, result: one }) => [subtask, one]))
  return input.changes.flatMap(({ subtask, result: change }) => {
    const verified = checksOf.get(subtask)
    if (verified?.kind !== 'executed') return []
    const tests = testsOfNumber(input.plan, subtask)
    const { checks, tree, brokenTests, brokenSet } = verified
    return [{ subtask, tests, result: { ...change, checks, tree, brokenTests, brokenSet } }]
  })
}
