import type { History } from '../../decide/thread/history.ts'
import { commitAt, type Repository, isPartOf } from '../../git/git.ts'

/** The commit of the base that a subtask still has to merge; the current tip if the base was force-pushed since. */
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
