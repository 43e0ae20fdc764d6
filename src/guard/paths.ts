/** The symbol for any number of items, and how one symbol of a pattern matches one item. */
type Wildcards = { star: string; matches: (one: string, item: string) => boolean }

/** Linear matching for patterns that a model writes: backtracks to the last star only. */
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

/** The names along a path, without empty ones and `.`. A `..` removes the name before it. */
export function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

/** What no system goes beyond, in bytes; a longer path is one of nobody's work tree. */
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

/** The globs of a table, which are parted by white space. */
export const globList = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** What keeps a text from being a glob of this kind, as words after "it"; undefined when it is one. */
export function problemOfGlob(glob: string): string | undefined {
  const pattern = glob.replace(/^!/, '')
  if (pattern.trim() === '') return 'is empty'
  if (pattern.startsWith('/')) return 'begins with a slash; globs begin at the root of the repository'
  if (pattern.split('/').includes('..')) return 'has `..` in it'
  if (/[[\\]|[?@+!*]\(/.test(pattern)) return 'has more than `*`, `**`, `?` and `{a,b}` in it'
  if (pattern.split('{').length !== pattern.split('}').length) return 'has a brace without its other half'
  return isTooLong(pattern) ? 'is too long' : undefined
}

/** A glob without braces: the names that a path has to have as they are, and whether it matches the names of one. */
type Pattern = { literals: readonly string[]; fits: (names: readonly string[]) => boolean }
function patternOf(glob: string): Pattern {
  const pattern = segmentsOf(glob)
  const literals = pattern.filter((name) => !isWild(name))
  // Nearly all patterns fail by their literal names, which takes a fraction of walking along them.
  const fits: Pattern['fits'] = (names) =>
    literals.every((name) => names.includes(name)) &&
    matchesWildcards(pattern, names, { star: '**', matches: matchesName })
  return { literals, fits }
}
const isWild = (name: string): boolean => name.includes('*') || name.includes('?')

/** What a glob stands for when its braces are written out. */
const patternsOf = (glob: string): Pattern[] => expandBraces(glob).map(patternOf)

/** Returns whether a path that a plan names covers another: as that file, as its folder, or as a pattern. */
export function pathMatcher(declared: string): (path: string) => boolean {
  const place = segmentsOf(declared).join('/')
  const matches = isPattern(place) && !isTooLong(place) ? anyGlob([place]) : () => false
  return (path) => place === '' || path === place || path.startsWith(`${place}/`) || matches(path)
}

const isPattern = (path: string): boolean => /[*?{]/.test(path)

/** Returns whether one of several declared files, folders or patterns covers a path. */
export function pathsMatcher(declared: readonly string[]): (path: string) => boolean {
  const matchers = declared.map(pathMatcher)
  return (path) => matchers.some((matches) => matches(path))
}

/** A file, folder or pattern that a plan names, compiled once to be compared with many. */
type NamedPath = {
  place: string
  isPattern: boolean
  covers: (path: string) => boolean
  /** The segments of the globs for all that it may stand for. */
  globs: readonly (readonly string[])[]
  mayOverlap: (other: NamedPath) => boolean
}

/** Compiles a path of a plan. A last name with a dot in it is taken for a file, any other for a folder. */
export function namedPath(declared: string): NamedPath {
  const place = segmentsOf(declared).join('/')
  const isFolder = declared.endsWith('/') || !place.slice(place.lastIndexOf('/') + 1).includes('.')
  const globs = isPattern(place) ? expandBraces(place) : [isFolder ? `${place}/**` : place]
  const named: NamedPath = {
    place,
    isPattern: isPattern(place),
    covers: pathMatcher(declared),
    globs: globs.length > MOST_GLOBS ? [['**']] : globs.map(segmentsOf),
    mayOverlap: (other) => mayOverlap(named, other),
  }
  return named
}

/** Whether one file may lie in both. Two patterns overlap unless their starts or ends rule that out. */
function mayOverlap(one: NamedPath, other: NamedPath): boolean {
  if (one.covers(other.place) || other.covers(one.place)) return true
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
const matchesName = (glob: string, name: string): boolean =>
  isWild(glob)
    ? matchesWildcards([...glob], [...name], {
        star: '*',
        matches: (one, character) => one === '?' || one === character,
      })
    : glob === name
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
  const { covered, exceptions } = rulesOf(globs)
  const isIn = (patterns: readonly Pattern[]): boolean =>
    patterns.some((pattern) => pattern.fits(longNames(names, pattern)))
  return isIn(covered) && !isIn(exceptions)
}

type ProtectionRules = { covered: readonly Pattern[]; exceptions: readonly Pattern[] }
const compiledRules = new WeakMap<readonly string[], ProtectionRules>()

/** A list as patterns, which are kept: it is asked for many paths. */
function rulesOf(globs: readonly string[]): ProtectionRules {
  const patterns = (some: readonly string[]): Pattern[] => some.flatMap((glob) => patternsOf(fold(glob)))
  const isException = (glob: string): boolean => glob.startsWith('!')
  const rules = compiledRules.get(globs) ?? {
    covered: patterns(globs.filter((glob) => !isException(glob))),
    exceptions: patterns(globs.filter(isException).map((glob) => glob.slice(1))),
  }
  compiledRules.set(globs, rules)
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
