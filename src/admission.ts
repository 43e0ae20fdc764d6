import { admits, teamsAsked, type Approvers } from './approvers.ts'
import { CODEOWNERS_PATHS, ownersOf, parseCodeowners } from './codeowners.ts'
import type { Forge, Permission } from './forge.ts'
import type { Repository } from './git.ts'
import { entryAt, readBlob } from './git-objects.ts'
import { parsePlan } from './plan/markdown.ts'
import type { Thread } from './thread.ts'

/** Whether somebody with a permission may approve the plan that a thread holds. */
export type Admission = (login: string, permission: Permission, thread: Thread) => Promise<boolean>

/** Asks what the input `approvers` needs to be known: code owners from the base branch, members of teams from GitHub. */
export const admissionBy =
  (approvers: Approvers, { forge, repo }: { forge: Forge; repo: Repository }): Admission =>
  async (login, permission, thread) => {
    const owners = approvers.kind === 'codeowners' ? await ownersOfPlan(repo, thread) : []
    // Nobody without the permission is admitted, so nobody's teams need to be asked for.
    if (!admits({ kind: 'permission', least: 'write' }, { login, permission, teams: [], owners: [] })) return false
    const asked = await Promise.all(
      teamsAsked(approvers, owners).map(async (team) => ((await forge.inTeam(team, login)) ? [team] : [])),
    )
    return admits(approvers, { login, permission, owners, teams: asked.flat() })
  }

/** For each file that the plan names, its owners: a plan's own branch has no say in who may approve it. */
async function ownersOfPlan(repo: Repository, { base, branch }: Thread): Promise<string[][]> {
  const file = branch?.planFile
  const parsed = file?.kind === 'text' ? parsePlan(file.text) : undefined
  const paths = parsed?.kind === 'plan' ? parsed.plan.subtasks.flatMap((subtask) => subtask.files) : []
  const rules = parseCodeowners(await codeownersAt(repo, base.sha))
  return paths.map((path) => ownersOf(rules, path))
}

async function codeownersAt(repo: Repository, commit: string): Promise<string> {
  for (const path of CODEOWNERS_PATHS) {
    const entry = await entryAt(repo, commit, path)
    if (entry?.mode.startsWith('100')) return readBlob(repo, entry.id)
  }
  return ''
}
