import type { AgentStep } from '../plan/plan.ts'

/** Milliseconds between two writes of the agent's steps into the body. */
const INTERVAL = 5_000

/** Writes an agent's steps as they change: the first at once, then at most every five seconds, only the newest. */
export function throttled(
  write: (steps: readonly AgentStep[]) => Promise<void>,
): AsyncDisposable & { onSteps: (steps: AgentStep[]) => void } {
  let next: readonly AgentStep[] | undefined
  let busy: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (next) flush()
    }, INTERVAL)
    const steps = next
    next = undefined
    if (steps) busy = busy.then(() => write(steps)).catch(() => undefined)
  }
  return {
    onSteps: (steps) => {
      next = steps
      if (!timer) flush()
    },
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer)
      next = undefined
      await busy
    },
  }
}
