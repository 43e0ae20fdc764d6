import { call, type Step } from '../fakes/model/script.ts'
import type { Run } from '../fakes/runner/run.ts'
import { createWorld } from '../fakes/runner/world.ts'
import type { Effort, Measurement } from './measurement.ts'
import { byPurpose } from './purposes.ts'
import { createPlan, finish, planOf } from './scripts.ts'
import { atMost, type Row } from './table.ts'

const SUBTASKS = 100
const COMMENTS = 300

/** What much of something asks of GitHub, of the 1,000 requests that a repository's token has in an hour. */
export const crowded: Measurement = {
  about: 'requests for a hundred subtasks, and for three hundred comments of feedback',
  measure: async (effort) => [...(await subtasks(effort)), ...(await feedback(effort))],
}

const countedIn = (runs: readonly Run[]) =>
  runs.flatMap(({ journal }) => journal).filter(({ kind, status }) => kind !== 'git' && status !== 304)

const work: readonly Step[] = [
  ({ subtask }) => call('write_file', { path: `src/part${subtask}.js`, content: 'export const part = 1\n' }),
  ({ subtask }) => finish(`Part ${subtask} is there`),
]

async function subtasks({ bundle, rounds }: Effort): Promise<Row[]> {
  const count = rounds(SUBTASKS, 10)
  const script = { plan: createPlan(planOf(count)), subtasks: { default: work } }
  await using world = await createWorld({ script, bundle, inputs: { 'max-subtasks': String(SUBTASKS) } })
  const { pull } = await world.plan()
  const { outputs, log } = await world.say('alice', pull ?? 0, 'approve', { timeoutMs: 1_800_000 })
  if (outputs['plan-state'] !== 'done') throw new Error(`The plan was not carried out:\n${log}`)
  const asked = countedIn(world.runs)
  const limit = 2 * count + 30
  return [
    atMost({
      what: `requests of a plan of ${count} subtasks`,
      value: asked.length,
      limit,
      unit: '',
      detail: byPurpose(asked),
    }),
  ]
}

async function feedback({ bundle, rounds }: Effort): Promise<Row[]> {
  const count = rounds(COMMENTS, 30)
  const revise: Step = ({ feedback: ids }) => {
    const answers = ids.map((comment) => ({ comment, applied: true, note: 'As you said.' }))
    return call('create_plan', { ...planOf(3), risks: [`${ids.length} comments were answered.`], answers })
  }
  await using world = await createWorld({ script: { plan: createPlan(planOf(3)), revise }, bundle })
  const { pull = 0 } = await world.plan()
  for (let n = 1; n < count; n++) await world.github.comment('bob', pull, `Please name risk ${n}.`)
  const run = await world.say('bob', pull, 'Please name the last risk.', { timeoutMs: 1_800_000 })
  if (run.requests.length !== 1) throw new Error(`${run.requests.length} revisions:\n${run.log}`)
  const asked = countedIn([run])
  const what = `requests of a revision for ${count} comments`
  return [atMost({ what, value: asked.length, limit: 100, unit: '', detail: byPurpose(asked) })]
}
