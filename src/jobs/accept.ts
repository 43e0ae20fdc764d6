import { isDeepStrictEqual } from 'node:util'
import { problemOfResult } from '../work/check-result.ts'
import { isAncestor, type Repository } from '../git/git.ts'
import type { LoopContext } from '../loop.ts'
import type { WorkOrder } from '../work/order.ts'
import { readyOrders, verifyOrder, type OrderedStep } from './hand-over.ts'
import type { Result } from './result-folder.ts'
import type { Snapshot } from '../decide/state.ts'

/** A result that counts: of a step that is to be done now, or, without a step, of changes that were verified again. */
export type Accepted = Result & { step: OrderedStep['step'] | undefined }

/**
 * Chooses the results that count. They come from jobs that a model may control, so one counts only when the same order
 * would be given now, when it is the first for that order, and when it fits the order. The log says why others do not.
 */
export async function accept(loop: LoopContext, snapshot: Snapshot, results: readonly Result[]): Promise<Accepted[]> {
  if (results.length === 0) return []
  const due = await readyOrders(loop.run, snapshot.thread)
  const accepted: Accepted[] = []
  for (const result of results) {
    const { id } = result.order
    const verdict = await judge(loop, snapshot, { due, result })
    if (typeof verdict === 'string') loop.note(`The result of ${id} is left out: ${verdict}.`)
    else if (accepted.some(({ order }) => order.id === id)) loop.note(`A second result of ${id} is left out.`)
    else accepted.push(verdict)
  }
  return accepted
}

async function judge(
  { run }: LoopContext,
  { thread }: Snapshot,
  { due, result }: { due: readonly OrderedStep[]; result: Result },
): Promise<Accepted | string> {
  const given = result.order
  const known: { order: WorkOrder | undefined; step?: OrderedStep['step'] } | undefined =
    given.kind === 'verify'
      ? { order: verifyOrder(run, thread, given.changes) }
      : due.find(({ order }) => order.id === given.id)
  const order = known?.order
  if (!order) return 'nothing of the kind is to be done now'
  if (!isDeepStrictEqual(taskOf(order), taskOf(given))) return 'its order is not what would be ordered now'
  if (!(await startsAtHead(run.sources.repo, order, given))) return 'it was made for another commit'
  const problem = problemOfResult(order, result.result, run.publishRoom.settings)
  if (problem === undefined) return { ...result, step: known.step }
  return known.step ? { ...result, step: known.step, result: failedBy(result, problem) } : problem
}

/**
 * A result that cannot be accepted counts as a failed attempt. Without a trace of it the work would be paid for for
 * ever.
 */
const failedBy = ({ result }: Result, problem: string): Result['result'] => ({
  kind: 'failed',
  reason: `What came back cannot be taken: ${problem}.`,
  checks: [],
  usage: result.usage,
  turns: result.turns,
})

/**
 * The part of an order that says what to do. The rest (comments, instructions of the base branch, the remaining budget)
 * may have changed since without changing the task. Nothing is taken from that part of a result.
 */
function taskOf({ head: _head, allowance: _allowance, instructions: _instructions, ...rest }: WorkOrder): unknown {
  return JSON.parse(JSON.stringify({ ...rest, topic: undefined, images: undefined, conversation: undefined }))
}

/** Whether the work began at the right commit: the head of the plan, or for drafts and answers an earlier base. */
const startsAtHead = async (repo: Repository, due: WorkOrder, given: WorkOrder): Promise<boolean> =>
  given.head === due.head ||
  ((due.kind === 'draft' || due.kind === 'ask' || due.kind === 'doctor') && (await isAncestor(repo, given.head, due.head)))
