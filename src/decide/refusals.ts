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

/** Refusals of the approvals that do not count. */
export const approvalRefusals = (facts: Facts, refused: readonly Refusal[]): Refusal[] => [
  ...refused,
  ...staleApprovalRefusals(facts),
]

/** Refusals of approvals of an earlier version on which nothing was executed. */
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

/** What changed since the version that was approved, as a Markdown list. */
function changesSince({ thread, reading }: Facts, { blob }: Announcement): string {
  const before = parsePlan(thread.branch?.texts.get(blob) ?? '')
  if (before.kind !== 'plan' || reading?.kind !== 'plan') return ''
  return renderChanges(changesBetween(before.plan, reading.plan))
}

/** Whether a subtask was executed because of this approval. */
const isUsed = ({ id }: ReadComment, { executed }: History): boolean =>
  [...executed.values()].some(({ approvedBy }) => approvedBy.some((by) => by.comment === id))

/** Refusals of older comments that read as a command only since they were edited. */
export const lateEditRefusals = (facts: Facts, comments: readonly ReadComment[]): Refusal[] =>
  comments
    .filter((one) => one.edited && !one.refused && readsAsCommand(one))
    .filter(({ id }) => id <= facts.history.seen || facts.history.answered.has(id))
    .filter((one) => !wasCarriedOut(one, facts))
    .map(editedRefusal)

/** Whether the comment was carried out before it was edited. An edited approval of the current version never counts. */
function wasCarriedOut(one: ReadComment, { history, current }: Facts): boolean {
  const { id, reactions } = one
  switch (one.command.kind) {
    case 'approve':
      return isUsed(one, history) && id < (current?.comment ?? 0)
    case 'skip':
      return [...history.abandoned.values()].some(({ command }) => command === id)
    case 'cancel':
    case 'retry':
      // Answered feedback has the same reaction.
      return reactions.rocket > 0 && !history.answered.has(id)
    default:
      return one.answered || history.answered.has(id)
  }
}

/** Why a comment has no effect, what to do instead (one sentence each), and perhaps details as Markdown. */
export type Refusal = { comment: ReadComment; why: string; remedy: string; detail?: string }
