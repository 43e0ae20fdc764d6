import type { Usage } from '../plan/usage.ts'
import type { Message, ModelRequest } from './model.ts'

/** A rule of thumb, for endpoints that report no usage. */
export const CHARACTERS_PER_TOKEN = 4

/** The size of a conversation in a request, in characters. Images do not count, because they are billed differently. */
export const sizeOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + weigh(message), 0)

/** The size of a whole request (system prompt, tools and conversation) in characters. */
export const sizeOfRequest = (request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): number =>
  request.system.length + JSON.stringify(request.tools).length + sizeOf(request.messages)

/** The usage of a request and its reply as the endpoint counted it, or else an estimate. */
export function usageOf(counted: Usage | undefined, request: ModelRequest, reply: Message): Usage {
  if (counted?.input) return { ...counted, ...within(counted) }
  return {
    input: Math.ceil(sizeOfRequest(request) / CHARACTERS_PER_TOKEN),
    cached: 0,
    output: Math.ceil(weigh(reply) / CHARACTERS_PER_TOKEN),
  }
}

/** Caps cache reads and writes at the input, whatever an endpoint reports. */
function within({ input, cached, written }: Usage): Partial<Usage> {
  const read = Math.min(cached, input)
  return { cached: read, ...(written === undefined ? {} : { written: Math.min(written, input - read) }) }
}

function weigh(message: Message): number {
  if (message.kind !== 'assistant') return message.text.length
  if (message.items) return JSON.stringify(message.items).length
  const own = message.text.length + weightOf(message.state)
  return message.calls.reduce((sum, call) => sum + call.name.length + call.arguments.length + weightOf(call.state), own)
}

const weightOf = (state: object | undefined): number => (state ? JSON.stringify(state).length : 0)
