import { isOn, maskSecret } from './env.ts'
import { logWarning } from './log.ts'
import { z } from 'zod'
import { parseApprovers, type Approvers } from '../decide/thread/people.ts'
import { UserError } from '../lib/errors.ts'
import { isBranch, problemOfGlob } from '../guard/paths.ts'
import { PROTECTED_PATHS } from '../guard/protected.ts'
import { redactor } from '../guard/redact.ts'
import { Prices, knownPrices } from '../plan/usage.ts'
import type { Settings } from '../plan/plan.ts'
import { checkExchange, parseTokenExchange } from './token-exchange.ts'

/** The newest general model that the `openai` package names. */
export const DEFAULT_MODEL = 'gpt-6.1-sol'

const flag = (initial: boolean) =>
  z.enum(['', 'true', 'false'], 'must be true or false').transform((text) => (text === '' ? initial : text === 'true'))

const wholeNumber = (initial: number, { min, max }: { min: number; max: number }) =>
  z
    .string()
    .regex(/^\d*$/, `must be a whole number from ${min} to ${max}`)
    .transform((text) => (text === '' ? initial : Number(text)))
    .refine((number) => number >= min && number <= max, `must be a whole number from ${min} to ${max}`)

const optionalText = z.string().transform((text) => text || undefined)
const textOr = (initial: string) => z.string().transform((text) => text || initial)
const oneOf = <const T extends [string, ...string[]]>(...values: T) =>
  z.enum(['', ...values], `must be one of ${values.join(', ')}`)
const choice = <const T extends [string, ...string[]]>(...values: T) =>
  oneOf(...values).transform((text): T[number] => (text === '' ? values[0] : text))

const positiveNumber = (wrong: string, zero = wrong) =>
  z
    .string()
    .regex(/^(\d+(\.\d+)?)?$/, wrong)
    .transform((text) => (text === '' ? undefined : Number(text)))
    .refine((number) => number !== 0, zero)

/** What is wrong with an input, in words that follow its name in the error. */
type InputProblem = { problem: string }

const isProblem = (value: unknown): value is InputProblem =>
  typeof value === 'object' && value !== null && 'problem' in value

/** A schema that parses a text by a function, which may return a problem. */
const parsed = <T>(read: (text: string) => T | InputProblem) =>
  z.string().transform((text, context): T => {
    const value = read(text)
    if (!isProblem(value)) return value
    context.addIssue({ code: 'custom', message: value.problem })
    return z.NEVER
  })

const PRICE_NAMES = Object.keys(Prices.shape)

function pricesIn(text: string): Prices | undefined | InputProblem {
  if (text.trim() === '') return undefined
  const entries = text.split(',').map((entry) => entry.split('=').map((part) => part.trim()))
  const wrong = problemOfPrices(entries)
  return wrong === undefined
    ? Prices.parse(Object.fromEntries(entries.map(([name, price]) => [name, Number(price)])))
    : { problem: `must look like input=2,cached=0.1,cache-write=2.5,output=10; ${wrong}` }
}

function problemOfPrices(entries: readonly string[][]): string | undefined {
  const names = entries.map(([name = '']) => name)
  const unknown = names.find((name) => !PRICE_NAMES.includes(name))
  if (unknown !== undefined) return `there is no price "${unknown.slice(0, 40)}", only ${PRICE_NAMES.join(', ')}`
  const unclear = entries.find(([, price = '', ...more]) => more.length > 0 || !/^\d+(?:\.\d+)?$/.test(price))
  if (unclear) return `the price "${unclear[0]}" is no number of US dollars`
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return `the price "${twice}" stands there twice`
  const missing = ['input', 'output'].find((name) => !names.includes(name))
  return missing === undefined ? undefined : `the price "${missing}" is missing`
}

const repositoryPath = (initial: string) =>
  textOr(initial).refine(
    (text) => !text.split('/').some((part) => /^(?:\.{0,2}|\.git)$/i.test(part)),
    'must be a path inside the repository',
  )

const endpoint = textOr('https://api.openai.com/v1').refine(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  'must be an http or https address',
)

const globs = z.string().transform((text) => text.split(/[\n,]/).flatMap((glob) => glob.trim() || []))

/** Globs, one per line, because a comma may be part of braces. */
function testFilesIn(text: string): string[] | InputProblem {
  const all = text.split('\n').flatMap((line) => line.trim() || [])
  const wrong = all.find((glob) => problemOfGlob(glob) !== undefined)
  return wrong === undefined
    ? all
    : { problem: `must be globs, one a line; \`${wrong.slice(0, 40)}\` ${problemOfGlob(wrong)}` }
}

const approversIn = (text: string): Approvers | InputProblem =>
  parseApprovers(text || 'write') ?? {
    problem: 'must be write, maintain, admin, codeowners, or a list such as @user, @org/team',
  }

/** Every input of `action.yml`, in its order, and what it may be. */
const Schema = z.object({
  'openai-api-key': optionalText,
  'openai-base-url': endpoint,
  model: textOr(DEFAULT_MODEL),
  'setup-command': optionalText,
  'verify-command': optionalText,
  approvers: parsed(approversIn),
  'max-cost': positiveNumber('must be a positive number'),
  network: flag(true),
  'planner-model': optionalText,
  'reader-model': optionalText,
  'reasoning-effort': oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max').transform(
    (text) => text || undefined,
  ),
  'openai-api': choice('auto', 'responses', 'chat'),
  'token-exchange': parsed(parseTokenExchange),
  'max-turns': wholeNumber(60, { min: 1, max: 1000 }),
  'approvals-required': wholeNumber(1, { min: 1, max: 20 }),
  'allow-self-approval': flag(true),
  'plan-label': textOr('plan'),
  'interactive-planning': flag(false),
  proof: choice('report', 'require', 'off'),
  'test-files': parsed(testFilesIn),
  baseline: flag(true),
  'review-every': wholeNumber(0, { min: 0, max: 100 }),
  'max-tokens': wholeNumber(3_000_000, { min: 0, max: 1e12 }).transform((number) => number || undefined),
  prices: parsed(pricesIn),
  'time-budget': positiveNumber('must be a number of minutes', 'must be more than 0'),
  'max-subtasks': wholeNumber(12, { min: 1, max: 100 }),
  'max-attempts': wholeNumber(3, { min: 1, max: 20 }),
  parallel: wholeNumber(1, { min: 1, max: 16 }),
  'protected-paths': globs,
  'new-packages': choice('ask', 'allow'),
  sandbox: choice('auto', 'bwrap', 'user', 'none'),
  'github-token': z.string(),
  'base-branch': optionalText.refine((text) => text === undefined || isBranch(text), 'must be the name of a branch'),
  'branch-prefix': textOr('plan/').refine(
    (text) => isBranch(`${text}issue-1`),
    'must be the beginning of a branch name',
  ),
  'plan-file': repositoryPath('PLAN.md'),
  'keep-plan-file': flag(false),
  'commit-with': choice('auto', 'git', 'api'),
  'dry-run': flag(false),
  mode: choice('all', 'decide', 'work', 'publish', 'verify'),
  'work-order': optionalText,
  results: optionalText,
})
export type Inputs = z.infer<typeof Schema>

/** Inputs of earlier releases, with what to do in the place of each. */
const REMOVED_INPUTS: Readonly<Record<string, string>> = {
  lessons: 'Write what people ask for again and again into the instructions of the repository, such as `AGENTS.md`.',
  'ready-when-done':
    'The pull request of a plan that is done leaves draft. To keep it from being merged unseen, require a review.',
  'max-cost-per-day':
    "`max-cost` limits each plan. Set a limit for all of them in your account at the model's provider.",
  'max-tokens-per-day':
    "`max-tokens` limits each plan. Set a limit for all of them in your account at the model's provider.",
}

/**
 * Reads and checks all inputs, whose raw texts `read` gives, and warns of removed ones. Throws `UserError` that names
 * the first wrong one.
 */
export function readInputs(read: (name: string) => string): Inputs {
  for (const [name, instead] of Object.entries(REMOVED_INPUTS))
    if (read(name) !== '') logWarning(`The input \`${name}\` was removed, and has no effect. ${instead}`)
  const result = Schema.safeParse(Object.fromEntries(Object.keys(Schema.shape).map((name) => [name, read(name)])))
  if (!result.success) {
    const [issue] = result.error.issues
    const name = String(issue?.path[0] ?? 'input')
    throw new UserError(
      'input',
      `The input \`${name}\` ${issue?.message ?? 'is wrong'}; it is ${valueInError(name, read(name))}.`,
      `Correct \`${name}\` in the workflow that uses this action.`,
    )
  }
  const inputs = { ...result.data, prices: result.data.prices ?? knownPrices(modelsOf(result.data)) }
  checkTogether(inputs)
  return inputs
}

/** The models of a run, as the inputs name them. */
export const modelsOf = (inputs: Inputs): string[] =>
  [inputs.model, inputs['planner-model'], inputs['reader-model']].flatMap((name) => name ?? [])

const SECRET_INPUTS = new Set(['github-token', 'openai-api-key'])

function valueInError(name: string, value: string): string {
  if (value === '') return 'empty'
  if (SECRET_INPUTS.has(name)) return 'set'
  const isAddress = name === 'openai-base-url' || value.includes('://')
  return `"${redactor([])(isAddress ? withoutPassword(value) : value).slice(0, 80)}"`
}

/** Removes user, password and query, also from an address that cannot be parsed. */
const withoutPassword = (address: string): string =>
  address.replace(/^([^:]*:\/\/)?.*@/s, '$1…@').replace(/\?.*/s, '?…')

function checkTogether(inputs: Inputs): void {
  if (inputs['token-exchange'])
    checkExchange(inputs['token-exchange'], { apiKey: inputs['openai-api-key'], baseUrl: inputs['openai-base-url'] })
  if (inputs['github-token'] === '' && inputs.mode !== 'work') {
    throw new UserError(
      'input',
      'The input `github-token` must be set; it is empty.',
      'Leave `github-token` at its default, the token of the workflow. Only `mode: work` needs none.',
    )
  }
  if (inputs['max-cost'] !== undefined && !inputs.prices) {
    throw new UserError(
      'input',
      'The input `max-cost` needs `prices`, which is empty, and no one price is known for the models of this workflow.',
      'Set `prices`, for example `input=2,cached=0.1,cache-write=2.5,output=10`.',
    )
  }
}

/** The settings for the rest of the program, from the inputs and the environment. */
export const settingsOf = (inputs: Inputs, env: NodeJS.ProcessEnv): Settings => ({
  planFile: inputs['plan-file'],
  keepPlanFile: inputs['keep-plan-file'],
  // The globs of the input replace the default, unless all are exceptions (`!`) from it.
  protectedPaths: inputs['protected-paths'].every((glob) => glob.startsWith('!'))
    ? [...PROTECTED_PATHS, ...inputs['protected-paths']]
    : inputs['protected-paths'],
  verifyCommand: inputs['verify-command'],
  setupCommand: inputs['setup-command'],
  models: { plan: inputs['planner-model'] ?? inputs.model, work: inputs.model },
  proof: inputs.proof,
  testFiles: inputs['test-files'],
  newPackages: inputs['new-packages'],
  maxSubtasks: inputs['max-subtasks'],
  maxAttempts: inputs['max-attempts'],
  maxTurns: inputs['max-turns'],
  reviewEvery: inputs['review-every'],
  approvalsRequired: inputs['approvals-required'],
  allowSelfApproval: inputs['allow-self-approval'],
  interactive: inputs['interactive-planning'] || isOn(env.ENABLE_INTERACTIVE_PLANNING),
  secondLook: inputs['reader-model'] !== undefined,
  commitWith: inputs['commit-with'],
  prices: inputs.prices,
  allowance: { tokens: inputs['max-tokens'], cost: inputs['max-cost'], prices: inputs.prices },
})

/**
 * `redact` removes every secret of a run from a text: the inputs' secrets, and the values of variables that are named like
 * secrets. `learn` adds a later one, and masks it in the log.
 */
export function secretsOf(inputs: Inputs, env: NodeJS.ProcessEnv) {
  const named = Object.entries(env).filter(([name]) =>
    /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_KEY/i.test(name),
  )
  const values = named.flatMap(([, value]) => (value && value.length >= 8 ? [value] : []))
  const secrets = [inputs['github-token'], inputs['openai-api-key'] ?? '', ...values].filter(Boolean)
  let redact = redactor(secrets)
  return {
    redact: (text: string) => redact(text),
    learn: (secret: string) => {
      maskSecret(secret)
      secrets.push(secret)
      redact = redactor(secrets)
    },
  }
}
