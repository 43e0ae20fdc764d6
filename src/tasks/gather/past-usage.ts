import { executedUsages } from '../../decide/thread/estimate.ts'
import { mailOf, parseMessage } from '../../decide/thread/trailers.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { commitsOfBase, commitsOfPlans, type EarlierCommit } from '../../git/plan-branches.ts'
import type { Usage } from '../../plan/usage.ts'
import { ACTIONS_BOT, type Sources } from '../../observe/sources.ts'

/** This many executed subtasks suffice for an estimate, and nothing more is fetched. */
const ENOUGH = 3

/** The usage of executed subtasks in this repository: of merged plans or, if too few, of all. No outage matters. */
export async function earlierUsages(
  { repo, branchPrefix }: Pick<Sources, 'repo' | 'branchPrefix'>,
  { base, bot }: Pick<Thread, 'base' | 'bot'>,
): Promise<Usage[]> {
  const mails = [ACTIONS_BOT, bot].map(mailOf)
  const read = (commits: readonly EarlierCommit[]): Usage[] =>
    executedUsages(
      // Deduplicates by message: the commits of a merged branch are also in the base, unchanged or rebased.
      [...new Map(commits.map((commit) => [commit.message, commit])).values()].map(({ mail, message }) => ({
        entry: mails.includes(mail) ? parseMessage(message) : undefined,
      })),
    )
  const merged = await commitsOfBase(repo, base.sha)
  const usages = read(merged)
  if (usages.length >= ENOUGH) return usages
  return commitsOfPlans(repo, branchPrefix).then(
    (others) => read([...merged, ...others]),
    () => usages,
  )
}
