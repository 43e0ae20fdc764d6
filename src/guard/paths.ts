import { isTooLong, patternsOf, segmentsOf, type Pattern } from './globs.ts'

/** Characters that HFS+ leaves out when it compares names, and which people cannot see. */
const IGNORABLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

/** Folds names to one form if any file system treats them as the same name. */
const fold = (path: string): string => path.normalize('NFKC').replace(IGNORABLE, '').toLowerCase()

/**
 * Whether a name along the path is `.git` on any file system: in any case, with trailing dots or spaces, as the short
 * name `git~1`, as a stream (`.git::$INDEX_ALLOCATION`), or with ignorable characters. These are git's own rules
 * (`core.protectHFS`, `core.protectNTFS`).
 */
export const isGitPath = (path: string): boolean => path.split(/[/\\]/).some(isGitName)

/** A name as Windows takes it: without the stream behind a colon, and without dots and spaces at its end. */
const windowsName = (name: string): string =>
  name === '.' || name === '..' ? name : withoutEnd(name.split(':', 1).join(''), '. ')

/** The text without these characters at its end. By hand, because `/[…]+$/` takes quadratic time. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

function isGitName(name: string): boolean {
  const plain = windowsName(fold(name))
  return plain === '.git' || /^git~\d+$/.test(plain)
}

/** Whether a plan may name the path: relative, inside the repository without `..`, not in `.git`, printable. */
export function isSafePlanPath(path: string): boolean {
  if (isTooLong(path) || path.trim() === '' || /^[/\\~]|^[a-z]:/i.test(path) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path))
    return false
  return !path.split(/[/\\]/).includes('..') && !isGitPath(path)
}

/** Whether a glob covers a path in any spelling that a file system takes for it; `!` globs are exceptions. */
export function isProtected(path: string, globs: readonly string[]): boolean {
  const names = segmentsOf(fold(path).split('/').map(windowsName).join('/'))
  const { covered, left } = rulesOf(globs)
  const isIn = (patterns: readonly Pattern[]): boolean =>
    patterns.some((pattern) => pattern.fits(longNames(names, pattern)))
  return isIn(covered) && !isIn(left)
}

type ProtectionRules = { covered: readonly Pattern[]; left: readonly Pattern[] }
const known = new WeakMap<readonly string[], ProtectionRules>()

/** A list as patterns, which are kept: it is asked for many paths. */
function rulesOf(globs: readonly string[]): ProtectionRules {
  const patterns = (some: readonly string[]): Pattern[] => some.flatMap((glob) => patternsOf(fold(glob)))
  const isException = (glob: string): boolean => glob.startsWith('!')
  const rules = known.get(globs) ?? {
    covered: patterns(globs.filter((glob) => !isException(glob))),
    left: patterns(globs.filter(isException).map((glob) => glob.slice(1))),
  }
  known.set(globs, rules)
  return rules
}

/**
 * The names as a pattern knows them. Windows gives longer names a short one: six letters, `~`, a number, and three
 * letters of the ending. `github~1` is `.github`; it may be another name as well, which is then protected, too.
 */
const longNames = (names: readonly string[], { literals }: Pattern): readonly string[] =>
  names.map((name) => (name.includes('~') ? (literals.find((long) => isShortOf(name, long)) ?? name) : name))

function isShortOf(name: string, long: string): boolean {
  const [, begin = '', number = '', ending = ''] = /^([^~.]+)~(\d{1,6})(?:\.([^.]{0,3}))?$/.exec(name) ?? []
  const plain = long.replace(/^\.+/, '').replaceAll(' ', '')
  const dot = plain.includes('.') ? plain.lastIndexOf('.') : plain.length
  const stem = plain.slice(0, dot).replaceAll('.', '')
  const isBegin = begin !== '' && stem.startsWith(begin) && begin.length >= Math.min(stem.length, 7 - number.length)
  return isBegin && plain.slice(dot + 1, dot + 4) === ending
}

/** Whether git and GitHub take the text as the name of a branch (`git check-ref-format --branch`). */
export const isBranch = (text: string): boolean =>
  text !== 'HEAD' && text !== '@' && text.split('/').every(isBranchPart) && !/^-|@\{|\.$/.test(text)

const isBranchPart = (part: string): boolean => part !== '' && !/^\.|\.lock$|\.\.|[\0-\x20\x7f~^:?*[\\]/.test(part)

/** A path in backticks, with a slash or an ending, and the lines of it that a text may name. */
const QUOTED_PATH = /`([\w@+-][\w@+./-]{0,200}\w)(?::(\d{1,7})(?:[-–](\d{1,7}))?)?`/g

/** The paths in backticks, such as `src/a.ts` or `src/a.ts:12-40`, with the lines where the text names some. */
export const quotedPaths = (text: string): { path: string; lines?: [from: number, to: number] }[] =>
  [...text.matchAll(QUOTED_PATH)].flatMap(([, path = '', from, to = from]) => {
    if (!/[./]/.test(path)) return []
    return [from === undefined ? { path } : { path, lines: [Number(from), Number(to)] }]
  })

/** A path as file systems compare it that ignore case, and the spelling of an accent. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase()

const withDirectories = (path: string): string[] => {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return [...ends, path]
}

/**
 * Which of the `added` paths differ from another of the tree by the case of letters alone, and from which: one of both
 * would be lost where a file system takes them for the same. Directories count as files do; those that the tree had
 * before the paths were added bring nothing new.
 */
export function clashes(paths: Iterable<string>, added: readonly string[]): Map<string, string> {
  const isAdded = new Set(added)
  const old = new Set([...paths].filter((path) => !isAdded.has(path)).flatMap(withDirectories))
  const brought = added.flatMap((path) => withDirectories(path).map((place) => ({ path, place })))
  const fresh = brought.filter(({ place }) => !old.has(place))
  const wanted = Map.groupBy(fresh, ({ place }) => folded(place))
  const found = new Map<string, string>()
  for (const place of [...old, ...fresh.map((one) => one.place)]) {
    for (const one of wanted.get(folded(place)) ?? [])
      if (one.place !== place && !found.has(one.path)) found.set(one.path, place)
  }
  return found
}
