import { executedUsages } from '../decide/estimate.ts'
import { mailOf, parseMessage } from '../decide/trailers.ts'
import type { Thread } from '../decide/thread.ts'
import { commitsOfBase, commitsOfPlans, type EarlierCommit } from '../git/earlier.ts'
import type { Usage } from '../plan/usage.ts'
import { ACTIONS_BOT, type Sources } from './sources.ts'

/** So many executed subtasks are enough to go by, and nothing more is fetched. */
const ENOUGH = 3

/**
 * What each subtask took that was executed in this repository: in the merged history and, when that says too little, on
 * the branches of all plans. It asks nothing of the API, and an outage is no reason to go without a plan.
 */
export async function earlierUsages({ repo, branchPrefix }: Sources, { base, bot }: Thread): Promise<Usage[]> {
  const mails = [ACTIONS_BOT, bot].map(mailOf)
  const read = (commits: readonly EarlierCommit[]): Usage[] =>
    executedUsages(
      commits.map(({ mail, message }) => ({ entry: mails.includes(mail) ? parseMessage(message) : undefined })),
    )
  const merged = read(await commitsOfBase(repo, base.sha))
  if (merged.length >= ENOUGH) return merged
  return commitsOfPlans(repo, branchPrefix).then(read, () => merged)
}
