import type { Files } from '../fakes/github/types.ts'
import { call, calls, type Step } from '../fakes/model/script.ts'
import { createWorld, type World } from '../fakes/runner/world.ts'
import type { Effort, Measurement } from './measurement.ts'
import { createPlan, finish, planOf } from './scripts.ts'
import { atMost, figure, type Row } from './table.ts'

/** What a life costs when there is four times as much of something: its exponent, which is 1 when it grows alike. */
export const growth: Measurement = {
  about: 'growth: comments, subtasks, files, files of a commit',
  measure: async (effort) => [
    await exponent(effort, { what: 'feedback at once, milliseconds', sizes: [100, 400], measure: feedback }),
    await exponent(effort, { what: 'comments, milliseconds', sizes: [250, 1000], measure: comments }),
    await exponent(effort, { what: 'subtasks, bytes of their tasks', sizes: [15, 60], measure: subtasks }),
    await exponent(effort, { what: 'files, milliseconds', sizes: [7_500, 30_000], measure: files }),
    await exponent(effort, { what: 'files of a commit by api, milliseconds', sizes: [125, 500], measure: bigCommit }),
  ],
}

/** Work may be a little dearer by the piece when there is more of it, such as by the depth of a tree. */
const LINEAR = 1.15

type Grown = {
  what: string
  sizes: readonly [number, number]
  measure: (effort: Effort, size: number) => Promise<number>
}

async function exponent(effort: Effort, { what, sizes, measure }: Grown): Promise<Row> {
  const [small, large] = sizes.map((size) => effort.rounds(size, Math.ceil(size / 5)))
  if (small === undefined || large === undefined) throw new Error('There are two sizes.')
  const [few, many] = [await measure(effort, small), await measure(effort, large)]
  const value = Math.log(many / few) / Math.log(large / small)
  const detail = `${figure(many)} for ${large} / ${figure(few)} for ${small}`
  return atMost({ what: `growth of ${what}: exponent`, value, limit: LINEAR, unit: '', detail })
}

const revised: Step = ({ feedback: ids }) =>
  call('create_plan', {
    ...planOf(3),
    risks: [`${ids.length} comments were answered.`],
    answers: ids.map((comment) => ({ comment, applied: true, note: 'As you said.' })),
  })

async function planned(world: World): Promise<number> {
  const { pull, run } = await world.plan()
  if (pull === undefined) throw new Error(`There is no plan:\n${run.log}`)
  return pull
}

/** Milliseconds of a run that finds so much feedback. */
async function feedback({ bundle }: Effort, count: number): Promise<number> {
  await using world = await createWorld({ script: { plan: createPlan(planOf(3)), revise: revised }, bundle })
  const pull = await planned(world)
  for (let n = 1; n < count; n++) await world.github.comment('bob', pull, `Please name risk ${n}.`)
  const run = await world.say('bob', pull, 'Please name the last risk.', { timeoutMs: 600_000 })
  if (run.requests.length !== 1) throw new Error(`${run.requests.length} revisions:\n${run.log}`)
  return run.ms
}

/** Milliseconds of a run that answers one comment after so many others. */
async function comments({ bundle }: Effort, count: number): Promise<number> {
  await using world = await createWorld({ script: { plan: createPlan(planOf(3)), revise: revised }, bundle })
  const pull = await planned(world)
  for (let n = 1; n < count; n++) await world.github.comment('bob', pull, `/note ${n}`)
  return (await world.say('bob', pull, 'Please name the risks.')).ms
}

/** Bytes of the first request for each subtask of a plan. */
async function subtasks({ bundle }: Effort, count: number): Promise<number> {
  const part: readonly Step[] = [
    ({ subtask }) => call('write_file', { path: `src/part${subtask}.js`, content: `export const part = ${subtask}\n` }),
    ({ subtask }) =>
      finish(`Part ${subtask} is there, as far as anybody can tell who has looked at it for long enough`),
  ]
  await using world = await createWorld({
    script: { plan: createPlan(planOf(count)), subtasks: { default: part } },
    inputs: { 'max-subtasks': '60' },
    bundle,
  })
  const run = await world.say('alice', await planned(world), 'approve', { timeoutMs: 600_000 })
  const first = run.requests.filter(({ turn }) => turn === 0)
  if (first.length !== count) throw new Error(`The plan was not carried out:\n${run.log}`)
  return first.reduce((sum, { bytes }) => sum + bytes, 0)
}

const filesOf = (count: number): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`src/${n % 100}/${n % 1000}/file${n}.js`, `export const value = ${n}\n`]),
  )

/** Milliseconds from `/plan` to its plan, in a repository of so many files. */
async function files({ bundle }: Effort, count: number): Promise<number> {
  const look = calls(call('list_files', { pattern: '**/*.js' }), call('search', { pattern: 'value = 77\\b' }))
  await using world = await createWorld({
    files: filesOf(count),
    script: { plan: [look, createPlan(planOf(3))] },
    bundle,
  })
  await planned(world)
  return world.runs[0]?.ms ?? NaN
}

/** Milliseconds of a subtask that writes so many files, which are committed through the API. */
async function bigCommit({ bundle }: Effort, count: number): Promise<number> {
  const command = `mkdir -p src/many && for n in $(seq ${count}); do echo "export const value = $n" > src/many/$n.js; done; touch src/part1.js`
  const { subtasks, ...plan } = planOf(1)
  const script = {
    plan: createPlan({
      ...plan,
      subtasks: subtasks.map((one) => ({ ...one, files: [...one.files, 'src/many/*.js'] })),
    }),
    subtasks: { default: [call('run_command', { command }), finish('All')] },
  }
  await using world = await createWorld({ script, inputs: { 'commit-with': 'api' }, bundle })
  const run = await world.say('alice', await planned(world), 'approve', { timeoutMs: 600_000 })
  if (run.outputs['plan-state'] !== 'done') throw new Error(`The plan was not carried out:\n${run.log}`)
  return run.ms
}
