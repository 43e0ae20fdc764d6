import { UserError } from '../lib/errors.ts'
import type { Settings } from '../plan/plan.ts'
import type { Thread } from '../decide/thread/thread.ts'
import type { Sources } from './sources.ts'

/** GitHub's name of the rule that wants signed commits. */
const SIGNATURES = 'required_signatures'

/** Requirements of rulesets that a plan's branch cannot meet, by GitHub's names of rules. */
const FORBIDDING: Readonly<Record<string, string>> = {
  creation: 'blocks creating it',
  update: 'blocks pushes to it',
  pull_request: 'wants a pull request for every change of it',
  required_status_checks: 'wants checks before every push to it',
  [SIGNATURES]: 'wants signed commits on it',
}

/**
 * The rule that would reject a plan's branch, as far as it can be known before a push: the claim has shown that the
 * token may push at all. Undefined if none is known.
 */
export async function pushProblem(
  { forge }: Pick<Sources, 'forge'>,
  { branch, freeBranch }: Pick<Thread, 'branch' | 'freeBranch'>,
  { commitWith }: Pick<Settings, 'commitWith'>,
): Promise<UserError | undefined> {
  const name = branch?.name ?? freeBranch
  const problem = ruleProblem(name, await forge.rulesOn(name), { commitWith })
  return problem && withNothingSpent(problem)
}

/**
 * Whether commits on a branch are made through GitHub, which signs them: by the input `commit-with`, or where it is
 * `auto`, when a rule of the branch wants signatures.
 */
export const commitsThroughApi = async (
  { forge }: Pick<Sources, 'forge'>,
  branch: string,
  { commitWith }: Pick<Settings, 'commitWith'>,
): Promise<boolean> =>
  commitWith === 'api' || (commitWith === 'auto' && (await forge.rulesOn(branch)).includes(SIGNATURES))

/** The error before anything was spent. `why` is git's message. */
export const mayNotPush = (branch: string, why: string): UserError =>
  withNothingSpent(
    new UserError(
      'push-forbidden',
      `The token may not push to \`${branch}\`.`,
      'Give the job `permissions: contents: write`.',
      { cause: why },
    ),
  )

const withNothingSpent = ({ code, message, remedy, cause }: UserError): UserError =>
  new UserError(code, `${message} So no plan was made, and nothing was spent.`, remedy, { cause })

/** The first of these rules that forbids what a plan's branch needs, and its remedy. */
export function ruleProblem(
  branch: string,
  rules: readonly string[],
  { commitWith }: Pick<Settings, 'commitWith'>,
): UserError | undefined {
  // GitHub signs commits that are made through the API.
  const rule = rules.find((type) => type in FORBIDDING && !(type === SIGNATURES && commitWith !== 'git'))
  if (rule === undefined) return undefined
  const first = rule === SIGNATURES ? 'Set the input `commit-with` to `auto`, or exempt' : 'Exempt'
  return new UserError(
    'push-rule',
    `A rule for the branch \`${branch}\` ${FORBIDDING[rule]}.`,
    `${first} the branches of plans from the rule \`${rule}\`, or let the account of the token bypass it (Settings → Rules → Rulesets).`,
  )
}
