import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from './work/agent/events.ts'

/**
 * Records what agents were sent, said and did, as JSON Lines, one file for each. A request's line holds only the
 * messages that the one before it had not: together they are the whole. Secrets are taken out.
 */
export function transcriptIn(
  folder: string,
  redact: (text: string) => string,
): (name: string) => (event: AgentEvent) => void {
  mkdirSync(folder, { recursive: true })
  return (name) => {
    const file = join(folder, `${name}.jsonl`)
    let declared = ''
    return (event) => {
      const line = event.kind === 'request' ? requestLine(event, declared) : event
      if (event.kind === 'request') declared = JSON.stringify([event.system, event.tools])
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
