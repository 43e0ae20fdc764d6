import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from './agent/events.ts'
import type { TranscriptEntry } from './room.ts'

/**
 * Records what agents were asked to do, were sent, said and did, as JSON Lines, one file for each. A request's line holds only the
 * messages that the one before it had not: together they are the whole. Secrets are taken out.
 */
export function transcriptIn(
  folder: string,
  redact: (text: string) => string,
): (name: string) => (entry: TranscriptEntry) => void {
  mkdirSync(folder, { recursive: true })
  return (name) => {
    const file = join(folder, `${name}.jsonl`)
    let declared = ''
    return (entry) => {
      const line = entry.kind === 'request' ? requestLine(entry, declared) : entry
      if (entry.kind === 'request') declared = JSON.stringify([entry.system, entry.tools])
      appendFileSync(file, redact(JSON.stringify({ at: new Date().toISOString(), ...line })) + '\n')
    }
  }
}

/** The system prompt and the tools are written when they change, which is once. */
function requestLine(
  { messages, since, system, tools, ...event }: Extract<AgentEvent, { kind: 'request' }>,
  declared: string,
): object {
  const isNew = JSON.stringify([system, tools]) !== declared
  return { ...event, ...(isNew ? { system, tools } : {}), since, messages: messages.slice(since) }
}
