import { planOf, type StepOf } from '../../decide/next/decision.ts'
import { commonAncestor } from '../../git/git.ts'
import { finishedOf, frozenOf, requestOf, usedNumbers } from '../gather/from-state.ts'
import type { Gathering } from '../gather/gathering.ts'
import { topicOf } from '../gather/topic.ts'
import type { ReviewInput } from './input.ts'

/** What is compared: of the result, what was asked for and what was done since the branch last merged the base. */
export async function reviewInput(
  { sources, thread, state, shared }: Gathering,
  { kind, of }: StepOf<'review'>,
): Promise<ReviewInput> {
  const id = `${shared.number}-review-${of}-${state.history.executed.size}`
  const compared = { ...shared, kind, id, plan: planOf(state), finished: finishedOf(state) }
  if (of === 'rest') return { ...compared, of, frozen: frozenOf(state), used: usedNumbers(thread) }
  const asked = await topicOf(sources, thread, requestOf(state))
  const base = (await commonAncestor(sources.repo, thread.base.sha, shared.head)) ?? thread.base.sha
  return { ...compared, of, ...asked, base }
}
