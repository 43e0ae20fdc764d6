import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { errorText, UserError } from '../src/errors.ts'

export const USAGE = `Measure Twice on this machine: a GitHub on loopback, the built action, and a model.

  npm run demo [-- options]

  --auto            ask nothing; exit code 0 only when the plan was carried out
  --script          the scripted model, even where the environment names an endpoint
  --repo PATH       plan for a clone of your own repository (what is committed), with --request; needs an endpoint
  --request TEXT    what to plan
  --setup COMMAND   what installs its dependencies, such as "npm ci"
  --no-sandbox      where this machine has no sandbox: let a real model's commands run without one
  --help

Environment: OPENAI_API_KEY or OPENAI_BASE_URL (any compatible endpoint) for a real model, MODEL for its name, NO_COLOR.
`

/** Whom the action asks: the script of the sample project, or an endpoint by the inputs of the action. */
export type Brain = { kind: 'script' } | { kind: 'endpoint'; inputs: Record<string, string> }

/** What the plan is about: `demo/project`, or what is committed in a repository on this machine. */
export type Subject = { kind: 'sample' } | { kind: 'own'; path: string; request: string }

export type Options = {
  help: boolean
  auto: boolean
  /** Whether a real model's commands may run where there is no sandbox. */
  unconfined: boolean
  /** A command that is run once in the work tree. */
  setup: string | undefined
  brain: Brain
  subject: Subject
}

const DECLARED = {
  auto: { type: 'boolean', default: false },
  script: { type: 'boolean', default: false },
  repo: { type: 'string' },
  request: { type: 'string' },
  setup: { type: 'string' },
  'no-sandbox': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the command line and the environment. Throws `UserError` for options that are unknown or do not go together. */
export function parseOptions(args: readonly string[], env: Environment): Options {
  const values = parsed(args)
  const brain = values.script ? { kind: 'script' as const } : brainOf(env)
  const subject = subjectOf(values)
  if (subject.kind === 'own' && brain.kind === 'script')
    throw wrong('The script only fits the sample project.', ENDPOINT)
  const { help, auto, setup, 'no-sandbox': unconfined } = values
  return { help, auto, unconfined, setup, brain, subject }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: DECLARED }).values
  } catch (error) {
    throw wrong(errorText(error), 'See `npm run demo -- --help`.')
  }
}

const ENDPOINT = 'Set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint of your own, to use --repo.'
const wrong = (message: string, remedy: string): UserError => new UserError('options', message, remedy)

function brainOf({ OPENAI_API_KEY: key = '', OPENAI_BASE_URL: url = '', MODEL: model = '' }: Environment): Brain {
  if (!key && !url) return { kind: 'script' }
  const given = { ...(url ? { 'openai-base-url': url } : {}), ...(model ? { model } : {}) }
  return { kind: 'endpoint', inputs: { 'openai-api-key': key, ...given } }
}

function subjectOf({ repo, request }: { repo?: string | undefined; request?: string | undefined }): Subject {
  if (!repo && !request) return { kind: 'sample' }
  if (!repo || !request) throw wrong('--repo and --request go together.', 'Give both, or none for the sample project.')
  return { kind: 'own', path: resolve(repo), request }
}
