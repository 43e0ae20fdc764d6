import type { Account, IssueBatch, Forge, OwnRun, Permission } from '../github/forge.ts'
import type { Repository } from '../git/git.ts'
import type { Clone } from './clone.ts'
import type { Clock } from '../runner/clock.ts'
import { mayApprove, mayWrite, owningTeams, isOwner } from '../decide/thread/people.ts'
import type { Approvers, Person, OwnedFiles } from '../decide/thread/people.ts'
import type { Snapshot } from '../decide/next/decision.ts'
import { homeCommit, type PlanRefs } from '../git/side-ref.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { asMap } from '../lib/async.ts'
import { UserError } from '../lib/errors.ts'

/** GitHub, and the first batch request about the issue of the first fetch, if it was started early. */
export type Connection = { forge: Forge; earlyBatch?: Promise<IssueBatch | undefined> | undefined }

/** Where a thread is read from, and the settings for that. */
export type Sources = Connection & {
  repo: Repository
  clock: Clock
  /** The first fetch, if it was started early. */
  firstFetch?: Clone['firstFetch']
  /** `owner/name` */
  repository: string
  base: string
  branchPrefix: string
  planFile: string
  /** This run and its workflow, which are left out of checks. */
  own: OwnRun
  /** A snapshot of a thread: its state by the rules of this run. */
  snapshotAt: (thread: Thread) => Snapshot
  /** Who may approve, by the input `approvers`. A branch is read with its code owners where these approve. */
  approvers: Approvers
}

/** The account of the workflow's own token. */
export const ACTIONS_BOT: Account = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' }

/** The account as which a run acts. GitHub does not tell a workflow's own token who it is. */
export const ownAccount = async ({ forge }: Pick<Sources, 'forge'>): Promise<Account> =>
  (await forge.me()) ?? ACTIONS_BOT

/** `planBase` is the branch that the plan is for, if it is a person's. */
export const planRefsOf = ({ base, branchPrefix }: Sources, issue: number, planBase = base): PlanRefs => ({
  base: planBase,
  prefix: branchPrefix,
  issue,
  ...(planBase === base ? {} : { home: base }),
})

/** The commit of the repository's own base, where instructions and code owners are read for every plan. */
export const ownBase = async ({ repo, base }: Sources, thread: Pick<Thread, 'base'>): Promise<string> =>
  (thread.base.branch === base ? undefined : await homeCommit(repo)) ?? thread.base.sha

/** A person's permission, and whether they may approve the plan of a thread by the input `approvers`. */
export async function lookUpPerson(
  { forge, approvers }: Pick<Sources, 'forge' | 'approvers'>,
  { branch }: Thread,
  login: string,
): Promise<Person> {
  const permission = await forge.permission(login)
  const subtasks = [...(branch?.owners?.values() ?? [])]
  const isAllowed = (teams: readonly string[]) => mayApprove(approvers, { login, permission, subtasks, teams })
  if (!mayWrite({ permission })) return { permission, approver: false }
  if (approvers.kind === 'codeowners') {
    const teams = await teamsOf(forge, login, subtasks.flat())
    return { permission, approver: isAllowed(teams), teams }
  }
  // Fetches teams only for people whom they can admit, so that a hidden team blocks no other approver.
  const isAdmitted = isAllowed([])
  if (approvers.kind === 'permission' || isAdmitted) return { permission, approver: isAdmitted }
  return { permission, approver: isAllowed(await membershipsOf(forge, login, approvers.teams)) }
}

/** A person's permission, fetched if it is not known yet. */
export const permissionOf = async (forge: Forge, { people }: Thread, login: string): Promise<Permission> =>
  people.get(login)?.permission ?? (await forge.permission(login))

/** The texts by people with write permission. */
export async function permitted<Said extends { author: Account }>(
  forge: Forge,
  thread: Thread,
  comments: readonly Said[],
): Promise<Said[]> {
  const logins = new Set(comments.map(({ author }) => author.login))
  const writers = await asMap(logins, async (login) =>
    mayWrite({ permission: await permissionOf(forge, thread, login) }),
  )
  return comments.filter(({ author }) => writers.get(author.login))
}

/** A person's teams that own files which the person does not own by name. Throws `UserError` if one is hidden. */
export const teamsOf = (forge: Forge, login: string, files: readonly OwnedFiles[]): Promise<string[]> =>
  membershipsOf(forge, login, owningTeams(files.filter(({ owners }) => !isOwner(owners, { login }))))

async function membershipsOf(forge: Forge, login: string, teams: readonly string[]): Promise<string[]> {
  const memberships = await asMap(teams, (team) => forge.inTeam(team, login))
  const hidden = teams.find((team) => memberships.get(team) === undefined)
  if (hidden !== undefined)
    throw new UserError(
      'team-hidden',
      `The token cannot see the team \`@${hidden}\`, whose members may approve, or there is no such team.`,
      'Give the input `github-token` the token of a GitHub App with the organization permission “Members: read”, or name people instead of the team.',
    )
  return teams.filter((team) => memberships.get(team))
}
