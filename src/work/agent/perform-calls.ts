import { untilAborted } from './abort.ts'
import type { AgentEvent } from './events.ts'
import type { Message, ToolCall } from './model.ts'
import { GaveUp, ToolError, type Finish, type Tool } from './tool.ts'
import { truncateMiddle } from './truncate.ts'

/** What the calls of one turn are performed with. */
export type Bench<T> = {
  tools: readonly Tool[]
  finish: Finish<T>
  signal: AbortSignal
  turn: number
  onEvent?: ((event: AgentEvent) => void) | undefined
}

/** How one call went. `failed` is the model's own mistake, `gave-up` a tool that ends the agent. */
type Performed<T> = { kind: 'done' | 'failed' | 'gave-up'; text: string } | { kind: 'accepted'; text: string; value: T }

/** What a turn's calls came to: their results in the order of the calls, and the agent's end if one of them was it. */
export type Deeds<T> = {
  results: Message[]
  end?: { kind: 'finished'; value: T; call: string } | { kind: 'gave-up'; text: string }
}

/** How much of what is wrong with a call the model is told; some of it is what the model wrote itself. */
const EXPLAINED = { lines: 200, bytes: 16_000 }

/** How long a tool that is aborted has for ending its processes, in milliseconds. */
const GRACE = 5_000

/**
 * Performs the calls of one turn. The finishing one comes last whatever its place, so that it judges what is there when
 * the turn is over; when it is accepted it has no result. What tools throw besides `ToolError` and `GaveUp` is passed on.
 */
export async function performCalls<T>(calls: readonly ToolCall[], bench: Bench<T>): Promise<Deeds<T>> {
  const isFinish = (call: ToolCall) => call.name === bench.finish.declaration.name
  const performed = new Map<ToolCall, Performed<T>>()
  for (const group of groupsOf(
    calls.filter((call) => !isFinish(call)),
    bench.tools,
  )) {
    await Promise.all(group.map(async (call) => performed.set(call, await watched(call, bench, runTool))))
  }
  for (const call of calls.filter(isFinish)) {
    const objection = objectionTo([...performed.values()])
    performed.set(call, objection ? { kind: 'failed', text: objection } : await watched(call, bench, runFinish))
  }
  return deedsOf(calls, performed)
}

/** Neighbours that only read go together; every other call is alone, so that it sees what those before it did. */
function groupsOf(calls: readonly ToolCall[], tools: readonly Tool[]): ToolCall[][] {
  const groups: ToolCall[][] = []
  let together = false
  for (const call of calls) {
    const reading = tools.find((tool) => tool.declaration.name === call.name)?.reading ?? false
    const last = groups.at(-1)
    if (last && together && reading) last.push(call)
    else groups.push([call])
    together = reading
  }
  return groups
}

/** Why a finishing call is not even looked at: the model wrote it before it knew how the turn's other calls went. */
function objectionTo<T>(others: readonly Performed<T>[]): string | undefined {
  if (others.some((other) => other.kind === 'accepted')) return 'Not needed: an earlier call of this turn was accepted.'
  if (others.every((other) => other.kind === 'done')) return undefined
  return 'Not accepted: another call of this turn failed. Look at its result first.'
}

type Work<T> = (call: ToolCall, bench: Bench<T>) => Promise<Performed<T>>

/** Does one call, turns the model's own mistakes into text for it, and reports the call as an event. */
async function watched<T>(call: ToolCall, bench: Bench<T>, work: Work<T>): Promise<Performed<T>> {
  const begun = performance.now()
  const result = await untilAborted(work(call, bench), bench.signal, GRACE).catch(mistakeOf)
  const milliseconds = Math.round(performance.now() - begun)
  const { kind, text } = result
  bench.onEvent?.({ kind: 'tool', turn: bench.turn, call, text, failed: kind === 'failed', milliseconds })
  return result
}

async function runTool<T>(call: ToolCall, { tools, finish, signal }: Bench<T>): Promise<Performed<T>> {
  const tool = tools.find((candidate) => candidate.declaration.name === call.name)
  if (tool) return { kind: 'done', text: await tool.call(call.arguments, signal) }
  const names = [...tools, finish].map((known) => known.declaration.name)
  throw new ToolError(`There is no tool ${JSON.stringify(call.name)}. The tools are: ${names.join(', ')}.`)
}

async function runFinish<T>(call: ToolCall, { finish, signal }: Bench<T>): Promise<Performed<T>> {
  const verdict = await finish.call(call.arguments, signal)
  return verdict.kind === 'ok'
    ? { kind: 'accepted', text: '', value: verdict.value }
    : { kind: 'failed', text: truncateMiddle(verdict.text, EXPLAINED) }
}

function mistakeOf(error: unknown): { kind: 'failed' | 'gave-up'; text: string } {
  if (error instanceof ToolError) return { kind: 'failed', text: truncateMiddle(error.message, EXPLAINED) }
  if (error instanceof GaveUp) return { kind: 'gave-up', text: error.message }
  throw error
}

function deedsOf<T>(calls: readonly ToolCall[], performed: ReadonlyMap<ToolCall, Performed<T>>): Deeds<T> {
  const deeds: Deeds<T> = { results: [] }
  for (const call of calls) {
    const result = performed.get(call)
    if (!result) continue
    if (result.kind === 'accepted') deeds.end = { kind: 'finished', value: result.value, call: call.id }
    else deeds.results.push({ kind: 'result', call: call.id, name: call.name, text: result.text })
    if (result.kind === 'gave-up') deeds.end ??= { kind: 'gave-up', text: result.text }
  }
  return deeds
}
