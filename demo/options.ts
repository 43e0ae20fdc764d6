import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { errorText, UserError } from '../src/lib/errors.ts'

export const USAGE = `Measure Twice on this machine: a GitHub on loopback, the built action, and a model.

  npm run demo [-- options]

Without options it opens a page in your browser, where you play the people.

  --auto            play the sample story in this terminal; exit code 0 only when the plan is done
  --short           with --auto: end when the plan is done, before CI fails and a review comes
  --script          the scripted model, even where the environment names an endpoint
  --repo PATH       plan for a clone of your own repository (what is committed); needs an endpoint
  --request TEXT    what to plan there
  --setup COMMAND   what installs its dependencies, such as "npm ci"
  --verify COMMAND  what checks every subtask, such as "npm test"
  --no-sandbox      where this machine has no sandbox: let a real model's commands run without one
  --keep DIR        keep the repository, the patch and the transcripts there; with --repo they are always kept
  --yes             with --auto: do not ask before money is spent

The page:
  --serve           open it even without a terminal
  --port N          listen on this port
  --container       listen on every address of this container; publish the port to 127.0.0.1 alone
  --no-open         print the address, and start no browser
  --pace MS         how long the scripted model takes for a turn (400)
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
  short: boolean
  serve: boolean
  /** Whether money may be spent without asking. */
  yes: boolean
  /** Whether a real model's commands may run where there is no sandbox. */
  unconfined: boolean
  /** A command that is run once in the work tree. */
  setup: string | undefined
  /** A command that checks every subtask. */
  verify: string | undefined
  keep: string | undefined
  port: number
  container: boolean
  browser: boolean
  /** Milliseconds that the scripted model takes for a turn. */
  pace: number
  brain: Brain
  subject: Subject
}

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const DECLARED = {
  ...{
    auto: flag,
    short: flag,
    serve: flag,
    script: flag,
    yes: flag,
    container: flag,
    'no-open': flag,
    'no-sandbox': flag,
  },
  ...{ repo: text, request: text, setup: text, verify: text, keep: text, port: text, pace: text, help: flag },
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the command line and the environment. Throws `UserError` for options that are unknown or do not go together. */
export function parseOptions(args: readonly string[], env: Environment): Options {
  const values = parsed(args)
  const brain = values.script ? { kind: 'script' as const } : brainOf(env)
  const subject = subjectOf(values)
  if (subject.kind === 'own' && brain.kind === 'script')
    throw wrong('The script only fits the sample project.', ENDPOINT)
  const { help, auto, short, serve, yes, container, setup, verify, 'no-sandbox': unconfined } = values
  return {
    ...{ help, auto, short, serve, yes, container, setup, verify, unconfined, brain, subject },
    browser: !values['no-open'] && !container,
    keep: values.keep && resolve(values.keep),
    port: wholeNumber('port', values.port ?? (container ? '4321' : '0')),
    pace: wholeNumber('pace', values.pace ?? (auto ? '0' : '400')),
  }
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

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,5}$/.test(value))
    throw wrong(`--${name} ${value} is no whole number.`, `Write --${name} 4321, for example.`)
  return Number(value)
}

function brainOf({ OPENAI_API_KEY: key = '', OPENAI_BASE_URL: url = '', MODEL: model = '' }: Environment): Brain {
  if (!key && !url) return { kind: 'script' }
  const given = { ...(url ? { 'openai-base-url': url } : {}), ...(model ? { model } : {}) }
  return { kind: 'endpoint', inputs: { 'openai-api-key': key, ...given } }
}

type Given = { repo?: string | undefined; request?: string | undefined; auto: boolean }

function subjectOf({ repo, request, auto }: Given): Subject {
  if (!repo && !request) return { kind: 'sample' }
  if (!repo) throw wrong('--request needs --repo.', 'Give both, or none for the sample project.')
  if (!request && auto) throw wrong('--auto needs to know what to plan.', 'Add --request, or leave --auto out.')
  return { kind: 'own', path: resolve(repo), request: request ?? '' }
}
