import { z } from 'zod'

/** How many tests a check ran and left out, as its output tells. */
export const TestCounts = z.object({ ran: z.number().int().nonnegative(), skipped: z.number().int().nonnegative() })

export type TestCounts = z.infer<typeof TestCounts>

/** What a check says on one of the trees that prove it. */
const RunAnswer = z.enum(['passed', 'failed', 'not run'])

export const Digest = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * One command that the action ran to verify a subtask. `exit` says how it ended, `tail` is the shortened output.
 * `failedBefore` is true when the command also fails without the change. With the input `proof`, a check that passed
 * says what it says of the code as it was (`before`), with the new tests (`without`), and of the new code with the
 * tests as they were (`earlier`). `digest` is the SHA-256 of all that it printed, without secrets.
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
  earlier: RunAnswer.optional(),
})

export type Check = z.infer<typeof Check>

/**
 * A check that passed on the tree of a commit, for the subtask that starts from it: a digest of its
 * command, and how many tests it ran.
 */
export const PassedThere = z.object({ command: z.string().regex(/^[0-9a-f]{32}$/), counts: TestCounts.optional() })

export type PassedThere = z.infer<typeof PassedThere>

/** What a check rests on: it notices that the change is missing, or it only guards what was there. */
export type Verdict = 'proving' | 'guarding'

/** The verdict on a check; undefined where it failed, or was not run without the change. */
export function verdictOf({ passed, without }: Pick<Check, 'passed' | 'without'>): Verdict | undefined {
  if (!passed || without === undefined || without === 'not run') return undefined
  return without === 'failed' ? 'proving' : 'guarding'
}

/** The trees besides the written one that a check may say something of. */
export type OtherTree = 'before' | 'without' | 'earlier'

/** What a check that passed said on the other trees, and the digest of what it printed on the written one. */
export type ProofAnswers = { [K in OtherTree]: z.infer<typeof RunAnswer> } & { digest?: string | undefined }

/** The answers of a check; those that it does not have were not run. */
export const answersOf = (check: Check): ProofAnswers => {
  const { before = 'not run', without = 'not run', earlier = 'not run', digest } = check
  return { before, without, earlier, ...(digest === undefined ? {} : { digest }) }
}

/** How many checks prove, and how many guard. */
export type ProofCounts = { proving: number; guarding: number }

export function proofCounts(checks: readonly Check[]): ProofCounts {
  const count = (verdict: Verdict): number => checks.filter((check) => verdictOf(check) === verdict).length
  return { proving: count('proving'), guarding: count('guarding') }
}
