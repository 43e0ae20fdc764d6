import type { Facts } from './facts.ts'
import type { Announcement } from './markers.ts'
import { changesBetween, renderChanges } from '../plan/changes.ts'
import { parsePlan } from '../plan/markdown.ts'
import type { History } from './history.ts'
import { readsAsCommand, type ReadComment } from './comments.ts'
import { mayWrite } from './permissions.ts'

export const refusal = (comment: ReadComment, why: string, remedy: string): Refusal => ({ comment, why, remedy })

export const editedRefusal = (one: ReadComment): Refusal =>
  refusal(
    one,
    'An edited comment is never taken as a command, because nobody can tell what it said before.',
    'Please say it in a new comment.',
  )

export const permissionRefusal = (one: ReadComment): Refusal =>
  refusal(
    one,
    `@${one.author.login}, only people with write permission can tell me what to do here.`,
    'Please ask one of them to say it.',
  )

/** What becomes of approvals that do not count: each is answered once, with the reason. */
export const approvalRefusals = (facts: Facts, refused: readonly Refusal[]): Refusal[] => [
  ...refused,
  ...staleApprovalRefusals(facts),
]

/** An approval of a version that is no longer the plan, and that nothing was executed on. */
function staleApprovalRefusals(facts: Facts): Refusal[] {
  const { comments, current, history, versions } = facts
  if (!current) return []
  return comments.pull
    .filter((one) => one.command.kind === 'approve' && !one.edited && !one.refused && one.id < current.comment)
    .filter((one) => !isUsed(one, history))
    .map((one) => {
      if (!mayWrite(facts.person(one.author.login))) return permissionRefusal(one)
      const meant = versions.findLast((version) => version.comment < one.id)
      const refused = refusal(
        one,
        `That approval was for ${meant ? `version ${meant.version}` : 'an earlier version'} of the plan, and the plan has changed since.`,
        `Read version ${current.version}, then comment \`approve\` again.`,
      )
      return meant ? { ...refused, detail: changesSince(facts, meant) } : refused
    })
}

/** What is different now, for somebody who has read the version before. */
function changesSince({ thread, reading }: Facts, { blob }: Announcement): string {
  const before = parsePlan(thread.branch?.texts.get(blob) ?? '')
  if (before.kind !== 'plan' || reading?.kind !== 'plan') return ''
  return renderChanges(changesBetween(before.plan, reading.plan))
}

/** Whether something was executed on that approval. */
const isUsed = ({ id }: ReadComment, { executed }: History): boolean =>
  [...executed.values()].some(({ approvedBy }) => approvedBy.some((by) => by.comment === id))

/** Old words that were edited since and read as a command now, which they were not, or are no more. */
export const lateEditRefusals = (facts: Facts, comments: readonly ReadComment[]): Refusal[] =>
  comments
    .filter((one) => one.edited && !one.refused && readsAsCommand(one))
    .filter(({ id }) => id <= facts.history.seen || facts.history.answered.has(id))
    .filter((one) => !wasCarriedOut(one, facts))
    .map(editedRefusal)

/** Whether it was the same command before it was edited. An approval that still bears on the present version counts no more. */
function wasCarriedOut(one: ReadComment, { history, current }: Facts): boolean {
  const { id, reactions } = one
  switch (one.command.kind) {
    case 'approve':
      return isUsed(one, history) && id < (current?.comment ?? 0)
    case 'skip':
      return [...history.abandoned.values()].some(({ command }) => command === id)
    case 'cancel':
    case 'retry':
      // Feedback that was answered bears the same reaction.
      return reactions.rocket > 0 && !history.answered.has(id)
    default:
      return one.answered || history.answered.has(id)
  }
}

/** One sentence why, one sentence what to do, and what else helps to decide. */
export type Refusal = { comment: ReadComment; why: string; remedy: string; detail?: string }
