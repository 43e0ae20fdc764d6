import { ToolError } from '../../agent/tool.ts'
import type { RulesFor } from '../../agent/context/folder-rules.ts'
import { stripHiddenAndNote } from '../../agent/context/untrusted.ts'
import { linesInRange } from '../../agent/tools/reading.ts'
import type { ReadingToolContext } from '../../agent/context/agent-context.ts'
import { quotedPaths } from '../../guard/paths.ts'
import { wordsOf, type Subtask } from '../../plan/plan.ts'
import { asFileData } from '../prompt-parts.ts'

/** Maximum bytes of one file, and of all together, in the task of an executing agent. */
const MAX_FILE = 6_000
const MAX_TOTAL = 16_000
/** Larger files are not searched for what the subtask names. */
const MAX_SEARCHED = 1 << 20

type Span = [from: number, to: number]
type Matcher = (path: string) => boolean

/**
 * The present content of text files that a subtask names, so that its agent need not spend a turn on reading them, with
 * the instructions of their folders: first its files, then others that its text has in backticks. Of longer ones the
 * lines that the text names (`a.ts:12-40`), else those around its names in backticks; in the place of a new test file
 * a short one beside it, unless one is shown.
 */
export async function presentFiles(
  subtask: Subtask,
  context: ReadingToolContext,
  { rulesFor, isTest }: { rulesFor: RulesFor; isTest: Matcher },
): Promise<string> {
  const words = wordsOf(subtask)
  const quoted = quotedPaths(words)
  const shown: string[] = []
  const tooLong: string[] = []
  let bytesLeft = MAX_TOTAL
  const paths = new Set([...subtask.files, ...quoted.map(({ path }) => path)])
  for (const path of paths) {
    const text = await textAt(context, path)
    if (text === undefined) {
      const siblings = isTest(path) ? await siblingTests(path, context, isTest) : undefined
      if (siblings?.short !== undefined && !siblings.all.some((one) => paths.has(one))) paths.add(siblings.short)
      continue
    }
    const budget = Math.min(MAX_FILE, bytesLeft)
    const spans = quoted.flatMap((one) => (one.path === path && one.lines ? [one.lines] : []))
    const parts =
      Buffer.byteLength(text) <= budget
        ? [[`Present content of ${path}`, text] as const]
        : excerpts(path, text, { spans, words, budget, ends: isTest(path) && subtask.files.includes(path) })
    if (parts.length === 0 && subtask.files.includes(path)) tooLong.push(path)
    bytesLeft -= parts.reduce((sum, [, excerpt]) => sum + Buffer.byteLength(excerpt), 0)
    const data = parts.map(([title, excerpt]) => `${title}:\n${asFileData(stripHiddenAndNote(excerpt))}`)
    if (data.length > 0) shown.push(`${data.join('\n')}${await rulesFor([path])}`)
  }
  return [...shown, ...(tooLong.length > 0 ? [`Longer, and not shown here: ${tooLong.join(', ')}`] : [])].join('\n\n')
}

/** Maximum bytes of a file that shows how those of its folder are written. */
const MAX_SIBLING = 2_500

/** The tests in the folder of a new test that have its suffix, such as `.test.ts`, and the longest that is short. */
async function siblingTests(path: string, { git }: ReadingToolContext, isTest: Matcher) {
  const [, folder = '', suffix = ''] = /^(.*\/)?[^/.]*([^/]*)$/.exec(path) ?? []
  const { stdout } = await git(['ls-tree', '-lz', 'HEAD', ...(folder ? ['--', folder] : [])])
  const files = stdout.split('\0').flatMap((line) => {
    const [, size = '', name = ''] = /^100\d+ blob \w+ +(\d+)\t([^]+)$/.exec(line) ?? []
    return name.endsWith(suffix) && isTest(name) ? [{ name, size: Number(size) }] : []
  })
  const short = files.filter(({ size }) => size > 0 && size <= MAX_SIBLING).toSorted((a, b) => b.size - a.size)
  return { all: files.map(({ name }) => name), short: short[0]?.name }
}

/** Undefined for a path that no tool may read; the agent hears why when it tries. Redacted before anything is cut. */
async function textAt({ workspace, redact }: ReadingToolContext, path: string): Promise<string | undefined> {
  const bytes = await workspace.read(path).catch((error: unknown) => {
    if (!(error instanceof ToolError)) throw error
  })
  if (bytes === undefined || bytes.length === 0 || bytes.includes(0)) return undefined
  const text = bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
  return redact(text)
}

type Excerpt = { spans: readonly Span[]; words: string; budget: number; ends: boolean }

/**
 * The spans of a long file, or else the lines around what the words have in backticks, in at most `budget` bytes; with
 * `ends` its imports and its last lines, if there are no others.
 */
function excerpts(
  path: string,
  text: string,
  { spans, words, budget, ends }: Excerpt,
): [title: string, text: string][] {
  if (text.length > MAX_SEARCHED) return []
  const lines = text.trimEnd().split('\n')
  const named = spans.length > 0 ? spans : spansAround([namesNear(path, words), namesIn(words)], lines)
  const firstAndLast: Span[] = [[1, FIRST_LINES], [Math.max(1, lines.length - LAST_LINES + 1), lines.length]] // prettier-ignore
  let bytesLeft = budget
  return mergeSpans(named.length > 0 || !ends ? named : firstAndLast).flatMap(([from, to]) => {
    if (from > lines.length || to < from || bytesLeft <= 0) return []
    const excerpt = linesInRange(text, { from, to, numbers: false }, bytesLeft)
    bytesLeft -= Buffer.byteLength(excerpt)
    return [[`Lines ${from}-${Math.min(to, lines.length)} of ${path}`, excerpt]]
  })
}

/** How many lines are shown from the start and the end of a long test file, to which tests are added. */
const FIRST_LINES = 15
const LAST_LINES = 25

const MAX_NAMES = 10

/** Identifiers in backticks, such as `parse`, `Limit.next` or `limit()`, each by its last part, and words of headings. */
const namesIn = (words: string): string[] => {
  const matches = [
    ...words.matchAll(/`(?:[A-Za-z_$][\w$]{0,80}\.){0,3}([A-Za-z_$][\w$]{1,80})(?:\(\))?`/g),
    ...words.matchAll(/`([A-Z][\w-]{0,80}(?: [\w-]{1,80}){1,8})`/g),
  ]
  return [...new Set(matches.map(([, name = '']) => name))].slice(0, MAX_NAMES)
}

/** What the sentences that name a file have in backticks besides: identifiers, texts such as `!!set`, and names of tests. */
const namesNear = (path: string, words: string): string[] =>
  words
    .split(/[.!?]\s/)
    .filter((sentence) => sentence.includes(`\`${path}`))
    .flatMap((sentence) => [
      ...namesIn(sentence),
      ...[...sentence.matchAll(/`([^`\n]{3,120})`/g)].flatMap(([, text = '']) => (/^\W| /.test(text) ? [text] : [])),
    ])

const DEFINING_WORDS = 'class const def enum fn func function interface let module struct trait type var'.split(' ')
const LINES_BEFORE = 2
const LINES_AFTER = 20
/** Lines on both sides of a use, and the uses of a name that are shown. */
const LINES_AROUND = 3
const MAX_USES = 6

/** The lines from the definition of each name on, else around its first uses, for the first names of which there are any. */
function spansAround(choices: readonly (readonly string[])[], lines: readonly string[]): Span[] {
  const wordsIn = lines.map((line) => line.split(/[^\w$]+/))
  const spansOf = (name: string): Span[] => {
    const at = lines.findIndex(
      (line, i) =>
        isHeading(line, name) ||
        isTitle(line, name) ||
        DEFINING_WORDS.includes(wordsIn[i]?.[wordsIn[i].indexOf(name) - 1] ?? ''),
    )
    if (at >= 0) return [[Math.max(1, at + 1 - LINES_BEFORE), at + 1 + LINES_AFTER]]
    const linesWhere = (fits: (line: string, i: number) => boolean): number[] =>
      lines.flatMap((line, i) => (fits(line, i) ? [i + 1] : []))
    const methods = linesWhere((line) => isMethod(line, name))
    // Names of one or two letters also occur as words of prose.
    const isUse = (line: string, i: number): boolean =>
      name.length > 2 && (wordsIn[i]?.includes(name) || (/^\W/.test(name) && line.includes(name)))
    const uses = methods.length > 0 ? methods : linesWhere(isUse)
    return uses.slice(0, MAX_USES).map((line) => [Math.max(1, line - LINES_AROUND), line + LINES_AROUND])
  }
  for (const names of choices) {
    const spans = names.flatMap(spansOf)
    if (spans.length > 0) return spans
  }
  return []
}

const isHeading = (line: string, name: string): boolean =>
  line.startsWith('#') && line.replace(/^#{1,6} +/, '').trimEnd() === name

/** Whether a line has several words in quotes, as the title of a test. */
const isTitle = (line: string, name: string): boolean =>
  name.includes(' ') && ['"', "'", '`'].some((quote) => line.includes(`${quote}${name}${quote}`))

/** Whether a line begins a method, or one of its overloads. */
const isMethod = (line: string, name: string): boolean => {
  const bare = line.trimStart().replace(/^(?:(?:async|declare|private|protected|public|static) )*/, '')
  return bare.startsWith(name) && /^ ?[(<]/.test(bare.slice(name.length, name.length + 2))
}

/** Sorts spans, and merges those that overlap or are adjacent. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([Math.max(1, from), to])
  }
  return merged
}
