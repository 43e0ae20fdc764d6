import type { Reaction } from '../../github/forge.ts'
import { readsAsCommand, type ReadComment } from '../thread/comments.ts'
import { isApproval, isCancel } from '../words/command.ts'
import { mayWrite } from '../thread/approvers.ts'
import type { Facts } from '../thread/facts.ts'
import type { UnknownSign } from '../next/snapshot.ts'

/**
 * The reactions that may be ours and say what a comment came to: that it was refused, though somebody deleted the
 * words, and that a cancel was carried out, though somebody reopened its pull request. Anybody can react, so GitHub is
 * asked who did, of commands that would have an effect now: not of those of people who may not write, of whom there can
 * be any number.
 */
export function unknownSigns({ thread, comments, history, current, person }: Facts): UnknownSign[] {
  const isOpen = thread.pull?.pull.state === 'open'
  return [...comments.issue, ...(isOpen ? comments.pull : [])]
    .filter((one) => readsAsCommand(one) && !one.refused && !one.answered)
    .filter((one) => one.id > (isApproval(one.command) ? (current?.comment ?? history.seen) : history.seen))
    .filter((one) => signsOf(one).length > 0 && mayWrite(person(one.author.login)))
    .flatMap((one) => signsOf(one).map((reaction) => ({ comment: one.nodeId, reaction })))
}

function signsOf({ command, reactions, ownSigns }: ReadComment): Reaction[] {
  const telling: Reaction[] = isCancel(command) ? ['confused', 'rocket'] : ['confused']
  return telling.filter((reaction) => reactions[reaction] > 0 && ownSigns?.[reaction] === undefined)
}
