import { PUSH_FORBIDDEN, UserError, valueOr } from '../lib/errors.ts'
import type { Settings } from '../plan/plan.ts'
import { authorOf } from '../decide/thread/trailers.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { pushRefused } from '../git/push-refusal.ts'
import { branchInTheWay } from '../git/side-ref.ts'
import type { BranchRule } from '../github/forge.ts'
import type { Sources } from './sources.ts'

const SIGNATURES = 'required_signatures'

/** Requirements of rulesets that a plan's branch cannot meet, by GitHub's names of rules. */
const FORBIDDING_RULES: Readonly<Record<string, string>> = {
  creation: 'blocks creating it',
  update: 'blocks pushes to it',
  pull_request: 'wants a pull request for every change of it',
  required_status_checks: 'wants checks before every push to it',
  [SIGNATURES]: 'wants signed commits on it',
}

/** The error for a branch that a ruleset or another branch would reject, as far as that is known before a push. */
export async function pushProblem(
  { forge, repo }: Pick<Sources, 'forge' | 'repo'>,
  { branch, freeBranch, bot }: Pick<Thread, 'branch' | 'freeBranch' | 'bot'>,
  { commitWith }: Pick<Settings, 'commitWith'>,
): Promise<UserError | undefined> {
  const name = branch?.name ?? freeBranch
  const [rules, inTheWay] = await Promise.all([forge.rulesOn(name), branch ? undefined : branchInTheWay(repo, name)])
  const problem =
    inTheWay === undefined
      ? ruleProblem(name, rules, { commitWith, author: authorOf(bot) })
      : new UserError(
          'branch-in-the-way',
          `There is a branch \`${inTheWay}\`, and git takes no branch \`${name}\` beside it.`,
          'Give the input `branch-prefix` another name, or rename that branch.',
        )
  return problem && withNothingSpent(problem)
}

/** Whether commits on a branch are made by GitHub, which signs them, as `commit-with` and rules say. */
export const commitsThroughApi = async (
  { forge }: Pick<Sources, 'forge'>,
  branch: string,
  { commitWith }: Pick<Settings, 'commitWith'>,
): Promise<boolean> =>
  commitWith === 'api' ||
  (commitWith === 'auto' && (await forge.rulesOn(branch)).some(({ type }) => type === SIGNATURES))

/** The error for a refused first push, before any model request was paid for. `why` is git's message. */
export function mayNotPush(branch: string, why: string): UserError {
  const message = `The token may not push to \`${branch}\`.`
  const remedy = 'Give the job `permissions: contents: write`.'
  return withNothingSpent(pushRefused(branch, why, new UserError(PUSH_FORBIDDEN, message, remedy, { cause: why })))
}

const withNothingSpent = ({ code, message, remedy, cause }: UserError): UserError =>
  new UserError(code, `${message} So no plan was made, and nothing was spent.`, remedy, { cause })

/** The first of these rules that forbids what a plan's branch needs, and its remedy. */
export function ruleProblem(branch: string, rules: readonly BranchRule[], by: CommitOptions): UserError | undefined {
  const isSigned = by.commitWith === 'auto' && rules.some(({ type }) => type === SIGNATURES)
  const options = isSigned ? { ...by, commitWith: 'api' as const } : by
  for (const rule of rules) {
    const { type } = rule
    // GitHub signs commits that are made through the API.
    const isMet = type === SIGNATURES && options.commitWith !== 'git'
    const forbids = isMet ? undefined : (FORBIDDING_RULES[type] ?? unmetPattern(rule, branch, options))
    if (forbids === undefined) continue
    return new UserError(
      'push-rule',
      `A rule for the branch \`${branch}\` ${forbids}.`,
      `${REMEDY_BEGINNINGS[type] ?? 'Exempt'} the branches of plans from the rule \`${type}\`, or let the account of the token bypass it (Settings → Rules → Rulesets).`,
    )
  }
  return undefined
}

const REMEDY_BEGINNINGS: Readonly<Record<string, string>> = {
  required_signatures: 'Set the input `commit-with` to `auto`, or exempt',
  branch_name_pattern: 'Give the input `branch-prefix` a name that fits, or exempt',
}

type CommitOptions = Pick<Settings, 'commitWith'> & { author: { email: string } }

const SAMPLE_MESSAGE = 'Plan: Change what was asked for\n\nPlan-Issue: 1\nPlan-Request: 1\nPlan-Seen: 1\n'

type ComparedName = { what: string; ourText: (branch: string, how: CommitOptions) => string | undefined }

/** By type of a ruleset rule, which text it checks, and that text in a push of ours. */
const PATTERN_RULES: Readonly<Record<string, ComparedName>> = {
  branch_name_pattern: { what: 'names of branches', ourText: (branch) => branch },
  commit_message_pattern: { what: 'a commit message', ourText: () => SAMPLE_MESSAGE },
  commit_author_email_pattern: { what: 'an email address of the author', ourText: (_, { author }) => author.email },
  committer_email_pattern: {
    what: 'an email address of the committer',
    ourText: (_, { author, commitWith }) => (commitWith === 'api' ? undefined : author.email),
  },
}

type Operator = { words: string; fits: (text: string, pattern: string) => boolean | undefined }

const PATTERN_OPERATORS: Readonly<Record<string, Operator>> = {
  starts_with: { words: 'start with', fits: (text, pattern) => text.startsWith(pattern) },
  ends_with: { words: 'end with', fits: (text, pattern) => text.endsWith(pattern) },
  contains: { words: 'contain', fits: (text, pattern) => text.includes(pattern) },
  // Undefined for a pattern that JavaScript cannot parse: GitHub uses another dialect of regular expressions.
  regex: { words: 'match', fits: (text, pattern) => valueOr(() => new RegExp(pattern, 'm').test(text), undefined) },
}

/** The requirement of a rule about names or messages that ours do not meet; undefined if met, or unknown. */
function unmetPattern(rule: BranchRule, branch: string, how: CommitOptions): string | undefined {
  const { type, pattern, negate = false } = rule
  const compared = PATTERN_RULES[type]
  const operator = PATTERN_OPERATORS[rule.operator ?? '']
  const ours = compared?.ourText(branch, how)
  if (!compared || !operator || ours === undefined || pattern === undefined) return undefined
  const isMet = operator.fits(ours, pattern)
  if (isMet === undefined || isMet !== negate) return undefined
  return `wants ${compared.what} to ${negate ? 'not ' : ''}${operator.words} \`${pattern}\``
}
