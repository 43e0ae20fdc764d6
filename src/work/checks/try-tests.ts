import { layTexts } from '../../git/lay-over.ts'
import { treeOf } from '../../git/objects.ts'
import { checkout, restoreTree } from '../../git/work-tree.ts'
import { whyUnfit } from '../../plan/acceptance.ts'
import type { OrderOf, ResultOf } from '../../plan/order/order.ts'
import { testsOfNumber } from '../../plan/plan.ts'
import { noUsage } from '../../plan/usage.ts'
import { externalStop, type WorkRoom } from '../room/work-room.ts'
import { setUpPlace } from './clean-worktree.ts'
import { checksOn } from './known-checks.ts'

/** Characters for people of what tests prove nothing. */
const LONGEST_REASON = 3_000

/**
 * Runs the approved tests that were not run yet, each alone on what is there before the subtask. They have to fail.
 * Returns for people which do not; undefined where all do. The work tree is then what the last of them left.
 */
export async function unfitTests(
  room: WorkRoom,
  { head, plan, tryFirst = [] }: OrderOf<'execute'>,
): Promise<string | undefined> {
  const unfit: string[] = []
  for (const test of plan.acceptance ?? []) {
    if (!tryFirst.includes(test.path)) continue
    const tree = await layTexts(room.repo, await treeOf(room.repo, head), [test])
    const why = whyUnfit(test, (await checksOn(room, tree, [test.run])).get(test.run))
    if (room.signal.aborted) return undefined
    if (why !== undefined) unfit.push(why)
  }
  return unfit.length === 0 ? undefined : unfit.join('\n\n').slice(0, LONGEST_REASON)
}

/** Runs the approved tests of executed subtasks on the tree of the order's commit, each command once. */
export async function runApproved(
  { head, plan, subtasks }: OrderOf<'accept'>,
  room: WorkRoom,
): Promise<ResultOf<'rechecked' | 'stopped'>> {
  const commands = new Set(subtasks.flatMap((number) => testsOfNumber(plan, number).map(({ run }) => run)))
  await checkout(room.repo, head)
  await setUpPlace(room, head)
  const tree = await treeOf(room.repo, head)
  const ran = await checksOn(room, tree, [...commands])
  const why = externalStop('aborted', room.signal)
  if (room.signal.aborted && why) return { kind: 'stopped', why, usage: noUsage, turns: 0 }
  await restoreTree(room.repo, tree)
  return { kind: 'rechecked', checks: [...ran.values()], usage: noUsage, turns: 0 }
}
