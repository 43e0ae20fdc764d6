/** Files that have the same owners, which are as CODEOWNERS writes them. */
export type OwnedFiles = { paths: readonly string[]; owners: readonly string[] }

/** What each subtask names, by its number. Known only where code owners approve. */
export type PlanOwners = ReadonlyMap<number, readonly OwnedFiles[]>

/** Somebody who approves. `teams` are the person's, as `org/team`, out of those that own something. */
type Voter = { login: string; teams?: readonly string[] | undefined }

/** `@user` or `@org/team` without the `@`, in lower case. Undefined for an e-mail address, whose account is unknown. */
export const nameOf = (entry: string): string | undefined =>
  /^@([a-z\d][\w-]{0,99}(?:\/[\w.-]{1,100})?)$/i.exec(entry.trim())?.[1]?.toLowerCase()

export function isOwner(owners: readonly string[], { login, teams = [] }: Voter): boolean {
  const names = [login, ...teams].map((name) => name.toLowerCase())
  return owners.map(nameOf).some((name) => name !== undefined && names.includes(name))
}

const countsFor = ({ owners }: OwnedFiles, voter: Voter): boolean => owners.length === 0 || isOwner(owners, voter)

/** Whether an approval of this person counts for something in a subtask. One that names no file is everybody's. */
export const hasVoice = (files: readonly OwnedFiles[], voter: Voter): boolean =>
  files.length === 0 || files.some((one) => countsFor(one, voter))

/** The files for which too few of these people approved. */
export const lackingFiles = (files: readonly OwnedFiles[], voters: readonly Voter[], required: number): OwnedFiles[] =>
  files.filter((one) => voters.filter((voter) => countsFor(one, voter)).length < required)

/** GitHub's rule of branch protection: each owned file needs one of its owners, here as many as are required. */
export const areEnough = (
  files: readonly OwnedFiles[] | undefined,
  voters: readonly Voter[],
  required: number,
): boolean => voters.length >= required && lackingFiles(files ?? [], voters, required).length === 0

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
