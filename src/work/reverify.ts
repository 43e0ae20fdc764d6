import { applyPatch, checkout, patchBetween, restoreTree } from '../git/objects.ts'
import type { UnverifiedChange, OrderOf, ResultOf } from './order.ts'
import { checksFor } from '../plan/plan.ts'
import { noUsage } from '../plan/usage.ts'
import { runChecks, setUpPlace } from './checked-place.ts'
import type { WorkRoom } from './room.ts'

type Verified = ResultOf<'verified'>['results'][number]

/**
 * Applies changes that were made in parallel, one after the other, and verifies each together with those before it,
 * because a change that passes alone may fail in combination. The next changes are applied without the ones that
 * failed.
 */
export async function reverify(order: OrderOf<'verify'>, room: WorkRoom): Promise<ResultOf<'verified' | 'stopped'>> {
  await checkout(room.repo, order.head)
  await setUpPlace(room, order.head)
  const results: Verified[] = []
  let tip = order.head
  for (const change of order.changes) {
    const tree = await applyPatch(room.repo, tip, change.result.patch)
    results.push(await verifyOne(order, room, { change, tip, tree }))
    if (room.signal.aborted) return { kind: 'stopped', why: 'time', usage: noUsage, turns: 0 }
    if (tree !== undefined && results.at(-1)?.result.kind === 'executed') tip = tree
  }
  return { kind: 'verified', results, usage: noUsage, turns: 0 }
}

type ReverifyPlace = { change: UnverifiedChange; tip: string; tree: string | undefined }

async function verifyOne(
  order: OrderOf<'verify'>,
  room: WorkRoom,
  { change, tip, tree }: ReverifyPlace,
): Promise<Verified> {
  const { subtask, result } = change
  const failed = { kind: 'failed' as const, usage: noUsage, turns: 0 }
  const planned = order.plan.subtasks.find(({ number }) => number === subtask)
  if (!planned) throw new Error(`The order names subtask ${subtask}, which its plan does not have.`)
  if (tree === undefined) {
    const reason = 'The change no longer fits what other subtasks changed at the same time.'
    return { subtask, result: { ...failed, reason, checks: [] } }
  }
  await restoreTree(room.repo, tree)
  const checked = await runChecks(room, tree, checksFor(planned, room.settings.verifyCommand))
  if ('problem' in checked) return { subtask, result: { ...failed, reason: checked.problem, checks: [] } }
  const { checks } = checked
  const failedCheck = checks.find(({ passed }) => !passed)
  if (failedCheck) {
    const reason = `\`${failedCheck.command}\` failed (${failedCheck.exit}) together with what other subtasks changed at the same time.`
    return { subtask, result: { ...failed, reason, checks } }
  }
  return { subtask, result: { ...result, checks, patch: await patchBetween(room.repo, tip, tree) } }
}
