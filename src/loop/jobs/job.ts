import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ModelStep, Snapshot } from '../../decide/next/decision.ts'
import { readySteps } from '../../decide/next/decide.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { startOf } from '../../git/merge.ts'
import { problemOfPatch } from '../../git/patch-size.ts'
import { UserError } from '../../lib/errors.ts'
import { testsOf } from '../../plan/acceptance.ts'
import { isSettled } from '../../plan/plan.ts'
import { addUsage } from '../../plan/usage.ts'
import { decisionContextOf } from '../../publish/say/pull-request.ts'
import { verifyPlan } from '../../publish/steps/plan-record.ts'
import { addUsageOf, record } from '../../publish/write/journal.ts'
import { UnverifiedChange } from '../../tasks/check/input.ts'
import { inputFor } from '../../tasks/gather/input-for.ts'
import { isInput, problemOfResult, taskOf, type Result, type TaskInput } from '../../tasks/tasks.ts'
import { dryRun } from '../dry-run.ts'
import { reconcile, repliesOnly, takeClaim } from '../loop.ts'
import { failedBy, mergeAccepted, verificationInput, type Accepted } from '../merge-results.ts'
import { lookAgain, observeTarget, type LoopContext, type Run } from '../run-context.ts'
import { openPool } from '../task-pool.ts'
import { outputOf, readResults, withinLimit } from './result-folder.ts'

/** What this job does for one issue or pull request, and the task inputs that it leaves to other jobs. */
export type Job = {
  carryOut: (loop: LoopContext) => Promise<void>
  /** The output `work`: task inputs as JSON, `[]` for none, empty if one job does everything. */
  work: () => string
}

/** Reports a problem that a person has to fix: the run fails. */
type Fail = (problem: string) => void

type JobLoop = LoopContext & { fail: Fail }

/** Opens the job that the input `mode` names. It reads the results of other jobs once. */
export async function openJob({ inputs, redact }: Pick<Run, 'inputs' | 'redact'>, fail: Fail): Promise<Job> {
  const { mode } = inputs
  if (inputs['dry-run']) return { carryOut: dryRun, work: () => (mode === 'all' ? '' : '[]') }
  if (mode === 'verify') return { carryOut: (loop) => verifyTarget({ ...loop, fail }), work: () => '' }
  if (mode === 'all') return { carryOut: reconcileAll, work: () => '' }
  const found = await readResults(mode === 'publish' ? inputs.results : undefined)
  // The run fails for damaged ones, because the job that wrote them failed.
  for (const { folder, why } of found.damaged)
    fail(`The result in ${folder} is left out: ${why}. Look at the job that made it, then start the workflow again.`)
  const taskInputs: TaskInput[] = []
  return {
    carryOut: async (loop) => void taskInputs.push(...(await reconcilePart({ ...loop, fail }, found))),
    // A person has to look at damaged results before the same work is paid for again.
    work: () => (found.damaged.length > 0 ? '[]' : outputOf(taskInputs, redact)),
  }
}

async function reconcileAll(loop: LoopContext): Promise<void> {
  const thread = await observeTarget(loop)
  if (thread) await withPool(loop, thread)
}

/** Runs the loop from a thread, with its own task pool for the model's steps. */
async function withPool(loop: LoopContext, from: Thread): Promise<void> {
  await using pool = openPool(loop, from)
  await reconcile(loop, pool, from)
}

/** Verifies a plan against its record, without writing. The run fails if anything does not hold. */
async function verifyTarget(loop: JobLoop): Promise<void> {
  const { githubContext, sources } = loop.run
  const thread = await observeTarget(loop)
  if (!thread?.pull) return loop.fail(`There is no plan at #${loop.target.number}. Name the pull request of one.`)
  for (const { promise, seen, wrong } of await verifyPlan(githubContext, sources.snapshotAt(thread))) {
    loop.note(`${promise}: ${wrong ?? `holds (${seen})`}`)
    if (wrong !== undefined) loop.fail(`${promise} does not hold: ${wrong}.`)
  }
}

/** Merges the results of other jobs, takes the steps without a model, and hands out the remaining task inputs. */
async function reconcilePart(loop: JobLoop, { results, unable }: Awaited<ReturnType<typeof readResults>>) {
  const { progress } = loop
  const found = await observeTarget(loop)
  // An earlier job of this run may have left its claim.
  const isContended = found && (await loop.claim.adopt(found)) === 'contended'
  const observed = isContended ? await lookAgain(loop, found) : found
  if (!observed) return []
  const mine = results.filter(({ input }) => input.number === observed.issue.number)
  // Commands that arrived meanwhile come first: a skip does not invalidate the results of other subtasks.
  if (mine.length > 0) await withPool(loop, observed)
  const { thread, unverified, expected } = await mergeResults(loop, progress.thread ?? observed, mine)
  progress.thread = await withHandOver(loop, thread, unverified)
  const taskInputs = await remainingTaskInputs(loop, progress.thread, unverified)
  const { problem } = unable.find(({ input }) => taskInputs.some(({ id }) => id === input.id)) ?? {}
  // Changes that have to be verified are handed out before the problem is reported.
  if (problem && !taskInputs.some((input) => isInput(input, 'changes')))
    throw new UserError(problem.code, problem.message, problem.remedy)
  // If every result became invalid meanwhile, nothing is handed out. Otherwise the same work would be paid for again
  // and again.
  if (mine.length === 0 || expected > 0 || taskInputs.length === 0) return taskInputs
  loop.fail(
    'None of the results is of what is to be done now. Look at the jobs that made them, then start the workflow again.',
  )
  return []
}

/** Takes the steps without a model. Holds the claim only while later jobs of this run work on what is left. */
async function remainingTaskInputs(loop: JobLoop, thread: Thread, unverified: readonly UnverifiedChange[]) {
  const { run, claim, progress } = loop
  for (let now: Thread | undefined = thread; now; now = await lookAgain(loop, progress.thread ?? now)) {
    await withPool(loop, now)
    progress.thread ??= now
    const snapshot = run.sources.snapshotAt(progress.thread)
    if (progress.isLeftToOthers || (await repliesOnly(loop, snapshot))) return []
    const taskInputs = await taskInputsFor(loop, progress.thread, unverified)
    const claimed = taskInputs.length === 0 ? 'ours' : await takeClaim(loop, progress.thread, true)
    if (claimed === 'held') return []
    if (claimed === 'ours' && areForThisRun(run, taskInputs)) {
      claim.keepForLaterJobs()
      return taskInputs
    }
    if (claimed === 'ours' && (await claim.end(snapshot, run.inputs.mode === 'publish')) === 'released')
      return taskInputs
  }
  return []
}

/** Whether later jobs of this run take the task inputs. After the publishing job, they are for the next run. */
const areForThisRun = ({ inputs }: Run, taskInputs: readonly TaskInput[]): boolean =>
  inputs.mode === 'decide' ? taskInputs.length > 0 : taskInputs.some((input) => isInput(input, 'changes'))

/** Records what is handed to the verifying job, before a task input names the commit that the work starts from. */
async function withHandOver({ run }: LoopContext, thread: Thread, unverified: readonly UnverifiedChange[]) {
  const input = await verificationInput(run, thread, unverified)
  if (!input || !withinLimit(input)) return thread
  // The digests, so that the other job can bring back no other changes.
  const trailers = { state: 'in_progress' as const, verify: input.changes.map(digestOf) }
  const subject = 'Verify again what was made for an earlier commit'
  return record(run.githubContext, run.sources.snapshotAt(thread), { commits: [{ subject, trailers, counts: [0] }] })
}

/** Hands out concurrent changes to be verified together. Changes too large for an input are made again. */
async function taskInputsFor({ run, fail }: JobLoop, thread: Thread, unverified: readonly UnverifiedChange[]) {
  const ready = (await readyTaskInputs(run, thread)).flatMap(({ input }) => withinLimit(input) ?? tooLong(input, fail))
  const whole = await verificationInput(run, thread, unverified)
  const verify = whole && withinLimit(whole)
  const verified = verify && whole ? whole.changes.map(({ subtask }) => subtask) : []
  const others = ready.filter((input) => !isInput(input, 'execute') || !verified.includes(input.subtask))
  return [...(verify ? [verify] : []), ...others]
}

function tooLong({ id }: TaskInput, fail: Fail): [] {
  fail(`The order ${id} is too long for another job. Ask for less at a time, or use \`mode: all\`.`)
  return []
}

type OrderedStep = { step: ModelStep; input: TaskInput }

async function readyTaskInputs(run: Run, thread: Thread): Promise<OrderedStep[]> {
  const snapshot = run.sources.snapshotAt(thread)
  const steps = readySteps(thread, snapshot.state, decisionContextOf(run.githubContext, thread, false))
  return Promise.all(steps.map(async (step) => ({ step, input: await inputFor(run.sources, snapshot, step) })))
}

/** Identifies a change after it was sent to another machine and back. */
const digestOf = (change: UnverifiedChange): string => hash('sha256', JSON.stringify(UnverifiedChange.parse(change)))

/**
 * Publishes the results of other jobs. `unverified` changes are to be verified again; `expected` counts the results that
 * nothing was wrong with.
 */
async function mergeResults(loop: LoopContext, from: Thread, results: readonly Result[]) {
  const snapshot = loop.run.sources.snapshotAt(from)
  const { accepted, overtaken } = await accept(loop, snapshot, results)
  const lost = overtaken.flatMap(({ attempts, result }) => [result.usage, ...attempts.map(({ usage }) => usage)])
  const thread = addUsageOf(from, addUsage(...lost))
  const merged = await mergeAccepted(loop, { ...snapshot, thread }, accepted)
  return { ...merged, expected: accepted.length + overtaken.length }
}

/**
 * Selects the results that count, and logs why others do not. They come from jobs that a model may control: each must
 * be the first for its input, valid for it, and the same input would be handed out now.
 */
async function accept(loop: LoopContext, snapshot: Snapshot, results: readonly Result[]) {
  const accepted: Accepted[] = []
  /** Of subtasks that people skipped meanwhile or that are done. */
  const overtaken: Result[] = []
  if (results.length === 0) return { accepted, overtaken }
  const ready = await readyTaskInputs(loop.run, snapshot.thread)
  for (const result of results) {
    const { id } = result.input
    const verdict = await judge(loop, snapshot, { ready, result })
    if (typeof verdict === 'string') loop.note(`The result of ${id} is left out: ${verdict}.`)
    else if (accepted.some(({ input }) => input.id === id)) loop.note(`A second result of ${id} is left out.`)
    else accepted.push(verdict)
    if (typeof verdict === 'string' && isOvertaken(snapshot, result)) overtaken.push(result)
  }
  return { accepted, overtaken }
}

/** Whether the subtask of a result is settled, or its commit is no longer the last. Its job did nothing wrong. */
const isOvertaken = ({ thread, state }: Snapshot, { input }: Result): boolean =>
  (isInput(input, 'tests') && input.head !== thread.branch?.head) ||
  (isInput(input, 'execute') &&
    input.id.startsWith(`${input.number}-subtask-${input.subtask}-`) &&
    state.statuses.some((status) => status.subtask.number === input.subtask && isSettled(status)))

async function judge(
  { run }: LoopContext,
  { thread, state }: Snapshot,
  { ready, result }: { ready: readonly OrderedStep[]; result: Result },
): Promise<Accepted | string> {
  const given = result.input
  const changes = isInput(given, 'changes') ? given.changes : undefined
  const { sentForVerification } = state.history
  if (changes?.some((change) => !sentForVerification.has(digestOf(change)))) return 'this order was not given'
  const ordered = changes ? undefined : ready.find(({ input }) => input.id === given.id)
  const input = changes ? await verificationInput(run, thread, changes) : ordered?.input
  if (!input) return 'nothing of the kind is to be done now'
  if (!isDeepStrictEqual(taskOf(input), taskOf(given))) return 'its order is not what would be ordered now'
  const problem =
    problemOfResult(input, result.result, run.githubContext.settings) ??
    (await problemOfChange(run, input, result.result))
  const step = ordered?.step
  if (problem === undefined) return { ...result, step }
  return step ? { ...result, step, result: failedBy(result, problem) } : problem
}

/** Checks the patches of attempts only: those of verified changes are taken from the trusted input. */
async function problemOfChange(run: Run, input: TaskInput, result: Result['result']): Promise<string | undefined> {
  if (result.kind !== 'executed') return undefined
  const { merge, tests } = isInput(input, 'execute')
    ? { merge: input.merge, tests: testsOf(input.plan, input.subtask) }
    : { merge: undefined, tests: [] }
  const { repo } = run.sources
  const { tree: onto } = await startOf(repo, { head: input.head, merge, tests, ...run.githubContext.settings })
  return problemOfPatch(repo, { onto, patch: result.patch })
}
