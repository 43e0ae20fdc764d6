import { jsonIn } from '../../src/guard/json.ts'
import { z } from 'zod'

/** One call of a tool: `target` is what it was about (a path, a command, a pattern). */
export type AgentCall = {
  name: string
  target: string
  arguments: string
  result: string
  failed: boolean
  done: boolean
  /** The check that failed although the model said that it was done. */
  caught?: string | undefined
}

export type AgentTurn = { text: string; calls: AgentCall[]; input: number; cached: number; output: number }

/** One agent at work: a plan being drafted, or one attempt at a subtask. `at` is when it began. */
export type AgentSession = { id: string; title: string; at: string; turns: AgentTurn[]; ended: boolean }

const ToolCall = z.object({ id: z.string().default(''), name: z.string(), arguments: z.string() })
const Count = z.number().catch(0)
const Line = z.looseObject({
  kind: z.string(),
  at: z.string().default(''),
  text: z.string().optional(),
  failed: z.boolean().optional(),
  call: ToolCall.optional(),
  message: z.looseObject({ text: z.string().catch(''), calls: z.array(ToolCall).catch([]) }).optional(),
  usage: z.looseObject({ input: Count, cached: Count, output: Count }).optional(),
})

/** What the page shows of a result: it is a page, not an archive. The transcript has the rest. */
const LONGEST = 6_000

/** What an agent did so far, by the lines of its transcript. Its name is `NUMBER-KIND-…`, as the action names its orders. */
export function sessionOf(name: string, lines: readonly unknown[]): AgentSession {
  const turns: AgentTurn[] = []
  let at = ''
  let ended = false
  for (const raw of lines) {
    const { data: line } = Line.safeParse(raw)
    at ||= line?.at ?? ''
    if (line?.kind === 'reply') turns.push(turnOf(line))
    if (line?.kind === 'tool') answer(turns.at(-1), line)
    if (line?.kind === 'end') ended = true
  }
  return { id: name, title: titleOf(name), at, turns, ended }
}

/** A name that says less stands as it is. */
export function titleOf(name: string): string {
  const [, subtask, attempt] = /-subtask-(\d+)-attempt-(\d+)/.exec(name) ?? []
  if (subtask && attempt) return `Subtask ${subtask}${attempt === '1' ? '' : `, attempt ${attempt}`}`
  if (/-draft-/.test(name)) return 'Draft the plan'
  if (/-revise-|-replan-/.test(name)) return 'Revise the plan'
  return /-ask-/.test(name) ? 'Answer a question' : name
}

const turnOf = ({ message, usage }: z.infer<typeof Line>): AgentTurn => ({
  text: message?.text ?? '',
  calls: (message?.calls ?? []).map(calledWith),
  ...{ input: usage?.input ?? 0, cached: usage?.cached ?? 0, output: usage?.output ?? 0 },
})

const calledWith = ({ name, arguments: json }: z.infer<typeof ToolCall>): AgentCall => ({
  ...{ name, target: targetOf(json), arguments: pretty(json), result: '', failed: false, done: false },
})

/** The first call of that name and those arguments that has no result yet. */
function answer(turn: AgentTurn | undefined, { call, text = '', failed = false }: z.infer<typeof Line>): void {
  if (!turn || !call) return
  const shown = calledWith(call)
  const there = turn.calls.find(
    ({ name, arguments: json, done }) => !done && name === shown.name && json === shown.arguments,
  )
  if (!there) turn.calls.push(shown)
  const of = there ?? shown
  of.result = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… (the transcript has the rest)` : text
  of.failed = failed
  of.done = true
  of.caught = failed && call.name === 'finish_subtask' ? (/`([^`\n]+)` failed/.exec(text)?.[1] ?? undefined) : undefined
}

const Target = z
  .object({ path: z.string(), command: z.string(), pattern: z.string(), from: z.string(), title: z.string() })
  .partial()
  .catch({})

function targetOf(json: string): string {
  const { path, command, pattern, from, title } = Target.parse(jsonIn(json))
  return (path ?? command ?? pattern ?? from ?? title ?? '').split('\n')[0] ?? ''
}

/** The arguments as people read them: a text as it is, anything else as JSON. */
function pretty(json: string): string {
  // What is none is the model's own mistake, which it is told.
  const value = jsonIn(json)
  if (typeof value !== 'object' || value === null) return json
  return Object.entries(value)
    .map(([name, one]) => {
      const text = typeof one === 'string' ? one : JSON.stringify(one, undefined, 1)
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`
    })
    .join('\n')
}
