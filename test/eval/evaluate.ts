import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { startGitHub } from '../../fakes/github/github.ts'
import { actionDefaults } from '../../fakes/runner/environment.ts'
import { UserError } from '../../src/errors.ts'
import { readInputs, type Inputs } from '../../src/runner/inputs.ts'
import { connectModel } from '../../src/work/endpoint/endpoint.ts'
import { detectSandbox } from '../../src/work/sandbox/sandbox.ts'
import type { SandboxKind } from '../../src/work/sandbox/sandbox-place.ts'
import { play, type Action } from './conversation.ts'
import type { Evaluation } from './options.ts'
import { writeResults, type Entry, type Results } from './results.ts'
import { score } from './score.ts'
import { readTasks, TOOLS, type Task } from './tasks.ts'
import { tryCommands, type Bench } from './trial.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Commands find the Node that runs this. */
const PATH = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)

type Hooks = { stop: AbortSignal; tell: (text: string) => void; tasks?: readonly Task[] }

/**
 * Plays and scores every task, one after the other, each on a GitHub of its own. The results are written after every
 * task, so that none is lost when it ends early. Throws `UserError` before the first task when the model does not
 * answer, an input is wrong or a task cannot be scored.
 */
export async function evaluate(options: Evaluation, { stop, tell, tasks }: Hooks): Promise<Results> {
  const wanted = tasks ?? (await readTasks(options.tasks))
  const inputs = await checkedInputs(options)
  await askOnce(options, inputs, stop)
  const folder = await mkdtemp(join(tmpdir(), 'measure-twice-eval-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
  const bench: Bench = { folder, sandbox: await sandboxFor(options), env: { ...process.env, PATH }, stop }
  const { possible, skipped } = await possibleHere(bench, wanted)
  const results = emptyResults(options, inputs, skipped)
  const action: Action = {
    ...{ bundle: resolve(options.bundle), env: { PATH }, stop },
    inputs: { ...options.inputs, sandbox: bench.sandbox },
  }
  for (const { task, run } of rounds(possible, options.runs)) {
    tell(`${task.name}${options.runs > 1 ? `, run ${run}` : ''}: ${task.title}`)
    const entry = await one(bench, action, { task, run, prices: inputs.prices })
    results.entries.push(entry)
    await writeResults(options.json, results)
    tell(entry.solved ? '  solved' : `  not solved: ${entry.why}`)
    if (entry.turns === 0) throw silent(options, entry)
  }
  return results
}

const rounds = (tasks: readonly Task[], runs: number): { task: Task; run: number }[] =>
  tasks.flatMap((task) => Array.from({ length: runs }, (_, i) => ({ task, run: i + 1 })))

/** The inputs as the action reads them. Throws `UserError` for one that is wrong, or that this action does not have. */
async function checkedInputs({ inputs }: Evaluation): Promise<Inputs> {
  const defaults = await actionDefaults(join(ROOT, 'action.yml'))
  const unknown = Object.keys(inputs).find((name) => !(name in defaults))
  if (unknown !== undefined)
    throw new UserError('options', `The action has no input \`${unknown}\`.`, 'The inputs stand in `action.yml`.')
  return readInputs((name) => inputs[name] ?? defaults[name]?.replace(/^\$\{\{.*\}\}$/, 'none') ?? '')
}

/** One short request to each model that takes part, so that a wrong name or key is known before anything is played. */
async function askOnce({ model, planner, reader }: Evaluation, inputs: Inputs, signal: AbortSignal): Promise<void> {
  const parameters = { type: 'object', properties: {} }
  for (const name of new Set([model, planner, reader].filter((one) => one !== undefined))) {
    const ask = connectModel({
      apiKey: inputs['openai-api-key'],
      baseUrl: inputs['openai-base-url'],
      api: inputs['openai-api'],
      effort: inputs['reasoning-effort'],
      model: name,
    })
    await ask({
      system: 'You try whether tools can be called.',
      tools: [{ name: 'ready', description: 'Says that you are ready.', parameters }],
      messages: [{ kind: 'user', text: 'Call ready.' }],
      cacheKey: 'eval',
      signal,
    })
  }
}

async function sandboxFor({ unconfined }: Evaluation): Promise<SandboxKind> {
  try {
    return await detectSandbox('auto', process.env)
  } catch (error) {
    if (!(error instanceof UserError) || unconfined) return 'none'
    throw new UserError(
      'no-sandbox',
      'This machine has no sandbox, so the model’s commands could reach all that you can, and the hidden checks.',
      'Install bubblewrap, or say --no-sandbox.',
    )
  }
}

/** Which tasks can be done with what commands find on this machine, and a sentence for each of the others. */
async function possibleHere(bench: Bench, tasks: readonly Task[]): Promise<{ possible: Task[]; skipped: string[] }> {
  const names = Object.keys(TOOLS).filter((name) => tasks.some(({ needs }) => needs.some((need) => need === name)))
  const entries = Object.entries(TOOLS).filter(([name]) => names.includes(name))
  const tried = await tryCommands(bench, async () => undefined, { commands: entries.map(([, command]) => command) })
  const absent = entries.filter((_, i) => tried[i]?.passed !== true).map(([name]) => name)
  const missing = ({ needs }: Task): string[] => needs.filter((need) => absent.includes(need))
  return {
    possible: tasks.filter((task) => missing(task).length === 0),
    skipped: tasks
      .filter((task) => missing(task).length > 0)
      .map((task) => `Skipped: ${task.name} needs ${missing(task).join(' and ')}, which commands do not find here.`),
  }
}

const emptyResults = (options: Evaluation, inputs: Inputs, skipped: string[]): Results => ({
  version: 1,
  at: new Date().toISOString(),
  endpoint: new URL(inputs['openai-base-url']).host,
  model: options.model,
  planner: options.planner ?? null,
  reader: options.reader ?? null,
  entries: [],
  skipped,
})

type Turn = { task: Task; run: number; prices: Inputs['prices'] }

async function one(bench: Bench, action: Action, { task, run, prices }: Turn): Promise<Entry> {
  await using github = await startGitHub({ files: task.repo, name: 'task' })
  const played = await play(github, task, action)
  return await score(github, bench, { task, played, run, prices })
}

const silent = ({ json }: Evaluation, { task, why }: Entry): UserError =>
  new UserError(
    'model-silent',
    `The model did not answer once in ${task}: ${why.replace(/\.$/, '')}.`,
    `Mend that and start again; what was scored so far is in ${json}.`,
  )
