import type { State } from '../decide/state.ts'
import type { Thread } from '../decide/thread.ts'
import { commentsOf, type Pending } from '../decide/pending.ts'

/**
 * The value of `Plan-Seen` for a commit that is based on this snapshot: the highest comment id up to which everything
 * was considered. It stays below all that is pending and that this commit does not do, so that none of it gets lost.
 */
export function planSeen(thread: Thread, state: State, done: readonly Pending[] = []): number {
  // Compared by ids, since the step may come from an earlier snapshot.
  const settled = new Set(done.flatMap(idsOf))
  const waiting = state.pending.filter(({ kind }) => kind !== 'retry').flatMap(idsOf)
  // What we say on the issue while the model is at work may be newer than words that GitHub does not show yet.
  const onIssue = thread.comments.filter(({ author }) => author.login !== thread.bot.login)
  const ids = [...onIssue, ...(thread.pull?.comments ?? [])].map((comment) => comment.id)
  const limit = Math.min(Infinity, ...waiting.filter((id) => !settled.has(id)))
  return Math.max(state.history.seen, 0, ...ids.filter((id) => id < limit))
}

const idsOf = (pending: Pending): number[] => commentsOf(pending).map((comment) => comment.id)
