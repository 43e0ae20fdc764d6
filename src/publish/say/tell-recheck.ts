import { mergedKey } from '../../decide/thread/markers.ts'
import type { StepOf } from '../../decide/next/step.ts'
import type { Snapshot } from '../../decide/next/state.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import type { WorkResult } from '../../plan/order/order.ts'
import type { PublishRoom } from '../write/publish-room.ts'
import { say } from './say.ts'
import { checksAfterMerge } from '../view/comments/merged-checks.ts'

/** Says which checks of executed subtasks passed after the base was merged, and which did not. */
export async function tellRecheck(
  room: PublishRoom,
  { thread, state }: Snapshot,
  { step, result }: { step: StepOf<'recheck'>; result: WorkResult },
): Promise<Thread> {
  const isCutShort = result.kind === 'stopped' && result.why === 'time'
  if (result.kind !== 'rechecked' && !isCutShort) return thread
  const key = mergedKey(step.merge)
  const subtasks = state.statuses.flatMap(({ subtask }) => (step.numbers.includes(subtask.number) ? [subtask] : []))
  const checks = result.kind === 'rechecked' ? result.checks : undefined
  const { verifyCommand } = room.settings
  const text = checksAfterMerge({ base: thread.base.branch, merge: step.merge, subtasks, checks, verifyCommand, key })
  return say(room, thread, { place: 'pull', text, once: true })
}
