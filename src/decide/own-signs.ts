import type { Reaction } from '../github/forge.ts'
import { readsAsCommand, type ReadComment } from './comments.ts'
import type { Facts } from './facts.ts'

/** A comment, and a reaction to it of which GitHub has to say whether it is ours. */
export type UnknownSign = { comment: number; reaction: Reaction }

/**
 * The reactions that may be ours and say what a comment came to: that it was refused, though somebody deleted the words,
 * and that a cancel was carried out, though somebody reopened its pull request. Anybody can react, so GitHub is asked
 * who did, of commands that would have an effect now.
 */
export function unknownSigns({ thread, comments, history, current }: Facts): UnknownSign[] {
  const isOpen = thread.pull?.pull.state === 'open'
  return [...comments.issue, ...(isOpen ? comments.pull : [])]
    .filter((one) => readsAsCommand(one) && !one.refused && !one.answered)
    .filter((one) => one.id > (one.command.kind === 'approve' ? (current?.comment ?? history.seen) : history.seen))
    .flatMap((one) => signsOf(one).map((reaction) => ({ comment: one.id, reaction })))
}

function signsOf({ command, reactions, ownSigns }: ReadComment): Reaction[] {
  const telling: Reaction[] = command.kind === 'cancel' ? ['confused', 'rocket'] : ['confused']
  return telling.filter((reaction) => reactions[reaction] > 0 && ownSigns?.[reaction] === undefined)
}
