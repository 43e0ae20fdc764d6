import { z } from 'zod'
import { defineTool, ToolError } from '../tool.ts'
import type { Tool } from '../tool.ts'
import { truncateEnd } from '../truncate.ts'
import type { Workspace } from '../place/workspace.ts'
import { fitsGlob, refuseLongGlob, relativeTo, shorten, shownPath } from './reading-place.ts'
import type { ReadingPlace, RunGit } from './reading-place.ts'

const MAX_FILES = 30
const MAX_LINES_OF_FILE = 20
const LONGEST_LINE = 300
const TIME_LIMIT = 20_000
const LONGEST_PATTERN = 4000

/** The tool `search`: `git grep` over tracked and new files, grouped by file. */
export function searchTool({ workspace, git, redact }: ReadingPlace): Tool {
  return defineTool({
    name: 'search',
    description: 'Searches lines by Perl regular expression.',
    input: z.object({
      pattern: z.string().min(1),
      path: z.string().optional(),
      glob: z.string().optional(),
      ignore_case: z.boolean().optional(),
    }),
    reading: true,
    run: async ({ pattern, path = '.', glob, ignore_case = false }, signal) => {
      if (/[\n\0]/.test(pattern)) throw new ToolError('The pattern must be one line: the search goes line by line.')
      if (pattern.length > LONGEST_PATTERN)
        throw new ToolError(`The pattern has more than ${LONGEST_PATTERN} characters; search for less.`)
      refuseLongGlob(glob)
      const below = relativeTo(workspace, await workspace.resolveForReading(path)) || '.'
      const grep = grepWith(git, { pattern, ignore_case, signal })
      const counts = (await countMatches(grep, below)).filter(([file]) => !glob || fitsGlob(file, glob))
      if (counts.length === 0) return 'No matches.'
      // Git may list files behind links, so each file passes the path check of all tools before it is shown.
      const shown = await keepInside(
        workspace,
        counts.slice(0, MAX_FILES).map(([file]) => file),
      )
      const found =
        shown.length > 0
          ? await matchingLines(async (...args) => redact(await grep(...args)), shown)
          : new Map<string, string[]>()
      return truncateEnd(renderMatches(counts, found), { lines: 800, bytes: 50_000 })
    },
  })
}

type Grep = (options: string[], paths: string[]) => Promise<string>

/**
 * Runs `git grep` with a time limit and returns its output, which is empty when nothing matches. Throws `ToolError`
 * for an invalid pattern and when the time is over.
 */
function grepWith(git: RunGit, spec: { pattern: string; ignore_case: boolean; signal: AbortSignal }): Grep {
  const limit = AbortSignal.timeout(TIME_LIMIT)
  const fixed = ['grep', '--untracked', '-I', '-z', '--no-color', '--full-name', ...(spec.ignore_case ? ['-i'] : [])]
  const run = (kind: string, options: string[], paths: string[]) =>
    git([...fixed, kind, ...options, '-e', spec.pattern, '--', ...paths], {
      signal: AbortSignal.any([spec.signal, limit]),
    })
  return async (options, paths) => {
    try {
      const perl = await run('-P', options, paths)
      const { code, stdout, stderr } = /USE_LIBPCRE/.test(perl.stderr) ? await run('-E', options, paths) : perl
      if (code > 1) throw new ToolError(`git grep does not take the pattern: ${shorten(stderr.trim(), LONGEST_LINE)}`)
      return stdout
    } catch (error) {
      if (!limit.aborted) throw error
      throw new ToolError(
        `The search took longer than ${TIME_LIMIT / 1000} s; narrow it down with path, glob or a simpler pattern.`,
      )
    }
  }
}

/** The number of matching lines of each file. Counting first keeps the output small for any pattern. */
async function countMatches(grep: Grep, below: string): Promise<[file: string, lines: number][]> {
  const out = await grep(['-c'], [below])
  return recordsOf(out, 2).map(([file = '', count = '']) => [file, Number(count)])
}

/**
 * What `git grep -z` prints: fields that end with NUL, the last of each record with the line. The second is a number.
 */
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

async function keepInside(workspace: Workspace, files: readonly string[]): Promise<string[]> {
  const inside = await Promise.all(
    files.map((file) =>
      workspace.resolveForReading(file).then(
        () => true,
        () => false,
      ),
    ),
  )
  return files.filter((_, i) => inside[i])
}

async function matchingLines(grep: Grep, files: string[]): Promise<Map<string, string[]>> {
  const out = await grep(['-n', `--max-count=${MAX_LINES_OF_FILE}`], files)
  const lines = new Map<string, string[]>()
  for (const [file = '', number = '', text = ''] of recordsOf(out, 3)) {
    const line = `${number}\t${shorten(text.replace(/\r$/, ''), LONGEST_LINE)}`
    lines.set(file, [...(lines.get(file) ?? []), line])
  }
  return lines
}

function renderMatches(counts: readonly [string, number][], found: ReadonlyMap<string, string[]>): string {
  const groups = counts.flatMap(([file, total]) => {
    const lines = found.get(file)
    if (!lines) return []
    const more = total > lines.length ? [`[… ${total - lines.length} more lines match in this file]`] : []
    return [[shownPath(file), ...lines, ...more].join('\n')]
  })
  // This line comes first, so that truncation cannot remove it.
  const others = counts.length - MAX_FILES
  const first = others > 0 ? [`[${others} more files match; narrow it down with path or glob]`] : []
  return [...first, ...groups].join('\n\n') || 'No matches.'
}
