import type { Ballot, Refusal } from './approval.ts'
import { mayAct, type Facts } from './facts.ts'
import type { Announcement } from './marker.ts'
import { changesBetween, renderChanges } from './plan/changes.ts'
import { parsePlan } from './plan/markdown.ts'
import type { Said } from './said.ts'

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
export const refusedApprovals = (facts: Facts, ballot: Ballot): Refusal[] => [
  ...ballot.refusals,
  ...staleApprovals(facts),
  ...editedApprovals(facts),
]

/** An approval of a version that is no longer the plan, and that nothing was executed on. */
function staleApprovals(basis: Facts): Refusal[] {
  const { said, current, progress, versions } = basis
  if (!current) return []
  const used = new Set(
    [...progress.executed.values()].flatMap(({ approvedBy }) => approvedBy.map(({ comment }) => comment)),
  )
  return said.pull
    .filter((one) => one.command.kind === 'approve' && !one.edited && !one.refused && one.comment.id < current.comment)
    .filter((one) => !used.has(one.comment.id))
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

/** An approval that was edited after it was counted counts no more, and whoever gave it should know. */
const editedApprovals = ({ said, current, progress }: Facts): Refusal[] =>
  said.pull
    .filter((one) => one.command.kind === 'approve' && one.edited && !one.refused && one.comment.id <= progress.seen)
    .filter((one) => current !== undefined && one.comment.id > current.comment)
    .map(notEdited)
