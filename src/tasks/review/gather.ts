import { planOf, type StepOf } from '../../decide/next/decision.ts'
import { mergeBase } from '../../git/git.ts'
import { finishedOf, frozenOf, requestOf, usedNumbers } from '../gather/from-state.ts'
import type { Gathering } from '../gather/gathering.ts'
import { topicOf } from '../gather/topic.ts'
import type { LookInput, ReviewInput } from './input.ts'

export const reviewInput = async (
  { thread, state, shared }: Gathering,
  { after }: StepOf<'review'>,
): Promise<ReviewInput> => ({
  ...shared,
  kind: 'review',
  id: `${shared.number}-review-${after}`,
  plan: planOf(state),
  finished: finishedOf(state),
  frozen: frozenOf(state),
  used: usedNumbers(thread),
})

/** The input of a result review: what was asked for, and what was done since the branch last merged the base. */
export async function lookInput({ sources, thread, state, shared }: Gathering): Promise<LookInput> {
  const { topic, request } = await topicOf(sources, thread, requestOf(state))
  return {
    ...shared,
    kind: 'look',
    id: `${shared.number}-look-${state.history.executed.size}`,
    topic,
    request,
    plan: planOf(state),
    finished: finishedOf(state),
    base: (await mergeBase(sources.repo, thread.base.sha, shared.head)) ?? thread.base.sha,
  }
}
