import { mayWrite, notesWith, type ReadComment } from '../thread/people.ts'
import { isApproval } from '../words/command.ts'
import type { Facts } from '../thread/facts.ts'

export const COMMITS_GONE = 'commits-gone'

const NAMED = 5

export const namedCommits = (missing: readonly string[]): string[] =>
  missing.slice(0, NAMED).map((sha) => sha.slice(0, 10))

/**
 * Our commits that were removed from the branch of an open plan while others of the plan are there. What they recorded
 * would be executed again, so people are warned, and an approval after that continues without them. Without any commit
 * of the plan, `lostCommits` applies.
 */
export function missingCommits({ thread, history, comments, person }: Facts): readonly string[] {
  const missing = thread.branch?.missing ?? []
  if (missing.length === 0 || thread.pull?.pull.state !== 'open' || history.request === undefined) return []
  const names = namedCommits(missing)
  const told = notesWith(thread.pull.comments, thread.bot, `problem-${COMMITS_GONE}`).findLast(({ body }) =>
    names.every((name) => body.includes(name)),
  )
  if (!told) return missing
  const isSaidSince = (one: ReadComment): boolean => one.id > told.id && mayWrite(person(one.author.login))
  const goesOn = comments.pull.some((one) => isApproval(one.command) && !one.edited && isSaidSince(one))
  const plansAnew = comments.issue.some((one) => one.command.kind === 'plan' && isSaidSince(one))
  return goesOn || plansAnew ? [] : missing
}
