import { isAnswer } from '../decide/thread/facts.ts'
import { EVENT_REMARK } from '../decide/inbox/fix.ts'
import type { ModelStep, State } from '../decide/next/decision.ts'
import { isCancel, isKind } from '../decide/words/command.ts'
import { isSettled } from '../plan/plan.ts'

/** Whether the result of a step may still be published: it would be decided again now, on the same plan. Pure. */
export const stillDue = (step: ModelStep, before: State, now: State): boolean =>
  !now.ended && !now.pending.some(isCancel) && isDue(step, before, now)

function isDue(step: ModelStep, before: State, now: State): boolean {
  switch (step.kind) {
    case 'draft':
      return isSamePlan(before, now) && now.pending.filter(isKind('draft')).some(({ via }) => via === step.via)
    case 'revise':
      return (
        isSamePlan(before, now) &&
        isUnanswered(step.remarks, now) &&
        (!step.fix || before.history.fixes.length === now.history.fixes.length)
      )
    case 'execute': {
      const { number } = step.status.subtask
      const isReady = now.statuses.some(({ subtask, ready }) => ready && subtask.number === number)
      return isReady && before.current?.blob === now.current?.blob
    }
    case 'review':
      return now.phase !== 'done' && isSamePlan(before, now) && !(step.of === 'result' && now.history.look)
    case 'check':
      return step.of === 'merge' ? now.history.merged === step.merge : now.phase !== 'done' && isSamePlan(before, now)
    case 'ask':
    case 'doctor':
      return now.pending
        .filter(isAnswer)
        .some(({ kind, comment }) => kind === step.kind && comment.id === step.comment.id)
  }
}

/** Whether the plan's text and its settled subtasks are as before, so that a result for it may be applied. */
const isSamePlan = (before: State, now: State): boolean =>
  before.reading?.blob === now.reading?.blob && settledKey(before) === settledKey(now)

const settledKey = ({ statuses }: State): string =>
  statuses
    .filter(isSettled)
    .map(({ subtask }) => subtask.number)
    .toSorted((a, b) => a - b)
    .join()

/**
 * Whether neither a version nor a bot comment answers this feedback yet. A comment deleted meanwhile was in the input,
 * so it is answered all the same; a later one goes to the next snapshot. An event has no id, and the id of the opening
 * text is constant.
 */
function isUnanswered(remarks: readonly { id: number }[], { history, comments }: State): boolean {
  const replied = new Set(comments.pull.flatMap(({ id, answered, refused }) => (answered || refused ? [id] : [])))
  return remarks.every(({ id }) => id === EVENT_REMARK || !(history.answered.has(id) || replied.has(id)))
}

/** The step with the current approvals: the subtask's approvers may have changed since its attempt began. */
export function asOfNow(step: ModelStep, { statuses }: State): ModelStep {
  if (!('status' in step)) return step
  const { number } = step.status.subtask
  return { ...step, status: statuses.find(({ subtask }) => subtask.number === number) ?? step.status }
}
