import type { Allowance, Prices } from './usage.ts'

/**
 * The settings that code below the runner's room goes by. `settingsOf` in `src/runner/inputs.ts` makes them of the
 * inputs, where each is described; a room that needs only some of them says so with `Pick<Settings, …>`.
 */
export type Settings = {
  planFile: string
  keepPlanFile: boolean
  /** Globs. */
  protectedPaths: readonly string[]
  verifyCommand: string | undefined
  /** What becomes of what checks prove: it is shown, or asked for, or not looked at. */
  proof: 'report' | 'require' | 'off'
  /** Globs; the default list where there are none. */
  testFiles: readonly string[]
  /** Whether a new package has to be named by the approved text of its subtask. */
  newPackages: 'ask' | 'allow'
  maxSubtasks: number
  maxAttempts: number
  maxTurns: number
  /** Executed subtasks between two reviews of the plan; 0 is never. */
  reviewEvery: number
  approvalsRequired: number
  allowSelfApproval: boolean
  /** Whether the bot chooses between a plan and an answer. */
  interactive: boolean
  /** Whether a second model compares what was done with what was asked for. */
  secondLook: boolean
  commitWith: 'git' | 'api'
  prices: Prices | undefined
  allowance: Allowance
}

/** What the tests of a plan are checked against. */
export type AcceptanceRules = Pick<Settings, 'protectedPaths' | 'planFile' | 'testFiles'> & {
  /** The paths of tests where there is a file already. */
  taken: readonly string[]
}
