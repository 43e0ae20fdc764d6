import { matchesWildcards } from './wildcards.ts'

/**
 * The default of the input `protected-paths`: files that run code, guard the repository or instruct agents by
 * themselves.
 */
export const PROTECTED_PATHS: readonly string[] = [
  // Continuous integration: runs with the repository's secrets.
  '.github/**',
  '.gitlab-ci.yml',
  '.circleci/**',
  '.buildkite/**',
  '.travis.yml',
  'azure-pipelines.yml',
  'Jenkinsfile',
  // Who must review, and what the review shows: an attribute such as `-diff` hides a change from it.
  'CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitmodules',
  '**/.gitattributes',
  // Instructions and tools of coding agents, this one among them.
  '**/AGENTS.md',
  '**/CLAUDE.md',
  '**/GEMINI.md',
  '**/.claude/**',
  '**/.cursor/**',
  '.cursorrules',
  '.windsurfrules',
  '.aider*',
  '.mcp.json',
  // Runs on the machine of everyone who opens the project or commits to it.
  '.husky/**',
  '.pre-commit-config.yaml',
  '.devcontainer/**',
  '.vscode/**',
  '.idea/**',
  '.envrc',
]

/** Invisible characters that HFS+ ignores when it compares names. */
const IGNORABLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

/** Folds names to one form if any file system treats them as the same name. */
const fold = (path: string): string => path.normalize('NFKC').replace(IGNORABLE, '').toLowerCase()

/** The names along a path, without empty ones and `.`. A `..` removes the name before it. */
function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

/**
 * Whether a name along the path is `.git` on any file system: in any case, with trailing dots or spaces, as the short
 * name `git~1`, as a stream (`.git::$INDEX_ALLOCATION`), or with ignorable characters. These are git's own rules
 * (`core.protectHFS`, `core.protectNTFS`).
 */
export const isGitPath = (path: string): boolean => path.split(/[/\\]/).some(isGitName)

/** A name as Windows reads it: without the stream after a colon, and without trailing dots and spaces. */
const windowsName = (name: string): string =>
  /^\.{1,2}$/.test(name) ? name : name.replace(/:.*$/s, '').replace(/[. ]+$/, '')

function isGitName(name: string): boolean {
  const plain = windowsName(fold(name))
  return plain === '.git' || /^git~\d+$/.test(plain)
}

/** Whether a plan may name the path. It must be relative, printable, free of `..` and outside of `.git`. */
export function isSafePlanPath(path: string): boolean {
  if (path.trim() === '' || /^[/\\~]|^[a-z]:/i.test(path) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path)) return false
  return !path.split(/[/\\]/).includes('..') && !isGitPath(path)
}

/**
 * Whether one of the globs matches the path, or a spelling that a file system treats as the same. Globs start at the
 * root.
 */
export function isProtected(path: string, globs: readonly string[]): boolean {
  const plain = fold(path).split('/').map(windowsName).join('/')
  return globs.some((glob) => matchesGlob(plain, fold(glob)))
}

/**
 * Whether a path matches a glob. `*` and `?` stay within one name, `**` matches any number of names (also none, so
 * `a/**` matches `a`), and `{a,b}` matches either. The time is bounded by the product of the lengths, because the
 * model writes globs too.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const names = segmentsOf(path)
  return expandBraces(glob).some((plain) =>
    matchesWildcards(segmentsOf(plain), names, { star: '**', matches: matchesName }),
  )
}

/** A test for the paths that an entry of a subtask's `files` covers. The entry names a file, a folder or a glob. */
export function pathMatcher(declared: string): (path: string) => boolean {
  const place = segmentsOf(declared).join('/')
  const isPattern = /[*?{]/.test(place)
  return (path) =>
    place === '' || path === place || path.startsWith(`${place}/`) || (isPattern && matchesGlob(path, place))
}

const matchesName = (glob: string, name: string): boolean =>
  matchesWildcards([...glob], [...name], { star: '*', matches: (one, character) => one === '?' || one === character })

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
  // The innermost pair is expanded first, so nested braces need no counting.
  const pair = /\{([^{}]*,[^{}]*)\}/.exec(glob)
  if (!pair) return [glob]
  const before = glob.slice(0, pair.index)
  const after = glob.slice(pair.index + pair[0].length)
  return (pair[1] ?? '').split(',').map((choice) => before + choice + after)
}

/** Whether the text is a valid branch name (git-check-ref-format) of characters that no shell or URL needs to quote. */
export const isBranch = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(text) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|\.\/|[./]$/.test(text)
