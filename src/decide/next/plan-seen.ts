import { commentsOf, isStep, type Pending } from '../thread/facts.ts'
import { commentsAt } from '../thread/people.ts'
import type { Thread } from '../thread/thread.ts'
import { isApproval } from '../words/command.ts'
import type { State } from './decision.ts'

/** `Plan-Seen`: the highest comment id below all that is pending, to be refused, or newer than what lists show. */
export function planSeen(thread: Thread, state: State, done: readonly Pending[] = []): number {
  // Compared by ids, since the step may come from an earlier snapshot.
  const doneIds = new Set(done.flatMap(idsOf))
  const waiting = state.pending.filter(isStep).flatMap(idsOf)
  const toBeRefused = state.refusals.flatMap(({ comment }) => (isApproval(comment.command) ? [] : [comment.id]))
  // Our comments on the issue during a model step may be newer than people's comments that GitHub does not list yet.
  const onIssue = thread.comments.filter(({ author }) => author.login !== thread.bot.login)
  const listed = [...onIssue, ...commentsAt(thread, 'pull')].filter(({ isAfterList }) => !isAfterList)
  const ids = listed.map((comment) => comment.id)
  const limit = Math.min(Infinity, ...[...waiting, ...toBeRefused].filter((id) => !doneIds.has(id)))
  return Math.max(state.history.seen, 0, ...ids.filter((id) => id < limit))
}

const idsOf = (pending: Pending): number[] => commentsOf(pending).map((comment) => comment.id)
