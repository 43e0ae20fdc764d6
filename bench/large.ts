import { createWorld } from '../fakes/runner/world.ts'
import type { Effort, Measurement } from './measurement.ts'
import { repositoryOf } from './repositories.ts'
import { createPlan, planOf, subtaskSteps } from './scripts.ts'
import { atMost } from './table.ts'

const SMALL = 500
const LARGE = 50_000

/** What a large repository costs beside the model: both runs of a plan with one subtask, without the checkout. */
export const large: Measurement = {
  about: 'a plan in a repository of 50,000 files against one of 500',
  measure: async (effort) => {
    const small = await planIn(effort, SMALL)
    const big = await planIn(effort, LARGE)
    const detail = `${seconds(small.ms)} s and ${seconds(big.ms)} s`
    return [
      atMost({ what: `${large.about}, time`, value: big.ms / small.ms, limit: 4, unit: ' ×', detail }),
      // A subtask remembers the fingerprint of each tracked file, so that checks get the times and modes of a checkout.
      atMost({ what: `${large.about}, peak memory`, value: big.peak / small.peak, limit: 2, unit: ' ×' }),
    ]
  },
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

async function planIn({ bundle }: Effort, files: number): Promise<{ ms: number; peak: number }> {
  await using world = await createWorld({
    files: repositoryOf(files),
    script: { plan: createPlan(planOf(1)), subtasks: { default: subtaskSteps } },
    bundle,
  })
  const { pull } = await world.plan()
  const { outputs, log } = await world.say('alice', pull ?? 0, 'approve')
  if (outputs['plan-state'] !== 'done') throw new Error(`The plan was not carried out:\n${log}`)
  const ms = world.runs.reduce((sum, run) => sum + run.ms, 0)
  return { ms, peak: Math.max(...world.runs.map(({ peakMiB }) => peakMiB)) }
}
