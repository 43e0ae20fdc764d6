import type { StepOf } from '../../decide/next/decision.ts'
import type { Gathering } from '../gather/gathering.ts'
import { requestOf } from '../gather/from-state.ts'
import { topicOf } from '../gather/topic.ts'
import type { AskInput } from './input.ts'

/** The input for a question. On the pull request of a plan, it includes that plan. */
export async function askInput(
  { sources, thread, state, shared }: Gathering,
  { comment, question: asked }: StepOf<'ask'>,
): Promise<AskInput> {
  const { topic, request: question } = await topicOf(sources, thread, asked)
  const isOnPlan = thread.pull?.comments.some((one) => one.id === comment.id)
  const plan =
    isOnPlan && state.reading?.plan ? { plan: state.reading.plan, request: requestOf(state).slice(0, 32_000) } : {}
  const id = `${shared.number}-ask-${comment.id}`
  return { ...shared, kind: 'ask', id, topic, question, comment: comment.id, ...plan }
}
