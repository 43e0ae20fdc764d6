import { fitsWildcards } from './wildcards.ts'

/** What no subtask may change unless the input `protected-paths` says otherwise: whatever runs, guards or steers without being asked. */
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
  // Runs on the machine of whoever opens or commits.
  '.husky/**',
  '.pre-commit-config.yaml',
  '.devcontainer/**',
  '.vscode/**',
  '.idea/**',
  '.envrc',
]

/** Characters that HFS+ leaves out when it compares names, and which people cannot see. */
const IGNORABLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

/** Names that some file system takes for the same become equal. */
const fold = (path: string): string => path.normalize('NFKC').replace(IGNORABLE, '').toLowerCase()

/** The names along a path, without empty ones and `.`; `..` takes the name before it away. */
function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

/**
 * Whether a name along the path is `.git` on some file system: in any case, with trailing dots or spaces, as the
 * short name `git~1`, as a stream (`.git::$INDEX_ALLOCATION`), with ignorable characters. The rules are those that git itself
 * checks paths by (`core.protectHFS`, `core.protectNTFS`).
 */
export const isGitPath = (path: string): boolean => path.split(/[/\\]/).some(isGitName)

/** A name as Windows takes it: without the stream behind a colon, and without dots and spaces at its end. */
const plainName = (name: string): string =>
  /^\.{1,2}$/.test(name) ? name : name.replace(/:.*$/s, '').replace(/[. ]+$/, '')

function isGitName(name: string): boolean {
  const plain = plainName(fold(name))
  return plain === '.git' || /^git~\d+$/.test(plain)
}

/** Whether a plan may name the path: relative, inside the repository without `..`, not in `.git`, printable. */
export function safePlanPath(path: string): boolean {
  if (path.trim() === '' || /^[/\\~]|^[a-z]:/i.test(path) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path)) return false
  return !path.split(/[/\\]/).includes('..') && !isGitPath(path)
}

/** Whether one of the globs covers the path, in whatever spelling some file system takes for the same. Globs begin at the root. */
export function isProtected(path: string, globs: readonly string[]): boolean {
  const plain = fold(path).split('/').map(plainName).join('/')
  return globs.some((glob) => matchesGlob(plain, fold(glob)))
}

/**
 * Whether a path fits a glob: `*` and `?` stay within one name, `**` stands for any number of names (none among
 * them, so `a/**` also fits `a`), `{a,b}` for either. The time is bounded by the product of the lengths: globs come
 * from the model too.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const names = segmentsOf(path)
  return expandBraces(glob).some((plain) => fitsWildcards(segmentsOf(plain), names, { star: '**', same: matchesName }))
}

/** What lies in a path that a plan names in the place of a file: the file itself, all that is in a folder, what fits a pattern. */
export function covering(declared: string): (path: string) => boolean {
  const place = segmentsOf(declared).join('/')
  const isPattern = /[*?{]/.test(place)
  return (path) =>
    place === '' || path === place || path.startsWith(`${place}/`) || (isPattern && matchesGlob(path, place))
}

const matchesName = (glob: string, name: string): boolean =>
  fitsWildcards([...glob], [...name], { star: '*', same: (one, character) => one === '?' || one === character })

const MAX_ALTERNATIVES = 64

/** `a.{b,c}` → `a.b`, `a.c`. Braces that do not close, or make too many alternatives, are taken literally. */
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
  // The innermost pair comes first, so nested braces need no counting.
  const pair = /\{([^{}]*,[^{}]*)\}/.exec(glob)
  if (!pair) return [glob]
  const before = glob.slice(0, pair.index)
  const after = glob.slice(pair.index + pair[0].length)
  return (pair[1] ?? '').split(',').map((choice) => before + choice + after)
}

/** What git takes as a branch's name, in the characters that need no quoting anywhere. */
export const isBranch = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(text) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|\.\/|[./]$/.test(text)
