import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call, type Reply, type Script, type Step } from '../../fakes/model/script.ts'
import { createWorld, type World, worldOn, type WorldOptions } from '../../fakes/runner/world.ts'
import { actionDist } from './bundle.ts'

/** A copy of the built action, one for each process of tests: a build meanwhile changes nothing for those that run. */
const folder = await mkdtemp(join(tmpdir(), 'action-'))
await cp(actionDist(), folder, { recursive: true })
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Node keeps here what it has compiled: a fifth of what a short run costs, and the same for every run. */
const SETTINGS = { bundle: join(folder, 'index.js'), env: { NODE_COMPILE_CACHE: join(folder, 'compiled') } }

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
  (plan: object): Step =>
  ({ feedback }) =>
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

/** A world that runs the built action, with the good model but for what is scripted otherwise. */
export const stage = ({ script, env, ...rest }: WorldOptions = {}): Promise<World> =>
  createWorld({ ...SETTINGS, script: scriptOf(script), env: { ...SETTINGS.env, ...env }, ...rest })

type Planned = { world: World; issue: number; pull: number }

/** A world with a plan that awaits approval. */
export async function planned(options: WorldOptions = {}): Promise<Planned> {
  const key = keyOf(options)
  if (key === undefined) return drafted(options)
  const at = drafts.findIndex((draft) => draft.key === key)
  const [known] = at < 0 ? [] : drafts.splice(at, 1)
  return revisit(known ?? (await draft(key, options)), options)
}

async function drafted(options: WorldOptions): Promise<Planned> {
  const world = await stage(options)
  const { issue, pull, run } = await world.plan()
  if (pull === undefined) {
    await world.close()
    throw new Error(`No plan came of it:\n${run.log}`)
  }
  return { world, issue, pull }
}

/** A plan as it was drafted, with which several tests begin: it is drafted once a process, and gone back to. */
type Draft = Planned & { key: string; point: Awaited<ReturnType<World['github']['snapshot']>> }

/** Those that nobody plays with, the last used last. */
const drafts: Draft[] = []
const MOST_DRAFTS = 4

/** What the model offers, as a text. Undefined where something happens meanwhile, or more changes how it is drafted. */
function keyOf({ script: { plan } = {}, play, ...rest }: WorldOptions): string | undefined {
  let isPlain = Object.keys(rest).length === 0
  const key = JSON.stringify([plan, play !== undefined], (_, value: unknown) => {
    isPlain &&= typeof value !== 'function'
    return value
  })
  return isPlain ? key : undefined
}

async function draft(key: string, { script: { plan } = {}, ...rest }: WorldOptions): Promise<Draft> {
  const first = await drafted({ ...(plan ? { script: { plan } } : {}), ...rest })
  return { ...first, key, point: await first.world.github.snapshot() }
}

/** Keeps a draft for the next test, and ends the one that waits longest where there are many. */
async function giveBack(draft: Draft): Promise<void> {
  drafts.push(draft)
  if (drafts.length > MOST_DRAFTS) await drafts.shift()?.world.close()
}

/** A world of its own on the servers of a draft, to which they come back when it is closed, and only then. */
async function revisit(draft: Draft, { script, ...how }: WorldOptions): Promise<Planned> {
  const { github, model, runs } = draft.world
  await github.restore(draft.point)
  github.fault = undefined
  model.fault = undefined
  model.script = scriptOf(script)
  model.requests = runs.flatMap(({ requests }) => requests)
  const world = worldOn({ github, model, end: () => giveBack(draft) }, { ...SETTINGS, ...how })
  world.runs.push(...runs.map((run) => ({ ...run, remove: async () => undefined })))
  return { ...draft, world }
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
