import { CODEOWNERS_PATHS, ownersOf, parseCodeowners, type Rule } from './codeowners.ts'
import type { OwnedFiles, PlanOwners } from '../../decide/thread/owners.ts'
import type { Repository } from '../../git/git.ts'
import { entryAt, pathsIn, readBlob } from '../../git/objects.ts'
import { pathMatcher } from '../../guard/globs.ts'
import type { Plan } from '../../plan/plan.ts'

/**
 * The owners of what each subtask names, including folders and patterns: the files are those of the plan's base, the
 * owners those of the repository's own base, because a branch must not decide who may approve it.
 */
export async function ownersOfPlan(
  repo: Repository,
  { base, ownersAt }: { base: string; ownersAt: string },
  plan: Plan,
): Promise<PlanOwners> {
  const [rules, present] = await Promise.all([rulesAt(repo, ownersAt), pathsIn(repo, base)])
  return new Map(
    plan.subtasks.map(({ number, files }) => {
      const covered = files.map(pathMatcher).flatMap((isCovered) => present.filter(isCovered))
      return [number, byOwners(rules, [...files, ...covered])]
    }),
  )
}

/** The owners of paths by the CODEOWNERS file of a commit. */
export const ownersOfPaths = async (repo: Repository, at: string, paths: readonly string[]): Promise<OwnedFiles[]> =>
  byOwners(await rulesAt(repo, at), paths)

/** All owners in the CODEOWNERS file of a commit, deduplicated; none without such a file. */
export const allOwners = async (repo: Repository, commit: string): Promise<string[]> => [
  ...new Set((await rulesAt(repo, commit)).flatMap(({ owners }) => owners)),
]

function byOwners(rules: readonly Rule[], paths: readonly string[]): OwnedFiles[] {
  const owned = [...new Set(paths)].map((path) => ({ path, owners: ownersOf(rules, path) }))
  const groups = Map.groupBy(owned, ({ owners }) => owners.toSorted().join(' ').toLowerCase())
  return [...groups.values()].map((files) => ({ paths: files.map(({ path }) => path), owners: files[0]?.owners ?? [] }))
}

async function rulesAt(repo: Repository, commit: string): Promise<Rule[]> {
  for (const path of CODEOWNERS_PATHS) {
    const entry = await entryAt(repo, commit, path)
    if (entry?.mode.startsWith('100')) return parseCodeowners(await readBlob(repo, entry.id))
  }
  return []
}
