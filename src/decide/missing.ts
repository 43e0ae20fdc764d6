import { mayWrite } from './approvers.ts'
import { noteMarker } from './comment-markers.ts'
import type { Facts } from './facts.ts'

/** The code of the problem that somebody took commits of a plan off its branch. */
export const COMMITS_GONE = 'commits-gone'

/** So many commits are named; whoever took more away knows which. */
const NAMED = 5

/** The ids by which missing commits are named. */
export const namedCommits = (missing: readonly string[]): string[] =>
  missing.slice(0, NAMED).map((sha) => sha.slice(0, 10))

/**
 * The commits of ours that somebody took off the branch of an open plan, while others of the plan are there. What was
 * approved would be carried out once more. So people are told, and whoever approves after that wants to go on without
 * them. Without any commit of the plan, `lostCommits` says so.
 */
export function missingCommits({ thread, history, comments, person }: Facts): readonly string[] {
  const missing = thread.branch?.missing ?? []
  if (missing.length === 0 || thread.pull?.pull.state !== 'open' || history.request === undefined) return []
  const told = thread.pull.comments.findLast(
    ({ author, body }) =>
      author.login === thread.bot.login &&
      body.includes(noteMarker(`problem-${COMMITS_GONE}`)) &&
      namedCommits(missing).every((name) => body.includes(name)),
  )
  const goesOn = comments.pull.some(
    (one) =>
      one.command.kind === 'approve' &&
      !one.edited &&
      one.id > (told?.id ?? Infinity) &&
      mayWrite(person(one.author.login)),
  )
  const plansAnew = comments.issue.some(
    (one) => one.command.kind === 'plan' && one.id > (told?.id ?? Infinity) && mayWrite(person(one.author.login)),
  )
  return goesOn || plansAnew ? [] : missing
}
