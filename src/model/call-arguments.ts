import { parseShallow } from '../guard/json.ts'
import type { Message, ToolCall } from './model.ts'

/** The arguments of a call as text. Some servers send an object instead. */
export function asText(raw: unknown): string {
  if (raw === undefined || raw === null) return ''
  return typeof raw === 'string' ? raw : JSON.stringify(raw)
}

/**
 * JSON without halves of surrogate pairs, for which strict parsers reject the whole of a request. `JSON.stringify`
 * escapes these and no other surrogate.
 */
export const wellFormedJson = (json: string): string =>
  /\\ud[89a-f]/i.test(json)
    ? json.replace(/(\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2})|\\(?:ud[89a-f][\da-f]{2}|.)/gi, (escape, pair) =>
        pair === undefined && escape.length === 6 ? '\ufffd' : escape,
      )
    : json

/** Argument text without the code fence that some models put around it, and without halves of surrogate pairs. */
export const readArguments = (text: string): string => wellFormedJson(unfenced(text))

function unfenced(text: string): string {
  const fenced = text.trim()
  const [first = ''] = fenced.split('\n', 1)
  const language = first.slice(FENCE.length).trim()
  const isFenced = first.startsWith(FENCE) && (language === '' || language === 'json')
  return isFenced && fenced.endsWith(FENCE) && fenced.length > first.length + FENCE.length
    ? fenced.slice(first.length, -FENCE.length).trim()
    : text
}

const FENCE = '```'

/** Whether the arguments are a complete JSON object. An empty text counts as no arguments. */
export function isWhole(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value = parseShallow(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/**
 * Replaces call ids that are missing or already used in the conversation. The new ids depend on the conversation alone,
 * so that it renders to the same bytes every time (prompt cache).
 */
export function uniqueIds(ids: readonly (string | undefined)[], messages: readonly Message[]): string[] {
  const taken = new Set(messages.flatMap((message) => (message.kind === 'assistant' ? message.calls.map(idOf) : [])))
  return ids.map((given, index) => {
    let id = given || `call_${messages.length}_${index}`
    while (taken.has(id)) id = `${id}_${index}`
    taken.add(id)
    return id
  })
}

const idOf = (call: ToolCall): string => call.id
