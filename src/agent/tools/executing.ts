import { z } from 'zod'
import { whyNotRunnable } from '../../guard/command-length.ts'
import { AgentStep } from '../../plan/plan.ts'
import { ToolError, defineTool, type Tool } from '../tool.ts'
import { truncateMiddle } from '../truncate.ts'
import type { Workspace } from '../worktree/workspace.ts'
import { runCommand, type CommandResult, type Sandbox } from '../sandbox/run-command.ts'

// The tools of agents that carry out a plan: a shell, steps that people see, and changes of files.

const DEFAULT_SECONDS = 120
const MAX_SECONDS = 1800
const OUTPUT_LIMIT = { lines: 400, bytes: 32_000 }

type CommandContext = { sandbox: Sandbox; cwd: string; redact: (text: string) => string }

/** Bash in `cwd`, the root of the workspace. Redacts before it truncates, which could cut a secret in half. */
export const commandTool = ({ sandbox, cwd, redact }: CommandContext): Tool =>
  defineTool({
    name: 'run_command',
    description: 'Runs bash: ls, git, mv, rm, tests.',
    input: z.object({ command: z.string().min(1), timeout_seconds: z.number().min(1).max(MAX_SECONDS).optional() }),
    run: async ({ command, timeout_seconds = DEFAULT_SECONDS }, signal) => {
      const problem = whyNotRunnable(command)
      if (problem) throw new ToolError(`The command ${problem}; write a script with write_file, and run that.`)
      const timeoutMs = timeout_seconds * 1000
      const result = await runCommand({ command, cwd, timeoutMs, sandbox, signal })
      const output = truncateMiddle(redact(result.output).trimEnd(), OUTPUT_LIMIT)
      return [output, endingOf(result, timeout_seconds)].filter(Boolean).join('\n')
    },
  })

function endingOf(result: CommandResult, seconds: number): string {
  if (result.kind === 'exited') return `[exit code ${result.code}]`
  if (result.kind === 'killed') return `[ended by ${result.signal}]`
  if (result.kind === 'aborted') return '[stopped: the run is ending]'
  return `[stopped after ${seconds} s; timeout_seconds allows up to ${MAX_SECONDS}]`
}

/** The tool `update_steps`. Each call replaces the agent's whole sub-plan, so that one tool covers every change. */
export const stepsTool = ({ onSteps }: { onSteps: (steps: AgentStep[]) => Promise<void> | void }): Tool =>
  defineTool({
    name: 'update_steps',
    description: 'Shows people your steps, if three or more.',
    input: z.object({
      steps: z.array(AgentStep.omit({ steps: true }).extend({ title: z.string().min(1).max(200) })).max(30),
    }),
    declared: z.object({ steps: z.array(z.object({})).describe('{title, state: todo|in_progress|done}') }),
    run: async ({ steps }) => {
      await onSteps(steps)
      const count = (state: AgentStep['state']) => steps.filter((step) => step.state === state).length
      return `${steps.length} steps: ${count('done')} done, ${count('in_progress')} in progress, ${count('todo')} to do.`
    },
  })

export const editingTools = ({ workspace }: { workspace: Workspace }): Tool[] => [
  editFileTool(workspace),
  defineTool({
    name: 'write_file',
    description: 'Writes a whole file.',
    input: z.object({ path: z.string(), content: z.string() }),
    run: async ({ path, content }) => {
      const text = encode(content.toWellFormed(), await encodingAt(workspace, path))
      await workspace.write(path, text)
      return `Wrote \`${path}\` (${Buffer.byteLength(text)} bytes).`
    },
  }),
  defineTool({
    name: 'delete_file',
    description: 'Deletes a file.',
    input: z.object({ path: z.string() }),
    run: async ({ path }) => {
      await workspace.remove(path)
      return `Deleted \`${path}\`.`
    },
  }),
  defineTool({
    name: 'move_file',
    description: 'Moves a file.',
    input: z.object({ from: z.string(), to: z.string() }),
    run: async ({ from, to }) => {
      await workspace.move(from, to)
      return `Moved \`${from}\` to \`${to}\`.`
    },
  }),
]

const editFileTool = (workspace: Workspace): Tool =>
  defineTool({
    name: 'edit_file',
    description: 'Replaces a text that occurs exactly once.',
    input: z.object({
      path: z.string(),
      old_text: z.string(),
      new_text: z.string(),
      replace_all: z.boolean().optional(),
    }),
    run: async ({ path, old_text, new_text, replace_all = false }) => {
      await workspace.resolveForWriting(path)
      const file = decodeForEdit(await workspace.read(path), path)
      const withFileLineEnds = (text: string) => (file.crlf ? text.replaceAll('\r\n', '\n') : text)
      const [old, wanted] = [withFileLineEnds(old_text), withFileLineEnds(new_text)]
      if (old === '') throw new ToolError('old_text is empty; write_file makes a file or replaces it whole.')
      if (old === wanted) throw new ToolError('old_text and new_text are the same.')
      const parts = file.text.split(old)
      const count = parts.length - 1
      if (count === 0) throw new ToolError(`old_text does not occur in \`${path}\`. ${nearMiss(file.text, old)}`)
      if (count > 1 && !replace_all) throw ambiguous(path, parts, old)
      await workspace.write(path, encode(parts.join(wanted), file))
      return `Replaced ${count === 1 ? 'one occurrence' : `${count} occurrences`} in \`${path}\`.`
    },
  })

/** The text of a file without byte order mark. If all lines end in `\r\n`, they end in `\n` here and `crlf` is true. */
type EditableText = { text: string; bom: boolean; crlf: boolean }

function decodeForEdit(bytes: Buffer, path: string): EditableText {
  const text = decode(bytes, path)
  const bom = text.startsWith('\uFEFF')
  const crlf = text.includes('\r\n') && !/(^|[^\r])\n|\r(?!\n)/.test(text)
  const plain = bom ? text.slice(1) : text
  return { text: crlf ? plain.replaceAll('\r\n', '\n') : plain, bom, crlf }
}

const encode = (text: string, { bom, crlf }: Omit<EditableText, 'text'>): string =>
  (bom && !text.startsWith('\uFEFF') ? '\uFEFF' : '') + (crlf ? text.replace(/\r?\n/g, '\r\n') : text)

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ToolError(`\`${path}\` is not UTF-8 text; change it with a command.`)
  }
}

/** `parts` are the texts before, between and after the occurrences. */
function ambiguous(path: string, parts: readonly string[], old: string): ToolError {
  const count = parts.length - 1
  const starts = parts.slice(0, Math.min(count, 10)).map((_, i) => parts.slice(0, i + 1).join(old))
  const lines = starts.map((start) => start.split('\n').length)
  return new ToolError(
    `old_text occurs ${count} times in \`${path}\` (lines ${lines.join(', ')}${count > 10 ? ', …' : ''}); ` +
      'add lines around it until it is unique, or set replace_all.',
  )
}

async function encodingAt(workspace: Workspace, path: string): Promise<Omit<EditableText, 'text'>> {
  try {
    return decodeForEdit(await workspace.read(path), path)
  } catch (error) {
    if (error instanceof ToolError) return { bom: false, crlf: false }
    throw error
  }
}

/** Kinds of difference, the smallest first, each with a function that removes the difference from a line. */
const NORMALIZERS: readonly [what: string, normalize: (line: string) => string][] = [
  ['line endings', (line) => line.replace(/\r$/, '')],
  ['white space at the end of lines', (line) => line.trimEnd()],
  ['indentation', (line) => line.trim()],
  ['white space', (line) => line.replace(/\s+/g, '')],
  ['quotes', (line) => withoutQuotes(line)],
  ['case of letters', (line) => normalizeLoosely(line)],
]

const withoutQuotes = (line: string): string => line.replace(/\s+/g, '').replace(/['"`‘’“”´]/g, '"')
const normalizeLoosely = (line: string): string => withoutQuotes(line).toLowerCase()

const MAX_SHOWN_LINES = 40

/** Shows the lines of a file that are most similar to a text which does not occur in it, and says what differs. */
function nearMiss(text: string, wanted: string): string {
  const lines = text.split('\n')
  const target = wanted.replace(/\n$/, '').split('\n')
  for (const [what, normalize] of NORMALIZERS) {
    const at = indexOfLines(lines.map(normalize), target.map(normalize))
    if (at >= 0) return `It differs only in ${what} from ${span(at, target.length)}:\n${show(lines, at, target.length)}`
  }
  const at = closestWindow(lines.map(normalizeLoosely), target.map(normalizeLoosely))
  if (at === undefined) return 'No line of it is similar; read the file again.'
  return `The closest is ${span(at, Math.min(target.length, lines.length - at))}:\n${show(lines, at, target.length)}`
}

const span = (at: number, length: number): string => (length <= 1 ? `line ${at + 1}` : `lines ${at + 1}-${at + length}`)

const show = (lines: readonly string[], at: number, length: number): string =>
  lines
    .slice(at, at + Math.min(length, MAX_SHOWN_LINES))
    .map((line, i) => `${at + i + 1}\t${line.replace(/\r/g, '\\r').slice(0, 500)}`)
    .join('\n')

/** The index at which `target` occurs in `lines`, or -1. Its first and last line may match only part of a line. */
function indexOfLines(lines: readonly string[], target: readonly string[]): number {
  const [first = '', last = ''] = [target[0], target.at(-1)]
  if (target.every((line) => line === '')) return -1
  return lines.findIndex((line, at) => {
    if (target.length === 1) return line.includes(first)
    return (
      line.endsWith(first) &&
      target.slice(1, -1).every((inner, i) => inner === lines[at + 1 + i]) &&
      lines[at + target.length - 1]?.startsWith(last) === true
    )
  })
}

/** Where most lines equal those of `target` at the same offsets, or else the line most like its longest one. */
function closestWindow(lines: readonly string[], target: readonly string[]): number | undefined {
  const indices = new Map<string, number[]>()
  for (const [i, line] of target.entries()) if (line.length > 2) indices.set(line, [...(indices.get(line) ?? []), i])
  const votes = new Map<number, number>()
  for (const [at, line] of lines.entries()) {
    for (const i of indices.get(line) ?? []) if (at >= i) votes.set(at - i, (votes.get(at - i) ?? 0) + line.length)
  }
  const best = [...votes].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0] as [number, number])
  if (best[0] >= 0) return best[0]
  const longest = target.reduce((a, b) => (b.length > a.length ? b : a), '')
  const at = mostSimilar(lines, longest)
  return at === undefined ? undefined : Math.max(0, at - target.indexOf(longest))
}

/** The pairs of adjacent characters of a line. The first 400 characters suffice to tell lines apart. */
function pairsOf(line: string): Set<string> {
  const pairs = new Set<string>()
  for (let i = 1; i < Math.min(line.length, 400); i++) pairs.add(line.slice(i - 1, i + 1))
  return pairs
}

/** The line with the largest Sørensen–Dice coefficient of character pairs, if it is at least one half. */
function mostSimilar(lines: readonly string[], wanted: string): number | undefined {
  const pairs = pairsOf(wanted)
  const scores = lines.slice(0, 20_000).map((line) => {
    const others = pairsOf(line)
    return (2 * [...pairs].filter((pair) => others.has(pair)).length) / (pairs.size + others.size || 1)
  })
  const best = Math.max(...scores)
  return best >= 0.5 ? scores.indexOf(best) : undefined
}
