import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from './agent/events.ts'
import type { TranscriptEntry } from './room.ts'

/**
 * Records the orders, requests, replies and calls of agents as JSON Lines, in one file per agent. The line of a request
 * holds only the messages that are new since the one before. Redacts secrets.
 */
export function transcriptIn(
  folder: string,
  redact: (text: string) => string,
): (name: string) => (entry: TranscriptEntry) => void {
  mkdirSync(folder, { recursive: true })
  return (name) => {
    const file = join(folder, `${name}.jsonl`)
    let lastDeclared = ''
    return (entry) => {
      const line = entry.kind === 'request' ? requestLine(entry, lastDeclared) : entry
      if (entry.kind === 'request') lastDeclared = JSON.stringify([entry.system, entry.tools])
      appendFileSync(file, redact(JSON.stringify({ at: new Date().toISOString(), ...line })) + '\n')
    }
  }
}

/** Writes the system prompt and the tools only when they changed, so usually once. */
function requestLine(
  { messages, since, system, tools, ...event }: Extract<AgentEvent, { kind: 'request' }>,
  declared: string,
): object {
  const isNew = JSON.stringify([system, tools]) !== declared
  return { ...event, ...(isNew ? { system, tools } : {}), since, messages: messages.slice(since) }
}
