import type { History } from '../../decide/thread/history.ts'
import { commitAt, type Repository } from '../../git/git.ts'
import { isPartOf } from '../../git/merge.ts'

/**
 * The commit of the base that a subtask merges. Undefined for one that merges nothing, and where the branch has it by
 * now. Where the base was put elsewhere since, it is the present tip.
 */
export async function mergeOf(
  repo: Repository,
  { head, base, history }: { head: string; base: string; history: History },
  number: number,
): Promise<string | undefined> {
  const wanted = history.merges.get(number)
  if (wanted === undefined) return undefined
  const there = (await commitAt(repo, wanted)) ?? base
  return (await isPartOf(repo, there, head)) ? undefined : there
}
