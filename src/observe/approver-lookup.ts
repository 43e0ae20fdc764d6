import { mayApprove, mayWrite, teamsToLookUp, type Approvers } from '../decide/approvers.ts'
import { CODEOWNERS_PATHS, ownersOf, parseCodeowners } from './codeowners.ts'
import { UserError } from '../errors.ts'
import type { Forge, Permission } from '../github/forge.ts'
import { git, type Repository } from '../git/git.ts'
import { entryAt, readBlob } from '../git/objects.ts'
import { parsePlan } from '../plan/markdown.ts'
import { pathMatcher } from '../guard/paths.ts'
import type { Thread } from '../decide/thread.ts'

/** Whether somebody with a permission may approve the plan that a thread holds. */
export type ApproverLookup = (login: string, permission: Permission, thread: Thread) => Promise<boolean>

/** Looks up what the input `approvers` needs: code owners on the base branch, members of teams on GitHub. */
export const lookUpApprovers =
  (approvers: Approvers, { forge, repo }: { forge: Forge; repo: Repository }): ApproverLookup =>
  async (login, permission, thread) => {
    const owners = approvers.kind === 'codeowners' ? await ownersOfPlan(repo, thread) : []
    const candidate = { login, permission, owners, teams: [] }
    // Teams are asked only about people whom they can admit, so a team that is hidden stops nobody else.
    if (!mayWrite(candidate)) return false
    if (mayApprove(approvers, candidate)) return true
    const asked = await Promise.all(
      teamsToLookUp(approvers, owners).map(async (team) => ((await isMember(forge, team, login)) ? [team] : [])),
    )
    return mayApprove(approvers, { ...candidate, teams: asked.flat() })
  }

async function isMember(forge: Forge, team: string, login: string): Promise<boolean> {
  const answer = await forge.inTeam(team, login)
  if (answer !== undefined) return answer
  throw new UserError(
    'team-hidden',
    `The token cannot see the team \`@${team}\`, whose members may approve, or there is no such team.`,
    'Give the input `github-token` the token of a GitHub App with the organization permission “Members: read”, or name people instead of the team.',
  )
}

/**
 * The owners of each file that the plan names, also by a folder or a pattern. They are read from the base, since a
 * plan's own branch must not decide who may approve it.
 */
async function ownersOfPlan(repo: Repository, { base, branch }: Thread): Promise<string[][]> {
  const file = branch?.planFile
  const parsed = file?.kind === 'text' ? parsePlan(file.text) : undefined
  const named = parsed?.kind === 'plan' ? parsed.plan.subtasks.flatMap((subtask) => subtask.files) : []
  const [text, present] = await Promise.all([codeownersAt(repo, base.sha), pathsAt(repo, base.sha)])
  const rules = parseCodeowners(text)
  const covered = named.map(pathMatcher).flatMap((isCovered) => present.filter(isCovered))
  return [...new Set([...named, ...covered])].map((path) => ownersOf(rules, path))
}

const pathsAt = async (repo: Repository, commit: string): Promise<string[]> =>
  (await git(repo, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', commit])).split('\0').filter(Boolean)

async function codeownersAt(repo: Repository, commit: string): Promise<string> {
  for (const path of CODEOWNERS_PATHS) {
    const entry = await entryAt(repo, commit, path)
    if (entry?.mode.startsWith('100')) return readBlob(repo, entry.id)
  }
  return ''
}
