import { z } from 'zod'
import { anyGlob, isTooLong } from '../../guard/paths.ts'
import { shorten } from '../../lib/shorten.ts'
import type { ReadingToolContext } from '../context/agent-context.ts'
import type { Workspace } from '../worktree/workspace.ts'
import { ToolError, defineTool, type Tool } from '../tool.ts'
import { truncateEnd } from '../truncate.ts'

/** The rules of globs, for a model whose glob matches nothing. */
const ABOUT_GLOBS = 'A glob with a slash begins at the root, one without is for names of files, and `*` stops at `/`.'

/**
 * Returns which paths a glob fits: one without a slash matches names in any directory, others start at the root. A glob
 * longer than any path is refused, which also bounds the matcher's work.
 */
function globMatcher(glob: string): (path: string) => boolean {
  if (isTooLong(glob)) throw new ToolError('The glob has more than 4,096 bytes; no path is that long.')
  return anyGlob([glob.includes('/') ? glob : `**/${glob}`])
}

/** A real path relative to the workspace's root. Empty for the root itself. */
const relativeTo = (workspace: Workspace, real: string): string => real.slice(workspace.root.length + 1)

/** Longer lists are folded to one line a directory, which costs half the tokens. */
const MAX_UNFOLDED = 40
const MAX_LISTED = 400

/** The tool `list_files`: tracked and new files, folded when there are many. */
export const listFilesTool = ({ workspace, git }: ReadingToolContext): Tool =>
  defineTool({
    name: 'list_files',
    description: 'Lists the files.',
    input: z.object({ path: z.string().optional(), pattern: z.string().optional().describe('glob') }),
    reading: true,
    run: async ({ path = '.', pattern }, signal) => {
      const matchesPattern = pattern ? globMatcher(pattern) : () => true
      const directory = relativeTo(workspace, await workspace.resolveForReading(path))
      const found = (await listFiles(git, directory, signal)).filter(matchesPattern)
      if (found.length === 0) return pattern ? noFileFits(pattern) : 'No files.'
      const text =
        found.length > MAX_UNFOLDED ? foldPaths(found, directory, MAX_LISTED) : found.map(shownPath).join('\n')
      return truncateEnd(text, { lines: 2 * MAX_LISTED, bytes: 40_000 })
    },
  })

const noFileFits = (pattern: string): string => {
  const wider = `**/*${pattern.replace(/^[*/]+|(?<![*/])[*/]+$/g, '')}*/**`
  return `No file fits \`${pattern}\`. ${ABOUT_GLOBS} For folders try \`${wider}\`.`
}

/** All files below a directory that git tracks or would add, sorted. Leaves out deleted files. */
async function listFiles(git: ReadingToolContext['git'], directory: string, signal: AbortSignal): Promise<string[]> {
  const list = async (...which: string[]): Promise<Set<string>> => {
    const args = ['ls-files', '-z', ...which, '--', directory === '' ? '.' : directory]
    const { code, stdout, stderr } = await git(args, { signal })
    if (code !== 0) throw new Error(`git ls-files ended with ${code}: ${stderr.trim()}`)
    return new Set(stdout.split('\0').filter(Boolean))
  }
  const [present, deleted] = await Promise.all([list('-c', '-o', '--exclude-standard'), list('-d')])
  return [...present].filter((file) => !deleted.has(file)).sort()
}

/** A directory of a listing. `count` is the number of files in and below it; `open` directories list their entries. */
class Directory {
  readonly files: string[] = []
  readonly directories = new Map<string, Directory>()
  count = 0
  open = false
}

/** A path on one line. A path with control characters is shown as JSON. */
export const shownPath = (path: string): string => (/[\0-\x1f\x7f]/.test(path) ? JSON.stringify(path) : path)

/** Renders sorted paths below `base`, a directory a line. Folds those whose entries exceed `limit` names in all. */
export function foldPaths(paths: readonly string[], base: string, limit: number): string {
  const prefix = base === '' ? '' : `${base}/`
  const root = treeOf(paths.map((path) => path.slice(prefix.length)))
  openDirectoriesThatFit(root, limit)
  return listingLines(root, prefix, limit).join('\n')
}

function treeOf(paths: readonly string[]): Directory {
  const root = new Directory()
  for (const path of paths) {
    const names = path.split('/')
    const file = names.pop() ?? path
    let directory = root
    directory.count += 1
    for (const name of names) {
      const next = directory.directories.get(name) ?? new Directory()
      directory.directories.set(name, next)
      next.count += 1
      directory = next
    }
    directory.files.push(file)
  }
  return root
}

const entriesOf = ({ files, directories }: Directory): number => files.length + directories.size

function openDirectoriesThatFit(root: Directory, limit: number): void {
  root.open = true
  let entries = entriesOf(root)
  const queue = [...root.directories.values()]
  // Breadth first: the queue grows while it is read.
  for (const directory of queue) {
    const added = entriesOf(directory) - 1
    if (entries + added > limit) continue
    directory.open = true
    entries += added
    queue.push(...directory.directories.values())
  }
}

/** Only the root can have more than `limit` entries: others are not opened then. */
function listingLines({ files, directories }: Directory, prefix: string, limit: number): string[] {
  const names = files.map((name) => (/\s/.test(name) ? JSON.stringify(name) : shownPath(name)))
  const shown = bounded(names, limit).join(' ')
  const subdirectories = [...directories].flatMap(([name, inner]) => {
    const path = `${prefix}${name}/`
    return inner.open ? listingLines(inner, path, limit) : [`${shownPath(path)} (${inner.count} files)`]
  })
  return [
    ...(shown === '' ? [] : [prefix === '' ? shown : `${shownPath(prefix)}: ${shown}`]),
    ...bounded(subdirectories, limit),
  ]
}

const bounded = (entries: readonly string[], limit: number): readonly string[] =>
  entries.length > limit
    ? [...entries.slice(0, limit), `[… ${entries.length - limit} more; narrow it down with path or pattern]`]
    : entries

const MAX_FILES = 30
const MAX_LINES_OF_FILE = 20
/** If only one file matches, its lines may fill the result. */
const MAX_LINES_OF_ONLY_FILE = 200
const LONGEST_LINE = 300
/** Milliseconds of one `git grep`, from its start: commands of others may use the processor meanwhile. */
const TIME_LIMIT = 60_000
const LONGEST_PATTERN = 4000

const Search = z.object({
  pattern: z.string().min(1),
  path: z.string().optional(),
  glob: z.string().optional(),
  ignore_case: z.boolean().optional(),
})

const noMatches = (glob: string, others: number): string =>
  `No matches in files that fit \`${glob}\`; ${others} others match. ${ABOUT_GLOBS}`

/** The tool `search`: `git grep` over tracked and new files, grouped by file. */
export const searchTool = ({ workspace, git, redact }: ReadingToolContext): Tool =>
  defineTool({
    name: 'search',
    description: 'Searches lines by Perl regular expression.',
    input: Search.extend({ start_line: z.number().int().min(1).optional() }),
    declared: Search,
    reading: true,
    run: async ({ pattern, path = '.', glob, ignore_case = false, start_line = 1 }, signal) => {
      if (/[\n\0]/.test(pattern)) throw new ToolError('The pattern must be one line: the search goes line by line.')
      if (pattern.length > LONGEST_PATTERN)
        throw new ToolError(`The pattern has more than ${LONGEST_PATTERN} characters; search for less.`)
      const matchesGlob = glob ? globMatcher(glob) : () => true
      const searchRoot = relativeTo(workspace, await workspace.resolveForReading(path)) || '.'
      const grep = grepWith(git, { pattern, ignore_case, signal })
      const all = recordsOf(await grep(['-c'], [searchRoot]), 2).map(([file = '', lines = '']) => ({
        file,
        total: Number(lines),
      }))
      const counts = all.filter(({ file }) => matchesGlob(file))
      if (counts.length === 0) return all.length === 0 || !glob ? 'No matches.' : noMatches(glob, all.length)
      const first = counts.slice(0, MAX_FILES).map(({ file }) => file)
      // Git may list files behind links, so each file passes the path check of all tools before it is shown.
      const resolved = await Promise.allSettled(first.map((file) => workspace.resolveForReading(file)))
      const shown = first.filter((_, i) => resolved[i]?.status === 'fulfilled')
      const found = await matchingLines(async (...args) => redact(await grep(...args)), shown, start_line)
      return truncateEnd(renderMatches(counts, found, start_line), { lines: 800, bytes: 50_000 })
    },
  })

type Grep = (options: string[], paths: string[]) => Promise<string>

/** Runs `git grep`; empty if nothing matches. Throws `ToolError` for an invalid pattern and when its time is over. */
function grepWith(
  git: ReadingToolContext['git'],
  spec: { pattern: string; ignore_case: boolean; signal: AbortSignal },
): Grep {
  const base = ['grep', '--untracked', '-I', '-z', '--no-color', '--full-name', ...(spec.ignore_case ? ['-i'] : [])]
  const run = (kind: string, options: string[], paths: string[]) =>
    git([...base, kind, ...options, '-e', spec.pattern, '--', ...paths], {
      signal: AbortSignal.any([spec.signal, AbortSignal.timeout(TIME_LIMIT)]),
    })
  return async (options, paths) => {
    try {
      const perl = await run('-P', options, paths)
      const { code, stdout, stderr } = /USE_LIBPCRE/.test(perl.stderr) ? await run('-E', options, paths) : perl
      if (code > 1) throw new ToolError(`git grep does not take the pattern: ${shorten(stderr.trim(), LONGEST_LINE)}`)
      return stdout
    } catch (error) {
      if (spec.signal.aborted || !isTimeout(error)) throw error
      throw new ToolError(
        `The search took longer than ${TIME_LIMIT / 1000} s; narrow it down with path, glob or a simpler pattern.`,
      )
    }
  }
}

/** Node puts the reason of an abort into the error's cause. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))

/** Parses `git grep -z`: fields that end with NUL, the last of a record with the line. The second is a number. */
function recordsOf(out: string, width: number): string[][] {
  const records: string[][] = []
  for (let at = 0; at < out.length;) {
    const fields: string[] = []
    while (fields.length < width) {
      const end = out.indexOf(fields.length === width - 1 ? '\n' : '\0', at)
      if (end < 0) return records
      fields.push(out.slice(at, end))
      at = end + 1
    }
    if (/^\d+$/.test(fields[1] ?? '')) records.push(fields)
  }
  return records
}

type Match = { number: number; line: string }

/** The first matches of each file. Of an only file they begin at a line, and one more tells how to go on. */
async function matchingLines(grep: Grep, files: string[], startLine: number): Promise<Map<string, Match[]>> {
  if (files.length === 0) return new Map()
  const out = await grep(['-n', ...(files.length === 1 ? [] : [`--max-count=${MAX_LINES_OF_FILE}`])], files)
  const matches = recordsOf(out, 3).map(([file = '', number = '', text = '']) => {
    const line = `${number}\t${shorten(text.replace(/\r$/, ''), LONGEST_LINE)}`
    return { file, number: Number(number), line }
  })
  const shown = files.length === 1 ? matches.filter(({ number }) => number >= startLine) : matches
  return Map.groupBy(shown, ({ file }) => file)
}

function renderMatches(
  counts: readonly { file: string; total: number }[],
  found: ReadonlyMap<string, readonly Match[]>,
  startLine: number,
): string {
  const groups = counts.flatMap(({ file, total }) => {
    const matches = found.get(file)
    if (!matches) return []
    const shown = matches.slice(0, counts.length === 1 ? MAX_LINES_OF_ONLY_FILE : MAX_LINES_OF_FILE)
    const next = matches[shown.length]?.number
    const hiddenCount = next === undefined && startLine === 1 ? total - shown.length : matches.length - shown.length
    const hint = next === undefined ? 'search it alone' : `go on with start_line ${next}`
    const more = hiddenCount > 0 ? [`[… ${hiddenCount} more lines match in this file; ${hint}]`] : []
    return [[shownPath(file), ...shown.map(({ line }) => line), ...more].join('\n')]
  })
  // This line comes first, so that truncation cannot remove it.
  const others = counts.length - MAX_FILES
  const first = others > 0 ? [`[${others} more files match; narrow it down with path or glob]`] : []
  return [...first, ...groups].join('\n\n') || 'No matches.'
}
