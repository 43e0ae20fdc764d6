import { isCancel, isApproval, isPlanRequest, isKind } from '../words/command.ts'
import type { Snapshot } from './decision.ts'
import type { Thread } from '../thread/thread.ts'
import { mayWrite, type ReadComment, notesWith } from '../thread/people.ts'
import { type Ended, UNKNOWN_PERSON, type Facts } from '../thread/facts.ts'

/** How people ended a plan that was open when a run began. Undefined if it is open, or a `cancel` ended it. */
export function endedByPeople(before: Thread, { thread, state }: Snapshot): string | undefined {
  if (before.pull?.pull.state !== 'open' || state.pending.some(isCancel)) return undefined
  const { number } = before.pull.pull
  if (state.ended?.how === 'merged')
    return `Pull request #${number} was merged meanwhile, so there is nothing more to do on this plan.`
  if (before.branch && !thread.branch)
    return `The branch \`${before.branch.name}\` was deleted meanwhile, so nothing more of this plan runs.`
  if (!state.ended || state.ended.how === 'cancelled') return undefined
  return `Pull request #${number} was closed meanwhile, so nothing more of this plan runs.`
}

/** Whether the branch lost all commits of an announced plan: it is drafted again only if requested since. */
export function lostCommits({ thread, state }: Snapshot): boolean {
  const announced = state.versions.at(-1)
  const isOpen = thread.pull?.pull.state === 'open' && thread.branch !== undefined
  if (!isOpen || !announced || state.history.request !== undefined) return false
  return !state.pending.filter(isKind('draft')).some(({ comment }) => (comment?.id ?? 0) > announced.comment)
}

/** How the plan ended; undefined while its pull request is open, and before there is one. */
export function endedOf({ pull, people }: Thread, comments: readonly ReadComment[]): Ended | undefined {
  if (pull?.pull.state !== 'closed') return undefined
  if (pull.pull.merged) return { how: 'merged' }
  const cancel = comments.findLast(
    ({ command, edited, refused, author }) =>
      isCancel(command) && !edited && !refused && mayWrite(people.get(author.login) ?? UNKNOWN_PERSON),
  )
  return cancel ? { how: 'cancelled', by: cancel.author.login } : { how: 'closed' }
}

const MAX_NAMED_COMMITS = 5

/** The short ids of removed commits, as the warning names them. */
export const namedCommits = (missing: readonly string[]): string[] =>
  missing.slice(0, MAX_NAMED_COMMITS).map((sha) => sha.slice(0, 10))

/** Our commits that were removed while others stay. Approving or planning again after the warning continues. */
export function missingCommits({ thread, history, comments, person }: Facts): readonly string[] {
  const missing = thread.branch?.missing ?? []
  if (missing.length === 0 || thread.pull?.pull.state !== 'open' || history.request === undefined) return []
  const names = namedCommits(missing)
  const warning = notesWith(thread.pull.comments, thread.bot, 'problem-commits-gone').findLast(({ body }) =>
    names.every((name) => body.includes(name)),
  )
  if (!warning) return missing
  const cameAfterWarning = (one: ReadComment): boolean => one.id > warning.id && mayWrite(person(one.author.login))
  const isContinued = comments.pull.some((one) => isApproval(one.command) && !one.edited && cameAfterWarning(one))
  const isPlannedAgain = comments.issue.some((one) => isPlanRequest(one.command) && cameAfterWarning(one))
  return isContinued || isPlannedAgain ? [] : missing
}
