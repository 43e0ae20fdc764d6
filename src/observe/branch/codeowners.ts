import { matchesWildcards } from '../../guard/paths.ts'
import type { OwnedFiles } from '../../decide/thread/people.ts'
import type { Repository } from '../../git/git.ts'
import { textAt } from '../../git/objects.ts'

/** Where GitHub looks for the file, in its order; the first that exists counts. */
const CODEOWNERS_PATHS: readonly string[] = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']

/** One line of the file. `owners` are as written: `@user`, `@org/team` or an e-mail address. */
type Rule = { pattern: string; owners: string[] }

/** GitHub does not load a larger file, in bytes. */
const MAX_CODEOWNERS_BYTES = 3 * 1024 * 1024

/**
 * The rules of a CODEOWNERS file, in order. Like GitHub, this skips lines that are no rule, and files over 3 MB.
 * Source:
 * https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 */
function parseCodeowners(text: string): Rule[] {
  if (Buffer.byteLength(text) > MAX_CODEOWNERS_BYTES) return []
  return text.split('\n').flatMap((line) => parseRule(line.trim()) ?? [])
}

/** A pattern up to the first white space that is not escaped, then owners, then perhaps a comment. */
function parseRule(line: string): Rule | undefined {
  const [pattern = ''] = /^(?:\\.|[^\\\s])+/.exec(line) ?? []
  const [named = ''] = line.slice(pattern.length).split('#', 1)
  const owners = named.split(/\s+/).filter(Boolean)
  return isPattern(pattern) && owners.every(isOwner) ? { pattern, owners } : undefined
}

/** Unlike `.gitignore`, CODEOWNERS has no `!`, ranges in `[ ]`, or escaped `#` at the beginning. */
const isPattern = (pattern: string): boolean => pattern !== '' && !/^\\?#|^!|[[\]]|\*{3}/.test(pattern)

const isOwner = (owner: string): boolean => /^@[\w-]+(?:\/[\w.-]+)?$|^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(owner)

/** The owners of a path by the last rule whose pattern covers it; none where it names none. */
function ownersOf(rules: readonly Rule[], path: string): string[] {
  // A plan may write `./a//b` for `a/b`; a trailing slash means a directory.
  const names = path.split('/').filter((name, i, all) => name !== '.' && (name !== '' || i === all.length - 1))
  return rules.findLast(({ pattern }) => matchesWildcards(namesOf(pattern), names, NAME_WILDCARDS))?.owners ?? []
}

const ANY_DEPTH = '**'

/**
 * Splits a pattern into names, with `**` for implicit parts: without a slash before the end it matches at any depth.
 * It covers all files below a directory; with a slash at the end, nothing else. A last `*` does not match deeper paths.
 */
function namesOf(pattern: string): string[] {
  const names = pattern
    .replace(/^\//, '')
    .replace(/\/(?:\*\*)?$/, '')
    .split('/')
  const start = /\/./.test(pattern) ? [] : [ANY_DEPTH]
  if (/\/(?:\*\*)?$/.test(pattern)) return [...start, ...names, '*', ANY_DEPTH]
  return [...start, ...names, ...(/(?:^|\/)\*$/.test(pattern) ? [] : [ANY_DEPTH])]
}

/** Whether a name of a path matches one of a pattern: `*` is any text, `?` one character, and `\` escapes the next. */
function matchesName(pattern: string, name: string): boolean {
  if (!/[*?\\]/.test(pattern)) return pattern === name
  const characters = pattern.match(/\\?./gsu) ?? []
  return matchesWildcards(characters, [...name], CHARACTER_WILDCARDS)
}

const NAME_WILDCARDS = { star: ANY_DEPTH, matches: matchesName }
const CHARACTER_WILDCARDS = {
  star: '*',
  matches: (one: string, character: string) => one === '?' || one.replace(/^\\(?=.)/s, '') === character,
}

/** The text of the CODEOWNERS file of a commit; empty without such a file. */
export async function readCodeowners(repo: Repository, commit: string): Promise<string> {
  for (const path of CODEOWNERS_PATHS) {
    const text = await textAt(repo, { commit, path })
    if (text !== undefined) return text
  }
  return ''
}

/** Paths grouped by their owners, by the text of a CODEOWNERS file. */
export function ownersOfPaths(codeowners: string, paths: readonly string[]): OwnedFiles[] {
  const rules = parseCodeowners(codeowners)
  const owned = [...new Set(paths)].map((path) => ({ path, owners: ownersOf(rules, path) }))
  const groups = Map.groupBy(owned, ({ owners }) => owners.toSorted().join(' ').toLowerCase())
  return [...groups.values()].map((files) => ({ paths: files.map(({ path }) => path), owners: files[0]?.owners ?? [] }))
}

/** All owners that a CODEOWNERS file names, deduplicated. */
export const allOwners = (codeowners: string): string[] => [
  ...new Set(parseCodeowners(codeowners).flatMap(({ owners }) => owners)),
]
