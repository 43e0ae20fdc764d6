import { namesPackages, packagesIn } from './package-files.ts'

/** A changed file, with its texts; undefined where it is absent. */
export type FileTexts = { path: string; before: string | undefined; after: string | undefined }

/** What a manifest or lock file gains; undefined when it cannot be read. */
export type Gain = { path: string; packages: readonly string[] | undefined }

/**
 * The packages that changed manifests and lock files gain, in alphabetical order, by file. What one of these files
 * named before is not new.
 */
export function gainedPackages(files: readonly FileTexts[]): Gain[] {
  const about = files.filter(({ path }) => namesPackages(path))
  const known = new Set(about.flatMap(({ path, before }) => [...(packagesIn(path, before) ?? [])]))
  return about.flatMap(({ path, after }) => {
    const packages = packagesIn(path, after)
    const gained = packages && [...packages].filter((name) => !known.has(name)).toSorted()
    return gained?.length === 0 ? [] : [{ path, packages: gained }]
  })
}

/** How many names one sentence holds. */
const MOST_NAMES = 200

/**
 * Why these must not be committed, as sentences: the approved text names neither the package nor the unreadable file.
 */
export const problemsOfPackages = (gains: readonly Gain[], approved: string): string[] =>
  gains.flatMap(({ path, packages }) => {
    if (packages === undefined)
      return isNamed(path, approved)
        ? []
        : [`\`${path}\` cannot be read, so new packages in it cannot be known. ${REMEDY}`]
    const others = packages.filter((name) => !isNamed(name, approved))
    return others.length === 0
      ? []
      : [`\`${path}\` gains ${listed(others)}, which the approved subtask does not name. ${REMEDY}`]
  })

const REMEDY = 'Do without, or call propose_plan_change with a description that names what is new (input new-packages).'

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  const list = names.slice(0, MOST_NAMES).map((name) => `\`${name.slice(0, 214)}\``)
  return `${names.length === 1 ? 'the package' : 'the packages'} ${list.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Whether a text names a package by itself, and not as a part of another name. `-`, `_` and `.` are the same. */
function isNamed(name: string, text: string): boolean {
  const pattern = name
    .split(/[-_.]+/)
    .map((part) => part.replaceAll(/[\\^$*+?()[\]{}|/]/g, '\\$&'))
    .join('[-_.]+')
  return new RegExp(`(?<![\\p{L}\\p{N}_@/.-])${pattern}(?![\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}])`, 'iu').test(text)
}
