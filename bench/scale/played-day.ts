import { call, type Script, type Step } from '../../fakes/model/script.ts'
import type { Run } from '../../fakes/runner/run.ts'
import { createWorld, type World, type WorldOptions } from '../../fakes/runner/world.ts'
import { createPlan, finish, planOf } from '../scripts.ts'
import type { Cost } from './costs.ts'

/** What each run of one plan asked of GitHub. `revise` is left out where the plan was not revised. */
export type PlanCosts = { plan: Cost; revise?: Cost; work: Cost; merged: Cost }

/** What the runs of a day asked: of each plan, in the order of the day, and of the `schedule` of each repository. */
export type PlayedDay = { plans: PlanCosts[]; schedules: Cost[] }

type DayToPlay = { plans: number; repositories: number; subtasks: number; revisions: number }

/** Whether the nth plan is revised: every other one at 0.5. */
export const isRevised = (n: number, revisions: number): boolean =>
  Math.floor((n + 1) * revisions) > Math.floor(n * revisions)

/**
 * Plays a day on embedded GitHubs, one for each repository: every plan from `/plan` to its merge, over what the plans
 * before it left there, and a `schedule` while the last one waits. `settings` say what plays the runs.
 */
export async function playDay(day: DayToPlay, settings: WorldOptions): Promise<PlayedDay> {
  const played: PlanCosts[] = []
  const schedules: Cost[] = []
  for (let repository = 0; repository < day.repositories; repository++) {
    await using world = await createWorld(settings)
    for (let n = repository; n < day.plans; n += day.repositories) {
      const isLast = n + day.repositories >= day.plans
      played[n] = await playPlan(world, { ...day, n }, async () => {
        if (isLast) schedules.push(await costOf(world, await world.run(world.github.scheduleEvent())))
      })
    }
    process.stderr.write(`played: repository ${repository + 1} of ${day.repositories}\n`)
  }
  return { plans: played, schedules }
}

type PlanToPlay = Pick<DayToPlay, 'subtasks' | 'revisions'> & { n: number }

/** `meanwhile` happens while the plan waits for its approval. */
async function playPlan(
  world: World,
  { n, subtasks, revisions }: PlanToPlay,
  meanwhile: () => Promise<void>,
): Promise<PlanCosts> {
  world.model.script = scriptOf(n, subtasks)
  const { pull, run } = await world.plan()
  const plan = await costOf(world, run)
  if (pull === undefined) throw new Error(`There is no plan:\n${run.log}`)
  const say = async (login: string, body: string): Promise<Cost> => costOf(world, await world.say(login, pull, body))
  const revise = isRevised(n, revisions) ? { revise: await say('bob', 'Please name the risks.') } : {}
  await meanwhile()
  const work = await say('alice', 'approve')
  if ((await world.github.pull(pull)).draft) throw new Error(`Plan ${n} was not carried out.`)
  const merged = await costOf(world, await world.run(await world.github.mergePull('alice', pull)))
  return { plan, ...revise, work, merged }
}

/** What a run asked that counts. What it left on the disk goes at once, as a day leaves much. */
async function costOf(world: World, { journal, code, log, remove }: Run): Promise<Cost> {
  await remove()
  world.runs.length = 0
  if (code !== 0) throw new Error(`A run was red:\n${log}`)
  const counted = journal.filter(({ kind, status }) => kind !== 'git' && status !== 304)
  return { requests: counted.length, writes: counted.filter(({ write }) => write).length }
}

/** The model of the nth plan, which touches files of its own. It shows no steps: how often one does is a matter of time. */
function scriptOf(n: number, subtasks: number): Script {
  const plan: object = JSON.parse(JSON.stringify(planOf(subtasks)).replaceAll('src/part', `src/plan${n}part`))
  const revise: Step = ({ feedback }) =>
    call('create_plan', {
      ...{ ...plan, risks: ['It may be too strict.'] },
      answers: feedback.map((comment) => ({ comment, applied: true, note: 'Named.' })),
    })
  const work: readonly Step[] = [
    ({ subtask }) => call('write_file', { path: `src/plan${n}part${subtask}.js`, content: `export const n = ${n}\n` }),
    ({ subtask }) => finish(`Part ${subtask} is there`),
  ]
  return { plan: createPlan(plan), revise, subtasks: { default: work } }
}
