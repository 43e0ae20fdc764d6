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

/** Whether a path matches a glob of `*`, `?`, `**` (also no name) and `{a,b}`, in time bounded by both lengths. */
export function matchesGlob(path: string, glob: string): boolean {
  const names = segmentsOf(path)
  return glob.length <= LONGEST_PATH && patternsOf(glob).some((pattern) => pattern.fits(names))
}

/** Returns whether a path matches one of the globs, as `matchesGlob` does. They are read once, for many paths. */
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
export type Pattern = { literals: readonly string[]; fits: (names: readonly string[]) => boolean }
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
export const patternsOf = (glob: string): Pattern[] => expandBraces(glob).map(patternOf)

/** Whether a path that a plan names covers another: it is the file itself, its folder, or a pattern that it fits. */
export function pathMatcher(declared: string): (path: string) => boolean {
  const place = segmentsOf(declared).join('/')
  const isPattern = /[*?{]/.test(place)
  return (path) =>
    place === '' || path === place || path.startsWith(`${place}/`) || (isPattern && matchesGlob(path, place))
}

/** Whether one of several declared files, folders or patterns covers a path. */
export function pathsMatcher(declared: readonly string[]): (path: string) => boolean {
  const matchers = declared.map(pathMatcher)
  return (path) => matchers.some((matches) => matches(path))
}

/**
 * Whether one file may lie in both of two paths that plans name: files, folders or patterns. Two patterns meet unless
 * their beginnings or ends rule that out, so it is yes rather than no. A name with a dot in it that something else goes
 * below is taken for a file.
 */
export function mayMeet(one: NamedPath, other: NamedPath): boolean {
  if (one.covers(other.place) || other.covers(one.place)) return true
  if (!one.isPattern && !other.isPattern) return false
  return one.below.some((names) => other.below.some((others) => namesMayMeet(names, others)))
}

/** A path that a plan names, read once to be compared with many. */
type NamedPath = {
  place: string
  isPattern: boolean
  covers: (path: string) => boolean
  /** The names along what it may stand for. */
  below: readonly (readonly string[])[]
}

export function namedPath(declared: string): NamedPath {
  const place = segmentsOf(declared).join('/')
  const isPattern = /[*?{]/.test(place)
  const isFolder = declared.endsWith('/') || !place.slice(place.lastIndexOf('/') + 1).includes('.')
  const globs = isPattern ? expandBraces(place) : [isFolder ? `${place}/**` : place]
  const below = globs.length > FEW ? [['**']] : globs.map(segmentsOf)
  return { place, isPattern, covers: pathMatcher(declared), below }
}

/** What stands for more alternatives, or has more names to compare, is of nobody, and meets everything. */
const FEW = 16
const MOST_PAIRS = 1000

/** Whether some path goes along both, name by name, where `**` is any number of names. */
function namesMayMeet(one: readonly string[], other: readonly string[]): boolean {
  if (one.length * other.length > MOST_PAIRS) return true
  let reached = new Set([0])
  const skipping = (places: Set<number>): Set<number> => {
    for (const place of places) if (other[place] === '**') places.add(place + 1)
    return places
  }
  for (const name of one) {
    const next = new Set<number>(name === '**' ? reached : [])
    for (const place of skipping(reached)) {
      const there = other[place]
      if (name === '**') for (let at = place; at <= other.length; at++) next.add(at)
      else if (there === '**') next.add(place)
      else if (there !== undefined && nameMayMeet(name, there)) next.add(place + 1)
    }
    reached = next
  }
  return skipping(reached).has(other.length)
}

/** Two names with wildcards meet when the one's beginning goes on as the other's, and so do their ends. */
function nameMayMeet(one: string, other: string): boolean {
  if (!isWild(one) || !isWild(other)) return matchesName(one, other) || matchesName(other, one)
  const [begin, end] = [beginOf(one), endOf(one)]
  const [otherBegin, otherEnd] = [beginOf(other), endOf(other)]
  return (
    (begin.startsWith(otherBegin) || otherBegin.startsWith(begin)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  )
}
const beginOf = (name: string): string => name.split(/[*?]/, 1).join('')
const endOf = (name: string): string => name.slice(Math.max(name.lastIndexOf('*'), name.lastIndexOf('?')) + 1)
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
  for (;;) {
    const next = globs.flatMap(expandOne)
    if (next.length === globs.length && next.every((one, i) => one === globs[i])) return globs
    if (next.length > MAX_ALTERNATIVES) return globs
    globs = next
  }
}
function expandOne(glob: string): string[] {
  const pair = innermostPair(glob)
  if (!pair) return [glob]
  const before = glob.slice(0, pair.open)
  const after = glob.slice(pair.close + 1)
  const choices = glob.slice(pair.open + 1, pair.close).split(',')
  return choices.map((choice) => before + choice + after)
}

/** The first braces with a comma and without other braces in them, so that nested ones need no counting. */
function innermostPair(glob: string): { open: number; close: number } | undefined {
  let open = -1
  let hasComma = false
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at]
    if (character === '{') [open, hasComma] = [at, false]
    else if (character === ',') hasComma = true
    else if (character === '}') {
      if (open >= 0 && hasComma) return { open, close: at }
      open = -1
    }
  }
  return undefined
}
