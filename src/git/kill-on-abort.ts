import type { ChildProcess } from 'node:child_process'

/** Milliseconds in which git may take away its lock files. */
const GRACE = 1_000

/**
 * Ends git and what it started when the signal aborts: the process that talks to the network outlives git otherwise.
 * The process must be the first of its group.
 */
export function endWith(child: ChildProcess, signal: AbortSignal): void {
  const end = (): void => {
    endGroup(child, 'SIGTERM')
    setTimeout(() => endGroup(child, 'SIGKILL'), GRACE).unref()
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  child.once('close', () => signal.removeEventListener('abort', end))
}

function endGroup({ pid }: ChildProcess, how: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, how)
  } catch {
    // It has ended already.
  }
}
