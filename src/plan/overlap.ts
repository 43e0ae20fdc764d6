import { mayMeet, namedPath } from '../guard/globs.ts'

/**
 * An open plan, or the open pull request of a person, beside a plan: the paths that it names or changes, and whether it
 * only names them so far. Its words are somebody else's.
 */
export type Beside = {
  number: number
  kind: 'plan' | 'pull'
  title: string
  by: string
  paths: readonly string[]
  isOnlyProposed?: boolean
}

/** What another one names or changes of the files of a plan: at least one path, of whichever of both says more. */
export type Overlap = Omit<Beside, 'paths'> & { files: readonly string[] }

/** So many of them are named, and so many files of each. Whoever approves reads no more. */
const MOST = 20
const MOST_FILES = 10

/**
 * Who else names or changes what a plan names, by their numbers. Folders and patterns count as what may lie in them.
 */
export function overlapsOf(ours: readonly string[], beside: readonly Beside[]): Overlap[] {
  const own = ours.map(namedPath)
  return beside
    .flatMap(({ paths, ...other }): Overlap[] => {
      const files = paths.map(namedPath).flatMap((theirs) => {
        const met = own.find((one) => mayMeet(one, theirs))
        return met ? [theirs.isPattern || met.place.length > theirs.place.length ? met.place : theirs.place] : []
      })
      return files.length > 0 ? [{ ...other, files: [...new Set(files)].toSorted().slice(0, MOST_FILES) }] : []
    })
    .toSorted((one, other) => one.number - other.number)
    .slice(0, MOST)
}

/** What each file of an overlap is known by in a marker: short, and of characters that have no effect there. */
export const overlapKeys = ({ number, files }: Overlap): string[] => files.map((file) => `${number}.${digest(file)}`)

/** FNV-1a, 32 bits: two files of one pull request hardly ever have the same, and then a file is not told twice. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
