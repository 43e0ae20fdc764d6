import { mayOverlap, namedPath } from '../guard/paths.ts'

/** Another open plan or pull request, with the paths that it names or changes. Its texts are untrusted. */
export type OtherPlan = { number: number; isPlan: boolean; title: string; by: string; paths: readonly string[] }

/** Overlaps that are shown, and files of each: whoever approves reads no more. */
const MAX_OVERLAPS = 20
const MAX_FILES_SHOWN = 10

/**
 * Who else names or changes what a plan names, with these paths alone. Folders and patterns count as what may lie in them,
 * so of two paths that overlap the more specific one is given.
 */
export function overlapsOf(ownPaths: readonly string[], others: readonly OtherPlan[]): OtherPlan[] {
  const ownNames = ownPaths.map(namedPath)
  return others
    .flatMap((other): OtherPlan[] => {
      const shared = other.paths.map(namedPath).flatMap((theirs) => {
        const match = ownNames.find((one) => mayOverlap(one, theirs))
        if (!match) return []
        return [theirs.isPattern || match.path.length > theirs.path.length ? match.path : theirs.path]
      })
      return shared.length > 0 ? [{ ...other, paths: [...new Set(shared)].toSorted().slice(0, MAX_FILES_SHOWN) }] : []
    })
    .toSorted((one, other) => one.number - other.number)
    .slice(0, MAX_OVERLAPS)
}
