import type { Thread } from '../decide/thread/thread.ts'
import type { Account, Comment, Reactions } from '../github/forge.ts'
import { immediate, retry } from '../lib/async.ts'
import { UserError, errorText } from '../lib/errors.ts'
import { refreshBranch } from './read-plans.ts'
import { fetchComments, fetchMissingFacts, readWholeList } from './missing-facts.ts'
import type { Sources } from './sources.ts'

/** Reads again what may have changed. GitHub answers 304 for the rest, which is free. */
export async function refresh(sources: Sources, thread: Thread): Promise<Thread> {
  const { forge } = sources
  const before = thread.pull
  const known = before?.comments ?? []
  const read = async (): Promise<Comment[]> =>
    before ? withOwnComments(await fetchComments(forge, thread.bot, before.pull.number), known, thread.bot) : []
  const [pull, first, onIssue, reviews] = await Promise.all([
    before && forge.pull(before.pull.number),
    read(),
    thread.issue.state === 'gone' ? [] : fetchComments(forge, thread.bot, thread.issue.number),
    before ? forge.reviews(before.pull.number) : [],
  ])
  const lines = pull && pull.lineComments !== 0 ? await forge.lineComments(pull.number) : []
  const fresh: Thread = {
    ...thread,
    comments: withOwnComments(onIssue, thread.comments, thread.bot),
    pull: pull && {
      pull,
      closings: before?.closings ?? [],
      remarks: [...reviews, ...lines],
      comments: await readWholeList(sources, pull.counted, { first, read }),
    },
    people: new Map(),
  }
  // Code owners may change on the base alone.
  const hasMoved = sources.approvers.kind === 'codeowners' || pull?.head.sha !== thread.branch?.head
  return fetchMissingFacts(sources, pull?.state === 'open' && hasMoved ? await refreshBranch(sources, fresh) : fresh)
}

/** Retries of a refresh before results are written. Each takes half a minute while GitHub is down. */
const REFRESH_TRIES = 10

/** Refreshes a thread before a paid result is published, with retries through an outage while the run has time. */
export async function refreshPatiently(
  sources: Sources,
  thread: Thread,
  { stop, note }: { stop: AbortSignal; note: (what: string) => void },
): Promise<Thread> {
  const fresh = await retry({
    waits: immediate(REFRESH_TRIES),
    until: (_, isLast) =>
      refresh(sources, thread).catch((error: unknown) => {
        if (isLast || stop.aborted || sources.clock.signal.aborted || error instanceof UserError) throw error
        note(`GitHub cannot be asked; what was worked out waits for it: ${errorText(error)}`)
        return undefined
      }),
  })
  return fresh ?? thread
}

/** Adds what this run wrote and the list lacks, as lists lag behind: comments, edits and reactions. */
function withOwnComments(fresh: readonly Comment[], known: readonly Comment[], bot: Account): Comment[] {
  const before = new Map(known.map((comment) => [comment.id, comment]))
  const ids = new Set(fresh.map((comment) => comment.id))
  return [
    ...fresh.map((one) => withKnownFacts(one, before.get(one.id))),
    ...known.filter((one) => one.author.login === bot.login && !ids.has(one.id)),
  ]
}

/** Keeps what is known from GraphQL about a comment until its `updatedAt` changes. */
const withKnownFacts = (fresh: Comment, known: Comment | undefined): Comment =>
  known
    ? {
        ...fresh,
        // A list may be older than our own edit of a comment.
        ...(known.updatedAt > fresh.updatedAt ? { body: known.body, updatedAt: known.updatedAt } : {}),
        reactions: largerCounts(fresh.reactions, known.reactions),
        ownReactions: known.ownReactions,
        ...(known.updatedAt === fresh.updatedAt ? { wasEdited: known.wasEdited } : {}),
      }
    : fresh

const largerCounts = (one: Reactions, other: Reactions): Reactions => ({
  eyes: Math.max(one.eyes, other.eyes),
  rocket: Math.max(one.rocket, other.rocket),
  confused: Math.max(one.confused, other.confused),
})
