import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ModelStep, Snapshot } from '../decide/next/decision.ts'
import { readySteps } from '../decide/next/parallel.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { startOf } from '../git/merge.ts'
import { problemOfPatch } from '../git/patch-size.ts'
import { testsOfNumber } from '../plan/acceptance.ts'
import { isSettled } from '../plan/plan.ts'
import { addUsage } from '../plan/usage.ts'
import { decisionContextOf } from '../publish/say/pull-request.ts'
import { addUsageOf } from '../publish/write/journal.ts'
import { UnverifiedChange } from '../tasks/check/input.ts'
import { inputFor } from '../tasks/gather/input-for.ts'
import {
  isAttempt,
  isTestRun,
  isVerification,
  problemOfResult,
  taskOf,
  type Result,
  type TaskInput,
} from '../tasks/tasks.ts'
import { failedBy, mergeAccepted, verifyOrder, type Accepted } from './merge-results.ts'
import type { LoopContext, Run } from './run-context.ts'

type OrderedStep = { step: ModelStep; input: TaskInput }

/** The task inputs that other jobs can work on now. */
export async function readyOrders(run: Run, thread: Thread): Promise<OrderedStep[]> {
  const snapshot = run.sources.snapshotAt(thread)
  const steps = readySteps(thread, snapshot.state, decisionContextOf(run.githubContext, thread, false))
  return Promise.all(steps.map(async (step) => ({ step, input: await inputFor(run.sources, snapshot, step) })))
}

/** The digest that identifies a change after a round trip to another machine. */
export const digestOf = (change: UnverifiedChange): string =>
  createHash('sha256')
    .update(JSON.stringify(UnverifiedChange.parse(change)))
    .digest('hex')

/**
 * Publishes the results of other jobs. `unverified` changes are to be verified again; `expected` counts the results that
 * nothing was wrong with.
 */
export async function mergeResults(loop: LoopContext, from: Thread, results: readonly Result[]) {
  const snapshot = loop.run.sources.snapshotAt(from)
  const { accepted, overtaken } = await accept(loop, snapshot, results)
  const lost = overtaken.flatMap(({ attempts, result }) => [result.usage, ...attempts.map(({ usage }) => usage)])
  const thread = addUsageOf(from, addUsage(...lost))
  const merged = await mergeAccepted(loop, { ...snapshot, thread }, accepted)
  return { ...merged, expected: accepted.length + overtaken.length }
}

/** The results that count, and those of subtasks that people skipped meanwhile or that are done. */
type Sorted = { accepted: Accepted[]; overtaken: Result[] }

/**
 * Selects the results that count, and logs why others do not. They come from jobs that a model may control: each must
 * be the first for its input, valid for it, and the same input would be handed out now.
 */
async function accept(loop: LoopContext, snapshot: Snapshot, results: readonly Result[]): Promise<Sorted> {
  const sorted: Sorted = { accepted: [], overtaken: [] }
  if (results.length === 0) return sorted
  const due = await readyOrders(loop.run, snapshot.thread)
  for (const result of results) {
    const { id } = result.input
    const verdict = await judge(loop, snapshot, { due, result })
    if (typeof verdict === 'string') loop.note(`The result of ${id} is left out: ${verdict}.`)
    else if (sorted.accepted.some(({ input }) => input.id === id)) loop.note(`A second result of ${id} is left out.`)
    else sorted.accepted.push(verdict)
    if (typeof verdict === 'string' && isOvertaken(snapshot, result)) sorted.overtaken.push(result)
  }
  return sorted
}

/** Whether the subtask of a result is settled, or its commit is no longer the last. Its job did nothing wrong. */
const isOvertaken = ({ thread, state }: Snapshot, { input }: Result): boolean =>
  (isTestRun(input) && input.head !== thread.branch?.head) ||
  (isAttempt(input) &&
    input.id.startsWith(`${input.number}-subtask-${input.subtask}-`) &&
    state.statuses.some((status) => status.subtask.number === input.subtask && isSettled(status)))

async function judge(
  { run }: LoopContext,
  { thread, state }: Snapshot,
  { due, result }: { due: readonly OrderedStep[]; result: Result },
): Promise<Accepted | string> {
  const given = result.input
  const changes = isVerification(given) ? given.changes : undefined
  if (changes && !wasSentForVerification(state, changes)) return 'this order was not given'
  const known: { input: TaskInput | undefined; step?: OrderedStep['step'] } | undefined = changes
    ? { input: await verifyOrder(run, thread, changes) }
    : due.find(({ input }) => input.id === given.id)
  const input = known?.input
  if (!input) return 'nothing of the kind is to be done now'
  if (!isDeepStrictEqual(taskOf(input), taskOf(given))) return 'its order is not what would be ordered now'
  const problem =
    problemOfResult(input, result.result, run.githubContext.settings) ??
    (await problemOfChange(run, input, result.result))
  if (problem === undefined) return { ...result, step: known.step }
  return known.step ? { ...result, step: known.step, result: failedBy(result, problem) } : problem
}

const wasSentForVerification = ({ history }: Snapshot['state'], changes: readonly UnverifiedChange[]): boolean =>
  changes.every((change) => history.sentForVerification.has(digestOf(change)))

/** Checks the patches of attempts only: those of verified changes are taken from the trusted input. */
async function problemOfChange(
  { sources: { repo }, githubContext: { settings } }: Run,
  input: TaskInput,
  result: Result['result'],
): Promise<string | undefined> {
  if (result.kind !== 'executed') return undefined
  const { merge, tests } = isAttempt(input)
    ? { merge: input.merge, tests: testsOfNumber(input.plan, input.subtask) }
    : { merge: undefined, tests: [] }
  const { tree: onto } = await startOf(repo, { head: input.head, merge, tests, ...settings })
  return problemOfPatch(repo, { onto, patch: result.patch })
}
