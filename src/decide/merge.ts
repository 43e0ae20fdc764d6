import type { MergeConflict, Thread } from './thread.ts'

/**
 * What is known of merging the base into the branch as both are now; undefined when nobody has tried. Without files
 * there is no conflict.
 */
export const knownMerge = ({
  merge,
  branch,
  base,
}: Pick<Thread, 'merge' | 'branch' | 'base'>): MergeConflict | undefined =>
  merge && merge.head === branch?.head && merge.base === base.sha ? merge : undefined

/** The conflict that is known; undefined when there is none, or nobody has tried. */
export function knownConflict(thread: Pick<Thread, 'merge' | 'branch' | 'base'>): MergeConflict | undefined {
  const merge = knownMerge(thread)
  return merge && merge.files.length > 0 ? merge : undefined
}
