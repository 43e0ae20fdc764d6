import type { Refusal } from './refusal.ts'
import type { Thread } from './thread.ts'

/** Why there is no plan for a pull request of a person, and what to do. */
export function noPlanForPull({ theirs, issue }: Thread): Omit<Refusal, 'comment'> | undefined {
  if (theirs?.isFork)
    return {
      code: 'pull-from-fork',
      why: 'This pull request comes from a fork, and plans are made for branches of this repository.',
      remedy: 'Push its branch here and open a pull request from that, or comment `/plan` on an issue.',
    }
  if (issue.state !== 'closed') return undefined
  return theirs?.merged
    ? {
        code: 'pull-merged',
        why: 'This pull request is merged, and plans are made for open ones.',
        remedy: 'Comment `/plan` on an issue.',
      }
    : {
        code: 'pull-closed',
        why: 'This pull request is closed, and plans are made for open ones.',
        remedy: 'Reopen it, then comment `/plan` again.',
      }
}
