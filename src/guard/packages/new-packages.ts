import { isManifest, normalized, packageReader, requirementFilesIn } from './package-manifests.ts'
import { LONGEST_NAME, type NewPackage } from './names.ts'
import { sourceOf } from './package-source.ts'
import { linksIn, pathsIn, textOn, entryAt, type Change } from '../../git/objects.ts'
import type { Repository } from '../../git/git.ts'
import { listInLine } from '../../lib/shorten.ts'
import { valueOr } from '../../lib/errors.ts'
import { pathsMatcher, segmentsOf } from '../paths.ts'

/** A changed file with its texts, undefined where it is absent. `kind` is the path that selects the reader. */
type FileTexts = { path: string; kind?: string | undefined; before: string | undefined; after: string | undefined }

/** What a manifest or lock file gains; undefined when it cannot be read. */
type Gain = { path: string; packages: readonly NewPackage[] | undefined }

/** The packages that manifests and lock files gain, by file. What any of these files named before is not new. */
export function gainedPackages(files: readonly FileTexts[]): Gain[] {
  const manifests = files.flatMap(({ path, kind = path, before, after }) => {
    const reader = packageReader(kind)
    if (!reader) return []
    const { ecosystem, packagesIn } = reader
    return [{ path, ecosystem, before: [...(packagesIn(before) ?? [])], after: packagesIn(after) }]
  })
  const known = new Set(manifests.flatMap(({ before }) => before))
  return manifests.flatMap(({ path, ecosystem, after }) => {
    const names = after && [...after].filter((name) => !known.has(name)).toSorted()
    if (names?.length === 0) return []
    const sameEcosystem = manifests.flatMap((one) => (one.ecosystem === ecosystem ? one.before : []))
    const likes = (name: string, i: number) => (i < MOST_NAMES ? lookAlike(name, sameEcosystem) : undefined)
    return [{ path, packages: names?.map((name, i) => ({ ecosystem, name, like: likes(name, i) })) }]
  })
}

const isReadable = (path: string): boolean => packageReader(path) !== undefined

/** Maximum names in one sentence, and names that are compared with all others. */
const MOST_NAMES = 200

/** All gained packages, each once. */
export function newPackagesIn(gains: readonly Gain[]): NewPackage[] {
  const all = gains.flatMap(({ packages = [] }) => packages.filter(({ name }) => name.length <= LONGEST_NAME))
  return [...new Map(all.map((one) => [`${one.ecosystem} ${one.name}`, one])).values()]
}

/**
 * Why these must not be committed: the approved text names neither the packages nor the file. `present` are the files
 * of the change that are not deleted; a manifest that is a link, or that no reader knows, may name any package.
 */
export function problemsOfPackages(
  gains: readonly Gain[],
  present: readonly Change[],
  { words, files }: { words: string; files: readonly string[] },
): string[] {
  const names = pathsMatcher(files)
  const approved = namesIn(words)
  const gained = gains.flatMap(({ path, packages }) => {
    if (packages === undefined) return names(path) ? [] : [unreadText(path)]
    const unapproved = packages.filter(({ name }) => !approved.has(name))
    return unapproved.length === 0
      ? []
      : [`\`${path}\` gains ${listed(unapproved)}, which the approved subtask does not name. ${REMEDY}`]
  })
  const unread = present.filter(({ path, to }) => isManifest(path) && (!isReadable(path) || to.mode === '120000'))
  return [...gained, ...unread.flatMap(({ path }) => (names(path) ? [] : [unreadText(path)]))]
}

const unreadText = (path: string): string =>
  `\`${path}\` cannot be read for the packages that it names. Put it back, or call propose_plan_change so that the files of this subtask name it (input new-packages).`

const REMEDY =
  'Do without, or call propose_plan_change with a description that names what is new in backticks (input new-packages).'

function listed(packages: readonly NewPackage[]): string {
  const list = packages.map(({ name, like }) => {
    const hint = like === undefined ? '' : ` (almost ${quoted(like)}, which is there already)`
    return `${quoted(name)}${hint}`
  })
  return `${packages.length === 1 ? 'the package' : 'the packages'} ${listInLine(list, MOST_NAMES)}`
}

const quoted = (name: string): string => `\`${name.slice(0, LONGEST_NAME)}\``

/** Matches a version after the `@` of a name, such as `1.2.3`, `^1` or `v2`, also at the end of a sentence. */
const VERSION = /^[~^]?v?\d+(?:\.[\w-]+)*[.:!?]*$/

/** Matches the word after "package" and the like, as in `the package left-pad`. */
const AFTER_KIND = /\b(?:packages?|dependenc(?:y|ies)|crates?|gems?) ([@\w][\w./@-]*[\w])/gi

/**
 * The packages that a text names: words in backticks, `name@version`, and words after "package" with a hyphen, slash,
 * underscore or digit, because others may be everyday words.
 */
export function namesIn(text: string): { has: (name: string) => boolean } {
  const pieces = text.split(/`+/)
  const quoted = pieces.filter((_, at) => at % 2 === 1 && at < pieces.length - 1).map((piece) => piece.trim())
  const versioned = text
    .split(/[\s`"'(),;]+/)
    .filter((word) => VERSION.test(word.slice(word.indexOf('@', 1) + 1 || word.length)))
  const called = [...text.matchAll(AFTER_KIND)].flatMap(([, name = '']) => (/[-/_\d]/.test(name) ? [name] : []))
  const names = [...quoted.filter((one) => !/\s/.test(one)), ...versioned, ...called].flatMap((one) => [
    one,
    one.slice(0, 1) + one.slice(1).replace(/[@=<>~!^[;].*$/s, ''),
    ...(one.includes(':') ? sourceOf(one) : []),
  ])
  const all = new Set(names.map(normalized))
  return { has: (name) => all.has(normalized(name)) }
}

/** Minimum characters of names that are compared. Shorter ones are similar by chance. */
const SHORTEST = 4

/** The scope for type declarations, which have the name of the package that they describe. */
const TYPES = '@types/'

/** The known name from which a new one differs by one letter, two swapped ones, or the scope. */
function lookAlike(name: string, known: readonly string[]): string | undefined {
  const [scope, base] = partsOf(name)
  if (base.length < SHORTEST || scope === TYPES) return undefined
  return known.find((other) => {
    const [otherScope, otherBase] = partsOf(other)
    if (other === name || otherScope === TYPES) return false
    return base === otherBase ? isScoped(scope, otherScope) : scope === otherScope && isOneEdit(base, otherBase)
  })
}

/** Names in Go and PHP contain the owner, so equal base names are no sign of typosquatting. */
const isScoped = (...scopes: string[]): boolean => scopes.every((scope) => scope === '' || scope.startsWith('@'))

function partsOf(name: string): [string, string] {
  const at = name.lastIndexOf('/') + 1
  return [name.slice(0, at), name.slice(at)]
}

/** Whether one edit or swap makes one text of the other: compares what is left between the common start and end. */
function isOneEdit(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

const MAY_BE_LED_TO = /\.(txt|in|pip|toml|json|lock|ya?ml|mod|sum|rb|cfg|conf)$|^[^.]*$/i

/** The changed files that name packages. With a tree, also those that its requirements include or its links lead to. */
export async function packageFiles(repo: Repository, changes: readonly Change[], tree?: string): Promise<FileTexts[]> {
  const isLedTo = ({ path }: Change): boolean => !isManifest(path) && MAY_BE_LED_TO.test(path.split('/').at(-1) ?? '')
  const kinds = tree !== undefined && changes.some(isLedTo) ? await kindsIn(repo, tree) : new Map<string, string>()
  return Promise.all(
    changes
      .filter(({ path }) => isReadable(path) || kinds.has(path))
      .map(async ({ path, from, to }) => {
        const [before, after] = await Promise.all([from, to].map((side) => textOn(repo, side)))
        return { path, kind: kinds.get(path), before, after }
      }),
  )
}

/** Maximum depth of included files. */
const DEEPEST = 5

/** Files that manifests link to or include. The value is a path whose reader reads the file. */
async function kindsIn(repo: Repository, tree: string): Promise<Map<string, string>> {
  const [links, paths] = await Promise.all([linksIn(repo, tree), pathsIn(repo, tree)])
  const kinds = new Map<string, string>()
  for (const [path, target] of links) if (isReadable(path)) kinds.set(resolved(path, target), path)
  let files = paths.filter((path) => /\.(txt|in)$|(^|\/)pyproject\.toml$/i.test(path) && isReadable(path))
  for (let depth = 0; files.length > 0 && depth < DEEPEST; depth++) {
    const included = await Promise.all(files.map((path) => includesOf(repo, tree, path)))
    files = included.flat().filter((path) => !isReadable(path) && !kinds.has(path))
    for (const path of files) kinds.set(path, 'requirements.txt')
  }
  return kinds
}

async function includesOf(repo: Repository, tree: string, path: string): Promise<string[]> {
  const entry = await entryAt(repo, tree, path)
  const text = entry && (await textOn(repo, { mode: entry.mode, blob: entry.id }))
  if (text === undefined) return []
  // An unreadable manifest is refused when it changes.
  return valueOr(() => requirementFilesIn(path, text).map((file) => resolved(path, file)), [])
}

const resolved = (path: string, target: string): string =>
  segmentsOf(`${path.split('/').slice(0, -1).join('/')}/${target}`).join('/')
