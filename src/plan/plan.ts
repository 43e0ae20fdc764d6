import { z } from 'zod'
import { Usage, type Allowance, type Prices } from './usage.ts'

/** `create_plan`, `PLAN.md` and the program share this shape. A `number` is never reused for another subtask. */
export const Subtask = z.object({
  number: z.number().int().min(1).max(9999),
  name: z.string().min(1),
  description: z.string(),
  expected_outcome: z.string(),
  files: z.array(z.string()),
  verify: z.array(z.string()),
  depends_on: z.array(z.number().int()),
  asked_for: z.string().optional().describe('the words that asked for it, quoted, or: needed for N'),
})
export type Subtask = z.infer<typeof Subtask>

/** The number in `needed for N`, which `asked_for` may hold in place of a quote; undefined for a quote. */
export function neededFor(askedFor: string): number | undefined {
  const [, digits] = /^needed for (\d{1,4})\.?$/i.exec(askedFor) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** A question without a default (an empty text) has to be answered before anything can be approved. */
const Question = z.object({
  question: z.string().min(1),
  default: z
    .string()
    .optional()
    .transform((text = '') => text),
})
export type Question = z.infer<typeof Question>

/** A test that people approve with the plan: a new file as a whole, and the command that runs it. */
const AcceptanceTest = z.object({ path: z.string(), run: z.string(), content: z.string() })
export type AcceptanceTest = z.infer<typeof AcceptanceTest>

const Decision = z.object({ choice: z.string(), instead_of: z.string(), because: z.string() })

/** A decision as a sentence, because `PLAN.md` holds it so and people edit it there; a model may send it as fields. */
const DecisionText = z.union([
  z.string(),
  Decision.transform(({ choice, instead_of, because }) => `${choice}, instead of ${instead_of}: ${because}`),
])

/** A plan as people approve it. Subtasks are executed in the order of `subtasks`, as far as dependencies allow. */
export const Plan = z.object({
  title: z.string().min(1),
  description: z.string(),
  expected_outcome: z.string(),
  subtasks: z.array(Subtask),
  decisions: z.array(DecisionText).optional(),
  questions: z.array(Question),
  risks: z.array(z.string()),
  acceptance: z.array(AcceptanceTest).optional().describe('new test files that people approve before the work'),
})
export type Plan = z.infer<typeof Plan>

/** How a revision answered one feedback comment. `comment` is the id of that comment. */
export const Answer = z.object({ comment: z.number().int(), applied: z.boolean(), note: z.string() })
export type Answer = z.infer<typeof Answer>

/** A second model's objections to a version, and what became of each. `silent`: why it said nothing. */
export const SecondLook = z.object({
  objections: z
    .array(z.object({ text: z.string().max(4_000), applied: z.boolean(), note: z.string().max(4_000) }))
    .max(10),
  silent: z.string().max(4_000).optional(),
})
export type SecondLook = z.infer<typeof SecondLook>

/** What a second model found when it compared what was done with what was asked for. */
export const ResultFinding = z.object({
  subtask: z.number().int(),
  kind: z.enum(['missing', 'partial', 'wrong', 'not-asked-for']),
  /** A file of the head that was read, and a line of it. */
  path: z.string().max(4_096),
  line: z.number().int().positive(),
  text: z.string().max(4_000),
})
export type ResultFinding = z.infer<typeof ResultFinding>

/** What a second model found in the files of `head` at the end of a plan, or why it said nothing. */
export type ResultLook = { head: string; findings: ResultFinding[] } | { silent: string }

export const MAX_FINDINGS = 10

export const SubtaskState = z.enum(['todo', 'in_progress', 'done', 'abandoned', 'failed'])
export type SubtaskState = z.infer<typeof SubtaskState>

/** Whether a subtask is done or skipped, so that nothing is executed for it any more. */
export const isSettled = ({ state }: { state: SubtaskState }): boolean => state === 'done' || state === 'abandoned'

/** One line of an agent's own sub-plan. */
const OwnStep = z.object({ title: z.string().min(1), state: SubtaskState })

/** One line of the sub-plan for the current subtask. That of a sub-agent has its name and its steps. */
export const AgentStep = OwnStep.extend({ steps: z.array(OwnStep).optional() })
export type AgentStep = z.infer<typeof AgentStep>

/** The first question that has to be answered before anything is approved: it has no default. */
export const openQuestion = ({ questions }: Plan): Question | undefined =>
  questions.find((one) => one.default.trim() === '')

/** What a subtask says in words, without paths and commands. */
export const wordsOf = ({ name, description, expected_outcome }: Subtask): string =>
  [name, description, expected_outcome].join('\n')

/** The `exit` of a check on the base that was stopped because the planner was ready first, so its result is unknown. */
export const ENDED_EARLY = 'stopped, the plan was ready'

/** The commands that must pass before a subtask is done: its own, then the one of the input `verify-command`. */
export const checksFor = ({ verify }: Pick<Subtask, 'verify'>, verifyCommand: string | undefined): string[] =>
  verifyCommand === undefined ? verify : [...verify, verifyCommand]

/** A comment as the model gets it. `place` is the line of a file that a review comment is about. */
export const Remark = z.object({
  id: z.number().int(),
  author: z.string(),
  text: z.string(),
  place: z
    .object({ path: z.string(), line: z.number().int().optional(), subtask: z.number().int().optional() })
    .optional(),
})
export type Remark = z.infer<typeof Remark>

/** `1, 2 and 5`, of numbers or words. */
export const joinWithAnd = (items: readonly (number | string)[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** `subtask 3`, or `subtasks 1, 2 and 5`. */
export const nameSubtasks = (numbers: readonly number[]): string =>
  `${numbers.length > 1 ? 'subtasks' : 'subtask'} ${joinWithAnd(numbers)}`

const TestCounts = z.object({ ran: z.number().int().nonnegative(), skipped: z.number().int().nonnegative() })
export type TestCounts = z.infer<typeof TestCounts>

export const Digest = z.string().regex(/^[0-9a-f]{64}$/)

const RunAnswer = z.enum(['passed', 'failed', 'not run'])

/**
 * One command that the action ran to verify a subtask. `exit` says how it ended, `tail` is the shortened output.
 * `failedBefore` is true when the command also fails without the change. With the input `proof`, a check that passed
 * says what it says of the code as it was (`before`), with the new tests (`without`), and with nothing changed but the
 * files that the plan names (`planned`). `digest` is the SHA-256 of all that it printed, without secrets.
 */
export const Check = z.object({
  command: z.string(),
  passed: z.boolean(),
  exit: z.string(),
  tail: z.string(),
  digest: Digest.optional(),
  failedBefore: z.boolean().optional(),
  counts: TestCounts.optional(),
  before: RunAnswer.optional(),
  without: RunAnswer.optional(),
  planned: RunAnswer.optional(),
})
export type Check = z.infer<typeof Check>

export const MissingProgram = z.object({ program: z.string().regex(/^\w[\w.+-]{0,60}$/), subtask: z.number().int() })
export type MissingProgram = z.infer<typeof MissingProgram>

/** A check that passed on a commit's tree, by the digest of its command, so that the next subtask need not repeat it. */
export const PassedCheck = z.object({ command: z.string().regex(/^[0-9a-f]{32}$/), counts: TestCounts.optional() })
export type PassedCheck = z.infer<typeof PassedCheck>

/** `proving`: the check fails without the change. `guarding`: it passes without the change, too. */
type Verdict = 'proving' | 'guarding'

/** The verdict on a check; undefined where it failed, or was not run without the change. */
export function verdictOf({ passed, without }: Pick<Check, 'passed' | 'without'>): Verdict | undefined {
  if (!passed || without === undefined || without === 'not run') return undefined
  return without === 'failed' ? 'proving' : 'guarding'
}

/**
 * Results of a check on the code before, without the change, and with the planned files alone. Commits of older releases
 * have `earlier` in place of `planned`.
 */
export type ProofAnswers = Record<'before' | 'without' | 'planned', z.infer<typeof RunAnswer>> & {
  earlier?: 'passed' | 'failed' | undefined
  digest?: string | undefined
}

/** The results of a check on the other trees, as commits and the record keep them. */
export const answersOf = (check: Check): ProofAnswers => {
  const { before = 'not run', without = 'not run', planned = 'not run', digest } = check
  return { before, without, planned, ...(digest === undefined ? {} : { digest }) }
}

/** How many checks prove, how many guard, and how many of both rest on files that the plan does not name, if any. */
export type ProofCounts = { proving: number; guarding: number; unplanned?: number | undefined }

/** Counts the verdicts of the checks of one subtask. */
export function proofCounts(checks: readonly Check[]): ProofCounts {
  const count = (verdict: Verdict): number => checks.filter((check) => verdictOf(check) === verdict).length
  const needUnplannedFiles = checks.filter(({ passed, planned }) => passed && planned === 'failed').length
  return {
    proving: count('proving'),
    guarding: count('guarding'),
    ...(needUnplannedFiles > 0 && { unplanned: needUnplannedFiles }),
  }
}

/** Why an attempt failed: commands and errors, no opinions. After one that `gaveUp` no other follows. */
export const Attempt = z.object({
  reason: z.string(),
  checks: z.array(Check),
  usage: Usage,
  gaveUp: z.boolean().optional(),
})
export type Attempt = z.infer<typeof Attempt>

/** Made of the inputs, which `action.yml` describes, by `settingsOf` in `src/runner/inputs.ts`. */
export type Settings = {
  planFile: string
  keepPlanFile: boolean
  protectedPaths: readonly string[]
  verifyCommand: string | undefined
  setupCommand: string | undefined
  /** The models that plan and that write, as the inputs name them. */
  models: { plan: string; work: string }
  proof: 'report' | 'require' | 'off'
  /** Globs; the default list where there are none. */
  testFiles: readonly string[]
  newPackages: 'ask' | 'allow'
  maxSubtasks: number
  maxAttempts: number
  maxTurns: number
  reviewEvery: number
  approvalsRequired: number
  allowSelfApproval: boolean
  interactive: boolean
  /** Whether a second model compares what was done with what was asked for. */
  secondLook: boolean
  commitWith: 'auto' | 'git' | 'api'
  prices: Prices | undefined
  allowance: Allowance
}

export type HaltReason = 'budget' | 'change' | 'continuation' | 'environment' | 'acceptance'

/** One difference between two versions of a plan. Subtasks are matched by number. */
export type PlanChange =
  /** Without a subtask, the change is one of the plan as a whole. */
  | { kind: 'text'; subtask?: number | undefined; field: string; before: string; after: string }
  | { kind: 'list'; subtask: number; field: 'files' | 'verify' | 'depends_on'; before: string[]; after: string[] }
  | { kind: 'added' | 'removed'; subtask: number; name: string; text: string }
  /** The subtasks that both versions have, in their new order. */
  | { kind: 'reordered'; before: number[]; after: number[] }

/** A merge of the commit `base` of the base branch that has conflicts in `files`. */
export const OpenMerge = z.object({ base: z.string().regex(/^[0-9a-f]{40}$/), files: z.array(z.string()).min(1) })
export type OpenMerge = z.infer<typeof OpenMerge>

/** The new subtask of a version that resolves a merge: the one that names all files in conflict. */
export function mergeSubtask(before: Plan | undefined, after: Plan, { files }: OpenMerge): number | undefined {
  const numbersBefore = new Set(before?.subtasks.map(({ number }) => number))
  const candidates = after.subtasks.filter(
    (subtask) => !numbersBefore.has(subtask.number) && files.every((path) => subtask.files.includes(path)),
  )
  return candidates.length === 1 ? candidates[0]?.number : undefined
}
