import { planStep } from './decide.ts'
import { executeStep, isSubtaskStep, needsModel, type Context, type ModelStep, type State } from './decision.ts'
import { isExhausted, type Status } from '../approval/subtask-status.ts'
import type { Thread } from '../thread/thread.ts'
import { isAnswer } from '../thread/facts.ts'
import { isCancel } from '../words/command.ts'

/** The steps for the model that several runners can take at once, with questions. None while something else is due. */
export function readySteps(thread: Thread, state: State, context: Context): ModelStep[] {
  if (state.ended || state.pending.some(isCancel)) return []
  const questions = state.pending.filter(isAnswer).filter(needsModel)
  const step = planStep(thread, state, context)
  if (!step || !needsModel(step)) return questions
  return [
    ...questions,
    ...(isSubtaskStep(step) ? startableSubtasks(state, context.settings, new Set()).map(executeStep) : [step]),
  ]
}

/** At most `free` subtasks that a job may start now next to the running ones, none beyond the next review. */
export function subtasksToBegin(
  state: State,
  { settings }: Pick<Context, 'settings'>,
  { free, inHand }: { free: number; inHand: ReadonlySet<number> },
): Status[] {
  const { reviewEvery } = settings
  const untilReview = reviewEvery === 0 ? Infinity : reviewEvery - (state.history.executed.size % reviewEvery)
  const limit = Math.max(0, Math.min(free, untilReview - inHand.size))
  return startableSubtasks(state, settings, inHand).slice(0, limit)
}

/** The subtasks to execute now. One that merges the base runs alone: its result holds only for the tip it began on. */
function startableSubtasks(
  { statuses, history: { merges } }: State,
  settings: Context['settings'],
  inHand: ReadonlySet<number>,
): Status[] {
  const isMerge = (number: number): boolean => merges.has(number)
  const startable = statuses.filter(
    (status) => status.ready && !isExhausted(status, settings) && !inHand.has(status.subtask.number),
  )
  const [first] = startable
  if ([...inHand].some(isMerge)) return []
  if (first && isMerge(first.subtask.number)) return inHand.size > 0 ? [] : [first]
  return startable.filter(({ subtask }) => !isMerge(subtask.number))
}
