import { isGitPath, isProtected } from './paths.ts'
import { isTooLong } from './globs.ts'
import { clashes, unportable } from './portable.ts'
import { isNew, type Change } from '../git/objects.ts'

/** The rules for which paths a commit may change. `protectedPaths` are globs. */
export type ChangeRules = {
  protectedPaths: readonly string[]
  planFile: string
}

/** The largest file that may be committed, in bytes. GitHub warns from 50 MiB on. */
const MAX_BLOB = 10 * 1024 * 1024

/** Files; nobody reviews more, and each is looked at for secrets. */
export const MAX_CHANGES = 10_000

/** The targets of symbolic links by their paths. */
type Links = ReadonlyMap<string, string>

/** What is known of both trees: bytes by blob, the links before and after, and all paths after. */
type Known = { sizes: ReadonlyMap<string, number>; links: Links; before?: Links; paths?: readonly string[] }

/**
 * Why changes must not be committed, as sentences that name the path. Empty when they may be. `sizes` maps blobs to
 * bytes, `links` maps blobs of symbolic links to their targets. The check runs while the agent works, so that it can
 * fix the problem, and again before a push.
 */
export function problemsOfChanges(changes: readonly Change[], rules: ChangeRules, known: Known): string[] {
  if (changes.length > MAX_CHANGES)
    return [
      `The change has ${changes.length} files; at most ${MAX_CHANGES} are committed at once. Leave out what is generated or installed, and have \`.gitignore\` name it.`,
    ]
  const added = changes.filter(isNew).map(({ path }) => path)
  const others = clashes(known.paths ?? [], added)
  return [
    ...changes.flatMap((change) => problemOfChange(change, rules, known) ?? []),
    ...[...others].map(
      ([path, other]) =>
        `\`${path}\` differs from \`${other}\` by the case of letters alone, so Windows and macOS cannot check out both. Name it otherwise.`,
    ),
    ...ledAstray(changes, known),
  ]
}

function problemOfChange({ path, from, to }: Change, rules: ChangeRules, { sizes, links }: Known): string | undefined {
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

/** Links that were there before, and lead outside now that another one was put in their way. */
function ledAstray(changes: readonly Change[], { links, before }: Known): string[] {
  if (!before) return []
  const changed = new Set(changes.map(({ path }) => path))
  return [...links]
    .filter(([path, target]) => !changed.has(path) && leadsOutside(path, target, links))
    .filter(([path]) => !leadsOutside(path, before.get(path) ?? '', before))
    .map(([path]) => `\`${path}\` is a link that leads outside the repository now that another link changes.`)
}

/** Names that are walked over for one link; what takes more goes in a circle. */
const MAX_NAMES = 500

/**
 * Whether a link at `path` with this target leaves the tree, or cannot be followed; each name on the way may be one of
 * `links`.
 */
export function leadsOutside(path: string, target: string, links: Links = new Map()): boolean {
  const at = path.split('/').slice(0, -1)
  let ahead = namesOf(target)
  for (let walked = 0; ahead.length > 0; walked++) {
    const name = ahead.shift() ?? ''
    if (walked > MAX_NAMES || name === ROOT || isGitPath(name)) return true
    if (name === '..' && at.pop() === undefined) return true
    if (name === '..' || name === '.') continue
    const next = links.get([...at, name].join('/'))
    if (next === undefined) at.push(name)
    else ahead = [...namesOf(next), ...ahead]
  }
  return false
}

/** Stands for what no tree holds. */
const ROOT = '/'

const namesOf = (target: string): string[] =>
  target.startsWith('/') || target.includes('\0') || target.length > LONGEST_TARGET
    ? [ROOT]
    : target.split('/').filter(Boolean)

/** Characters; no system takes more. */
const LONGEST_TARGET = 4096
