import { changeLines, fenceAfter, readCode } from './syntax.ts'

const FIELD_NAMES = ['expected outcome', 'files', 'verify', 'depends on', 'asked for'] as const
type FieldName = (typeof FIELD_NAMES)[number]

/** The sections whose content is a list. */
const LISTS = ['decisions', 'questions', 'risks'] as const
type ListSection = (typeof LISTS)[number]

const SECTIONS = ['subtasks', ...LISTS, 'acceptance'] as const
type Section = (typeof SECTIONS)[number]

/** Why a plan cannot be read: one sentence about one line, counted from 1. */
export type ParseProblem = { kind: 'problem'; line: number; reason: string }

/** A field or a list item: its first line number, and its lines without bullet, name and indentation. */
export type ListItem = { line: number; lines: string[] }

/** The head of a plan (number 0, with the title as its name) or one subtask, as written. */
export type Part = {
  number: number
  name: string
  /** The first line; `end` is the last one. Counted from 1. */
  line: number
  end: number
  text: string[]
  fields: Record<FieldName, ListItem[]>
}

/** An acceptance test as written; command and content may be missing. `first` is the line where the content begins. */
type TestPart = { path: string; line: number; end: number; run?: string; content?: string; first: number }

/** `fence` is that of the code block that is open after the line. */
type Line = { number: number; raw: string; text: string; inCode: boolean; fence: string }

type Heading = { level: number; text: string }

/** The state of the reader. `openEntry` is the field or list item that an indented line would continue. */
type PartReader = {
  head?: Part
  parts: Part[]
  lists: Record<ListSection, ListItem[]>
  zone: Section | 'before' | 'head' | 'other'
  /** The line of `## Subtasks`. Every numbered heading after it is a subtask, in any section. */
  subtasksLine?: number
  part?: Part | undefined
  tests: TestPart[]
  openEntry?: { entry: ListItem; indent: number } | undefined
  afterBlank: boolean
}

type Parts = { kind: 'parts' } & Required<Pick<PartReader, 'head' | 'subtasksLine' | 'parts' | 'lists' | 'tests'>>

/** Splits the lines of a plan into its parts in a single pass. Returns a problem for the first line that is wrong. */
export function readParts(lines: readonly string[]): Parts | ParseProblem {
  const lists = { decisions: [], questions: [], risks: [] }
  const reading: PartReader = { parts: [], lists, zone: 'before', tests: [], afterBlank: false }
  let fence = { text: '', line: 0 }
  for (const [index, raw] of lines.entries()) {
    const text = (index === 0 ? raw.replace(/^\ufeff/, '') : raw).trimEnd()
    const after = fenceAfter(fence.text, text)
    const parseProblem = takeLine(reading, { number: index + 1, raw, text, inCode: fence.text !== '', fence: after })
    if (parseProblem) return parseProblem
    if (after !== fence.text) fence = { text: after, line: index + 1 }
  }
  if (fence.text !== '') return problem(fence.line, `The code block that begins with ${fence.text} is never closed.`)
  const { head, subtasksLine } = reading
  if (!head) return problem(1, NO_TITLE)
  if (subtasksLine === undefined) return problem(lines.length, 'There is no section `## Subtasks`.')
  return { ...reading, kind: 'parts', head, subtasksLine }
}

/** A problem with one line of the plan, whose number counts from 1. */
export const problem = (line: number, reason: string): ParseProblem => ({ kind: 'problem', line, reason })

const NO_TITLE = 'A plan begins with its title, as in `# Plan: Title`.'

function takeLine(reading: PartReader, line: Line): ParseProblem | undefined {
  const heading = line.inCode ? undefined : readHeading(line.text)
  if (reading.zone === 'acceptance' && (heading?.level ?? 3) === 3) return takeTestLine(reading, line, heading?.text)
  if (line.inCode || line.text === '') return takeText(reading, line)
  if (heading && reading.zone === 'before') return takeTitle(reading, line, heading)
  if (heading && takeSection(reading, line, heading)) return undefined
  if (heading && heading.level === 3 && reading.subtasksLine !== undefined)
    return takeSubtask(reading, line, heading.text)
  const field = reading.part && readField(line.text)
  if (field && (reading.zone === 'subtasks' || field.name === 'expected outcome'))
    return takeEntry(reading, line, { entries: reading.part?.fields[field.name], text: field.value })
  return takeText(reading, line)
}

function takeTitle(reading: PartReader, line: Line, heading: Heading): ParseProblem | undefined {
  const title = heading.level === 1 ? /^plan\s*:(.*)$/is.exec(heading.text)?.[1] : undefined
  if (title === undefined || isBlank(title)) return problem(line.number, NO_TITLE)
  reading.head = reading.part = emptyPart(0, title, line.number)
  reading.zone = 'head'
  return undefined
}

/** Whether nothing is left of a text without its control characters, which no plan keeps. */
const isBlank = (text: string): boolean => !/[^\s\0-\x1f\x7f]/.test(text)

const emptyPart = (number: number, name: string, line: number): Part => ({
  number,
  name,
  line,
  end: line,
  text: [],
  fields: { 'expected outcome': [], files: [], verify: [], 'depends on': [], 'asked for': [] },
})

/** A section ends the part before it. In the description of the plan, an unknown heading is text. */
function takeSection(reading: PartReader, line: Line, heading: Heading): boolean {
  const section = readSection(heading)
  if (heading.level === 3 || (!section && reading.zone === 'head')) return false
  if (section === 'subtasks') reading.subtasksLine ??= line.number
  reading.zone = section ?? 'other'
  reading.part = reading.openEntry = undefined
  return true
}

function takeSubtask(reading: PartReader, line: Line, heading: string): ParseProblem | undefined {
  const headingText = heading.replace(/^\*\*(.*)\*\*$/s, '$1').replace(/^\[[ xX]\]\s+/, '')
  const [, digits, name = ''] = /^(\d+)\s*[.):]\s*(.*)$/s.exec(headingText) ?? []
  if (digits === undefined) {
    if (reading.zone !== 'subtasks') return takeText(reading, line)
    return problem(line.number, 'The heading of a subtask needs a number, as in `### 1. Name`.')
  }
  const number = Number(digits)
  const before = reading.parts.find((part) => part.number === number)
  if (number < 1 || number > 9999) return problem(line.number, 'The number of a subtask must be from 1 to 9999.')
  if (before) return problem(line.number, `Subtask ${number} exists already (line ${before.line}).`)
  if (isBlank(name)) return problem(line.number, `Subtask ${number} has no name.`)
  reading.part = emptyPart(number, name, line.number)
  reading.parts.push(reading.part)
  reading.zone = 'subtasks'
  reading.openEntry = undefined
  return undefined
}

/** A heading begins a test, or a subtask as in any section. Besides its command and its file, all is prose. */
function takeTestLine(reading: PartReader, line: Line, heading: string | undefined): ParseProblem | undefined {
  const path = heading?.startsWith('`') ? readCode(heading)[0] : undefined
  if (path !== undefined) {
    reading.tests.push({ path, line: line.number, end: line.number, first: 0 })
    return undefined
  }
  if (heading !== undefined && /^\d/.test(heading) && reading.subtasksLine !== undefined)
    return takeSubtask(reading, line, heading)
  if (heading !== undefined) return problem(line.number, NO_PATH)
  const test = reading.tests.at(-1)
  if (!test) return undefined
  if (line.text !== '' || line.inCode) test.end = line.number
  return line.inCode || line.fence !== '' ? takeFileLine(test, line) : takeRun(test, line)
}

const NO_PATH = 'The heading of an acceptance test is its path in backticks, as in ### `test/limit.test.ts`.'

function takeFileLine(test: TestPart, line: Line): ParseProblem | undefined {
  if (!line.inCode && test.content !== undefined)
    return problem(line.number, `The acceptance test ${test.path} has two files.`)
  if (!line.inCode) Object.assign(test, { content: '', first: line.number + 1 })
  else if (line.fence !== '') test.content += `${line.raw}\n`
  return undefined
}

function takeRun(test: TestPart, line: Line): ParseProblem | undefined {
  const run = readRun(line.text)
  if (run !== undefined && test.run !== undefined)
    return problem(line.number, `The acceptance test ${test.path} has two commands.`)
  if (run !== undefined) test.run = run
  return undefined
}

type NewEntry = { entries: ListItem[] | undefined; text: string }

function takeEntry(reading: PartReader, line: Line, { entries, text }: NewEntry): undefined {
  const entry = { line: line.number, lines: [text] }
  entries?.push(entry)
  reading.openEntry = { entry, indent: indentOf(line.text) }
  reading.afterBlank = false
  if (reading.part) reading.part.end = line.number
}

/** Takes a line that is no heading or field: it continues a field or an item, begins an item, or is prose. */
function takeText(reading: PartReader, line: Line): undefined {
  const { zone, part, openEntry } = reading
  if (line.text === '' && !line.inCode) reading.afterBlank = true
  else if (part) part.end = line.number
  if (openEntry && continues(reading, line)) {
    openEntry.entry.lines.push(line.text.trim())
    return
  }
  const items = reading.lists[zone as ListSection]
  const item = items && readItem(line.text)
  if (item !== undefined) return takeEntry(reading, line, { entries: items, text: item })
  if (line.text !== '' || line.inCode) closeEntry(reading)
  else if (openEntry) return
  part?.text.push(line.inCode ? line.text : unescapeLine(line.text, zone === 'head' ? 'plan' : 'subtask'))
}

/** Ends the open field or item. The prose after it begins a new paragraph. */
function closeEntry(reading: PartReader): void {
  const text = reading.part?.text
  if (reading.openEntry && text?.at(-1) !== '') text?.push('')
  reading.openEntry = undefined
  reading.afterBlank = false
}

function continues({ openEntry, afterBlank }: PartReader, line: Line): boolean {
  if (!openEntry || line.inCode) return openEntry !== undefined
  if (line.text === '') return false
  return indentOf(line.text) > openEntry.indent || (!afterBlank && readItem(line.text) === undefined)
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** The command in `Run: …`, in all the forms that people write. Undefined for other lines. */
function readRun(line: string): string | undefined {
  const [, value] = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?run(?:\*\*|__)?:(?:\*\*|__)?(.*)$/is.exec(line) ?? []
  return value === undefined ? undefined : (readCode(value)[0] ?? value.trim())
}

/** A heading of level 1 to 3, the levels that carry structure. `##tag` is no heading. */
function readHeading(line: string): Heading | undefined {
  const [, hashes, text = ''] = /^ {0,3}(#{1,3})(?:[ \t]+(.*))?$/s.exec(line) ?? []
  return hashes === undefined ? undefined : { level: hashes.length, text: text.trim() }
}

/** The section that a second-level heading opens. Undefined for a heading that the format does not define. */
function readSection(heading: Heading): Section | undefined {
  const name = heading.text.replace(/:$/, '').trim().toLowerCase()
  return heading.level === 2 ? SECTIONS.find((section) => section === name) : undefined
}

/** Reads `- **Files:** …` in all the forms that people write. Only the outcome needs neither bullet nor bold type. */
function readField(line: string): { name: FieldName; value: string } | undefined {
  const [, bullet, boldMarker, written = '', value = ''] = FIELD.exec(line) ?? []
  const name = FIELD_NAMES.find((one) => one === written.toLowerCase().replace(/[ \t]+/g, ' '))
  if (!name || (!bullet && !boldMarker && name !== 'expected outcome')) return undefined
  return { name, value }
}

const FIELD = new RegExp(
  String.raw`^[ \t]*([-*+][ \t]+(?:\[[ xX]\][ \t]+)?)?(\*\*|__)?(expected[ \t]+outcome|files|verify|depends[ \t]+on|asked[ \t]+for)[ \t]*` +
    String.raw`(?::[ \t]*(?:\*\*|__)?|(?:\*\*|__)[ \t]*:)[ \t]*(.*)$`,
  'is',
)

/** The text of a list item without its bullet or number and without its checkbox. Undefined for other lines. */
const readItem = (line: string): string | undefined =>
  /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/s.exec(line)?.[1]

/** Where a free text stands. It decides which of its lines would be misread as structure. */
type TextPosition = 'plan' | 'subtask' | 'item'

/** Whether a line would be misread. An item must not begin with a checkbox or open a code block. */
function isStructure(line: string, position: TextPosition): boolean {
  if (position === 'item') return /^\[[ xX]\][ \t]/.test(line) || fenceAfter('', line) !== ''
  const heading = readHeading(line)
  if (heading) return position === 'subtask' || readSection(heading) !== undefined
  const field = readField(line)
  return field !== undefined && (position === 'subtask' || field.name === 'expected outcome')
}

/** Escapes each line outside of code that would be misread as structure with one backslash. */
export const escapeText = (text: string, position: TextPosition): string =>
  changeLines(text, (line, fence) => {
    const { indent, backslashes, content } = splitLine(line)
    const misread = fence === '' && isStructure(indent + content, position)
    return misread ? `${indent}\\${backslashes}${content}` : line
  })

/** Reverses `escapeText` for one line outside of code. */
export function unescapeLine(line: string, position: TextPosition): string {
  const { indent, backslashes, content } = splitLine(line)
  return backslashes !== '' && isStructure(indent + content, position) ? indent + backslashes.slice(1) + content : line
}

function splitLine(line: string): { indent: string; backslashes: string; content: string } {
  const [, indent = '', backslashes = '', content = ''] = /^(\s*)(\\*)(.*)$/s.exec(line) ?? []
  return { indent, backslashes, content }
}
