import type { Facts } from './facts.ts'
import type { ReadComment } from './comments.ts'
import { mayWrite } from './approvers.ts'
import { refusal, type Refusal } from './refusal.ts'

export const permissionRefusal = (one: ReadComment): Refusal =>
  refusal(
    one,
    'no-write-access',
    `@${one.author.login}, commands need write access to this repository.`,
    'Ask someone who has it.',
  )

/** How often somebody without a right is told so within so many milliseconds. */
const MOST_WORDS = 10
const QUIET_TIME = 60 * 60 * 1_000

/**
 * The refusals of one look, in the order of their comments. Who lacks a right could make the bot talk as often as they
 * like, so they get words ten times an hour, and then a reaction. Times are those of the comments, so that each look sees the
 * same.
 */
export function quieted(facts: Facts, refusals: readonly Refusal[]): Refusal[] {
  const spoken = [...facts.comments.issue, ...facts.comments.pull].filter(({ toldWhy }) => toldWhy)
  return refusals
    .toSorted((a, b) => a.comment.id - b.comment.id)
    .map((one) => {
      const before = spoken.filter((comment) => isSoonAfter(one, comment)).length
      const isQuiet = before >= MOST_WORDS && (one.isPersonal ?? lacksRight(facts, one))
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
