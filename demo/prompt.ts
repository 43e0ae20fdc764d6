import { createInterface } from 'node:readline/promises'
import type { Options } from './options.ts'
import { dim, print } from './show.ts'

/** Waits for the person at the keyboard; returns what they would rather say than `line`, or `line` itself. */
export type Prompt = (what: string, line: string) => Promise<string>

/** A prompt that only the endpoint lets people answer in their own words: the script knows what it will hear. */
export const promptFor =
  ({ auto, brain }: Options, stop: AbortSignal): Prompt =>
  async (what, line) => {
    if (auto) return line
    const isOpen = brain.kind === 'endpoint' && line !== 'approve'
    print('', `${what}: ${line}`)
    const typed = await ask(isOpen ? 'Enter lets them say it; or type something else. ' : 'Enter to go on. ', stop)
    return (isOpen && typed.trim()) || line
  }

/** Without `terminal`, Ctrl-C stays a signal. */
async function ask(question: string, stop: AbortSignal): Promise<string> {
  using reader = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
  return await reader.question(dim(question), { signal: stop })
}
