import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, jsonIn } from '../../guard/json.ts'
import { logGroup, logGroupEnd, logLine, type Turns } from '../../runner/log.ts'
import type { AgentEvent } from '../../model/model.ts'
import { truncateMiddle } from '../truncate.ts'
import type { AgentContext, RanCheck, RunningCheck, TranscriptEntry } from './agent-context.ts'

type Transcript = AgentContext['transcript']

/**
 * Records agents as JSON Lines, one file each, secrets redacted. A request's line holds only new messages, and system
 * prompt and tools only when they changed, so usually once.
 */
export function transcriptIn(folder: string, redact: (text: string) => string): Transcript {
  mkdirSync(folder, { recursive: true })
  return (name) => {
    const file = join(folder, `${name}.jsonl`)
    let lastDeclared = ''
    return (entry) => {
      let line: object = entry
      if (entry.kind === 'request') {
        const { system, tools, ...request } = entry
        const declared = JSON.stringify([system, tools])
        const isNew = declared !== lastDeclared
        line = { ...request, ...(isNew ? { system, tools } : {}), messages: entry.messages.slice(entry.since) }
        lastDeclared = declared
      }
      appendFileSync(file, redact(JSON.stringify({ at: new Date().toISOString(), ...line })) + '\n')
    }
  }
}

/** Wraps a transcript: writes each tool call to log and summary, too. Sub-agents share the group of their caller. */
export const withLog =
  (transcript: Transcript, { redact, turns }: LogSpec): Transcript =>
  (name) => {
    const record = transcript(name)
    return (entry) => {
      if (entry.kind !== 'waiting') record(entry)
      logEntry(entry, name, { redact, turns })
    }
  }

type LogSpec = { redact: (text: string) => string; turns: Turns }

const SUB_AGENT = /-(?:delegate-\d+|reader)$/

function logEntry(entry: TranscriptEntry, name: string, { redact, turns }: LogSpec): void {
  const addLine = (line: string): void => {
    logLine(line)
    turns.add(name.replace(SUB_AGENT, ''), line)
  }
  switch (entry.kind) {
    case 'order': {
      const title = redact(titleOf(entry.order))
      logGroup(title)
      turns.begin(name, title)
      break
    }
    case 'tool':
      addLine(callLine(entry, redact))
      if (entry.failed) for (const line of linesAfterFirst(redact(entry.text))) logLine(`    ${line}`)
      break
    case 'waiting':
      logLine(waitingLine(entry, redact))
      break
    case 'check':
      addLine(redact(checkLine(entry)))
      if (name === SET_UP && entry.output) logLine(redact(entry.output.replace(/^/gm, '    ')))
      break
    case 'end':
      addLine(
        `Turn ${entry.turn}: ${entry.how === 'silent' ? 'the model stopped without finishing' : `ended (${entry.how})`}`,
      )
      if (!SUB_AGENT.test(name)) logGroupEnd()
  }
}

/** The name of the transcript of `setup-command`, whose whole output goes to the log where it fails. */
export const SET_UP = 'setup-command'

/** `Check npm test with the change: passed, 12 tests (61.0 s)`. */
function checkLine({ check: { command, passed, exit, counts }, code, milliseconds }: RanCheck): string {
  const tests = counts ? `, ${counts.ran} tests` : ''
  return `${subjectOfCheck(command, code)}: ${passed ? 'passed' : /^stopped(?:,|$)/.test(exit) ? exit : `failed (${exit})`}${tests} (${secondsText(milliseconds)})`
}

export function logRunning({ command, code, milliseconds }: RunningCheck, redact: (text: string) => string): void {
  const seconds = Math.round(milliseconds() / 1_000)
  const how = seconds === 0 ? 'begins' : `runs, ${seconds} s so far`
  logLine(redact(`${subjectOfCheck(command, code)}: ${how}`))
}

const subjectOfCheck = (command: string, code: string): string =>
  [code && 'Check', firstLine(command), code].filter(Boolean).join(' ')

/** A failed call's result, such as the excerpt of a check's output. Its first line is in the line of the call. */
const linesAfterFirst = (text: string): string[] => truncateMiddle(text.trimEnd(), RESULT_LIMIT).split('\n').slice(1)
/** Room for all that an agent gets of a failed check. */
const RESULT_LIMIT = { lines: 100, bytes: 10_000 }

const secondsText = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

const titleOf = ({ number, kind, subtask, attempt }: Extract<TranscriptEntry, { kind: 'order' }>['order']): string =>
  `#${number}: ${attempt === undefined ? kind : `subtask ${subtask}, attempt ${attempt}`}`

/** `Turn 3: read_file src/a.ts (0.1 s)`, with the first line of the error if the call failed. */
function callLine(
  { turn, call, text, failed, milliseconds }: Extract<AgentEvent, { kind: 'tool' }>,
  redact: (text: string) => string,
): string {
  // Redact before cutting: a secret cut in two would not be recognised.
  const short = (words: string): string => firstLine(redact(words))
  const why = failed ? `: ${short(text)}` : ''
  return `Turn ${turn}: ${failed ? '✗ ' : ''}${short(call.name)} ${short(subjectOf(call.arguments))} (${secondsText(milliseconds)})${why}`
}

/** `Turn 3: waits for the model's reply, 45 s so far`, or for a call. */
export function waitingLine(
  { turn, call, milliseconds }: Extract<AgentEvent, { kind: 'waiting' }>,
  redact: (text: string) => string,
): string {
  const what = call ? firstLine(redact(`${call.name} ${subjectOf(call.arguments)}`)) : "waits for the model's reply"
  return `Turn ${turn}: ${what}, ${Math.round(milliseconds / 1_000)} s so far`
}

/** What a call is about: its path, command or pattern. Arguments may be any text. */
function subjectOf(text: string): string {
  const parsed = jsonIn(text)
  const values = isRecord(parsed) ? parsed : {}
  const found = Object.entries(values).find(([key]) => SUBJECTS.includes(key))?.[1]
  // A revision sends only what it changes.
  if (found === undefined && 'answers' in values) return `changes ${Object.keys(values).join(', ')}`
  return [found]
    .flat()
    .filter((one) => typeof one === 'string')
    .join(', ')
}

const SUBJECTS = ['path', 'paths', 'command', 'pattern', 'from', 'revision', 'task', 'title', 'outcome', 'reason']

const MAX_LINE_WIDTH = 160
const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, MAX_LINE_WIDTH).toWellFormed()
