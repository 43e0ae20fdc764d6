import { isNew, type Change } from '../git/objects.ts'
import { isGitPath, isProtected, isTooLong } from './paths.ts'

export type ChangeRules = { protectedPaths: readonly string[]; planFile: string }

/** Maximum bytes of a committed file. GitHub warns from 50 MiB on. */
const MAX_BLOB = 10 * 1024 * 1024

type Links = ReadonlyMap<string, string>

/** Facts of both trees: sizes in bytes by blob, targets of links by path after and before, and all paths after. */
type TreeFacts = { sizes: ReadonlyMap<string, number>; links: Links; before?: Links; paths?: readonly string[] }

/** Why changes must not be committed, as sentences. Reads nothing. */
export function problemsOfChanges(changes: readonly Change[], rules: ChangeRules, facts: TreeFacts): string[] {
  const added = changes.filter(isNew).map(({ path }) => path)
  return [
    ...changes.flatMap((change) => problemOfChange(change, rules, facts) ?? []),
    ...[...clashes(facts.paths ?? [], added)].map(
      ([path, other]) =>
        `\`${path}\` differs from \`${other}\` by the case of letters alone, so Windows and macOS cannot check out both. Name it otherwise.`,
    ),
    ...redirectedLinks(changes, facts),
  ]
}

function problemOfChange({ path, from, to }: Change, rules: ChangeRules, { sizes, links }: TreeFacts) {
  if (isTooLong(path))
    return `A path that begins \`${path.slice(0, 100)}\` has more than 4,096 bytes; no system takes that.`
  if (isGitPath(path)) return `\`${path}\` belongs to git.`
  if (isProtected(path, [rules.planFile])) return `\`${path}\` is the approved plan and must not change.`
  if (isProtected(path, rules.protectedPaths))
    return `\`${path}\` is protected (input protected-paths) and must not change.`
  if (to.mode === '160000') return `\`${path}\` is a repository of its own, which cannot be committed here.`
  if (to.mode === '120000' && leadsOutside(path, links.get(path) ?? '/', links))
    return `\`${path}\` is a link that leads outside the repository.`
  if ((sizes.get(to.blob) ?? 0) > MAX_BLOB) return `\`${path}\` is larger than 10 MiB.`
  const why = isNew({ from }) ? unportable(path) : undefined
  return why && `\`${path}\` ${why}. Name it otherwise.`
}

/** Names that Windows keeps for devices, whatever follows a dot; the list of git's `is_valid_win32_path`. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:$|\.)/i

const FORBIDDEN = /[<>:"|?*\\\p{Cc}]/u

/** Why Windows or macOS cannot check a path out, as the end of a sentence about it; undefined when they can. */
function unportable(path: string): string | undefined {
  const names = path.split('/')
  if (names.some((name) => DEVICE.test(name))) return 'has the name of a device, which Windows cannot check out'
  if (names.some((name) => name.endsWith('.') || name.endsWith(' ')))
    return 'has a name that ends with a dot or a space, which Windows cannot check out'
  const [character] = FORBIDDEN.exec(path) ?? []
  return character && `has the character ${JSON.stringify(character)} in it, which Windows cannot check out`
}

/** A path as case-insensitive file systems compare it, which also take both Unicode forms of an accent as equal. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase()

const withDirectories = (path: string): string[] => {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return [...ends, path]
}

/**
 * The `added` paths that differ from another path of the tree by case alone, with that path: a case-insensitive file
 * system can hold only one of them. Directories count, too, except those that existed before the paths were added.
 */
export function clashes(paths: Iterable<string>, added: readonly string[]): Map<string, string> {
  const isAdded = new Set(added)
  const existing = new Set([...paths].filter((path) => !isAdded.has(path)).flatMap(withDirectories))
  const spellings = Map.groupBy(new Set([...existing, ...added.flatMap(withDirectories)]), folded)
  const found = new Map<string, string>()
  for (const path of added) {
    const [other] = withDirectories(path)
      .filter((spelling) => !existing.has(spelling))
      .flatMap((spelling) => spellings.get(folded(spelling))?.filter((one) => one !== spelling) ?? [])
    if (other !== undefined) found.set(path, other)
  }
  return found
}

/** Unchanged links that lead outside since another link on their way was changed. */
function redirectedLinks(changes: readonly Change[], { links, before }: TreeFacts): string[] {
  if (!before) return []
  const changed = new Set(changes.map(({ path }) => path))
  return [...links]
    .filter(([path, target]) => !changed.has(path) && leadsOutside(path, target, links))
    .filter(([path]) => !leadsOutside(path, before.get(path) ?? '', before))
    .map(([path]) => `\`${path}\` is a link that leads outside the repository now that another link changes.`)
}

/** Maximum names that are followed for one link. A link that needs more is taken for a cycle. */
const MAX_NAMES = 500

/** Whether a link at `path` leaves the tree, or cannot be followed. Each name on the way may be one of `links`. */
function leadsOutside(path: string, target: string, links: Links): boolean {
  const folder = path.split('/').slice(0, -1)
  let names = namesOf(target)
  for (let followed = 0; names.length > 0; followed++) {
    const name = names.shift() ?? ''
    if (followed > MAX_NAMES || name === ROOT || isGitPath(name)) return true
    if (name === '..' && folder.pop() === undefined) return true
    if (name === '..' || name === '.') continue
    const next = links.get([...folder, name].join('/'))
    if (next === undefined) folder.push(name)
    else names = [...namesOf(next), ...names]
  }
  return false
}

const ROOT = '/'

const namesOf = (target: string): string[] =>
  target.startsWith('/') || target.includes('\0') || isTooLong(target) ? [ROOT] : target.split('/').filter(Boolean)
