import type { ReviewRemark } from '../github/forge.ts'
import type { Thread } from './thread.ts'

/** A review itself, or the one that a remark on a line came with. */
export const reviewOf = (one: ReviewRemark, { pull }: Thread): ReviewRemark | undefined =>
  one.kind === 'review' ? one : pull?.remarks.find(({ kind, id }) => kind === 'review' && id === one.review)

/** A review asks for changes until somebody dismisses it, or its author approves in a later one. */
export const requestsChanges = (review: ReviewRemark | undefined, { pull }: Thread): boolean =>
  review?.verdict === 'changes_requested' &&
  !(pull?.remarks ?? []).some(
    ({ kind, verdict, author, id }) =>
      kind === 'review' && verdict === 'approved' && author.id === review.author.id && id > review.id,
  )
