import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { reportingProgress } from '../lib/async.ts'
import type { AgentEvent, Message, ToolCall } from '../model/model.ts'
import { declarationsOf, GaveUp, ToolError, type Finish, type Tool } from './tool.ts'
import { truncateMiddle } from './truncate.ts'

type CallContext<T> = {
  tools: readonly Tool[]
  finish: Finish<T>
  signal: AbortSignal
  turn: number
  onEvent?: ((event: AgentEvent) => void) | undefined
}

/** The outcome of one call. `failed` is a mistake of the model, `gave-up` comes from a tool that ends the agent. */
type CallOutcome<T> =
  | { kind: 'done' | 'failed' | 'gave-up'; text: string }
  | { kind: 'accepted'; text: string; value: T }

/** The results of a turn, in the order of its calls, and the agent's end if a call ended it. */
type TurnResult<T> = {
  results: Message[]
  end?: { kind: 'finished'; value: T; call: string } | { kind: 'gave-up'; text: string }
}

/** The longest error message for the model. A message may quote the model's own text. */
const MAX_EXPLANATION = { lines: 200, bytes: 16_000 }

/** How long an aborted tool may take to end its processes, in milliseconds. */
const GRACE = 5_000

/** Performs a turn's calls, the finishing one last. Rethrows every error except `ToolError` and `GaveUp`. */
export async function performCalls<T>(calls: readonly ToolCall[], context: CallContext<T>): Promise<TurnResult<T>> {
  const isFinish = (call: ToolCall) => call.name === context.finish.declaration.name
  const outcomes = new Map<ToolCall, CallOutcome<T>>()
  const others = calls.filter((call) => !isFinish(call))
  for (const group of groupsOf(others, context.tools))
    await Promise.all(group.map(async (call) => outcomes.set(call, await performCall(call, context))))
  for (const call of calls.filter(isFinish)) {
    const problem = problemOfFinish([...outcomes.values()])
    outcomes.set(call, problem ? { kind: 'failed', text: problem } : await performCall(call, context))
  }
  return turnResultOf(calls, outcomes)
}

/** Groups adjacent reading calls, which run in parallel. Every other call runs alone, after all calls before it. */
function groupsOf(calls: readonly ToolCall[], tools: readonly Tool[]): ToolCall[][] {
  const isReading = (call?: ToolCall) =>
    tools.some(({ declaration: { name }, reading }) => name === call?.name && reading)
  const groups: ToolCall[][] = []
  for (const [i, call] of calls.entries()) {
    if (isReading(calls[i - 1]) && isReading(call)) groups.at(-1)?.push(call)
    else groups.push([call])
  }
  return groups
}

/** Why a finishing call is rejected without its check: the model wrote it before it saw another call fail. */
function problemOfFinish<T>(others: readonly CallOutcome<T>[]): string | undefined {
  if (others.some((other) => other.kind === 'accepted')) return 'Not needed: an earlier call of this turn was accepted.'
  if (others.every((other) => other.kind === 'done')) return undefined
  return 'Not accepted: another call of this turn failed. Look at its result first.'
}

/** Performs one call, turns the model's mistakes into text for it, and reports the call as an event. */
async function performCall<T>(call: ToolCall, context: CallContext<T>): Promise<CallOutcome<T>> {
  const begun = performance.now()
  const result = await outcomeOf(call, context).catch(mistakeOf)
  const milliseconds = Math.round(performance.now() - begun)
  const { kind, text } = result
  context.onEvent?.({ kind: 'tool', turn: context.turn, call, text, failed: kind === 'failed', milliseconds })
  return result
}

async function outcomeOf<T>(call: ToolCall, context: CallContext<T>): Promise<CallOutcome<T>> {
  const { tools, finish, signal, turn, onEvent } = context
  if (call.name === finish.declaration.name) {
    const verdict = await untilAborted(finish.call(call.arguments, signal), signal, GRACE)
    if (verdict.kind === 'ok') return { kind: 'accepted', text: '', value: verdict.value }
    throw new ToolError(verdict.text)
  }
  const tool = tools.find((candidate) => candidate.declaration.name === call.name)
  const reportWaiting = (milliseconds: number): void => onEvent?.({ kind: 'waiting', turn, call, milliseconds })
  if (tool) {
    // `untilAborted` also ends the reports on a tool that ignores the signal and never ends.
    const work = untilAborted(tool.call(call.arguments, signal), signal, GRACE)
    return { kind: 'done', text: await reportingProgress(work, reportWaiting) }
  }
  const names = [...declarationsOf(tools), finish.declaration].map(({ name }) => name)
  throw new ToolError(`There is no tool ${JSON.stringify(call.name)}. The tools are: ${names.join(', ')}.`)
}

function mistakeOf(error: unknown): { kind: 'failed' | 'gave-up'; text: string } {
  if (error instanceof ToolError) return { kind: 'failed', text: truncateMiddle(error.message, MAX_EXPLANATION) }
  if (error instanceof GaveUp) return { kind: 'gave-up', text: error.message }
  throw error
}

function turnResultOf<T>(calls: readonly ToolCall[], outcomes: ReadonlyMap<ToolCall, CallOutcome<T>>): TurnResult<T> {
  const turn: TurnResult<T> = { results: [] }
  for (const call of calls) {
    const result = outcomes.get(call)
    if (!result) continue
    if (result.kind === 'accepted') turn.end = { kind: 'finished', value: result.value, call: call.id }
    else turn.results.push({ kind: 'result', call: call.id, name: call.name, text: result.text })
    if (result.kind === 'gave-up') turn.end ??= { kind: 'gave-up', text: result.text }
  }
  return turn
}

/** Waits for `work`, at most `grace` milliseconds after the signal, to let it clean up; then throws the reason. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, grace = 0): Promise<T> {
  const finished = new AbortController()
  try {
    return await Promise.race([work, rejectAfter(signal, grace, finished.signal)])
  } finally {
    finished.abort()
  }
}

async function rejectAfter(signal: AbortSignal, grace: number, finished: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort', { signal: finished })
  await sleep(grace, undefined, { signal: finished })
  throw signal.reason
}
