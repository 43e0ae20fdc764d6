import { checkout, restoreTree } from '../../git/work-tree.ts'
import type { Check } from '../../plan/evidence.ts'
import { withRuns } from '../../plan/acceptance.ts'
import { noUsage } from '../../plan/usage.ts'
import { runEvery, setUpPlace } from './clean-worktree.ts'
import type { OrderOf, ResultOf } from '../../plan/order/order.ts'
import { externalStop, type WorkRoom } from '../room/work-room.ts'

/**
 * Runs every check of executed subtasks once on the tree of the order's commit, in the order of the plan, also after
 * one of them failed. `verify-command` has a place for itself, as when the subtasks were carried out.
 */
export async function recheck(order: OrderOf<'recheck'>, room: WorkRoom): Promise<ResultOf<'rechecked' | 'stopped'>> {
  const { verifyCommand } = room.settings
  await checkout(room.repo, order.head)
  await setUpPlace(room, order.head)
  const subtasks = order.plan.subtasks.filter(({ number }) => order.subtasks.includes(number))
  const own = new Set(
    subtasks.flatMap((subtask) => withRuns(order.plan, subtask).verify).filter((command) => command !== verifyCommand),
  )
  const checks: Check[] = []
  for (const commands of [[...own], verifyCommand === undefined ? [] : [verifyCommand]]) {
    if (commands.length > 0) checks.push(...(await runEvery(room, order.head, commands)))
    const why = externalStop('aborted', room.signal)
    if (room.signal.aborted && why) return { kind: 'stopped', why, usage: noUsage, turns: 0 }
    await restoreTree(room.repo, order.head)
  }
  return { kind: 'rechecked', checks, usage: noUsage, turns: 0 }
}
