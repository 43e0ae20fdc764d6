import { createInterface } from 'node:readline'
import type { Options } from './options.ts'
import { dim, print } from './show.ts'

/** How the demonstration waits for the person at the keyboard. */
export type Prompt = {
  pause(what: string): Promise<void>
  /** Returns what they would rather say than `line`, or `line` itself. */
  line(what: string, line: string): Promise<string>
}

/** Asks nothing in `auto`. Only an endpoint lets people use their own words: the script knows what it will hear. */
export const promptFor = ({ auto, brain }: Options, stop: AbortSignal): Prompt => ({
  pause: async (what) => {
    if (!auto) await ask(`${what}. Enter to go on. `, stop)
  },
  line: async (what, line) => {
    if (auto) return line
    const open = brain.kind === 'endpoint'
    const typed = await ask(`${what}: ${line}\nEnter ${open ? 'for that, or other words: ' : 'to go on. '}`, stop)
    return (open && typed.trim()) || line
  },
})

/** One line of input; empty when there is no more. */
async function ask(question: string, stop: AbortSignal): Promise<string> {
  print('')
  process.stdout.write(dim(question))
  // Without a terminal of its own, Ctrl-C stays a signal.
  using reader = createInterface({ input: process.stdin, terminal: false, signal: stop })
  for await (const line of reader) return line
  stop.throwIfAborted()
  return ''
}
