import { type Repository, commonAncestor } from '../../git/git.ts'
import { changesBetweenTrees } from '../../git/objects.ts'
import { isProtected } from '../../guard/paths.ts'

/** Protected files that only the merge changes: where the base moved a file there, git moves our edits along. */
export async function movedIntoProtected(
  repo: Repository,
  { head, base, tree }: { head: string; base: string; tree: string },
  protectedPaths: readonly string[],
): Promise<string[]> {
  const ancestor = await commonAncestor(repo, head, base)
  const changed = async (from: string, to: string): Promise<string[]> =>
    (await changesBetweenTrees(repo, from, to)).map(({ path }) => path)
  const branchChanges = new Set(ancestor === undefined ? [] : await changed(ancestor, head))
  return (await changed(base, tree)).filter((path) => !branchChanges.has(path) && isProtected(path, protectedPaths))
}
