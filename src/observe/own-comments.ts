import { hasMarker } from '../decide/comment-markers.ts'
import type { Account, Comment, Forge } from '../github/forge.ts'
import { ACTIONS_BOT } from './sources.ts'

/**
 * Comments in which all of our accounts are one: what the workflow's own bot or the account of the present token said
 * counts as said by the plan's bot. The input `github-token` may change in the middle of a plan, and a note that is not
 * found again would be posted again. Only comments with a marker count: the token's account may be a person, too.
 */
export async function asOneBot(forge: Forge, bot: Account, comments: readonly Comment[]): Promise<Comment[]> {
  const others = comments.filter(({ author, body }) => author.login !== bot.login && hasMarker(body))
  const logins = [...new Set(others.map(({ author }) => author.login))]
  const isOurs = async (login: string): Promise<boolean> => login === ACTIONS_BOT.login || forge.isMe(login)
  const ours = new Set((await Promise.all(logins.map(isOurs))).flatMap((is, i) => (is ? [logins[i]] : [])))
  return comments.map((one) => (hasMarker(one.body) && ours.has(one.author.login) ? { ...one, author: bot } : one))
}

/** The comments of an issue or pull request, as `asOneBot` gives them. */
export const readComments = async (forge: Forge, bot: Account, number: number): Promise<Comment[]> =>
  asOneBot(forge, bot, await forge.comments(number))

/**
 * Adds what our accounts have posted meanwhile. What people said meanwhile is left to the next look, which also asks who
 * they are and what they edited; what was asked of the known comments stays known.
 */
export function withNewNotes(known: readonly Comment[], fresh: readonly Comment[], bot: Account): Comment[] {
  const ids = new Set(known.map(({ id }) => id))
  const added = fresh.filter(({ id, author, body }) => author.login === bot.login && hasMarker(body) && !ids.has(id))
  return [...known, ...added].toSorted((one, other) => one.id - other.id)
}
