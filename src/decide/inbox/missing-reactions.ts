import type { Comment, Reaction } from '../../github/forge.ts'
import { readsAsCommand, type ReadComment, mayWrite } from '../thread/people.ts'
import type { Facts } from '../thread/facts.ts'
import type { UnknownReaction } from '../next/decision.ts'
import { isApproval, isCancel } from '../words/command.ts'

/** Comments whose edits GraphQL has to tell; of approvals always: an edit in the same second leaves no trace. */
export function editsToFetch(
  comments: { issue: readonly ReadComment[]; pull: readonly ReadComment[] },
  { announcement: last, isOpen }: { announcement: Comment | undefined; isOpen: boolean },
): Comment[] {
  const isUnknown = ({ wasEdited, updatedAt, createdAt }: Comment): boolean =>
    wasEdited === undefined && updatedAt !== createdAt
  const counts = (one: ReadComment): boolean => isOpen && isApprovalAfter(one, last?.id)
  const commands = [...comments.issue, ...comments.pull].filter((one) => readsAsCommand(one) && !one.refused)
  return [
    ...(last && isUnknown(last) ? [last] : []),
    ...commands.filter((one) => isUnknown(one) || (one.wasEdited === undefined && counts(one))),
  ]
}

const isApprovalAfter = ({ command, id }: ReadComment, announcement = 0): boolean =>
  isApproval(command) && id > announcement

/** The approvals of the current version of which it is not known whether a person wrote them, or an app. */
export const appsToFetch = ({ comments, current, history }: Facts): Comment[] =>
  current === undefined || history.finished
    ? []
    : comments.pull.filter((one) => isApprovalAfter(one, current.comment) && !one.refused && one.app === undefined)

/**
 * The reactions that, if they are ours, record that a comment was refused or a cancel was executed. GitHub is asked who
 * reacted, for commands with an effect alone: people without write permission can post any number.
 */
export function reactionsToFetch({ thread, comments, history, current, person }: Facts): UnknownReaction[] {
  const isOpen = thread.pull?.pull.state === 'open'
  return [...comments.issue, ...(isOpen ? comments.pull : [])]
    .filter((one) => readsAsCommand(one) && !one.refused && !one.answered)
    .filter((one) => one.id > (isApproval(one.command) ? (current?.comment ?? history.seen) : history.seen))
    .filter((one) => reactionsOf(one).length > 0 && mayWrite(person(one.author.login)))
    .flatMap((one) => reactionsOf(one).map((reaction) => ({ comment: one.nodeId, reaction })))
}

function reactionsOf({ command, reactions, ownReactions }: ReadComment): Reaction[] {
  const telling: Reaction[] = isCancel(command) ? ['confused', 'rocket'] : ['confused']
  return telling.filter((reaction) => reactions[reaction] > 0 && ownReactions?.[reaction] === undefined)
}
