import type { Facts } from './facts.ts'
import type { Announcement } from './comment-markers.ts'
import { changesBetween, renderChanges } from '../plan/changes.ts'
import { parsePlan } from '../plan/markdown.ts'
import type { ReadComment } from './comments.ts'
import { mayWrite } from './approvers.ts'
import { isUsed } from './history.ts'
import { refusal, type Refusal } from './refusal.ts'

export const permissionRefusal = (one: ReadComment): Refusal =>
  refusal(
    one,
    'no-write-access',
    `@${one.author.login}, commands need write access to this repository.`,
    'Ask someone who has it.',
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
    .filter((one) => !isUsed(one, history) && !wasSaidAfterEnd(one, facts))
    .map((one) => {
      if (!mayWrite(facts.person(one.author.login))) return permissionRefusal(one)
      const meant = versions.findLast((version) => version.comment < one.id)
      // They did nothing wrong: the work that they approved came upon something.
      const wasHeard = history.halt?.reason === 'change' && history.halt.seen >= one.id
      const refused = refusal(
        one,
        'stale-approval',
        wasHeard
          ? `Your approval ended when the agent proposed version ${current.version}.`
          : `Your approval was for ${meant ? `version ${meant.version}` : 'an earlier version'}; the plan is now at version ${current.version}.`,
        'Review it, then comment `approve` again.',
      )
      return meant ? { ...refused, detail: changesSince(facts, meant) } : refused
    })
}

/** Whether it was said to a plan that was done, before anybody asked for more of it. Then it is nothing. */
function wasSaidAfterEnd({ id }: ReadComment, { history: { finishedSeen: end, answered }, versions }: Facts): boolean {
  if (end === undefined) return false
  return ![...answered, ...versions.map(({ comment }) => comment)].some((one) => one > end && one < id)
}

/** What changed since the version that was approved, as a Markdown list. */
function changesSince({ thread, reading }: Facts, { blob }: Announcement): string {
  const before = parsePlan(thread.branch?.texts.get(blob) ?? '')
  if (before.kind !== 'plan' || reading?.kind !== 'plan') return ''
  return renderChanges(changesBetween(before.plan, reading.plan))
}

/** Milliseconds in which somebody without a right is told so once. */
const QUIET_TIME = 60 * 60 * 1_000

/**
 * The refusals of one look, in the order of their comments. Who lacks a right could make the bot talk as often as they
 * like, so they get words once an hour, and then a reaction. Times are those of the comments, so that each look sees the
 * same.
 */
export function quieted(facts: Facts, refusals: readonly Refusal[]): Refusal[] {
  const spoken = [...facts.comments.issue, ...facts.comments.pull].filter(({ toldWhy }) => toldWhy)
  return refusals
    .toSorted((a, b) => a.comment.id - b.comment.id)
    .map((one) => {
      const isQuiet = spoken.some((before) => isSoonAfter(one, before)) && (one.isPersonal ?? lacksRight(facts, one))
      if (!isQuiet) spoken.push(one.comment)
      return isQuiet ? { ...one, isQuiet } : one
    })
}

const lacksRight = ({ person }: Facts, { comment }: Refusal): boolean => !mayWrite(person(comment.author.login))

const isSoonAfter = ({ comment, isPersonal }: Refusal, before: ReadComment): boolean =>
  before.author.id === comment.author.id &&
  before.id < comment.id &&
  (!isPersonal || before.command.kind === comment.command.kind) &&
  Date.parse(comment.createdAt) - Date.parse(before.createdAt) < QUIET_TIME

/** For what names subtasks of a plan that cannot be read. */
export const unreadablePlan = (one: ReadComment): Refusal =>
  refusal(
    one,
    'unreadable-plan',
    'The plan file on this branch cannot be read, so there is nothing to approve or to skip.',
    'Push a fix of it to this branch: it becomes a new version, which can be approved.',
  )
