/** Lets something begin when its turn comes. */
type Pace = {
  read: <T>(act: () => Promise<T>) => Promise<T>
  /** Writes come one after another: each begins when the one before it has ended. */
  write: <T>(act: () => Promise<T>) => Promise<T>
}

/** Without any limit, for a GitHub that its owner runs. */
export const unpaced: Pace = { read: (act) => act(), write: (act) => act() }

const AT_ONCE = 10
const APART = 1_000

/**
 * As GitHub asks its users: writes one at a time and a second apart, and few requests at once (docs.github.com, "Best
 * practices for using the REST API"). `wait` waits so many milliseconds, and `now` tells them.
 */
export function paced(wait: (milliseconds: number) => Promise<void>, now: () => number): Pace {
  let last: Promise<unknown> = Promise.resolve()
  let next = 0
  let running = 0
  const queue: (() => void)[] = []
  return {
    read: async (act) => {
      if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve))
      running++
      try {
        return await act()
      } finally {
        running--
        queue.shift()?.()
      }
    },
    write: (act) => {
      const turn = last.then(async () => {
        const early = next - now()
        if (early > 0) await wait(early)
        next = now() + APART
        return act()
      })
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
