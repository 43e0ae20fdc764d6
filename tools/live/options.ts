import { parseArgs } from 'node:util'
import { errorText, UserError } from '../../src/lib/errors.ts'

export const USAGE = `Plays request, feedback, approval, cancel, doctor and follow-up on a scratch repository where the action is installed,
and compares what GitHub shows with what SPEC.md says: the record, its attestation and the exchange of a token, too. The workflow there does the work, with its own key and bundle.

  npm run live -- --repo OWNER/NAME

  --repo OWNER/NAME  a repository with the workflow of examples/ on its default branch
  --minutes N        how long one step may take (20)
  --keep             leave everything there: pull request, branch and issue
  --help

Environment: GITHUB_TOKEN (or GH_TOKEN), a token of a person with write permission: contents, issues and pull requests
write. GITHUB_API_URL for GitHub Enterprise Server. What the workflow's own token does starts no workflow.
`

const DECLARED = {
  repo: { type: 'string' },
  minutes: { type: 'string', default: '20' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** Where to play, as whom, and how long to wait for each step. Times are in milliseconds. */
export type LiveOptions = {
  owner: string
  repo: string
  token: string
  address: string
  limit: number
  /** For what comes a little later than what was waited for. */
  grace: number
  interval: number
  keep: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const INTERVAL = 5_000
const GRACE = 60_000

/** Reads the command line and the environment; undefined when help is wanted. Throws `UserError` for what is missing. */
export function parseLive(args: readonly string[], env: Environment): LiveOptions | undefined {
  const values = parsed(args)
  if (values.help) return undefined
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(values.repo ?? '') ?? []
  if (!owner || !repo) throw wrong('`--repo OWNER/NAME` is missing.', 'Name a scratch repository.')
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 600)) throw wrong(`\`--minutes ${values.minutes}\` is no time.`, HELP)
  const token = env['GITHUB_TOKEN'] || env['GH_TOKEN']
  if (!token) throw wrong('There is no token.', 'Set GITHUB_TOKEN to a token of a person with write permission.')
  const address = env['GITHUB_API_URL'] || 'https://api.github.com'
  return { owner, repo, token, address, limit: minutes * 60_000, grace: GRACE, interval: INTERVAL, keep: values.keep }
}

const HELP = 'See `npm run live -- --help`.'
const wrong = (message: string, remedy: string): UserError => new UserError('options', message, remedy)

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: DECLARED }).values
  } catch (error) {
    throw wrong(errorText(error), HELP)
  }
}
