import { lookAlike } from './look-alikes.ts'
import { ecosystemOf, packagesIn } from './package-files.ts'
import { LONGEST_NAME, type NewPackage } from './package-names.ts'

/** A changed file, with its texts; undefined where it is absent. */
export type FileTexts = { path: string; before: string | undefined; after: string | undefined }

/** What a manifest or lock file gains; undefined when it cannot be read. `like` has the names that others look like. */
type Gain = { path: string; packages: readonly string[] | undefined; like?: ReadonlyMap<string, string> }

/**
 * The packages that changed manifests and lock files gain, in alphabetical order, by file. What one of these files
 * named before is not new.
 */
export function gainedPackages(files: readonly FileTexts[]): Gain[] {
  const about = files.filter(({ path }) => ecosystemOf(path) !== undefined)
  const named = about.map(({ path, before }) => [ecosystemOf(path), packagesIn(path, before) ?? []] as const)
  const known = new Set(named.flatMap(([, names]) => [...names]))
  return about.flatMap(({ path, after }) => {
    const packages = packagesIn(path, after)
    const gained = packages && [...packages].filter((name) => !known.has(name)).toSorted()
    if (gained?.length === 0) return []
    const beside = new Set(named.flatMap(([ecosystem, names]) => (ecosystem === ecosystemOf(path) ? [...names] : [])))
    const like = (gained ?? []).flatMap((name): [string, string][] => {
      const other = lookAlike(name, beside)
      return other === undefined ? [] : [[name, other]]
    })
    return [{ path, packages: gained, ...(like.length > 0 ? { like: new Map(like) } : {}) }]
  })
}

/** Each new package once. */
export const newPackagesIn = (gains: readonly Gain[]): NewPackage[] => [
  ...new Map(
    gains.flatMap(({ path, packages = [], like }) => {
      const ecosystem = ecosystemOf(path)
      if (ecosystem === undefined) return []
      return packages
        .filter((name) => name.length <= LONGEST_NAME)
        .map((name): [string, NewPackage] => {
          const other = like?.get(name)
          return [`${ecosystem} ${name}`, { ecosystem, name, ...(other === undefined ? {} : { like: other }) }]
        })
    }),
  ).values(),
]

/** How many names one sentence holds. */
const MOST_NAMES = 200

/**
 * Why these must not be committed, as sentences: the approved text names neither the package nor the unreadable file.
 */
export const problemsOfPackages = (gains: readonly Gain[], approved: string): string[] =>
  gains.flatMap(({ path, packages, like }) => {
    if (packages === undefined)
      return isNamed(path, approved)
        ? []
        : [`\`${path}\` cannot be read, so new packages in it cannot be known. ${REMEDY}`]
    const others = packages.filter((name) => !isNamed(name, approved))
    return others.length === 0
      ? []
      : [`\`${path}\` gains ${listed(others, like)}, which the approved subtask does not name. ${REMEDY}`]
  })

const REMEDY = 'Do without, or call propose_plan_change with a description that names what is new (input new-packages).'

function listed(names: readonly string[], like: Gain['like']): string {
  const more = names.length - MOST_NAMES
  const list = names.slice(0, MOST_NAMES).map((name) => {
    const other = like?.get(name)
    return `${quoted(name)}${other === undefined ? '' : ` (almost ${quoted(other)}, which is there already)`}`
  })
  return `${names.length === 1 ? 'the package' : 'the packages'} ${list.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const quoted = (name: string): string => `\`${name.slice(0, LONGEST_NAME)}\``

/** Whether a text names a package by itself, and not as a part of another name. `-`, `_` and `.` are the same. */
export function isNamed(name: string, text: string): boolean {
  const pattern = name
    .split(/[-_.]+/)
    .map((part) => part.replaceAll(/[\\^$*+?()[\]{}|/]/g, '\\$&'))
    .join('[-_.]+')
  return new RegExp(`(?<![\\p{L}\\p{N}_@/.-])${pattern}(?![\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}])`, 'iu').test(text)
}
