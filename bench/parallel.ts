import { setTimeout as sleep } from 'node:timers/promises'
import { call, type Step } from '../fakes/model/script.ts'
import { createWorld } from '../fakes/runner/world.ts'
import type { Effort, Measurement } from './measurement.ts'
import { interleaved, median, spread } from './samples.ts'
import { createPlan, finish, planOf } from './scripts.ts'
import { atMost, figure } from './table.ts'

const SUBTASKS = 4
const TURNS = 12

/** Milliseconds that the model takes for an answer. */
const ANSWER = 200

/** Subtasks that need none of each other, by a model that takes its time: one after the other, and all together. */
export const parallel: Measurement = {
  about: 'four independent subtasks in one job, parallel: 4 against 1',
  measure: async (effort) => {
    const { one, four } = await interleaved(effort.rounds(3, 1), {
      one: () => secondsOf(effort, 1),
      four: () => secondsOf(effort, SUBTASKS),
    })
    const detail = `${figure(median(four))} s [${spread(four, figure)}] / ${figure(median(one))} s [${spread(one, figure)}]`
    const what = `${SUBTASKS} independent subtasks of ${TURNS} turns, ${ANSWER} ms an answer, parallel ${SUBTASKS} over 1`
    return [atMost({ what, value: median(four) / median(one), limit: 0.35, unit: ' ×', detail })]
  },
}

const turns: readonly Step[] = [
  ...Array.from({ length: TURNS - 2 }, (_, n) => call('run_command', { command: `echo turn ${n}` })),
  ({ subtask }) => call('write_file', { path: `src/part${subtask}.js`, content: `export const part = ${subtask}\n` }),
  ({ subtask }) => finish(`Part ${subtask} is there`),
]

const slowly =
  (step: Step): Step =>
  async (context) => {
    await sleep(ANSWER)
    return typeof step === 'function' ? step(context) : step
  }

/** From the comment `approve` to the end of its run, in which the plan is carried out and reported. */
async function secondsOf({ bundle }: Effort, count: number): Promise<number> {
  const { subtasks, ...plan } = planOf(SUBTASKS)
  const independent = subtasks.map((subtask) => ({ ...subtask, depends_on: [] }))
  await using world = await createWorld({
    script: {
      plan: createPlan({ ...plan, subtasks: independent }),
      subtasks: { default: turns.map(slowly) },
    },
    bundle,
    inputs: { parallel: String(count) },
  })
  const { pull } = await world.plan()
  const { outputs, log, ms } = await world.say('alice', pull ?? 0, 'approve')
  if (outputs['subtasks-done'] !== String(SUBTASKS)) throw new Error(`The plan was not carried out:\n${log}`)
  return ms / 1000
}
