import type { Snapshot } from '../../decide/next/snapshot.ts'
import { openIn } from '../../decide/thread/second-look.ts'
import { isProtected } from '../../guard/paths.ts'
import { nextNumber, planOf } from '../../observe/brief/brief.ts'
import { checkPlan } from '../../plan/check.ts'
import { findingsSubtask } from '../../plan/findings.ts'
import type { Draft } from '../write/journal.ts'
import { planFileOf, withPlanFile } from '../write/plan-file.ts'
import type { PublishRoom } from '../write/publish-room.ts'

/**
 * The version that brings what a second look found open, as the commit before the last: it lies in the history of the
 * branch, and not on its tip, so that the plan can be merged as it is until somebody approves that version. Undefined
 * where nothing is open, one was offered before, or it cannot be one.
 */
export function offerOf(room: PublishRoom, { thread, state }: Snapshot): Draft | undefined {
  const { look, lookOffered } = state.history
  const open = openIn(look)
  if (open.length === 0 || lookOffered) return undefined
  const { settings } = room
  const before = planOf(state)
  const subtask = findingsSubtask(before, open, {
    number: nextNumber(thread, state),
    mayChange: (path) => !isProtected(path, [...settings.protectedPaths, settings.planFile]),
  })
  const plan = { ...before, subtasks: [...before.subtasks, subtask] }
  if (checkPlan(plan, { ...settings, currentPlan: before }).length > 0) return undefined
  return {
    subject: 'Add to the plan what a second look found',
    body: 'The plan is done without it. It runs when it is approved.',
    tree: withPlanFile(room, planFileOf(room, plan)),
  }
}
