import type { Facts } from './facts.ts'
import type { Announcement } from './markers.ts'
import { changesBetween, renderChanges } from '../plan/changes.ts'
import { parsePlan } from '../plan/markdown.ts'
import type { Progress } from './history.ts'
import { readsAsCommand, type Said } from './comments.ts'
import { mayAct } from './permissions.ts'

export const refusal = (said: Said, why: string, remedy: string): Refusal => ({ said, why, remedy })

export const notEdited = (one: Said): Refusal =>
  refusal(
    one,
    'An edited comment is never taken as a command, because nobody can tell what it said before.',
    'Please say it in a new comment.',
  )

export const notPermitted = (one: Said): Refusal =>
  refusal(
    one,
    `@${one.comment.author.login}, only people with write permission can tell me what to do here.`,
    'Please ask one of them to say it.',
  )

/** What becomes of approvals that do not count: each is answered once, with the reason. */
export const refusedApprovals = (facts: Facts, refused: readonly Refusal[]): Refusal[] => [
  ...refused,
  ...staleApprovals(facts),
]

/** An approval of a version that is no longer the plan, and that nothing was executed on. */
function staleApprovals(basis: Facts): Refusal[] {
  const { said, current, progress, versions } = basis
  if (!current) return []
  return said.pull
    .filter((one) => one.command.kind === 'approve' && !one.edited && !one.refused && one.comment.id < current.comment)
    .filter((one) => !isUsed(one, progress))
    .map((one) => {
      if (!mayAct(basis.person(one.comment.author.login))) return notPermitted(one)
      const meant = versions.findLast((version) => version.comment < one.comment.id)
      const refused = refusal(
        one,
        `That approval was for ${meant ? `version ${meant.version}` : 'an earlier version'} of the plan, and the plan has changed since.`,
        `Read version ${current.version}, then comment \`approve\` again.`,
      )
      return meant ? { ...refused, detail: changesSince(basis, meant) } : refused
    })
}

/** What is different now, for somebody who has read the version before. */
function changesSince({ thread, reading }: Facts, { blob }: Announcement): string {
  const before = parsePlan(thread.branch?.texts.get(blob) ?? '')
  if (before.kind !== 'plan' || reading?.kind !== 'plan') return ''
  return renderChanges(changesBetween(before.plan, reading.plan))
}

/** Whether something was executed on that approval. */
const isUsed = ({ comment }: Said, { executed }: Progress): boolean =>
  [...executed.values()].some(({ approvedBy }) => approvedBy.some((by) => by.comment === comment.id))

/** Old words that were edited since and read as a command now, which they were not, or are no more. */
export const lateEdits = (facts: Facts, said: readonly Said[]): Refusal[] =>
  said
    .filter((one) => one.edited && !one.refused && readsAsCommand(one))
    .filter(({ comment: { id } }) => id <= facts.progress.seen || facts.progress.answered.has(id))
    .filter((one) => !wasCarriedOut(one, facts))
    .map(notEdited)

/** Whether it was the same command before it was edited. An approval that still bears on the present version counts no more. */
function wasCarriedOut(one: Said, { progress, current }: Facts): boolean {
  const { id, reactions } = one.comment
  switch (one.command.kind) {
    case 'approve':
      return isUsed(one, progress) && id < (current?.comment ?? 0)
    case 'skip':
      return [...progress.abandoned.values()].some(({ command }) => command === id)
    case 'cancel':
    case 'retry':
      // Feedback that was answered bears the same reaction.
      return reactions.rocket > 0 && !progress.answered.has(id)
    default:
      return one.answered || progress.answered.has(id)
  }
}

/** One sentence why, one sentence what to do, and what else helps to decide. */
export type Refusal = { said: Said; why: string; remedy: string; detail?: string }
