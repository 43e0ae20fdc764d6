import { namedPath } from '../guard/paths.ts'

/** An open plan or pull request beside a plan, with the paths that it names or changes. Its words are hostile. */
export type OtherPlan = { number: number; isPlan: boolean; title: string; by: string; paths: readonly string[] }

/** What another one names or changes of the files of a plan: at least one path, of whichever of both says more. */
export type Overlap = Omit<OtherPlan, 'paths'> & { files: readonly string[] }

/** So many of them are named, and so many files of each. Whoever approves reads no more. */
const MAX_OVERLAPS = 20
const MAX_FILES_SHOWN = 10

/** Who else names or changes what a plan names. Folders and patterns count as what may lie in them. */
export function overlapsOf(ours: readonly string[], beside: readonly OtherPlan[]): Overlap[] {
  if (beside.length === 0) return []
  const own = ours.map(namedPath)
  return beside
    .flatMap(({ paths, ...other }): Overlap[] => {
      const files = paths.map(namedPath).flatMap((theirs) => {
        const met = own.find((one) => one.mayOverlap(theirs))
        return met ? [theirs.isPattern || met.place.length > theirs.place.length ? met.place : theirs.place] : []
      })
      return files.length > 0 ? [{ ...other, files: [...new Set(files)].toSorted().slice(0, MAX_FILES_SHOWN) }] : []
    })
    .toSorted((one, other) => one.number - other.number)
    .slice(0, MAX_OVERLAPS)
}
