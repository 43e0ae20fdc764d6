import { UserError } from '../lib/errors.ts'
import type { Settings } from '../plan/plan.ts'
import type { Thread } from '../decide/thread/thread.ts'
import type { Sources } from './sources.ts'

/** What a rule asks for that a plan's branch cannot give (GitHub's names of rules). */
const FORBIDDING: Readonly<Record<string, string>> = {
  creation: 'blocks creating it',
  update: 'blocks pushes to it',
  pull_request: 'wants a pull request for every change of it',
  required_status_checks: 'wants checks before every push to it',
  required_signatures: 'wants signed commits on it',
}

/**
 * What keeps a plan from its branch, as far as it can be known before anything is pushed there: that the token may push
 * at all, the claim has shown. Undefined when nothing is known to.
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

/** Known before anything was spent. `why` is what git says. */
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

/** The first of these rules that forbids what a plan's branch needs, and what to do about it. */
export function ruleProblem(
  branch: string,
  rules: readonly string[],
  { commitWith }: Pick<Settings, 'commitWith'>,
): UserError | undefined {
  // What is committed through the API is signed by GitHub.
  const rule = rules.find((type) => type in FORBIDDING && !(type === 'required_signatures' && commitWith === 'api'))
  if (rule === undefined) return undefined
  const first = rule === 'required_signatures' ? 'Set the input `commit-with` to `api`, or exempt' : 'Exempt'
  return new UserError(
    'push-rule',
    `A rule for the branch \`${branch}\` ${FORBIDDING[rule]}.`,
    `${first} the branches of plans from the rule \`${rule}\`, or let the account of the token bypass it (Settings → Rules → Rulesets).`,
  )
}
