import type { Repository } from '../git.ts'
import { changesBetweenTrees } from '../git-objects.ts'
import type { State } from '../state.ts'

/** The paths that each executed subtask changed. */
export async function filesOf(repo: Repository, { progress }: State): Promise<Map<number, string[]>> {
  const executed = await Promise.all(
    [...progress.executed].map(async ([number, { sha }]) => {
      const changes = await changesBetweenTrees(repo, `${sha}^`, sha)
      return [number, changes.map(({ path }) => path)] as const
    }),
  )
  return new Map(executed)
}
