import { EVENT_REMARK } from '../inbox/fix.ts'
import { isAnswer } from '../inbox/pending.ts'
import { isCancel } from '../words/command.ts'
import type { ModelStep } from './step.ts'
import type { State } from './snapshot.ts'
import { isSettled } from '../../plan/plan.ts'

/**
 * Whether the result of a step that took time may still be written: the step would be taken now, on the same plan.
 * Another run, a person's push, a new comment or a lost permission may have changed that meanwhile. `before` is the
 * state that the step was decided on, `now` the state right before its result is written. Pure.
 */
export function stillDue(step: ModelStep, before: State, now: State): boolean {
  if (now.ended || now.pending.some(isCancel)) return false
  switch (step.kind) {
    case 'draft':
      return now.pending.some((one) => one.kind === 'draft' && one.via === step.via) && samePlan(before, now)
    case 'revise':
      return (
        isUnanswered(step.remarks, now) &&
        samePlan(before, now) &&
        (!step.fix || before.history.fixes.length === now.history.fixes.length)
      )
    case 'review':
    case 'accept':
      return now.phase !== 'done' && samePlan(before, now)
    case 'look':
      return now.phase !== 'done' && samePlan(before, now) && !now.history.look
    case 'recheck':
      return now.history.merged === step.merge
    case 'execute':
      return (
        now.statuses.some(({ subtask, ready }) => ready && subtask.number === step.status.subtask.number) &&
        before.current?.blob === now.current?.blob
      )
    default:
      return now.pending.filter(isAnswer).some((one) => one.kind === step.kind && one.comment.id === step.comment.id)
  }
}

/** A step whose result is written now: others may have approved the subtask than those for whom its attempt began. */
export function asOfNow(step: ModelStep, { statuses }: State): ModelStep {
  if (step.kind !== 'execute') return step
  const { number } = step.status.subtask
  return { ...step, status: statuses.find(({ subtask }) => subtask.number === number) ?? step.status }
}

/**
 * Neither a version nor a comment of ours answers these remarks yet. One that was deleted meanwhile was taken up, so it is answered all the same;
 * one that came later is taken up at the next look. An event has no id, and that of the opening text is the same.
 */
function isUnanswered(remarks: readonly { id: number }[], { history, comments }: State): boolean {
  const told = new Set(comments.pull.flatMap(({ id, answered, refused }) => (answered || refused ? [id] : [])))
  return remarks.every(({ id }) => id === EVENT_REMARK || !(history.answered.has(id) || told.has(id)))
}

/**
 * The plan has the same text, and the same subtasks are settled: a result that was made for it cannot change what is
 * done.
 */
const samePlan = (before: State, now: State): boolean =>
  before.reading?.blob === now.reading?.blob && settled(before) === settled(now)

const settled = ({ statuses }: State): string =>
  statuses
    .filter(isSettled)
    .map(({ subtask }) => subtask.number)
    .toSorted((a, b) => a - b)
    .join()
