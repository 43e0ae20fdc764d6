import type { Permission } from '../github/forge.ts'
import type { Person } from './thread.ts'

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
  /** For each file that the plan names, its owners as CODEOWNERS writes them. */
  owners: readonly (readonly string[])[]
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

/** `@user` or `@org/team` without the `@`. Logins may hold `_`, which those of managed accounts do. */
const nameOf = (entry: string): string | undefined =>
  /^@([a-z\d][\w-]{0,99}(?:\/[\w.-]{1,100})?)$/i.exec(entry.trim())?.[1]?.toLowerCase()

/** The teams, as `org/team`, whose members have to be known before `mayApprove` can tell. */
export function teamsToLookUp(approvers: Approvers, owners: Candidate['owners']): string[] {
  switch (approvers.kind) {
    case 'permission':
      return []
    case 'codeowners':
      return [...new Set(owners.flat().flatMap((owner) => (owner.includes('/') ? (nameOf(owner) ?? []) : [])))]
    case 'list':
      return approvers.teams
  }
}

/**
 * Whether a person may approve. Write permission is needed in every case.
 *
 * `codeowners` is the rule of GitHub's branch protection, where every owned file needs the approval of any one of its
 * owners, a team's members among them, applied to one person: they must own every file that is owned at all.
 * When no file that the plan names has an owner, write permission is enough. An owner by e-mail address matches nobody,
 * since GitHub does not tell whose address it is.
 */
export function mayApprove(approvers: Approvers, candidate: Candidate): boolean {
  if (!mayWrite(candidate)) return false
  const names = [candidate.login, ...candidate.teams].map((name) => name.toLowerCase())
  const isOneOf = (owners: readonly string[]): boolean =>
    owners.map(nameOf).some((name) => name && names.includes(name))
  switch (approvers.kind) {
    case 'permission':
      return isAtLeast(candidate.permission, approvers.least)
    case 'codeowners':
      return candidate.owners.every((owners) => owners.length === 0 || isOneOf(owners))
    case 'list':
      return names.some((name) => approvers.users.includes(name) || approvers.teams.includes(name))
  }
}

const ASCENDING: readonly Permission[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin']
const isAtLeast = (permission: Permission, least: Permission): boolean =>
  ASCENDING.indexOf(permission) >= ASCENDING.indexOf(least)

/** Whether somebody may write to the repository, as GitHub says it now. The commands of nobody else count. */
export const mayWrite = ({ permission }: Pick<Person, 'permission'>): boolean => isAtLeast(permission, 'write')
