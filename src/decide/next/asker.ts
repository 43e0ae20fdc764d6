import type { Thread } from '../thread/thread.ts'
import { commentsOf } from '../inbox/pending.ts'
import type { State } from './snapshot.ts'
import type { ModelStep } from './step.ts'

/**
 * The login of the person that a step of the model is for: who wrote the comment that it answers, or asked for the
 * plan. Empty where nobody can tell.
 */
export function askerOf(step: ModelStep | undefined, { asked }: Thread, { history }: State): string {
  const [comment] = step && ('comment' in step || 'comments' in step) ? commentsOf(step) : []
  return (comment?.author.login ?? history.requester?.login ?? asked?.by.login ?? '').slice(0, 100)
}
