/** The value in the middle; between the two in the middle when their number is even. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}

/** The range of the middle half of the samples, as text. */
export function spread(samples: readonly number[], show: (value: number) => string): string {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (part: number): number => sorted[Math.round((sorted.length - 1) * part)] ?? NaN
  return `${show(at(0.25))}–${show(at(0.75))}`
}

/**
 * Takes samples of several things in turn, so that whatever else the machine does meets them all alike. The order is
 * reversed every other time, and a first round is thrown away: it warms files and code.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  things: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(things) as Name[] // SAFETY: the keys of this very record
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]> // SAFETY: as above
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await things[name]()
      if (round > 0) samples[name].push(value)
    }
  }
  return samples
}

/** How long something takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
