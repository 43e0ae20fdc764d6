import type { State } from './state.ts'
import type { Thread } from './thread.ts'
import { saidIn, type Wish } from './wishes.ts'

/**
 * The value of `Plan-Seen` for a commit that is based on this look: the highest comment id up to which everything was
 * considered. It stays below what somebody wants and this commit does not do, so that nothing is taken for done.
 */
export function seenIn(thread: Thread, state: State, done: readonly Wish[] = []): number {
  const waiting = state.wishes.filter((wish) => !done.includes(wish) && wish.kind !== 'retry').flatMap(idsOf)
  const ids = [...thread.comments, ...(thread.pull?.comments ?? [])].map((comment) => comment.id)
  const limit = Math.min(Infinity, ...waiting)
  return Math.max(state.progress.seen, 0, ...ids.filter((id) => id < limit))
}

const idsOf = (wish: Wish): number[] => saidIn(wish).map((said) => said.comment.id)
