import { setTimeout as sleep } from 'node:timers/promises'

/** The waits of so many retries that follow at once, as after a compare-and-swap that another run won. */
export const immediate = (retries: number): readonly number[] => Array<number>(retries).fill(0)

/**
 * Calls `until` until it returns a value, and again after each of the `waits`, in milliseconds. Returns undefined when
 * the last attempt brought none, too. An error ends the retries. `until` is told how many attempts came before.
 */
export async function retry<T>({
  waits,
  until,
}: {
  waits: readonly number[]
  until: (tries: number) => Promise<T | undefined>
}): Promise<T | undefined> {
  for (let tries = 0; ; tries++) {
    const value = await until(tries)
    const wait = waits[tries]
    if (value !== undefined || wait === undefined) return value
    if (wait > 0) await sleep(wait)
  }
}
