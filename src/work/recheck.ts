import { checkout, restoreTree } from '../git/objects.ts'
import type { Check } from '../plan/evidence.ts'
import { checksFor } from '../plan/plan.ts'
import { noUsage } from '../plan/usage.ts'
import { runChecks, setUpPlace } from './checked-place.ts'
import type { OrderOf, ResultOf } from './order.ts'
import { externalStop, type WorkRoom } from './room.ts'

/** Runs every check of executed subtasks once on the tree of the order's commit, also after one of them failed. */
export async function recheck(order: OrderOf<'recheck'>, room: WorkRoom): Promise<ResultOf<'rechecked' | 'stopped'>> {
  await checkout(room.repo, order.head)
  await setUpPlace(room, order.head)
  const subtasks = order.plan.subtasks.filter(({ number }) => order.subtasks.includes(number))
  const commands = new Set(subtasks.flatMap((subtask) => checksFor(subtask, room.settings.verifyCommand)))
  const checks: Check[] = []
  for (const command of commands) {
    const checked = await runChecks(room, order.head, [command])
    if ('problem' in checked) checks.push({ command, passed: false, exit: 'not run', tail: checked.problem })
    else checks.push(...checked.checks)
    const why = externalStop('aborted', room.signal)
    if (room.signal.aborted && why) return { kind: 'stopped', why, usage: noUsage, turns: 0 }
    await restoreTree(room.repo, order.head)
  }
  return { kind: 'rechecked', checks, usage: noUsage, turns: 0 }
}
