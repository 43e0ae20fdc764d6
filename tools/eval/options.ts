import { parseArgs } from 'node:util'
import { errorText, UserError } from '../../src/lib/errors.ts'
import { DEFAULT_MODEL } from '../../src/runner/inputs.ts'
import { parseArms, type Arm } from './arms.ts'

export const USAGE = `Plays whole conversations on tasks with a model, and scores what comes of them by hidden checks.

  npm run eval -- --model NAME [options]
  npm run eval -- --compare A.json B.json
  npm run eval -- --prove [--tasks GLOB]

  --model NAME       the model that carries plans out, and plans
  --planner NAME     another one that plans
  --reader NAME      another one that reads each version
  --tasks GLOB       only tasks whose names match, such as "js-*"
  --arms LIST        ways to play each task, side by side: plan, plan+feedback, plan+reader, no-plan (plan+feedback)
  --runs N           every task N times; 5 or more to compare arms
  --jobs N           so many trials at the same time (1)
  --max-cost N       begin no more trials when all together have cost N dollars; needs --prices
  --resume           go on with the trials that FILEl, beside the file of --json, does not have yet
  --solver script    a script in the place of a model, offline: what it measures is this program
  --solver hand      a person in its place: requests and replies are files of --hand
  --hand DIR         the folder of these files (eval-by-hand)
  --prices TEXT      as the input \`prices\`, for the column of costs
  --input NAME=TEXT  any other input of the action; may be given again
  --json FILE        where the results and figures are written (eval-results.json); FILEl gets a line for each trial
  --keep DIR         what each trial left: its plans, comments, description and change
  --html FILE        one page with tables and plots, which loads nothing
  --bundle FILE      the built action, instead of dist/index.js
  --no-sandbox       where this machine has no sandbox: run without one
  --compare A B      two files of results side by side
  --prove            only look whether the hidden checks of the tasks tell done from not done
  --help

Environment: OPENAI_API_KEY, and OPENAI_BASE_URL for any compatible endpoint.
`

const DECLARED = {
  model: { type: 'string', default: DEFAULT_MODEL },
  planner: { type: 'string' },
  reader: { type: 'string' },
  tasks: { type: 'string', default: '*' },
  arms: { type: 'string', default: 'plan+feedback' },
  runs: { type: 'string', default: '1' },
  jobs: { type: 'string', default: '1' },
  'max-cost': { type: 'string' },
  resume: { type: 'boolean', default: false },
  solver: { type: 'string', default: 'model' },
  hand: { type: 'string', default: 'eval-by-hand' },
  html: { type: 'string' },
  keep: { type: 'string' },
  prices: { type: 'string' },
  input: { type: 'string', multiple: true },
  json: { type: 'string', default: 'eval-results.json' },
  bundle: { type: 'string', default: 'dist/index.js' },
  'no-sandbox': { type: 'boolean', default: false },
  compare: { type: 'boolean', default: false },
  prove: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/**
 * What an evaluation is asked to do. `inputs` are those of the action, the key and the endpoint among them. `maxCost` is
 * in US dollars, over all trials.
 */
export type Evaluation = {
  solver: 'model' | 'script' | 'hand'
  hand: string
  arms: Arm[]
  jobs: number
  maxCost: number | undefined
  resume: boolean
  html: string | undefined
  keep: string | undefined
  model: string
  planner: string | undefined
  reader: string | undefined
  tasks: string
  runs: number
  json: string
  bundle: string
  unconfined: boolean
  inputs: Record<string, string>
}

export type Options =
  | { kind: 'help' }
  | { kind: 'prove'; tasks: string }
  | { kind: 'compare'; a: string; b: string }
  | ({ kind: 'evaluate' } & Evaluation)

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the command line and the environment. Throws `UserError` for what is unknown or missing. */
export function parseOptions(args: readonly string[], env: Environment): Options {
  const { values, positionals } = parsed(args)
  if (values.help) return { kind: 'help' }
  if (values.compare) return compareOf(positionals)
  const [stray] = positionals
  if (stray !== undefined) throw wrong(`\`${stray}\` belongs to no option.`, HELP)
  if (values.prove) return { kind: 'prove', tasks: values.tasks }
  const { planner, reader, tasks, json, html, keep, hand, bundle, resume, 'no-sandbox': unconfined } = values
  const solver = solverOf(values.solver)
  const model = solver === 'model' ? values.model : solver
  const inputs = {
    ...(solver === 'model' ? endpointOf(env) : { 'openai-api-key': 'the-one-that-needs-none' }),
    model,
    ...(planner === undefined ? {} : { 'planner-model': planner }),
    ...(reader === undefined ? {} : { 'reader-model': reader }),
    ...(values.prices === undefined ? {} : { prices: values.prices }),
    ...Object.fromEntries((values.input ?? []).map(inputOf)),
  }
  return {
    ...{ kind: 'evaluate', solver, model, planner, reader, tasks, inputs },
    ...{ arms: parseArms(values.arms), runs: countOf('runs', values.runs), jobs: countOf('jobs', values.jobs) },
    ...{ maxCost: maxCostOf(values['max-cost'], values.prices), json, html, keep, hand, resume, bundle, unconfined },
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: DECLARED, allowPositionals: true })
  } catch (error) {
    throw wrong(errorText(error), HELP)
  }
}

const HELP = 'See `npm run eval -- --help`.'
const wrong = (message: string, remedy: string): UserError => new UserError('options', message, remedy)

function compareOf([a, b, ...more]: readonly string[]): Options {
  if (a === undefined || b === undefined || more.length > 0)
    throw wrong('`--compare` takes two files of results.', 'Name them: --compare A.json B.json.')
  return { kind: 'compare', a, b }
}

function countOf(name: string, text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw wrong(`\`--${name} ${text}\` is no number from 1 to 99.`, HELP)
  return Number(text)
}

function solverOf(text: string): Evaluation['solver'] {
  if (text === 'model' || text === 'script' || text === 'hand') return text
  throw wrong(`\`--solver ${text}\` is neither model nor script nor hand.`, HELP)
}

function maxCostOf(text: string | undefined, prices: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!(Number(text) > 0)) throw wrong(`\`--max-cost ${text}\` is no number of US dollars.`, HELP)
  if (prices === undefined) throw wrong('`--max-cost` counts nothing without prices.', 'Name them with --prices.')
  return Number(text)
}

function inputOf(text: string): [string, string] {
  const [, name, value] = /^([a-z-]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw wrong(`\`--input ${text}\` is not NAME=TEXT.`, HELP)
  return [name, value]
}

function endpointOf({ OPENAI_API_KEY: key = '', OPENAI_BASE_URL: url = '' }: Environment): Record<string, string> {
  if (!key && !url)
    throw wrong('There is no model to evaluate.', 'Set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint of your own.')
  return { 'openai-api-key': key, ...(url ? { 'openai-base-url': url } : {}) }
}
