/** `star` is the symbol that matches any number of items; `matches` compares any other symbol with one item. */
type Wildcards = { star: string; matches: (one: string, item: string) => boolean }

/** Matches wildcards in bounded time, since models write the patterns: backtracks to the last star only. */
export function matchesWildcards(
  pattern: readonly string[],
  items: readonly string[],
  { star, matches }: Wildcards,
): boolean {
  let p = 0
  let retry: { p: number; i: number } | undefined
  for (let i = 0; i < items.length;) {
    const symbol = pattern[p]
    const item = items[i]
    if (symbol === star) {
      p += 1
      retry = { p, i }
    } else if (symbol !== undefined && item !== undefined && matches(symbol, item)) {
      p += 1
      i += 1
    } else if (retry) {
      retry = { p: retry.p, i: retry.i + 1 }
      ;({ p, i } = retry)
    } else return false
  }
  return pattern.slice(p).every((one) => one === star)
}

/** The segments of a path, without empty ones and `.`. A `..` removes the segment before it. */
export function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

/** The path below `to` of a path at or below `from`; any other path as it is. */
export const replaceRoot = (path: string, from: string, to: string): string =>
  path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path

/** Maximum bytes of a path: Linux's limit (`PATH_MAX`), the largest of all systems. */
const LONGEST_PATH = 4096

export const isTooLong = (path: string): boolean => Buffer.byteLength(path) > LONGEST_PATH

/**
 * Compiles globs of `*`, `?`, `**` (also no name) and `{a,b}`. Returns whether a path matches one of them, in time bounded
 * by the lengths of both.
 */
export function anyGlob(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.flatMap(patternsOf)
  return (path) => {
    const names = segmentsOf(path)
    return patterns.some((pattern) => pattern.fits(names))
  }
}

/** Splits a text with globs at white space. */
export const globList = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** Why a text is no glob of this kind, as words after "it". Undefined if it is one. */
export function problemOfGlob(glob: string): string | undefined {
  const pattern = glob.replace(/^!/, '')
  if (pattern.trim() === '') return 'is empty'
  if (pattern.startsWith('/')) return 'begins with a slash; globs begin at the root of the repository'
  if (pattern.split('/').includes('..')) return 'has `..` in it'
  if (/[[\\]|[?@+!*]\(/.test(pattern)) return 'has more than `*`, `**`, `?` and `{a,b}` in it'
  if (pattern.split('{').length !== pattern.split('}').length) return 'has a brace without its other half'
  return isTooLong(pattern) ? 'is too long' : undefined
}

/** A compiled glob without braces. `literals` are its segments without wildcards; `fits` matches the segments of a path. */
type Pattern = { literals: readonly string[]; fits: (names: readonly string[]) => boolean }
function patternOf(glob: string): Pattern {
  const pattern = segmentsOf(glob)
  const literals = pattern.filter((name) => !isWild(name))
  // Checked first, because most paths lack a literal segment, and this is much faster than matching.
  const fits: Pattern['fits'] = (names) =>
    literals.every((name) => names.includes(name)) &&
    matchesWildcards(pattern, names, { star: '**', matches: matchesName })
  return { literals, fits }
}
const isWild = (name: string): boolean => name.includes('*') || name.includes('?')

/** The compiled alternatives of a glob, one for each way to expand its braces. */
const patternsOf = (glob: string): Pattern[] => expandBraces(glob).map(patternOf)

/** Returns whether a path that a plan names covers another: as that file, as its folder, or as a pattern. */
export function pathMatcher(declared: string): (path: string) => boolean {
  const normalized = segmentsOf(declared).join('/')
  const matches = isPattern(normalized) && !isTooLong(normalized) ? anyGlob([normalized]) : () => false
  return (path) => normalized === '' || path === normalized || path.startsWith(`${normalized}/`) || matches(path)
}

const isPattern = (path: string): boolean => /[*?{]/.test(path)

/** Returns whether one of several declared files, folders or patterns covers a path. */
export function pathsMatcher(declared: readonly string[]): (path: string) => boolean {
  const matchers = declared.map(pathMatcher)
  return (path) => matchers.some((matches) => matches(path))
}

/** A file, folder or pattern that a plan names, compiled once to be compared with many. */
type NamedPath = ReturnType<typeof namedPath>

/** Compiles a path of a plan. A last name with a dot in it is taken for a file, any other for a folder. */
export function namedPath(declared: string) {
  const path = segmentsOf(declared).join('/')
  const isFolder = declared.endsWith('/') || !path.slice(path.lastIndexOf('/') + 1).includes('.')
  const globs = isPattern(path) ? expandBraces(path) : [isFolder ? `${path}/**` : path]
  return {
    path,
    isPattern: isPattern(path),
    covers: pathMatcher(declared),
    /** The segments of the globs for all that it may stand for. */
    globs: globs.length > MOST_GLOBS ? [['**']] : globs.map(segmentsOf),
  }
}

/** Whether one file may lie in both. Two patterns overlap unless their starts or ends rule that out. */
export function mayOverlap(one: NamedPath, other: NamedPath): boolean {
  if (one.covers(other.path) || other.covers(one.path)) return true
  if (!one.isPattern && !other.isPattern) return false
  return one.globs.some((glob) => other.globs.some((otherGlob) => segmentsMayOverlap(glob, otherGlob)))
}

/** A path with more alternatives, or two with more pairs of names, count as overlapping without a comparison. */
const MOST_GLOBS = 16
const MOST_PAIRS = 1000

/** Whether some path matches both globs, segment by segment, where `**` matches any number of segments. */
function segmentsMayOverlap(one: readonly string[], other: readonly string[]): boolean {
  if (one.length * other.length > MOST_PAIRS) return true
  /** Adds the positions after each `**` of the other glob that can be reached: it may match no segment. */
  const withSkipped = (positions: Set<number>): Set<number> => {
    for (const at of positions) if (other[at] === '**') positions.add(at + 1)
    return positions
  }
  let reached = withSkipped(new Set([0]))
  for (const name of one) {
    const next = new Set<number>()
    for (const at of reached) {
      const otherName = other[at]
      if (name === '**') for (let after = at; after <= other.length; after++) next.add(after)
      else if (otherName === '**') next.add(at)
      else if (otherName !== undefined && namesMayOverlap(name, otherName)) next.add(at + 1)
    }
    reached = withSkipped(next)
  }
  return reached.has(other.length)
}

/** Two names with wildcards may overlap if the start of one continues that of the other, and so do their ends. */
function namesMayOverlap(one: string, other: string): boolean {
  if (!isWild(one) || !isWild(other)) return matchesName(one, other) || matchesName(other, one)
  const [start, otherStart] = [startOf(one), startOf(other)]
  const [end, otherEnd] = [endOf(one), endOf(other)]
  return (
    (start.startsWith(otherStart) || otherStart.startsWith(start)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  )
}
const startOf = (name: string): string => name.split(/[*?]/, 1).join('')
const endOf = (name: string): string => name.split(/[*?]/).at(-1) ?? ''

const IN_NAMES: Wildcards = { star: '*', matches: (one, character) => one === '?' || one === character }
const matchesName = (glob: string, name: string): boolean =>
  isWild(glob) ? matchesWildcards([...glob], [...name], IN_NAMES) : glob === name

const MAX_ALTERNATIVES = 64

/** Expands `a.{b,c}` to `a.b` and `a.c`. Unclosed braces, and those with too many alternatives, are literal. */
function expandBraces(glob: string): string[] {
  let globs = [glob]
  while (globs.some((one) => INNERMOST_BRACES.test(one))) {
    const next = globs.flatMap(expandOne)
    if (next.length > MAX_ALTERNATIVES) break
    globs = next
  }
  return globs
}

/** Braces with a comma and no braces inside, so that nested ones are expanded from the inside out. */
const INNERMOST_BRACES = /\{([^{},]*,[^{}]*)\}/

function expandOne(glob: string): string[] {
  const [, choices] = INNERMOST_BRACES.exec(glob) ?? []
  if (choices === undefined) return [glob]
  return choices.split(',').map((choice) => glob.replace(INNERMOST_BRACES, () => choice))
}

/** Invisible characters, which the file system HFS+ ignores when it compares names. */
const IGNORABLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

/** Folds case and Unicode forms, so that names which any file system takes as equal become equal. */
const fold = (path: string): string => path.normalize('NFKC').replace(IGNORABLE, '').toLowerCase()

/**
 * Whether a name along the path is `.git` on any file system: in any case, with trailing dots or spaces, as the short
 * name `git~1`, as a stream (`.git::$INDEX_ALLOCATION`), or with ignorable characters. These are git's own rules
 * (`core.protectHFS`, `core.protectNTFS`).
 */
export const isGitPath = (path: string): boolean => path.split(/[/\\]/).some(isGitName)

/** A name as Windows reads it: without a stream after a colon, and without trailing dots and spaces. */
const windowsName = (name: string): string =>
  name === '.' || name === '..' ? name : withoutEnd(name.split(':', 1).join(''), '. ')

/** Removes these characters from the end of a text. Not by `/[…]+$/`, which takes quadratic time. */
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

/** Whether a glob covers a path in any spelling that a file system takes as equal. `!` globs are exceptions. */
export function isProtected(path: string, globs: readonly string[]): boolean {
  const names = segmentsOf(fold(path).split('/').map(windowsName).join('/'))
  const { covered, exceptions } = compiledRules.get(globs) ?? compileRules(globs)
  const isIn = (patterns: readonly Pattern[]): boolean =>
    patterns.some((pattern) => pattern.fits(longNames(names, pattern)))
  return isIn(covered) && !isIn(exceptions)
}

const compiledRules = new WeakMap<readonly string[], ReturnType<typeof compileRules>>()

/** Compiles a list of globs, and caches it, because it is matched with many paths. */
function compileRules(globs: readonly string[]) {
  const patterns = (some: readonly string[]): Pattern[] => some.flatMap((glob) => patternsOf(fold(glob)))
  const isException = (glob: string): boolean => glob.startsWith('!')
  const rules = {
    covered: patterns(globs.filter((glob) => !isException(glob))),
    exceptions: patterns(globs.filter(isException).map((glob) => glob.slice(1))),
  }
  compiledRules.set(globs, rules)
  return rules
}

/**
 * Replaces Windows short names by the literal names of a pattern. Windows gives a long name a short one of six letters,
 * `~`, a number, and three letters of the extension, so `github~1` may be `.github`. Other files of that name are
 * protected, too.
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

/** Whether a text is a valid branch name by the rules of `git check-ref-format --branch`. */
export const isBranch = (text: string): boolean =>
  text !== 'HEAD' && text !== '@' && text.split('/').every(isBranchPart) && !/^-|@\{|\.$/.test(text)

const isBranchPart = (part: string): boolean => part !== '' && !/^\.|\.lock$|\.\.|[\0-\x20\x7f~^:?*[\\]/.test(part)

/** Matches a path in backticks with an optional range of lines. */
const QUOTED_PATH = /`([\w@+-][\w@+./-]{0,200}\w)(?::(\d{1,7})(?:[-–](\d{1,7}))?)?`/g

/** The paths in backticks that contain a slash or a dot, such as `src/a.ts` or `src/a.ts:12-40`, with their lines. */
export const quotedPaths = (text: string): { path: string; lines?: [from: number, to: number] }[] =>
  [...text.matchAll(QUOTED_PATH)].flatMap(([, path = '', from, to = from]) => {
    if (!/[./]/.test(path)) return []
    return [from === undefined ? { path } : { path, lines: [Number(from), Number(to)] }]
  })
