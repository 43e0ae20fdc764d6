import { needsModel, planStep, type Context, type ModelStep } from './decide.ts'
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

const readySubtasks = ({ statuses }: State, { settings }: Context): ModelStep[] =>
  statuses
    .filter(({ ready, attempts }) => ready && attempts < settings.maxAttempts)
    .map((status) => ({ kind: 'execute', status }))
