import { planStep } from './decide.ts'
import { needsModel, type Context, type ModelStep, type Step } from './step.ts'
import type { Status } from './status.ts'
import type { State } from './state.ts'
import type { Thread } from './thread.ts'
import { isKind } from './pending.ts'

/**
 * The steps for the model that several runners can take at the same time. Empty when something else comes first, such
 * as a cancel, or a version that is not announced yet. Answers and reactions need not come first. Pure.
 */
export function readySteps(thread: Thread, state: State, context: Context): ModelStep[] {
  if (thread.pull?.pull.state === 'closed' || state.pending.some(({ kind }) => kind === 'cancel')) return []
  const questions = state.pending.filter(isKind('ask', 'doctor'))
  const step = planStep(thread, state, context)
  if (!step || !needsModel(step)) return questions
  return [...questions, ...(step.kind === 'execute' ? readySubtasks(state, context) : [step])]
}

/**
 * The subtasks that a job may begin now, beside those that it has in hand: `free` at most. None goes beyond the next
 * review, which is due when so many are done. Pure.
 */
export function subtasksToBegin(
  state: State,
  { settings }: Pick<Context, 'settings'>,
  { free, inHand }: { free: number; inHand: ReadonlySet<number> },
): Status[] {
  const { reviewEvery } = settings
  const untilReview = reviewEvery === 0 ? Infinity : reviewEvery - (state.history.executed.size % reviewEvery)
  const most = Math.max(0, Math.min(free, untilReview - inHand.size))
  return state.statuses.filter((one) => isForModel(one, settings) && !inHand.has(one.subtask.number)).slice(0, most)
}

/** What has to be done before anything new is begun, although subtasks are in hand. The rest waits for these. */
export const goesBesideWork = ({ kind }: Step): boolean => BESIDE_WORK.has(kind)

const BESIDE_WORK: ReadonlySet<Step['kind']> = new Set([
  'react',
  'refuse',
  'help',
  'link',
  'ask',
  'doctor',
  'skip',
  'fail',
])

/** Whether an agent is to carry it out now. */
const isForModel = ({ ready, attempts, lesson }: Status, { maxAttempts }: Context['settings']): boolean =>
  ready && attempts < maxAttempts && !lesson

const readySubtasks = ({ statuses }: State, { settings }: Context): ModelStep[] =>
  statuses.filter((one) => isForModel(one, settings)).map((status) => ({ kind: 'execute', status }))
