import { parseArgs } from 'node:util'
import { errorText, UserError } from '../../src/errors.ts'
import { DEFAULT_MODEL } from '../../src/runner/inputs.ts'

export const USAGE = `Plays whole conversations on small tasks with a model, and scores what comes of them by hidden checks.

  npm run eval -- --model NAME [options]
  npm run eval -- --compare A.json B.json

  --model NAME       the model that carries plans out, and plans
  --planner NAME     another one that plans
  --reader NAME      another one that reads each version
  --tasks GLOB       only tasks whose names match, such as "js-*"
  --runs N           every task N times
  --prices TEXT      as the input \`prices\`, for the column of costs
  --input NAME=TEXT  any other input of the action; may be given again
  --json FILE        where the results are kept (eval-results.json), after every task
  --bundle FILE      the built action, instead of dist/index.js
  --no-sandbox       where this machine has no sandbox: run without one
  --compare A B      two files of results side by side
  --help

Environment: OPENAI_API_KEY, and OPENAI_BASE_URL for any compatible endpoint.
`

const DECLARED = {
  model: { type: 'string', default: DEFAULT_MODEL },
  planner: { type: 'string' },
  reader: { type: 'string' },
  tasks: { type: 'string', default: '*' },
  runs: { type: 'string', default: '1' },
  prices: { type: 'string' },
  input: { type: 'string', multiple: true },
  json: { type: 'string', default: 'eval-results.json' },
  bundle: { type: 'string', default: 'dist/index.js' },
  'no-sandbox': { type: 'boolean', default: false },
  compare: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** What an evaluation is asked to do. `inputs` are those of the action, the key and the endpoint among them. */
export type Evaluation = {
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

export type Options = { kind: 'help' } | { kind: 'compare'; a: string; b: string } | ({ kind: 'evaluate' } & Evaluation)

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the command line and the environment. Throws `UserError` for what is unknown or missing. */
export function parseOptions(args: readonly string[], env: Environment): Options {
  const { values, positionals } = parsed(args)
  if (values.help) return { kind: 'help' }
  if (values.compare) return compareOf(positionals)
  const [stray] = positionals
  if (stray !== undefined) throw wrong(`\`${stray}\` belongs to no option.`, HELP)
  const { model, planner, reader, tasks, json, bundle, 'no-sandbox': unconfined } = values
  const inputs = {
    ...endpointOf(env),
    model,
    ...(planner === undefined ? {} : { 'planner-model': planner }),
    ...(reader === undefined ? {} : { 'reader-model': reader }),
    ...(values.prices === undefined ? {} : { prices: values.prices }),
    ...Object.fromEntries((values.input ?? []).map(inputOf)),
  }
  return {
    kind: 'evaluate',
    model,
    planner,
    reader,
    tasks,
    runs: runsOf(values.runs),
    json,
    bundle,
    unconfined,
    inputs,
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

function runsOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw wrong(`\`--runs ${text}\` is no number from 1 to 99.`, HELP)
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
