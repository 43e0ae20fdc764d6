import { PERMISSIONS, type Permission } from '../../github/forge.ts'
import { hasVoice, nameOf, type OwnedFiles } from './owners.ts'

/** Who may approve, besides having write permission. Logins and teams are in lower case, teams as `org/team`. */
export type Approvers =
  | { kind: 'permission'; least: 'write' | 'maintain' | 'admin' }
  | { kind: 'codeowners' }
  | { kind: 'list'; users: string[]; teams: string[] }

/** A person who approves. `teams` are the person's, out of those that `teamsToLookUp` names. */
export type Candidate = {
  login: string
  permission: Permission
  teams: readonly string[]
  /** The owners of the files that each subtask of the plan names. */
  subtasks: readonly (readonly OwnedFiles[])[]
}

/**
 * The value of the input `approvers`: `write`, `maintain`, `admin`, `codeowners`, or `@user` and `@org/team` with
 * commas between them. Undefined when it is none of these.
 */
export function parseApprovers(text: string): Approvers | undefined {
  const value = text.trim()
  if (value === 'write' || value === 'maintain' || value === 'admin') return { kind: 'permission', least: value }
  if (value === 'codeowners') return { kind: 'codeowners' }
  const names = value.split(',').map(nameOf)
  if (!names.every((name) => name !== undefined)) return undefined
  const isTeam = (name: string): boolean => name.includes('/')
  const unique = [...new Set(names)]
  return { kind: 'list', users: unique.filter((name) => !isTeam(name)), teams: unique.filter(isTeam) }
}

/** The teams among owners, each once. */
export const teamsAmong = (files: readonly OwnedFiles[]): string[] => [
  ...new Set(
    files.flatMap(({ owners }) => owners.filter((owner) => owner.includes('/')).flatMap((o) => nameOf(o) ?? [])),
  ),
]

/**
 * Whether a person may approve. Write permission is needed in every case. Code owners may approve what is theirs, and
 * what is nobody's; `areEnough` tells when all of it is approved.
 */
export function mayApprove(approvers: Approvers, candidate: Candidate): boolean {
  if (!mayWrite(candidate)) return false
  const names = [candidate.login, ...candidate.teams].map((name) => name.toLowerCase())
  switch (approvers.kind) {
    case 'permission':
      return isAtLeast(candidate.permission, approvers.least)
    case 'codeowners':
      return candidate.subtasks.length === 0 || candidate.subtasks.some((files) => hasVoice(files, candidate))
    case 'list':
      return names.some((name) => approvers.users.includes(name) || approvers.teams.includes(name))
  }
}

const isAtLeast = (permission: Permission, least: Permission): boolean =>
  PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(least)

/** Whether somebody may write to the repository, as GitHub says it now. The commands of nobody else count. */
export const mayWrite = ({ permission }: Pick<Person, 'permission'>): boolean => isAtLeast(permission, 'write')

/**
 * What the API said of a person when it was asked. `approver` is what the input `approvers` says of them, and `teams`
 * are theirs out of those that own something in the plan.
 */
export type Person = { permission: Permission; approver: boolean; teams?: readonly string[] | undefined }
