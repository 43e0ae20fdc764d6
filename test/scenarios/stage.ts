import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call, type Context, type Reply, type Script, type Step } from '../../fakes/model/script.ts'
import { runHere } from '../in-process.ts'
import { runAction, type Run } from '../../fakes/runner/run.ts'
import { createWorld, type World, worldOn, type WorldOptions } from '../../fakes/runner/world.ts'
import { actionDist } from './bundle.ts'

/** A copy of the built action, one for each process of tests: a build meanwhile changes nothing for those that run. */
const folder = await mkdtemp(join(tmpdir(), 'action-'))
await cp(actionDist(), folder, { recursive: true })
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Node keeps in `compiled` what it has compiled: a fifth of what a short run costs, and the same for every run. */
const BUNDLE = {
  play: runAction,
  bundle: join(folder, 'index.js'),
  env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
}

/** The branch of the plan for the first issue of a world. */
export const BRANCH = 'plan/issue-1'

type Work = { number: number; name?: string; files?: string[]; verify?: string[]; depends_on?: number[] }

/** The arguments of `create_plan`; whatever is left out is something harmless. */
export const planOf = (subtasks: readonly Work[], rest: object = {}) => ({
  title: 'Limit the rate of requests',
  description: 'A token bucket for each client, in `src/index.js`.',
  expected_outcome: 'The eleventh request of a minute is refused.',
  subtasks: subtasks.map((work) => ({
    name: `Do part ${work.number}`,
    description: `Write what part ${work.number} needs.`,
    expected_outcome: `Part ${work.number} is there.`,
    files: [`src/part${work.number}.js`],
    verify: [`test -s src/part${work.number}.js`],
    depends_on: [],
    ...work,
  })),
  questions: [],
  risks: [],
  answers: [],
  ...rest,
})

/** Two subtasks, the second of which needs the first. */
export const TWO = planOf([
  { number: 1, name: 'Add the limiter' },
  { number: 2, name: 'Wire the limiter', depends_on: [1] },
])

/** A reply that offers a plan. */
export const offer = (plan: object): Reply => call('create_plan', plan)

/** A step that offers a plan and answers every comment that it was asked to answer. */
export const revised =
  (plan: object) =>
  ({ feedback }: Context): Reply =>
    offer({ ...plan, answers: feedback.map((comment) => ({ comment, applied: true, note: 'as you said' })) })

/** What an agent does that needs no second try: the file of its subtask, and the end. */
export const workOf = (number: number, rest: object = {}): readonly Reply[] => [
  call('write_file', { path: `src/part${number}.js`, content: `export const part = ${number}\n` }),
  finish(number, rest),
]

export const finish = (number: number, rest: object = {}): Reply =>
  call('finish_subtask', { outcome: `Part ${number} works.`, commit_subject: `Add part ${number}`, ...rest })

/** A step before whose reply something happens in the world, in the middle of a run. */
export const meanwhile =
  (act: () => unknown, reply: Reply): Step =>
  async () => {
    await act()
    return reply
  }

/** A model that never errs: two subtasks, and every revision as it was. */
export const GOOD: Script = {
  plan: [call('read_file', { path: 'src/index.js' }), offer(TWO)],
  revise: revised({ ...TWO, risks: ['Clients behind one address share a bucket.'] }),
  subtasks: { 1: workOf(1), 2: workOf(2), 3: workOf(3) },
}

const scriptOf = (script: Script = {}): Script => ({
  ...GOOD,
  ...script,
  subtasks: { ...GOOD.subtasks, ...script.subtasks },
})

/**
 * A world with the good model but for what is scripted otherwise. Its runs are played in this process, which is quicker,
 * where the bundle is not what is tested.
 */
export const stage = ({ script, ...rest }: WorldOptions = {}): Promise<World> =>
  createWorld({ play: runHere, ...rest, script: scriptOf(script) })

/** A world with an issue and the pull request of its plan. */
type Planned = World & { issue: number; pull: number }

/** How far a plan of two subtasks has come. Where it is paused, the first subtask has failed for good. */
type Point = 'drafted' | 'halfway' | 'done' | 'paused'

/** A world with a plan that awaits approval. */
export const planned = (options?: WorldOptions): Promise<Planned> => at('drafted', options)

/**
 * A world with a plan at a point of its life, restored from a snapshot: each point is played once a process. The model
 * of a story is scripted from there on, but for the draft, and works well until then.
 */
export async function at(point: Point, options: WorldOptions = {}): Promise<Planned> {
  const key = keyOf(options)
  const index = beginnings.findIndex((one) => one.key === key)
  const [known] = index < 0 ? [] : beginnings.splice(index, 1)
  const beginning = known ?? (await begin(key, options))
  const { github, model } = beginning.world
  const { runs } = await restore(beginning, await reach(point, beginning), options)
  const world = worldOn({ github, model, end: () => giveBack(beginning) }, { play: runHere, ...options })
  world.runs.push(...runs.map((run) => ({ ...run, remove: async () => undefined })))
  return { ...world, issue: beginning.issue, pull: beginning.pull }
}

const byBundle = (options: WorldOptions): WorldOptions => ({
  ...BUNDLE,
  ...options,
  env: { ...BUNDLE.env, ...options.env },
})

/** The same with runs of the built action: for what a process of its own shows, such as signals, time and memory. */
export const bundled = {
  stage: (options: WorldOptions = {}): Promise<World> => stage(byBundle(options)),
  planned: (options: WorldOptions = {}): Promise<Planned> => planned(byBundle(options)),
}

type Saved = { snapshot: Awaited<ReturnType<World['github']['snapshot']>>; runs: readonly Run[] }

/** The servers on which a plan was drafted, and the points that can be restored there. */
type Beginning = {
  world: World
  issue: number
  pull: number
  key: string | undefined
  points: { drafted: Saved } & Partial<Record<Point, Saved>>
}

/** Those that no story uses, the one used last at the end. */
const beginnings: Beginning[] = []
const MAX_BEGINNINGS = 4

/** What the draft depends on, as a text. Undefined where that holds functions, whose state belongs to one story. */
function keyOf({ script: { plan, reader } = {}, play, ...rest }: WorldOptions): string | undefined {
  let isData = true
  const key = JSON.stringify([plan, reader, play?.name, rest], (_, value: unknown) => {
    isData &&= typeof value !== 'function'
    return value
  })
  return isData ? key : undefined
}

async function begin(key: string | undefined, options: WorldOptions): Promise<Beginning> {
  const { plan, reader } = options.script ?? {}
  const script = key === undefined ? options.script : { ...(plan && { plan }), ...(reader && { reader }) }
  const world = await stage({ ...options, ...(script && { script }) })
  const { issue, pull, run } = await world.plan()
  if (pull === undefined) return failed(world, `No plan came of it:\n${run.log}`)
  return { world, issue, pull, key, points: { drafted: { snapshot: await world.github.snapshot(), runs: [run] } } }
}

type Way = Pick<WorldOptions, 'script' | 'inputs'> & { body: string; state: string }

/** What bob says about a draft for it to come to a point, and the state of the plan there. */
const WAYS: Record<Exclude<Point, 'drafted'>, Way> = {
  halfway: { body: 'approve 1', state: 'in_progress' },
  done: { body: 'approve', state: 'done' },
  paused: {
    body: 'approve',
    state: 'halted',
    script: { subtasks: { 1: [call('give_up', { reason: 'There is no router in this repository.' })] } },
    inputs: { 'max-attempts': '1' },
  },
}

/** A point of a beginning, which is played on from the draft the first time that it is asked for. */
async function reach(point: Point, beginning: Beginning): Promise<Saved> {
  const { world, pull, points } = beginning
  const known = points[point]
  if (known || point === 'drafted') return known ?? points.drafted
  const { body, state, ...how } = WAYS[point]
  await restore(beginning, points.drafted, how)
  const run = await world.say('bob', pull, body, how)
  if (run.outputs['plan-state'] !== state) return failed(world, `The plan is not ${point}:\n${run.log}`)
  return (points[point] = { snapshot: await world.github.snapshot(), runs: [...points.drafted.runs, run] })
}

async function failed(world: World, why: string): Promise<never> {
  await world.close()
  throw new Error(why)
}

/** Sets the servers back to a point, without what the last story did to them. */
async function restore(
  { world: { github, model } }: Beginning,
  point: Saved,
  { script }: WorldOptions,
): Promise<Saved> {
  await github.restore(point.snapshot)
  github.fault = undefined
  github.watch = undefined
  model.fault = undefined
  model.script = scriptOf(script)
  model.requests = point.runs.flatMap(({ requests }) => requests)
  return point
}

/** Keeps a beginning for the next story, and ends the one that waits longest where there are many. */
async function giveBack(beginning: Beginning): Promise<void> {
  if (beginning.key === undefined) return beginning.world.close()
  beginnings.push(beginning)
  if (beginnings.length > MAX_BEGINNINGS) await beginnings.shift()?.world.close()
}

const BOT = 'github-actions[bot]'

/** What the bot said at a place, the oldest first. */
export async function saidByBot({ github }: World, number: number): Promise<string[]> {
  const comments = await github.commentsOf(number)
  return comments.filter(({ user }) => user?.login === BOT).map(({ body }) => body ?? '')
}

/** The kinds of reactions that the bot gave to a comment, in order. */
export const reactions = ({ github }: World, comment: number): string[] =>
  github.reactionsOf(comment).map(({ content }) => content)

/** The lines of the checklist in the body of a pull request. */
export async function checklist({ github }: World, pull: number): Promise<string[]> {
  const { body } = await github.pull(pull)
  return body.split('\n').filter((line) => /^\s*- \[[ x]\]/.test(line))
}

/** The subjects of the commits of a branch, the oldest first. */
export const subjects = async ({ github }: World, branch: string): Promise<string[]> =>
  (await github.commits(branch)).map(({ message }) => message.split('\n')[0] ?? '')

/** The subjects of the commits that carried subtasks out, in the first plan of a world. */
export const executed = async (world: World): Promise<string[]> =>
  (await subjects(world, BRANCH)).filter((subject) => subject.startsWith('Add part'))
