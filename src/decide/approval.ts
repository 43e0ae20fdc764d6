/** One person's approval of these subtasks, in the version that is counted. */
export type Approval = {
  login: string
  comment: number
  /** Those of them for which the approval counts: code owners approve what is theirs. */
  numbers: readonly number[]
  /** All that the person named: what counts for a change that turns out to be theirs. */
  named?: readonly number[] | undefined
  /** The person's teams that own something in the plan. */
  teams?: readonly string[] | undefined
}

/** Who approved a subtask, each person once. */
export const approversOf = (approvals: readonly Approval[], number: number): Approval[] => {
  const logins = new Set<string>()
  return approvals.filter(
    (approval) => approval.numbers.includes(number) && !logins.has(approval.login) && logins.add(approval.login),
  )
}
