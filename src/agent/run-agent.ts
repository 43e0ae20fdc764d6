import { addUsage, noUsage, type Usage, fractionSpent, type Allowance } from '../plan/usage.ts'
import { reportingProgress } from '../lib/async.ts'
import { performCalls, untilAborted } from './perform-calls.ts'
import { ContextTooLong, CHARACTERS_PER_TOKEN, isCompleteJson, sizeOf, sizeOfRequest } from '../model/model.ts'
import type { AgentEvent, Message, Model, ModelReply, ModelRequest, ToolCall, Wait } from '../model/model.ts'
import { declarationsOf, type Finish, type Tool } from './tool.ts'

type Limits = {
  turns: number
  allowance?: Allowance | undefined
  /** The input of one request. A conversation that exceeds it is compacted to `contextShare` of that. */
  contextTokens?: number | undefined
  contextShare?: number | undefined
  /** Usage so far by other agents that share the allowance. */
  spentElsewhere?: (() => Usage) | undefined
}

export type AgentOptions<T> = {
  model: Model
  system: string
  tools: readonly Tool[]
  /** A task, or a conversation to continue. Every call in it must have its result. */
  messages: readonly Message[]
  finish: Finish<T>
  limits: Limits
  signal: AbortSignal
  /** Identifies the conversation for the endpoint's cache. Use the same key to continue a conversation. */
  cacheKey: string
  /** Returns texts to append to the next request, each text once. */
  news?: (() => readonly string[]) | undefined
  /** Called before every request, for example to check for a cancellation. */
  beforeTurn?: (() => Promise<void>) | undefined
  onEvent?: ((event: AgentEvent) => void) | undefined
  /** Called after every reply with the usage so far. */
  onUsage?: ((usage: Usage) => void) | undefined
}

type StopReason = 'turns' | 'budget' | 'context' | 'aborted' | 'silent' | 'loop' | 'refused' | 'gave-up'

/** `waitedFor` is the pending operation when the agent was stopped from outside. */
type StoppedRun = { kind: 'stopped'; why: StopReason; text: string; waitedFor?: string }
type TurnOutcome<T> = { kind: 'finished'; value: T; call: string } | StoppedRun

/**
 * How an agent ended, with its whole conversation. After `finished`, the conversation ends with the turn of the
 * finishing call (id `call`) and the results of its other calls. To continue it, add the result of the finishing call.
 */
export type AgentEnd<T> = TurnOutcome<T> & { messages: Message[]; usage: Usage; turns: number }

const newRun = <T>(options: AgentOptions<T>) => ({
  options,
  messages: [...options.messages],
  usage: noUsage,
  turns: 0,
  /** The number of messages in the previous request. They have not changed since. */
  sentCount: 0,
  /** Calibrated by the endpoint's token count of the last request. */
  tokensPerCharacter: 1 / CHARACTERS_PER_TOKEN,
  /** Consecutive replies without a tool call; `refusals` and `malformed` count kinds of them. */
  silentReplies: 0,
  refusals: 0,
  malformed: 0,
  lastCall: { key: '', times: 0 },
  hasWarned: false,
  /** The pending operation; empty while the model answers. */
  pendingOperation: '',
})
type AgentRun<T> = ReturnType<typeof newRun<T>>

const CONTEXT_TOKENS = 96_000
// A smaller share saves little (`npm run bench -- --only room`) and removes results that the agent still needs.
const CONTEXT_KEPT = 0.3
const MAX_SILENCES = 3
const MAX_REFUSALS = 1
// More than for silent replies: malformed calls are often the server's fault and usually pass on a retry.
const MAX_MALFORMED = 6
const REPEATS_BEFORE_NOTICE = 4
const REPEATS_BEFORE_STOP = 16
const MAX_COMPACTIONS = 3

/**
 * Lets the model call tools until it calls the finishing tool with valid arguments that pass its check. The model gets
 * its mistakes back as text. Every stop is a value of `AgentEnd`. Rethrows other errors of the model or a tool.
 */
export async function runAgent<T>(options: AgentOptions<T>): Promise<AgentEnd<T>> {
  const run = newRun(options)
  let outcome: TurnOutcome<T> | undefined
  while (!outcome)
    outcome = await turn(run).catch((error: unknown) => {
      if (options.signal.aborted) return stoppedOutside(run)
      throw error
    })
  const end = outcome.kind === 'finished' ? { how: outcome.kind, text: '' } : { how: outcome.why, text: outcome.text }
  options.onEvent?.({ kind: 'end', turn: run.turns, ...end })
  return { ...outcome, messages: run.messages, usage: run.usage, turns: run.turns }
}

async function turn<T>(run: AgentRun<T>): Promise<TurnOutcome<T> | undefined> {
  const spent = spentLimit(run)
  if (spent) return spent
  await run.options.beforeTurn?.()
  run.options.signal.throwIfAborted()
  for (const text of run.options.news?.() ?? []) appendText(run, text)
  warnOnce(run)
  const reply = await requestReply(run)
  if (!reply) return stopped('context', 'The conversation does not fit the model, even without its older results.')
  return reply.message.calls.length > 0 ? performTurn(run, reply) : remind(run, reply)
}

function stoppedOutside<T>({ pendingOperation }: AgentRun<T>): StoppedRun {
  const text = 'The agent was stopped from outside'
  if (pendingOperation === '') return stopped('aborted', `${text}.`)
  return { ...stopped('aborted', `${text} while it waited for ${pendingOperation}.`), waitedFor: pendingOperation }
}

const stopped = (why: StopReason, text: string): StoppedRun => ({ kind: 'stopped', why, text })

/** Appends to the last unsent message: templates of several models reject a user message after a tool result. */
function appendText<T>(run: AgentRun<T>, text: string): void {
  const last = run.messages.at(-1)
  if (!last || last.kind === 'assistant') run.messages.push({ kind: 'user', text })
  else run.messages[run.messages.length - 1] = { ...last, text: `${last.text}\n\n${text}` }
}

function spentLimit<T>(run: AgentRun<T>): StoppedRun | undefined {
  const { turns } = run.options.limits
  if (run.turns >= turns) return stopped('turns', `The agent used all of its ${turns} turns.`)
  return budgetSpent(run) < 1 ? undefined : stopped('budget', 'The agent used all of its budget.')
}

/** Tells the model once to finish, when a fifth of the turns or of the budget is left. */
function warnOnce<T>(run: AgentRun<T>): void {
  const { turns } = run.options.limits
  const isNearLimit = run.turns >= turns * 0.8 || budgetSpent(run) >= 0.8
  if (run.hasWarned || run.turns === 0 || !isNearLimit) return
  run.hasWarned = true
  appendText(run, wrapUpNotice(turns - run.turns, run.options.finish.declaration.name))
}

const budgetSpent = <T>({ usage, options: { limits } }: AgentRun<T>): number =>
  limits.allowance ? fractionSpent(limits.allowance, addUsage(usage, limits.spentElsewhere?.() ?? noUsage)) : 0

/** The model's reply. Undefined when the conversation is too long and cannot be compacted further. */
async function requestReply<T>(run: AgentRun<T>): Promise<ModelReply | undefined> {
  keepWithinContext(run)
  for (let compactions = 0; ; compactions++) {
    try {
      return await request(run)
    } catch (error) {
      if (!(error instanceof ContextTooLong)) throw error
      if (compactions === MAX_COMPACTIONS || !compactRun(run, { share: 1 / 2, spare: run.messages.length }))
        return undefined
    }
  }
}

/** Compacts a conversation that would exceed the context limit, but for the results of the last turn. */
function keepWithinContext<T>(run: AgentRun<T>): void {
  const { contextTokens = CONTEXT_TOKENS, contextShare = CONTEXT_KEPT } = run.options.limits
  const tokens = sizeOfRequest(requestOf(run)) * run.tokensPerCharacter
  if (tokens <= contextTokens) return
  compactRun(run, { share: contextShare, spare: run.messages.findLastIndex(({ kind }) => kind === 'assistant') })
}

function compactRun<T>(run: AgentRun<T>, { share, spare }: { share: number; spare: number }): boolean {
  const before = sizeOf(run.messages)
  const compacted = compact(run.messages, { size: before * share, spare })
  if (!compacted) return false
  run.options.onEvent?.({ kind: 'compacted', turn: run.turns + 1, before, after: sizeOf(compacted) })
  run.messages = compacted
  run.sentCount = 0
  return true
}

async function request<T>(run: AgentRun<T>): Promise<ModelReply> {
  const { model, signal, onEvent } = run.options
  const nextRequest = requestOf(run)
  const { system, tools, messages } = nextRequest
  const turn = run.turns + 1
  onEvent?.({ kind: 'request', turn, system, tools, messages, since: run.sentCount })
  const begun = performance.now()
  const onWait = (wait: Wait | undefined): void => {
    run.pendingOperation = wait ? `the model's endpoint at ${wait.host} (${wait.why})` : MODEL_REPLY
  }
  run.pendingOperation = MODEL_REPLY
  const answer = untilAborted(model({ ...nextRequest, onWait }), signal)
  const reply = await reportingProgress(answer, (milliseconds) => onEvent?.({ kind: 'waiting', turn, milliseconds }))
  run.pendingOperation = ''
  run.turns++
  run.usage = addUsage(run.usage, reply.usage)
  run.options.onUsage?.(run.usage)
  run.sentCount = messages.length
  run.tokensPerCharacter = Math.min(1, Math.max(1 / 8, reply.usage.input / sizeOfRequest(nextRequest)))
  onEvent?.({ kind: 'reply', turn: run.turns, milliseconds: Math.round(performance.now() - begun), ...reply })
  return reply
}

const MODEL_REPLY = "the model's reply"

/** The next request. The order of the tools never changes, so that the prompt cache holds. */
const requestOf = <T>({ options, messages }: AgentRun<T>): ModelRequest => ({
  system: options.system,
  tools: [...declarationsOf(options.tools), options.finish.declaration],
  messages: [...messages],
  cacheKey: options.cacheKey,
  signal: options.signal,
})

async function performTurn<T>(run: AgentRun<T>, { message, stop }: ModelReply): Promise<TurnOutcome<T> | undefined> {
  run.silentReplies = run.refusals = run.malformed = 0
  const repeats = countRepeats(run, message.calls)
  if (repeats >= REPEATS_BEFORE_STOP) return stopped('loop', `The agent made the same call ${repeats} times in a row.`)
  const { results, end } = await performCalls(message.calls, { ...run.options, turn: run.turns })
  run.messages.push(message, ...results)
  if (end) return end.kind === 'finished' ? end : stopped('gave-up', end.text)
  if (repeats > 0 && repeats % REPEATS_BEFORE_NOTICE === 0) appendText(run, repeatedCallNotice(repeats))
  if (stop === 'length') appendText(run, CONTINUE_SMALLER)
  return undefined
}

/** The largest number of equal calls in a row, counted up to the calls of this turn. */
function countRepeats<T>(run: AgentRun<T>, calls: readonly ToolCall[]): number {
  const rows = calls.map((call) => {
    const key = `${call.name} ${call.arguments}`
    run.lastCall = { key, times: run.lastCall.key === key ? run.lastCall.times + 1 : 1 }
    return run.lastCall.times
  })
  return Math.max(...rows)
}

/** Answers a reply without a tool call with a reminder. Stops the agent when there were too many. */
function remind<T>(run: AgentRun<T>, reply: ModelReply): StoppedRun | undefined {
  const { message, stop, refusalText } = reply
  run.messages.push(message)
  if (stop === 'refusal' && ++run.refusals > MAX_REFUSALS) return stopped('refused', message.text)
  if (stop === 'malformed' ? ++run.malformed > MAX_MALFORMED : ++run.silentReplies > MAX_SILENCES)
    return stopped(
      'silent',
      stop === 'malformed' ? `The model's tool calls cannot be read. ${refusalText ?? ''}` : message.text,
    )
  appendText(run, reminder(reply, run.options.finish))
  return undefined
}

// The messages of the loop itself to the model. `finish` is the name of the finishing tool.

function reminder<T>({ stop, refusalText }: ModelReply, { declaration, decline }: Finish<T>): string {
  const finish = declaration.name
  if (stop === 'length') return CONTINUE_SMALLER
  if (stop === 'malformed')
    return `Your tool call could not be read${refusalText ? ` (${refusalText.slice(0, 500)})` : ''}. Call the tool again, with one JSON object as its parameters say.`
  if (stop === 'refusal')
    return `If you decline only a part of this, leave that part out, say so, and go on until you call \`${finish}\`.`
  return `You called no tool, and nobody reads plain text. Go on with a tool, or call \`${finish}\` if you are done.${decline ? ` ${decline}` : ''}`
}

const CONTINUE_SMALLER =
  'Your answer was cut because it was too long. Go on from there in smaller pieces: less text, fewer and smaller calls at a time.'

const wrapUpNotice = (turns: number, finish: string): string =>
  `Wrap up: your budget is nearly used, with ${turns} more turns at the most. Close what is open and call \`${finish}\`.`

const repeatedCallNotice = (times: number): string =>
  `You made the same call with the same arguments ${times} times in a row. It will not go differently: do something else.`

/** Results and arguments up to this many characters are not replaced. A model needs its own arguments more. */
const LARGE_RESULT = 400
const LARGE_ARGUMENT = 2_000

/**
 * Replaces the oldest large results, and large texts in the arguments of calls, by one-line stubs until the
 * conversation has at most `size` characters, or nothing large is left before the index `spare`. Undefined when there
 * is nothing to replace.
 *
 * Only this function rewrites a conversation. It invalidates the endpoint's cache from the first stub on, so callers
 * should free much space at a time.
 */
function compact(messages: readonly Message[], goal: { size: number; spare: number }): Message[] | undefined {
  let excess = sizeOf(messages) - goal.size
  const compacted = messages.map((message, index) => {
    if (excess <= 0 || index >= goal.spare) return message
    const stub = shortened(message)
    excess -= sizeOf([message]) - sizeOf([stub])
    return stub
  })
  return compacted.some((message, index) => message !== messages[index]) ? compacted : undefined
}

/** The message with a stub for its large parts. Returns the same object when it has none. */
function shortened(message: Message): Message {
  if (message.kind === 'result')
    return message.text.length > LARGE_RESULT ? { ...message, text: stubOf(message) } : message
  if (message.kind === 'user' || !message.calls.some((call) => call.arguments.length > LARGE_ARGUMENT)) return message
  const calls = message.calls.map((call) => ({ ...call, arguments: withoutLarge(call.arguments) }))
  const items = message.items?.map((item) =>
    typeof item['arguments'] === 'string' ? { ...item, arguments: withoutLarge(item['arguments']) } : item,
  )
  const stub = { ...message, calls, ...(items ? { items } : {}) }
  return sizeOf([stub]) < sizeOf([message]) ? stub : message
}

const stubOf = (result: Extract<Message, { kind: 'result' }>): string =>
  `[${result.text.split('\n').length} lines of ${result.name} were left out to make room. Call it again if you need them.]`

/** Arguments without their large texts, still as JSON. Arguments that are no JSON become `{}`. */
function withoutLarge(text: string): string {
  if (text.length <= LARGE_ARGUMENT) return text
  if (!isCompleteJson(text)) return '{}'
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    typeof value === 'string' && value.length > LARGE_ARGUMENT
      ? `[${value.length} characters were left out to make room]`
      : value,
  )
}
