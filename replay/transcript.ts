import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { UserError } from '../src/lib/errors.ts'
import { TaskInput } from '../src/tasks/tasks.ts'
import { Usage } from '../src/plan/usage.ts'
import { ToolCall } from '../src/model/model.ts'

const Order = z.object({
  kind: z.literal('order'),
  order: TaskInput,
  root: z.string(),
  settings: z.object({
    planFile: z.string(),
    protectedPaths: z.array(z.string()),
    maxTurns: z.number(),
    maxSubtasks: z.number(),
    verifyCommand: z.string().optional(),
    proof: z.enum(['report', 'require', 'off']).default('off'),
    testFiles: z.array(z.string()).default([]),
    newPackages: z.enum(['ask', 'allow']).default('allow'),
  }),
})
const Reply = z.object({
  kind: z.literal('reply'),
  message: z.object({ kind: z.literal('assistant'), text: z.string(), calls: z.array(ToolCall) }),
  stop: z.enum(['end', 'length', 'refusal', 'malformed']),
  usage: Usage,
})
const Result = z.object({ kind: z.literal('tool'), turn: z.number(), call: ToolCall, text: z.string() })
export type Result = z.infer<typeof Result>

const Entry = z.discriminatedUnion('kind', [
  Order,
  Reply,
  Result,
  z.object({ kind: z.literal('request'), turn: z.number() }),
  z.object({ kind: z.enum(['compacted', 'end', 'check']) }),
])
type Entry = z.infer<typeof Entry>

/** What one agent said and what its tools answered, in order. */
export type Recording = { replies: z.infer<typeof Reply>[]; results: Result[] }

/** An order with what was recorded of its agents, by the names that they have while the order is carried out. */
export type Transcript = Omit<z.infer<typeof Order>, 'kind'> & { agents: ReadonlyMap<string, Recording> }

/**
 * Reads a transcript and those of its sub-agents, which lie next to it. Where an order was carried out more than once, the
 * last time counts. Throws `UserError` for what is not a transcript, or is one of a sub-agent, which has no order of its own.
 */
export async function readTranscript(file: string): Promise<Transcript> {
  const entries = await readEntries(file)
  const begin = entries.findLastIndex(({ kind }) => kind === 'order')
  const first = entries[begin]
  if (first?.kind !== 'order') throw notOurs(file, 'It holds no order.')
  const { id } = first.order
  const agents = new Map([[id, recordingOf(entries.slice(begin))]])
  for (let n = 1; existsSync(delegateFile(file, n)); n++) {
    agents.set(`${id}-delegate-${n}`, lastRun(await readEntries(delegateFile(file, n))))
  }
  const reader = besides(file, 'reader')
  if (existsSync(reader)) agents.set(`${id}-reader`, lastRun(await readEntries(reader)))
  return { order: first.order, settings: first.settings, root: first.root, agents }
}

const besides = (file: string, agent: string): string => file.replace(/(\.jsonl)?$/, `-${agent}.jsonl`)
const delegateFile = (file: string, n: number): string => besides(file, `delegate-${n}`)

async function readEntries(file: string): Promise<Entry[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw notOurs(file, 'It cannot be read.')
  })
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => parseEntry(line, () => notOurs(file, `Line ${i + 1} is none of it.`)))
}

function parseEntry(line: string, problem: () => UserError): Entry {
  try {
    return Entry.parse(JSON.parse(line))
  } catch {
    throw problem()
  }
}

const notOurs = (file: string, why: string): UserError =>
  new UserError(
    'transcript',
    `${file} is no transcript that can be played. ${why}`,
    'Name the .jsonl file of a plan, a subtask, a review or an answer, as the action writes it.',
  )

function lastRun(entries: readonly Entry[]): Recording {
  const begin = entries.findLastIndex((entry) => entry.kind === 'request' && entry.turn === 1)
  return recordingOf(entries.slice(Math.max(0, begin)))
}

/** Tools that only read work side by side and are recorded as they end; here they come in the order of their calls. */
function recordingOf(entries: readonly Entry[]): Recording {
  const replies = entries.filter((entry) => entry.kind === 'reply')
  const results = entries.filter((entry) => entry.kind === 'tool')
  const ids = replies.flatMap(({ message }) => message.calls.map(({ id }) => id))
  const place = ({ call }: Result): number => ids.indexOf(call.id)
  return { replies, results: results.toSorted((a, b) => a.turn - b.turn || place(a) - place(b)) }
}
