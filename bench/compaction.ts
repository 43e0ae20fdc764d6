import { billOf, type Bill } from '../fakes/model/cache.ts'
import type { Measurement } from './measurement.ts'
import { atMost, figure } from './table.ts'

const SEEDS = [1, 2, 3, 4]
const STEPS = [0.1, 0.2, 0.3, 0.5, 0.7, 0.9]

/** What it costs to make room in a long conversation, with the cache of the endpoint as it is. */
export const compaction: Measurement = {
  about: 'making room in a conversation of a hundred turns, with a simulated cache',
  measure: async () => {
    const [never, always, chosen] = [
      await costOf({ contextTokens: Infinity }),
      await costOf({ contextShare: 0.99 }),
      await costOf({}),
    ]
    const steps: string[] = []
    for (const contextShare of STEPS)
      steps.push(`${contextShare * 100} %: ${figure((await costOf({ contextShare })) / never)}`)
    const detail = `what is kept, and what it costs: ${steps.join(', ')}`
    return [
      atMost({ what: 'making room, over never making any', value: chosen / never, limit: 0.85, unit: ' ×', detail }),
      atMost({
        what: 'making room, over making a little at every turn',
        value: chosen / always,
        limit: 0.5,
        unit: ' ×',
      }),
    ]
  },
}

async function costOf(limits: Parameters<typeof billOf>[0]): Promise<number> {
  const bills: Bill[] = []
  for (const seed of SEEDS) bills.push(await billOf(limits, seed))
  return bills.reduce((sum, { cost }) => sum + cost, 0) / SEEDS.length
}
