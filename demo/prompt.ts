import { createInterface } from 'node:readline'
import type { Options } from './options.ts'
import { dim, print } from './show.ts'

/** How the demonstration waits for the person at the keyboard. Whoever opens it closes it, or the keyboard stays open. */
export type Prompt = Disposable & {
  pause(what: string): Promise<void>
  /** Returns what they would rather say than `line`, or `line` itself. */
  line(what: string, line: string): Promise<string>
}

/** Asks nothing in `auto`. Only an endpoint lets people use their own words: the script knows what it will hear. */
export function promptFor({ auto, brain }: Options, stop: AbortSignal): Prompt {
  const keyboard = auto ? undefined : openKeyboard(stop)
  return {
    pause: async (what) => void (await keyboard?.ask(`${what}. Press Enter to continue. `)),
    line: async (what, line) => {
      if (!keyboard) return line
      const open = brain.kind === 'endpoint'
      const typed = await keyboard.ask(
        `${what}: ${line}\nPress Enter ${open ? 'for that, or type other words: ' : 'to continue. '}`,
      )
      return (open && typed.trim()) || line
    },
    [Symbol.dispose]: () => keyboard?.close(),
  }
}

/**
 * The lines that are typed. One reader serves all questions: another one would miss what the first has read, and would
 * wait for ever where the input has ended.
 */
function openKeyboard(stop: AbortSignal) {
  // Without a terminal of its own, Ctrl-C stays a signal.
  const reader = createInterface({ input: process.stdin, terminal: false, signal: stop })
  const lines = reader[Symbol.asyncIterator]()
  return {
    /** One line of input; empty when there is no more. */
    ask: async (question: string): Promise<string> => {
      print('')
      process.stdout.write(dim(question))
      const line = await lines.next()
      stop.throwIfAborted()
      return line.done ? '' : line.value
    },
    close: () => reader.close(),
  }
}
