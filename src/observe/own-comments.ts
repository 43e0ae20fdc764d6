import { hasMarker } from '../decide/thread/people.ts'
import type { Account, Comment, CommentCount, Forge } from '../github/forge.ts'
import { NO_DEADLINE, type Deadline } from '../lib/async.ts'
import type { Clock } from '../runner/clock.ts'
import { ACTIONS_BOT } from './sources.ts'

/**
 * Normalizes the author of our accounts' comments: comments by the workflow's own bot or the token's account count as
 * the plan's bot's. The input `github-token` may change in the middle of a plan, and a note that is not found would be
 * posted again. Only comments with a marker count, since the token's account may be a person's.
 */
export async function asOneBot(forge: Forge, bot: Account, comments: readonly Comment[]): Promise<Comment[]> {
  const others = comments.filter(({ author, body }) => author.login !== bot.login && hasMarker(body))
  const logins = [...new Set(others.map(({ author }) => author.login))]
  const isOurs = async (login: string): Promise<boolean> => login === ACTIONS_BOT.login || forge.isMe(login)
  const ours = new Set((await Promise.all(logins.map(isOurs))).flatMap((is, i) => (is ? [logins[i]] : [])))
  return comments.map((one) => (hasMarker(one.body) && ours.has(one.author.login) ? { ...one, author: bot } : one))
}

/** Backoff in milliseconds for a list that has fewer entries than GitHub counts. */
const PAUSES = [250, 500, 1_000, 2_000, 2_000]
/** Milliseconds after which lists are consistent. What is still missing is hidden from everybody, such as spam. */
const SETTLED = 60_000

/** Whether a comment is so recent that a list may lack it. */
export const isYoung = (at: string | undefined, { timestamp }: Pick<Clock, 'timestamp'>): boolean =>
  at !== undefined && Date.parse(timestamp()) - Date.parse(at) < SETTLED

/** Reads comments until all that GitHub counts, and the one of the event (`said`), are listed: lists lag behind. */
export async function untilAll(
  { clock, repo }: { clock: Pick<Clock, 'timestamp'>; repo: { remote?: { deadline?: Pick<Deadline, 'wait'> } } },
  counted: CommentCount | undefined,
  { first, read, said }: { first?: Comment[]; read: () => Promise<Comment[]>; said?: number | undefined },
): Promise<Comment[]> {
  const { deadline = NO_DEADLINE } = repo.remote ?? {}
  let comments = first ?? (await read())
  for (const pause of PAUSES) {
    const isCounted = !counted || comments.length >= counted.comments || !isYoung(counted.at, clock)
    if (isCounted && (!said || comments.some(({ id }) => id === said))) break
    await deadline.wait(pause)
    comments = await read()
  }
  return comments
}

/** The comments of an issue or pull request, normalized by `asOneBot`. */
export const readComments = async (forge: Forge, bot: Account, number: number): Promise<Comment[]> =>
  asOneBot(forge, bot, await forge.comments(number))

/** Adds new comments of our accounts; those of people wait for a snapshot that fetches their permissions. */
export function withNewNotes(known: readonly Comment[], fresh: readonly Comment[], bot: Account): Comment[] {
  const ids = new Set(known.map(({ id }) => id))
  const added = fresh.filter(({ id, author, body }) => author.login === bot.login && hasMarker(body) && !ids.has(id))
  const own = added.map((one) => ({ ...one, isAfterList: true as const }))
  return [...known, ...own].toSorted((one, other) => one.id - other.id)
}
