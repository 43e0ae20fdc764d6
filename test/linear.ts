import { expect } from 'vitest'

/** What takes less, in milliseconds, is not told from a machine that counts processor time in ticks of four. */
const NOISE = 20

/**
 * Work on four times as much may cost about four times as much: where it grows by the square, it costs sixteen times.
 * Counts this thread's own processor time, so that a busy machine changes nothing; the least of three tries counts.
 */
export function expectLinear(work: (size: number) => unknown, size = 50_000): void {
  let [once, four] = [Infinity, Infinity]
  for (let tries = 0; tries < 3 && !isLinear(once, four); tries++) {
    once = Math.min(
      once,
      cost(() => work(size)),
    )
    four = Math.min(
      four,
      cost(() => work(4 * size)),
    )
  }
  expect(isLinear(once, four), `${once} ms for ${size}, ${four} ms for four times as much`).toBe(true)
}

const isLinear = (once: number, four: number): boolean => four < 10 * Math.max(once, NOISE)

/** The milliseconds of processor time that work takes. */
function cost(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
