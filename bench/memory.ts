import { call } from '../fakes/model/script.ts'
import { createWorld } from '../fakes/runner/world.ts'
import type { Measurement } from './measurement.ts'
import { createPlan, finish, planOf } from './scripts.ts'
import { atMost } from './table.ts'

const TURNS = 100
const BYTES = 200_000

/** Memory when commands print much, turn after turn. */
export const memory: Measurement = {
  about: 'peak resident memory over 100 turns with outputs of 200 kB',
  measure: async ({ bundle }) => {
    let turn = 0
    await using world = await createWorld({
      script: {
        plan: createPlan({ ...planOf(1), subtasks: planOf(1).subtasks.map((one) => ({ ...one, verify: [] })) }),
        subtasks: {
          default: () =>
            turn++ < TURNS
              ? call('run_command', { command: `yes 'line ${turn} of a long log' | head -c ${BYTES}` })
              : finish('It printed much'),
        },
      },
      bundle,
      inputs: { 'max-turns': String(TURNS * 2), 'max-tokens': '50000000' },
    })
    const { pull } = await world.plan()
    const { peakMiB, log, outputs } = await world.say('alice', pull ?? 0, 'approve')
    if (outputs['plan-state'] !== 'done') throw new Error(`The plan was not carried out:\n${log}`)
    return [atMost({ what: memory.about, value: peakMiB, limit: 150, unit: ' MiB' })]
  },
}
