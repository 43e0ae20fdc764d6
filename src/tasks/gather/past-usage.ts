import { executedUsages } from '../../decide/thread/estimate.ts'
import { mailOf, parseMessage } from '../../decide/thread/trailers.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { commitsOfBase, commitsOfPlans, type EarlierCommit } from '../../git/past-subtasks.ts'
import type { Usage } from '../../plan/usage.ts'
import { ACTIONS_BOT, type Sources } from '../../observe/sources.ts'

/** So many executed subtasks are enough to go by, and nothing more is fetched. */
const ENOUGH = 3

/**
 * What each subtask took that was executed in this repository: in the merged history and, when that says too little, on
 * the branches of all plans and in their records too. It asks nothing of the API, and an outage is no reason to go
 * without a plan.
 */
export async function earlierUsages(
  { repo, branchPrefix }: Pick<Sources, 'repo' | 'branchPrefix'>,
  { base, bot }: Pick<Thread, 'base' | 'bot'>,
): Promise<Usage[]> {
  const mails = [ACTIONS_BOT, bot].map(mailOf)
  const read = (commits: readonly EarlierCommit[]): Usage[] =>
    executedUsages(
      // A branch that was merged, with its commits as they are or made again, says the same as the base.
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
