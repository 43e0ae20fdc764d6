import type { Message } from './model.ts'
import { sizeOf } from './size.ts'

/** Shorter results are not worth a stub. */
const LARGE = 400

/**
 * Makes room: replaces the oldest large results by one-line stubs until the conversation has at most `size` characters,
 * or nothing large is left before the index `spare`. Undefined when there is nothing to replace.
 *
 * It is the only thing that rewrites a conversation, and costs the endpoint's cache from the first stub on; so callers
 * ask for much room at a time.
 */
export function compact(messages: readonly Message[], goal: { size: number; spare: number }): Message[] | undefined {
  let excess = sizeOf(messages) - goal.size
  let replaced = 0
  const compacted = messages.map((message, index) => {
    if (excess <= 0 || index >= goal.spare || message.kind !== 'result' || message.text.length <= LARGE) return message
    const stub = { ...message, text: stubOf(message) }
    excess -= message.text.length - stub.text.length
    replaced++
    return stub
  })
  return replaced > 0 ? compacted : undefined
}

const stubOf = (result: Extract<Message, { kind: 'result' }>): string =>
  `[${result.text.split('\n').length} lines of ${result.name} were left out to make room. Call it again if you need them.]`
