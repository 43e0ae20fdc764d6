import { z } from 'zod'
import { shorten } from '../../lib/shorten.ts'
import type { ReadingToolContext } from '../context/agent-context.ts'
import { defineTool, ToolError, type Tool } from '../tool.ts'
import { truncateEnd } from '../truncate.ts'
import { listFilesTool, searchTool, shownPath } from './search.ts'

/** The tools that change nothing. All agents have them. */
export const readingTools = (context: ReadingToolContext): Tool[] => [
  listFilesTool(context),
  readFileTool(context),
  searchTool(context),
  gitLogTool(context),
  gitShowTool(context),
]

const READ_LIMITS = { lines: 1000, bytes: 50_000 }
const LONGEST_LINE = 2000

/** Byte limits for several files in one call. They are small, because every later request repeats the result. */
const MULTI_FILE_LIMITS = { each: 6_000, all: 20_000 }

type LineRange = { from: number; to: number; numbers: boolean }

function readFileTool({ workspace, redact }: ReadingToolContext): Tool {
  const readText = async (path: string, requestedRange: LineRange, maxBytes: number): Promise<string> => {
    const withRange = namedRange(path)
    const found = withRange && (await workspace.read(withRange.path).catch(() => undefined))
    const [bytes, range] = found ? [found, withRange.range] : [await workspace.read(path), requestedRange]
    if (isBinary(bytes)) return `\`${path}\` is a binary file of ${bytes.length} bytes.`
    return linesInRange(redact(bytes.toString()), range, maxBytes)
  }
  return defineTool({
    name: 'read_file',
    description: 'Shows files; ranges with line numbers.',
    input: z.object({
      path: z.string().optional(),
      paths: z.array(z.string()).max(MAX_FILES).optional(),
      start_line: z.number().int().min(1).optional(),
      end_line: z.number().int().min(1).optional(),
    }),
    reading: true,
    run: async ({ path, paths = [], start_line, end_line }) => {
      const all = [...new Set([...(path === undefined ? [] : [path]), ...paths])]
      const numbers = start_line !== undefined || end_line !== undefined
      const range = { from: start_line ?? 1, to: end_line ?? Infinity, numbers }
      const [only] = all
      if (only === undefined) throw new ToolError('Name a file, as path or in paths.')
      return all.length === 1
        ? readText(only, range, READ_LIMITS.bytes)
        : readAll(all, (one, maxBytes) => readText(one, range, maxBytes))
    },
  })
}

/** Plans name lines as `src/a.ts:12-40`, and models ask for them so. */
function namedRange(name: string): { path: string; range: LineRange } | undefined {
  const [, path, from, to = from] = /^(.+):(\d{1,7})(?:-(\d{1,7}))?$/.exec(name) ?? []
  return path === undefined ? undefined : { path, range: { from: Number(from), to: Number(to), numbers: true } }
}

const MAX_FILES = 20

/** Several files, each below its name, and of a long one its beginning. Throws `ToolError` if none can be read. */
async function readAll(
  paths: readonly string[],
  readText: (path: string, maxBytes: number) => Promise<string>,
): Promise<string> {
  const parts: string[] = []
  const failures: string[] = []
  let bytesLeft = MULTI_FILE_LIMITS.all
  for (const path of paths) {
    try {
      const text =
        bytesLeft > 0
          ? await readText(path, Math.min(bytesLeft, MULTI_FILE_LIMITS.each))
          : '[left out: read it by itself]'
      bytesLeft -= Buffer.byteLength(text)
      parts.push(`==> ${shownPath(path)}\n${text}`)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      failures.push(error.message)
    }
  }
  if (parts.length === 0) throw new ToolError(failures.join('\n'))
  return [...failures, ...parts].join('\n\n')
}

/** Git's own rule for a binary file: a NUL among the first 8000 bytes. */
const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8000).includes(0)

/** The lines of a range, in at most `maxBytes` bytes, and how to go on when there are more. */
export function linesInRange(text: string, { from, to, numbers }: LineRange, maxBytes: number): string {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) return 'The file is empty.'
  if (from > lines.length) throw new ToolError(`The file has ${lines.length} lines; start_line is ${from}.`)
  if (to < from) throw new ToolError(`end_line (${to}) is before start_line (${from}).`)
  // Lines of a minified file are cut early: each costs as much as a whole file.
  const longest = text.length / lines.length > MINIFIED_LINE ? MINIFIED_LINE : LONGEST_LINE
  const shown: string[] = []
  const last = Math.min(to, lines.length, from + READ_LIMITS.lines - 1)
  let bytesLeft = maxBytes
  for (const [i, line] of lines.slice(from - 1, last).entries()) {
    const short = shorten(line.replace(/\r$/, ''), longest)
    const shownLine = numbers ? `${from + i}\t${short}` : short
    bytesLeft -= Buffer.byteLength(shownLine) + 1
    if (bytesLeft < 0 && shown.length > 0) break
    shown.push(shownLine)
  }
  const next = from + shown.length
  if (next > Math.min(to, lines.length)) return shown.join('\n')
  return [...shown, `[lines ${from}-${next - 1} of ${lines.length}; go on with start_line ${next}]`].join('\n')
}

/** Mean characters of a line from which a file counts as minified, and what is then shown of each line. */
const MINIFIED_LINE = 300

const gitLogTool = ({ git, workspace }: ReadingToolContext): Tool =>
  defineTool({
    name: 'git_log',
    description: 'Lists commits.',
    input: z.object({ path: z.string().optional(), limit: z.number().int().min(1).max(200).optional() }),
    reading: true,
    run: async ({ path, limit = 20 }, signal) => {
      const only = path === undefined ? [] : ['--', workspace.relative(path) || '.']
      const args = ['log', '--no-color', '--format=%h %as %an: %s', `--max-count=${limit}`, 'HEAD', ...only]
      const { code, stdout } = await git(args, { signal })
      if (code !== 0) return 'There are no commits yet.'
      return truncateEnd(stdout.trimEnd(), { lines: 200, bytes: 20_000 }) || 'No commits.'
    },
  })

/** Names and ids with steps (`HEAD~2`, `v1.0^`), but nothing that git could read as an option, a range or a path. */
const REVISION = /^(?!.*\.\.)[\p{L}\p{N}_@][\p{L}\p{N}_./@^~+-]{0,200}$/u

const gitShowTool = ({ git, redact, workspace }: ReadingToolContext): Tool =>
  defineTool({
    name: 'git_show',
    description: 'Shows a commit, or a file in it.',
    input: z.object({ revision: z.string(), path: z.string().optional() }),
    reading: true,
    run: async ({ revision, path }, signal) => {
      if (!REVISION.test(revision))
        throw new ToolError(`\`${revision}\` is not a revision; give a commit id, branch or tag.`)
      const object = path === undefined ? revision : `${revision}:${workspace.relative(path)}`
      const options = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--stat', '--patch']
      const { code, stdout, stderr } = await git(['show', ...options, '--end-of-options', object], { signal })
      if (code !== 0) throw new ToolError(`git does not find \`${object}\`: ${shorten(stderr.trim(), 300)}`)
      if (stdout.slice(0, 8000).includes('\0')) return `\`${object}\` is binary.`
      return truncateEnd(
        redact(stdout)
          .split('\n')
          .map((line) => shorten(line, LONGEST_LINE))
          .join('\n'),
        READ_LIMITS,
      )
    },
  })
