import { UserError } from '../lib/errors.ts'
import { cachedGit, GitError, tryGit, type Repository } from './git.ts'
import { layTexts } from './lay-over.ts'
import { entryAt, readBlob, treeOf, treeWith } from './objects.ts'

/** What a merge comes to. Files in conflict hold both sides between markers, and the rest is merged. */
export type BaseMerge = { tree: string; conflicts: string[] }

/** The best common ancestor; undefined where there is none in what was fetched. */
export const commonAncestor = (repo: Repository, one: string, other: string): Promise<string | undefined> =>
  cachedGit(repo, ['merge-base', one, other], { ids: [one, other] }).catch(() => undefined)

/** Whether a commit is part of the history of another. */
export const isPartOf = async (repo: Repository, commit: string, head: string): Promise<boolean> =>
  (await commonAncestor(repo, commit, head)) === commit

/**
 * Merges `base` into `head`, without a work tree. A file of the plan that `head` brings stays as it is there, since it is
 * what people approved. Attributes of the work tree have no say. Throws `UserError` for a git that cannot do it, and `GitError`.
 */
export async function mergeBaseInto(
  repo: Repository,
  { head, base, planFile }: { head: string; base: string; planFile: string },
): Promise<BaseMerge> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', head, base]
  const { code, stdout, stderr } = await tryGit({ ...repo, workTree: repo.gitDir }, args)
  if (code === 129) {
    throw new UserError(
      'git-merge',
      'The git of this runner is too old to merge without a work tree.',
      'Install git 2.38 or newer before this action.',
    )
  }
  if (code > 1) throw new GitError(`git merge-tree ended with ${code}: ${stderr.trim()}`)
  const [merged = '', ...conflicts] = stdout.split('\0').filter(Boolean)
  const fork = await commonAncestor(repo, head, base)
  const before = fork === undefined ? undefined : await entryAt(repo, fork, planFile)
  const entry = await entryAt(repo, head, planFile)
  const tree = entry?.id === before?.id ? merged : await treeWith(repo, merged, { path: planFile, entry })
  return { tree, conflicts: conflicts.filter((path) => path !== planFile) }
}

/** The files among `paths` that still hold markers of a conflict. */
export async function unresolvedIn(repo: Repository, tree: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const entry = await entryAt(repo, tree, path)
    const text = entry?.mode.startsWith('100') ? await readBlob(repo, entry.id) : ''
    if (/^<{7} [0-9a-f]{40}$|^>{7} [0-9a-f]{40}$/m.test(text)) found.push(path)
  }
  return found
}

export const unresolvedText = (path: string): string => `\`${path}\` still holds markers of a conflict. Resolve it.`

/**
 * What the work on a subtask starts from, and its changes count from: the tree of a commit, or of its merge with the
 * base, with conflicts marked. `tests` are the subtask's approved tests, which are there from the beginning.
 */
export async function startOf(
  repo: Repository,
  { head, merge, planFile, tests = [] }: { head: string; merge: string | undefined; planFile: string; tests?: Texts },
): Promise<BaseMerge> {
  const start =
    merge === undefined
      ? { tree: await treeOf(repo, head), conflicts: [] }
      : await mergeBaseInto(repo, { head, base: merge, planFile })
  return { ...start, tree: await layTexts(repo, start.tree, tests) }
}

type Texts = Parameters<typeof layTexts>[2]
