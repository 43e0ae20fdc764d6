import { closingKey, type Announcement } from '../thread/markers.ts'
import { openIn } from '../thread/second-look.ts'
import type { Facts } from '../thread/facts.ts'
import type { Status } from './subtask-status.ts'

type EndedPlan = Pick<Facts, 'history'> & { statuses: readonly Status[] }

/**
 * Whether a plan that is done has a version that people may still approve: the one that brings what a second look at
 * the result found. Nothing waits for it.
 */
export const hasOffer = ({ history, statuses }: EndedPlan): boolean =>
  history.finished && openIn(history.look).length > 0 && statuses.some(({ state }) => state === 'todo')

/** The key of the closing comment. A version that is only offered is none of what it tells. */
export const closingKeyOf = (
  state: EndedPlan & Pick<Facts, 'reading'> & { versions: readonly Announcement[] },
): string =>
  closingKey(
    hasOffer(state) ? state.versions.filter(({ blob }) => blob !== state.reading?.blob) : state.versions,
    state.history.undoneWhenDone,
  )
