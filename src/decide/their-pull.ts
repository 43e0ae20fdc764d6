import type { Thread } from './thread.ts'

/** Why there is no plan for a pull request of a person, and what to do. */
export function noPlanForPull({ theirs, issue }: Thread): [string, string] | undefined {
  if (theirs?.isFork)
    return [
      'This pull request comes from a fork, and plans are made for branches of this repository.',
      'Push its branch here and open a pull request from that, or comment `/plan` on an issue.',
    ]
  if (issue.state !== 'closed') return undefined
  return theirs?.merged
    ? ['This pull request is merged, and plans are made for open ones.', 'Comment `/plan` on an issue.']
    : ['This pull request is closed, and plans are made for open ones.', 'Reopen it, then comment `/plan` again.']
}
