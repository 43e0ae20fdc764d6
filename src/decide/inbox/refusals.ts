import type { Facts } from '../thread/facts.ts'
import { type ReadComment, type Refusal, mayWrite } from '../thread/people.ts'

export const permissionRefusal = (one: ReadComment): Refusal => ({
  comment: one,
  code: 'no-write-access',
  why: `@${one.author.login}, commands need write access to this repository.`,
  remedy: 'Ask a maintainer to run it.',
})

/** Rate limit for replies to people without permission: this many within this many milliseconds. */
const MOST_WORDS = 10
const QUIET_TIME = 60 * 60 * 1_000

/**
 * The refusals of one snapshot, in the order of their comments. People without permission could make the bot talk at
 * will, so they get ten replies an hour, and then reactions. Uses the times of the comments, so that every snapshot
 * gives the same result.
 */
export function quieted(facts: Facts, refusals: readonly Refusal[]): Refusal[] {
  const spoken = [...facts.comments.issue, ...facts.comments.pull].filter(({ toldWhy }) => toldWhy)
  return refusals
    .filter((one) => !hasSign(facts, one))
    .toSorted((a, b) => a.comment.id - b.comment.id)
    .map((one) => {
      const isOfKind = (before: ReadComment): boolean =>
        !one.isPersonal || lacksRight(facts, one) || before.command.kind === one.comment.command.kind
      const before = spoken.filter((comment) => isOfKind(comment) && isSoonAfter(one, comment)).length
      const isQuiet = before >= MOST_WORDS && (one.isPersonal ?? lacksRight(facts, one))
      if (!isQuiet) spoken.push(one.comment)
      return isQuiet ? { ...one, isQuiet } : one
    })
}

const lacksRight = ({ person }: Facts, { comment }: Refusal): boolean => !mayWrite(person(comment.author.login))

/** Refused for lack of write permission regardless of whose reaction it is, so GitHub is not asked. */
const hasSign = (facts: Facts, one: Refusal): boolean => one.comment.reactions.confused > 0 && lacksRight(facts, one)

const isSoonAfter = ({ comment }: Refusal, before: ReadComment): boolean =>
  before.author.id === comment.author.id &&
  before.id < comment.id &&
  Date.parse(comment.createdAt) - Date.parse(before.createdAt) < QUIET_TIME

export const unreadablePlan = (one: ReadComment): Refusal => ({
  comment: one,
  code: 'unreadable-plan',
  why: 'The plan file on this branch cannot be read, so there is nothing to approve or to skip.',
  remedy: 'Push a fix of it to this branch: it becomes a new version, which can be approved.',
})

export const planFinished = (one: ReadComment, { thread }: Facts): Refusal => ({
  comment: one,
  code: 'plan-finished',
  why: 'This plan is finished.',
  remedy: `For more changes, comment \`/revise …\` here; or merge or close this pull request, then comment \`/plan\` on #${thread.issue.number}.`,
})
