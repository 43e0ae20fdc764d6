import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { startGitHub } from '../../fakes/github/github.ts'
import { actionDefaults } from '../../fakes/runner/environment.ts'
import { UserError } from '../../src/lib/errors.ts'
import { readInputs, type Inputs } from '../../src/runner/inputs.ts'
import { connectModel } from '../../src/model/endpoint/endpoint.ts'
import { detectSandbox } from '../../src/agent/sandbox/sandbox.ts'
import type { SandboxKind } from '../../src/agent/sandbox/run-command.ts'
import { createHash } from 'node:crypto'
import type { Script } from '../../fakes/model/script.ts'
import { startModel } from '../../fakes/model/model.ts'
import { byHand } from './hand.ts'
import { playAlone } from './alone.ts'
import type { Arm } from './arms.ts'
import { play, type Action, type PlayRun } from './conversation.ts'
import { keepTrial } from './keep.ts'
import type { Evaluation } from './options.ts'
import { problemsOf } from './prove.ts'
import { openJournal, writeResults, type Entry, type Head, type Results } from './results.ts'
import { score } from './score.ts'
import { solver } from './scripted.ts'
import { digestOf, readTasks, TOOLS, type Task } from './tasks.ts'
import { tryCommands, type Bench } from './trial.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Commands find the Node that runs this. */
const PATH = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)

type Hooks = { stop: AbortSignal; tell: (text: string) => void; tasks?: readonly Task[]; perform?: PlayRun }

/**
 * Plays and scores every task in every arm, some at the same time, each on a GitHub of its own. Each is written down as
 * soon as it is scored, so that none is lost when it ends early. Throws `UserError` before the first when the model does
 * not answer, an input is wrong or a task cannot be scored.
 */
export async function evaluate(options: Evaluation, { tasks, ...hooks }: Hooks): Promise<Results> {
  const wanted = tasks ?? (await readTasks(options.tasks))
  const script = scriptOf(options, wanted, hooks)
  await using model = script && (await startModel(script))
  const given = model ? { ...options, inputs: { ...options.inputs, 'openai-base-url': model.url } } : options
  return await evaluateWith(given, wanted, hooks)
}

/** What plays in the place of a model, if anything does. */
function scriptOf(
  { solver: kind, hand }: Evaluation,
  tasks: readonly Task[],
  { stop, tell }: Hooks,
): Script | undefined {
  if (kind === 'script') return solver(tasks)
  return kind === 'hand' ? byHand({ folder: hand, stop, tell }) : undefined
}

async function evaluateWith(
  options: Evaluation,
  wanted: readonly Task[],
  { stop, tell, perform }: Omit<Hooks, 'tasks'>,
): Promise<Results> {
  const inputs = await checkedInputs(options)
  const head = headOf(options, inputs)
  const journal = await openJournal(`${options.json}l`, head, options.resume)
  await askOnce(options, inputs, stop)
  const folder = await mkdtemp(join(tmpdir(), 'measure-twice-eval-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
  const ending = new AbortController()
  const signal = AbortSignal.any([stop, ending.signal])
  const bench: Bench = { folder, sandbox: await sandboxFor(options), env: { ...process.env, PATH }, stop: signal }
  const { possible, skipped } = await possibleHere(bench, wanted)
  const results: Results = { ...head, entries: [...knownOf(journal.entries, possible)], skipped }
  const waiting = trialsOf(possible, options).filter((trial) => !results.entries.some((entry) => isOf(entry, trial)))
  const next = (): Trial | undefined => {
    if (costOfAll(results.entries) < (options.maxCost ?? Infinity)) return waiting.shift()
    if (waiting.length > 0) skipped.push(`Not begun, because --max-cost is reached: ${waiting.length} trials.`)
    waiting.length = 0
    return undefined
  }
  const workOff = async (): Promise<void> => {
    for (let trial = next(); trial; trial = next()) {
      tell(`${nameOf(trial)}: ${trial.task.title}`)
      const entry = await one(bench, options, { ...trial, inputs, perform })
      // A trial without a reply is played again by --resume.
      if (entry.turns > 0) await journal.add(entry)
      results.entries.push(entry)
      await writeResults(options.json, results)
      tell(`${nameOf(trial)}: ${entry.solved ? 'solved' : `not solved: ${entry.why}`}`)
      if (entry.turns === 0) throw silent(options, entry)
    }
  }
  // What fails in one of them ends the others, before their folders are taken away.
  const done = await Promise.allSettled(
    Array.from({ length: options.jobs }, () =>
      workOff().catch((error: unknown) => (ending.abort(), throwAgain(error))),
    ),
  )
  const failed = done.filter(({ status }) => status === 'rejected').at(0)
  if (failed?.status === 'rejected') throw failed.reason
  results.entries.sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
  return results
}

function throwAgain(error: unknown): never {
  throw error
}

/** Whether the checks of tasks tell done from not done, as text. Throws `UserError` when those of some do not. */
export async function proofOf(wanted: string, stop: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'measure-twice-prove-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
  const bench: Bench = { folder, sandbox: 'none', env: { ...process.env, PATH }, stop }
  const { possible, skipped } = await possibleHere(bench, await readTasks(wanted))
  const problems: string[] = []
  for (const task of possible)
    for (const problem of await problemsOf(bench, task)) problems.push(`${task.name}: ${problem}`)
  if (problems.length > 0) throw new UserError('tasks', problems.join('\n'), 'Correct them.')
  return [`The checks of ${possible.length} tasks tell done from not done.`, ...skipped].join('\n')
}

type Trial = { task: Task; run: number; arm: Arm }

/** The arms of a task stand beside each other, so that what ends early still has pairs. */
const trialsOf = (tasks: readonly Task[], { runs, arms }: Evaluation): Trial[] =>
  Array.from({ length: runs }, (_, i) => tasks.flatMap((task) => arms.map((arm) => ({ task, run: i + 1, arm })))).flat()

const isOf = (entry: Entry, { task, run, arm }: Trial): boolean =>
  entry.task === task.name && entry.run === run && entry.arm === arm

const nameOf = ({ task, run, arm }: Trial): string => `${task.name}, ${arm}, run ${run}`
const orderOf = ({ task, run, arm }: Entry): string => `${task} ${String(run).padStart(2, '0')} ${arm}`

/** What was scored before, of tasks that are still what they were. Throws `UserError` when one is not. */
function knownOf(entries: readonly Entry[], tasks: readonly Task[]): readonly Entry[] {
  const changed = entries.find(({ task, digest }) => tasks.some((one) => one.name === task && digestOf(one) !== digest))
  if (!changed) return entries
  throw new UserError(
    'options',
    `The task ${changed.task} is not what it was when it was scored.`,
    'Name another file with --json.',
  )
}

const costOfAll = (entries: readonly Entry[]): number => entries.reduce((sum, { cost }) => sum + (cost ?? 0), 0)

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

/** Inputs that say where and with which key, and not what is asked. */
const WHERE = ['openai-api-key', 'openai-base-url']

const headOf = (options: Evaluation, inputs: Inputs): Head => ({
  version: 2,
  at: new Date().toISOString(),
  endpoint: options.solver === 'model' ? new URL(inputs['openai-base-url']).host : options.solver,
  model: options.model,
  planner: options.planner ?? null,
  reader: options.reader ?? null,
  inputs: createHash('sha256')
    .update(
      JSON.stringify(
        Object.entries(options.inputs)
          .filter(([name]) => !WHERE.includes(name))
          .toSorted(),
      ),
    )
    .digest('hex')
    .slice(0, 12),
})

async function one(
  bench: Bench,
  options: Evaluation,
  { inputs, perform, ...trial }: Trial & { inputs: Inputs; perform: PlayRun | undefined },
): Promise<Entry> {
  const { task, arm } = trial
  await using github = await startGitHub({ files: task.repo, name: 'task' })
  const action: Action = {
    ...{ bundle: resolve(options.bundle), env: { PATH }, stop: bench.stop, perform },
    inputs: { ...inputsFor(options, trial), sandbox: bench.sandbox },
  }
  const { 'max-tokens': tokens, 'max-cost': cost, prices } = inputs
  const played =
    arm === 'no-plan'
      ? await playAlone(github, task, { ...action, allowance: { tokens, cost, prices } })
      : await play(github, task, { ...action, arm })
  if (options.keep !== undefined)
    await keepTrial(github, join(options.keep, `${task.name}-${arm}-${trial.run}`), played.branch)
  return await score(github, bench, { ...trial, played, prices })
}

/** Every arm has the task's own tests as a check. Only one has a reader, unless there is no arm for it. */
function inputsFor({ inputs, arms, reader, model }: Evaluation, { task, arm }: Trial): Record<string, string> {
  const checks = [...task.contradicted, ...task.own]
  const { 'reader-model': _, ...rest } = inputs
  return {
    ...(checks.length > 0 ? { 'verify-command': checks.map((check) => `(${check})`).join(' && ') } : {}),
    ...(arms.includes('plan+reader') ? rest : inputs),
    ...(arm === 'plan+reader' ? { 'reader-model': reader ?? model } : {}),
  }
}

const silent = ({ json }: Evaluation, { task, why }: Entry): UserError =>
  new UserError(
    'model-silent',
    `The model did not answer once in ${task}: ${why.replace(/\.$/, '')}.`,
    `Correct that and start again with --resume; what was scored so far is in ${json}l.`,
  )
