import { isApproval } from '../words/command.ts'
import type { Facts } from '../thread/facts.ts'
import { type Announcement, type ReadComment, type Refusal, mayWrite } from '../thread/people.ts'
import type { PlanChange } from '../../plan/plan-change.ts'
import { changesOfFile } from '../../plan/plan-changes.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { isUsed } from '../thread/history.ts'
import { permissionRefusal } from './refusals.ts'

/** Refusals of approvals of an earlier version on which nothing was executed. */
export function staleApprovals(facts: Facts): Refusal[] {
  const { comments, current, history, versions } = facts
  if (!current) return []
  return comments.pull
    .filter((one) => isApproval(one.command) && !one.edited && !one.refused && one.id < current.comment)
    .filter((one) => !isUsed(one, history) && !wasSaidAfterEnd(one, facts))
    .map((one) => {
      if (!mayWrite(facts.person(one.author.login))) return permissionRefusal(one)
      const meant = versions.findLast((version) => version.comment < one.id)
      // The approver did nothing wrong: the approved work led to a proposed change.
      const wasHeard = history.halt?.reason === 'change' && history.halt.seen >= one.id
      const refused = {
        comment: one,
        code: 'stale-approval',
        why: wasHeard
          ? `Your approval ended when the agent proposed version ${current.version}.`
          : `Your approval was for ${meant ? `version ${meant.version}` : 'an earlier version'}; the plan is now at version ${current.version}.`,
        remedy: 'Review it, then comment `approve` again.',
      }
      return meant ? { ...refused, changes: changesSince(facts, meant) } : refused
    })
}

/** Whether an approval was posted to a finished plan before more was requested. Then it is ignored. */
function wasSaidAfterEnd({ id }: ReadComment, { history: { finishedSeen: end, answered }, versions }: Facts): boolean {
  if (end === undefined) return false
  return ![...answered, ...versions.map(({ comment }) => comment)].some((one) => one > end && one < id)
}

function changesSince({ thread, reading }: Facts, { blob }: Announcement): PlanChange[] {
  const text = thread.branch?.texts.get(blob) ?? ''
  const before = parsePlan(text)
  const now = thread.branch?.texts.get(reading?.blob ?? '')
  if (!before.plan || !reading?.plan || now === undefined) return []
  return changesOfFile({ plan: before.plan, text }, { plan: reading.plan, text: now })
}
