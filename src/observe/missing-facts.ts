import type { Account, Comment, CommentCount, Forge } from '../github/forge.ts'
import { ACTIONS_BOT, lookUpPerson, type Sources } from './sources.ts'
import type { UnknownReaction } from '../decide/next/decision.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { hasMarker } from '../decide/thread/people.ts'
import { asMap, NO_DEADLINE, type Deadline } from '../lib/async.ts'
import type { Clock } from '../runner/clock.ts'

/** Fetches the facts that the state depends on, until nothing is missing. */
export async function fetchMissingFacts(sources: Sources, thread: Thread): Promise<Thread> {
  const { forge } = sources
  const { questions } = sources.snapshotAt(thread).state
  if (Object.values(questions).every((asked) => asked === undefined || asked.length === 0)) return thread
  const { people, editsToFetch, approvalsToTrace, commitsToAttribute, reactions, checks: head } = questions
  const [foundPeople, foundWriters, withReactions, withApp, { withEdit, closings }, checks] = await Promise.all([
    asMap(people, (login) => lookUpPerson(sources, thread, login)),
    asMap(commitsToAttribute, (sha) => forge.peopleOf(sha)),
    lookUpReactions(forge, reactions, thread.bot),
    lookUpApps(forge, approvalsToTrace, thread),
    lookUpEdits(forge, editsToFetch, thread),
    head && forge.checksOf(head, sources.own).then((found) => ({ head, found })),
  ])
  const withAnswers = (comments: readonly Comment[]): Comment[] =>
    comments.flatMap(withApp).map((one) => withReactions(withEdit(one)))
  return fetchMissingFacts(sources, {
    ...thread,
    comments: withAnswers(thread.comments),
    pull: thread.pull && { ...thread.pull, closings, comments: withAnswers(thread.pull.comments) },
    people: new Map([...thread.people, ...foundPeople]),
    ...(checks ? { checks } : {}),
    writers: new Map([...(thread.writers ?? []), ...foundWriters]),
  })
}

/** Whether the bot reacted, in one request for all comments. An earlier token may have belonged to another account. */
async function lookUpReactions(
  forge: Forge,
  unknown: readonly UnknownReaction[],
  bot: Account,
): Promise<(one: Comment) => Comment> {
  const questions = Map.groupBy(unknown, ({ comment }) => comment)
  if (questions.size === 0) return (one) => one
  const found = await forge.reactors([...questions.keys()])
  const isOurs = ({ comment, reaction }: UnknownReaction): boolean => {
    const { byUs, logins } = found.get(comment)?.[reaction] ?? { byUs: false, logins: [] }
    return byUs || logins.includes(bot.login) || logins.includes(ACTIONS_BOT.login)
  }
  return (one) => {
    const asked = questions.get(one.nodeId)?.map((question) => [question.reaction, isOurs(question)])
    return asked ? { ...one, ownReactions: { ...one.ownReactions, ...Object.fromEntries(asked) } } : one
  }
}

/** Through which app these comments on the pull request were written. */
async function lookUpApps(
  forge: Forge,
  unread: readonly Comment[],
  { pull }: Thread,
): Promise<(one: Comment) => Comment[]> {
  const [first] = unread
  if (!first || !pull) return (one) => [one]
  const listed = new Map((await forge.comments(pull.pull.number, first.createdAt)).map(({ id, app = '' }) => [id, app]))
  const asked = new Set(unread.map(({ id }) => id))
  return (one) => {
    if (!asked.has(one.id)) return [one]
    const app = listed.get(one.id)
    // An approval that is missing in the list is dropped for now, since an app may have written it.
    return app === undefined ? [] : [{ ...one, app }]
  }
}

/** Which of these comments were edited; and when the pull request was closed, from the same request. */
async function lookUpEdits(forge: Forge, unknown: readonly Comment[], { pull }: Thread) {
  const ids = new Set(unknown.map(({ nodeId }) => nodeId))
  if (ids.size === 0) return { withEdit: (one: Comment) => one, closings: pull?.closings ?? [] }
  const { edited, closings } = await forge.editsAndClosings([...ids], pull?.pull.nodeId)
  const withEdit = (one: Comment): Comment =>
    ids.has(one.nodeId) ? { ...one, wasEdited: edited.has(one.nodeId) } : one
  return { withEdit, closings }
}

/**
 * Normalizes authors: comments with a marker by the workflow's bot or the token's account count as the plan's bot's.
 * The input `github-token` may change in the middle of a plan, and a comment that is not recognized would be posted
 * again. Other comments keep their author, since the token's account may be a person's.
 */
export async function asOneBot(forge: Forge, bot: Account, comments: readonly Comment[]): Promise<Comment[]> {
  const others = comments.filter(({ author, body }) => author.login !== bot.login && hasMarker(body))
  const logins = new Set(others.map(({ author }) => author.login))
  const ours = await asMap(logins, async (login) => login === ACTIONS_BOT.login || forge.isMe(login))
  return comments.map((one) => (hasMarker(one.body) && ours.get(one.author.login) ? { ...one, author: bot } : one))
}

/** Backoff in milliseconds for a list that has fewer entries than GitHub counts. */
const LIST_PAUSES = [250, 500, 1_000, 2_000, 2_000]
/** Milliseconds after which lists are consistent. What is still missing is hidden from everybody, such as spam. */
const LIST_LAG = 60_000

/** Whether a comment is so recent that a list may lack it. */
export const mayLagBehind = (at: string | undefined, { timestamp }: Pick<Clock, 'timestamp'>): boolean =>
  at !== undefined && Date.parse(timestamp()) - Date.parse(at) < LIST_LAG

type ListReading = { first?: Comment[]; read: () => Promise<Comment[]>; eventComment?: number | undefined }

/** Reads comments until as many as GitHub counts, and the one of the event (`said`), are listed: lists lag behind. */
export async function readWholeList(
  { clock, repo }: { clock: Pick<Clock, 'timestamp'>; repo: { remote?: { deadline?: Pick<Deadline, 'wait'> } } },
  counted: CommentCount | undefined,
  { first, read, eventComment }: ListReading,
): Promise<Comment[]> {
  const { deadline = NO_DEADLINE } = repo.remote ?? {}
  let comments = first ?? (await read())
  for (const pause of LIST_PAUSES) {
    const isCounted = !counted || comments.length >= counted.comments || !mayLagBehind(counted.at, clock)
    if (isCounted && (!eventComment || comments.some(({ id }) => id === eventComment))) break
    await deadline.wait(pause)
    comments = await read()
  }
  return comments
}

/** The comments of an issue or pull request, normalized by `asOneBot`. */
export const fetchComments = async (forge: Forge, bot: Account, number: number): Promise<Comment[]> =>
  asOneBot(forge, bot, await forge.comments(number))

/** Adds new comments of the bot; those of people are added by the next snapshot, which fetches their permissions. */
export function withNewNotes(known: readonly Comment[], fresh: readonly Comment[], bot: Account): Comment[] {
  const ids = new Set(known.map(({ id }) => id))
  const added = fresh.filter(({ id, author, body }) => author.login === bot.login && hasMarker(body) && !ids.has(id))
  const own = added.map((one) => ({ ...one, isAfterList: true as const }))
  return [...known, ...own].toSorted((one, other) => one.id - other.id)
}
