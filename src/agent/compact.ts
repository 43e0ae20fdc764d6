import { isWhole, type Message, sizeOf } from '../model/model.ts'

/** Results and arguments up to this many characters are not replaced. A model needs its own arguments more. */
const LARGE = 400
const LARGE_ARGUMENT = 2_000

/**
 * Replaces the oldest large results, and large texts in the arguments of calls, by one-line stubs until the
 * conversation has at most `size` characters, or nothing large is left before the index `spare`. Undefined when there
 * is nothing to replace.
 *
 * Only this function rewrites a conversation. It invalidates the endpoint's cache from the first stub on, so callers
 * should free much space at a time.
 */
export function compact(messages: readonly Message[], goal: { size: number; spare: number }): Message[] | undefined {
  let excess = sizeOf(messages) - goal.size
  let replaced = 0
  const compacted = messages.map((message, index) => {
    if (excess <= 0 || index >= goal.spare) return message
    const stub = shortened(message)
    if (stub === message) return message
    excess -= sizeOf([message]) - sizeOf([stub])
    replaced++
    return stub
  })
  return replaced > 0 ? compacted : undefined
}

/** The message with a stub for its large parts. Returns the same object when it has none. */
function shortened(message: Message): Message {
  if (message.kind === 'result') return message.text.length > LARGE ? { ...message, text: stubOf(message) } : message
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
  if (!isWhole(text)) return '{}'
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    typeof value === 'string' && value.length > LARGE_ARGUMENT
      ? `[${value.length} characters were left out to make room]`
      : value,
  )
}
