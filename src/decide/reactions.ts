import type { Reaction } from '../github/forge.ts'
import type { ReadComment } from './comments.ts'
import type { State } from './state.ts'
import { isSettled } from '../plan/plan.ts'
import type { Thread } from './thread.ts'
import { mayWrite } from './approvers.ts'
import type { Step } from './step.ts'

/** How many comments get a reaction in one step. Then it is looked whether somebody says stop. */
const AT_ONCE = 50

/** One step that gives the same reaction to several comments. */
export function reactionStep(reaction: Reaction, comments: readonly ReadComment[]): Step | undefined {
  const [comment, ...others] = new Set(comments)
  return comment && { kind: 'react', comment, reaction, others: others.slice(0, AT_ONCE - 1) }
}

/** The next reaction that is missing on comments that were refused or carried out. */
export function missingReaction(thread: Thread, state: State): Step | undefined {
  const missing = [...state.comments.issue, ...state.comments.pull].flatMap((comment) => {
    const reaction = missingOn(comment, thread, state)
    return reaction ? [{ comment, reaction }] : []
  })
  const next = missing[0]?.reaction
  return (
    next &&
    reactionStep(
      next,
      missing.flatMap(({ comment, reaction }) => (reaction === next ? [comment] : [])),
    )
  )
}

function missingOn(one: ReadComment, thread: Thread, state: State): Reaction | undefined {
  const { eyes, rocket, confused } = one.reactions
  if (one.refused) return confused === 0 ? 'confused' : undefined
  if ((eyes > 0 && rocket > 0) || !isCarriedOut(one, thread, state)) return undefined
  return eyes === 0 ? 'eyes' : 'rocket'
}

function isCarriedOut(
  one: ReadComment,
  thread: Thread,
  { history, approvals, statuses, halt, current }: State,
): boolean {
  const { id } = one
  switch (one.command.kind) {
    case 'ask':
    case 'plan':
      return one.answered || (history.answered.has(id) && current !== undefined)
    case 'approve': {
      // An approval has no effect on a plan that is done.
      if (history.finished && id > history.seen) return false
      const numbers = approvals.find((approval) => approval.comment === id)?.numbers
      const settled = statuses.filter(isSettled).map(({ subtask }) => subtask.number)
      return numbers !== undefined && numbers.every((number) => settled.includes(number))
    }
    case 'retry':
      return (
        id <= history.seen &&
        !halt &&
        !one.edited &&
        mayWrite(thread.people.get(one.author.login) ?? { permission: 'none', approver: false })
      )
    default:
      return one.answered || history.answered.has(id)
  }
}
