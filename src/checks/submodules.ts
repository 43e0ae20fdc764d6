import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { tryGit, type Repository } from '../git/git.ts'
import { listFiles } from '../git/work-tree.ts'
import { isThere, renewedBelow, type Difference, type UntrackedSnapshot } from '../agent/place/untracked-files.ts'
import { copyPaths, removeAt, removeLeft } from './left-files.ts'

// The runner may have checked out submodules; this action does not. No command brings their files back, so they are
// copied before an agent begins.

/** The paths of the index's submodules, in latin1. */
export async function submodulesOf(repo: Repository): Promise<string[]> {
  const declared = await tryGit(repo, ['config', '-z', '--blob', ':.gitmodules', '--get-regexp', String.raw`\.path$`])
  if (declared.code !== 0) return []
  const entries = await listFiles(repo, '-s')
  return entries.flatMap((entry) => (entry.startsWith('160000 ') ? entry.slice(entry.indexOf('\t') + 1) : []))
}

const copiesOf = ({ gitDir }: Repository): string => join(gitDir, 'kept-submodules')

/** Copies what is in the submodules. Throws `UserError`. */
export async function keepSubmodules(repo: Repository, submodules: readonly string[]): Promise<void> {
  const to = copiesOf(repo)
  if (existsSync(to)) await removeLeft(to, 'kept-submodules')
  const there = submodules.filter((path) => isThere(repo, path))
  if (there.length === 0) return
  await mkdir(to, { recursive: true })
  await copyPaths(there, { env: repo.env, from: repo.workTree, to })
}

/**
 * Puts submodules back in which something differs from a snapshot. Returns what else differs, and the snapshot with the
 * times of the new copies. Throws `UserError`.
 */
export async function putBackSubmodules(
  repo: Repository,
  look: UntrackedSnapshot,
  difference: Difference,
): Promise<{ rest: Difference; renewed: UntrackedSnapshot }> {
  const rootOf = (path: string) => look.submodules.find((root) => path === root || path.startsWith(`${root}/`))
  const roots = [...new Set(Object.values(difference).flatMap((paths) => paths.flatMap((path) => rootOf(path) ?? [])))]
  if (roots.length === 0) return { rest: difference, renewed: look }
  for (const root of roots) await removeAt(repo, root)
  const copies = copiesOf(repo)
  const kept = roots.filter((root) => isThere({ ...repo, workTree: copies }, root))
  await copyPaths(kept, { env: repo.env, from: copies, to: repo.workTree })
  const others = (paths: readonly string[]): string[] => paths.filter((path) => rootOf(path) === undefined)
  const { added, changed, removed } = difference
  return {
    rest: { added: others(added), changed: others(changed), removed: others(removed) },
    renewed: await renewedBelow(repo, look, roots),
  }
}
