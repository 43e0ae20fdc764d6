import type { ModelRequest, Result } from './request.ts'

export type ToolCall = { name: string; arguments: string }

/** A fault of one request to the model. */
export type Fault =
  | { kind: 'error'; status: number; message: string; type: string; code?: string; retryAfterSeconds?: number }
  | { kind: 'cut' }
  | { kind: 'malformed' }
  | { kind: 'delay'; ms: number }

/** The content of one reply. Each sending of the request consumes one of `faults` before the reply comes. */
export type Reply = {
  calls?: readonly ToolCall[]
  text?: string
  end?: 'refusal'
  outputTokens?: number
  faults?: readonly Fault[]
}

/** What a scripted function knows about its request. `feedback` are the numbers of comments and objections in the newest message. */
export type Context = {
  request: ModelRequest
  turn: number
  attempt: number
  subtask: number | undefined
  revision: number | undefined
  results: readonly Result[]
  last: string
  feedback: readonly number[]
}
export type Step = Reply | ((context: Context) => Reply | undefined | Promise<Reply | undefined>)

/** The replies of one agent, turn by turn. `attempts` has one list per attempt; the last list serves all later ones. */
export type Part = readonly Step[] | Step | { attempts: readonly (readonly Step[])[] }

/** The replies in each phase. `subtasks` are keyed by number, or by `default`. */
export type Script = {
  plan?: Part
  revise?: Part
  ask?: Part
  report?: Part
  reader?: Part
  result?: Part
  subtasks?: Partial<Record<number | 'default', Part>>
}

/** A reply that calls one tool. `args` is an object, or a text that may be invalid JSON. */
export const call = (name: string, args: object | string = {}): Reply => ({
  calls: [{ name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }],
})

/** A reply with the calls of several replies. */
export const calls = (...replies: readonly Reply[]): Reply => ({ calls: replies.flatMap((reply) => reply.calls ?? []) })

/** A reply without a tool call. */
export const say = (text: string): Reply => ({ text })

/** A reply in which the model refuses. */
export const refuse = (text: string): Reply => ({ text, end: 'refusal' })

/** A reply that comes after each of these faults has occurred once. */
export const faults = (reply: Reply, ...list: readonly Fault[]): Reply => ({ ...reply, faults: list })

export const rateLimited = (retryAfterSeconds = 1): Fault => ({
  kind: 'error',
  status: 429,
  message: 'Rate limit reached',
  type: 'requests',
  code: 'rate_limit_exceeded',
  retryAfterSeconds,
})
export const broken = (status = 500): Fault => ({
  kind: 'error',
  status,
  message: 'The server had an error',
  type: 'server_error',
})
export const wrongKey: Fault = {
  kind: 'error',
  status: 401,
  message: 'Incorrect API key provided',
  type: 'invalid_request_error',
  code: 'invalid_api_key',
}
export const cut: Fault = { kind: 'cut' }
export const malformed: Fault = { kind: 'malformed' }

/** The scripted reply to a request. If there is none, the reply says so, which makes a wrong test easy to read. */
export async function replyTo(script: Script, context: Context): Promise<Reply> {
  const { phase } = context.request
  const part =
    phase === 'execute'
      ? (script.subtasks?.[context.subtask ?? 0] ?? script.subtasks?.default)
      : phase === 'other'
        ? undefined
        : script[phase]
  if (part === undefined) return say(`Nothing is scripted for ${phase} ${context.subtask ?? ''}`.trim())
  const step = stepOf(part, context)
  const reply = typeof step === 'function' ? await step(context) : step
  return reply ?? say('The script is over.')
}

function stepOf(part: Part, { turn, attempt, results }: Context): Step | undefined {
  if (typeof part === 'function') return part
  // What a planner is told once of a draft, it may leave: a script that ends with a plan offers it once more.
  if (isList(part) && turn === part.length && results.at(-1)?.name === 'create_plan') return part.at(-1)
  if ('attempts' in part) return part.attempts[Math.min(attempt, part.attempts.length) - 1]?.[turn]
  return isList(part) ? part[turn] : part
}

const isList = (part: Part): part is readonly Step[] => Array.isArray(part)
