import type { Sources } from './sources.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { lookUpUnknown } from './look-up-unknown.ts'
import type { ModelStep } from '../decide/next/step.ts'
import { asOneBot, readComments, untilAll } from './own-comments.ts'
import type { Comment, Account, FirstLook, Reactions } from '../github/forge.ts'
import { refreshBranch } from './find-plan.ts'
import { errorText, UserError } from '../errors.ts'

/** `base` reads also what the base branch got. `for` is what was worked out meanwhile and is to be written. */
export type Again = { base?: boolean; for?: ModelStep['kind'] | undefined }

/**
 * Reads again what may have changed meanwhile: comments, the pull request, the branch when somebody pushed, and
 * permissions. GitHub answers what did not change with 304, which is free.
 */
export async function refresh(
  sources: Sources,
  thread: Thread,
  { base = false, for: step }: Again = {},
): Promise<Thread> {
  const { forge } = sources
  const before = thread.pull
  const known = before?.comments ?? []
  const read = async (): Promise<Comment[]> =>
    before ? withOwn(await readComments(forge, thread.bot, before.pull.number), known, thread.bot) : []
  const [pull, first, onIssue, reviews] = await Promise.all([
    before && forge.pull(before.pull.number),
    read(),
    readOnIssue(sources, thread, step),
    before ? forge.reviews(before.pull.number) : [],
  ])
  const lines = pull && pull.lineComments !== 0 ? await forge.lineComments(pull.number) : []
  const looked: Thread = {
    ...thread,
    comments: withOwn(onIssue.comments, thread.comments, thread.bot),
    openWork: onIssue.work,
    pull: pull && {
      pull,
      closings: before?.closings ?? [],
      remarks: [...reviews, ...lines],
      comments: await untilAll(sources, pull.counted, { first, read }),
    },
    people: new Map(),
  }
  // Who owns files may change on the base alone.
  const moved = base || sources.byOwners === true || pull?.head.sha !== thread.branch?.head
  return lookUpUnknown(sources, pull?.state === 'open' && moved ? await refreshBranch(sources, looked) : looked)
}

/**
 * What was said on the issue. A draft was told there, so the list has changed, and who else is open is read with it
 * for the announcement.
 */
async function readOnIssue(
  { forge }: Sources,
  { issue, bot }: Thread,
  step: Again['for'],
): Promise<Pick<FirstLook, 'comments' | 'work'>> {
  if (issue.state === 'gone') return { comments: [] }
  const look =
    step === 'draft' && !issue.isPull ? await forge.firstLook({ issue: issue.number, work: true }) : undefined
  if (!look) return { comments: await readComments(forge, bot, issue.number) }
  return { ...look, comments: await asOneBot(forge, bot, look.comments) }
}

/** How often GitHub is asked again for what was paid for. Each time takes half a minute while it is down. */
const PAID_TRIES = 10

/**
 * The same, for what was paid for and is to be written: it is kept through an outage, as long as the run has the time.
 */
export async function refreshPatiently(
  sources: Sources,
  thread: Thread,
  { stop, note, ...again }: { stop: AbortSignal; note: (what: string) => void } & Again,
): Promise<Thread> {
  for (let tries = 0; ; tries++) {
    try {
      return await refresh(sources, thread, again)
    } catch (error) {
      const isOver = stop.aborted || sources.clock.signal.aborted || tries >= PAID_TRIES
      if (isOver || error instanceof UserError) throw error
      note(`GitHub cannot be asked; what was worked out waits for it: ${errorText(error)}`)
    }
  }
}

/**
 * Adds what this run wrote itself, because GitHub's lists lag behind. Reactions of this run count even when GitHub did
 * not take them in a locked conversation, so that they are not tried again.
 */
function withOwn(fresh: readonly Comment[], known: readonly Comment[], bot: Account): Comment[] {
  const before = new Map(known.map((comment) => [comment.id, comment]))
  const ids = new Set(fresh.map((comment) => comment.id))
  return [
    ...fresh.map((one) => withKnown(one, before.get(one.id))),
    ...known.filter((one) => one.author.login === bot.login && !ids.has(one.id)),
  ]
}

/** What GraphQL said of a comment holds until its time changes. */
const withKnown = (fresh: Comment, known: Comment | undefined): Comment =>
  known
    ? {
        ...fresh,
        // A list may be older than our own change of a comment.
        ...(known.updatedAt > fresh.updatedAt ? { body: known.body, updatedAt: known.updatedAt } : {}),
        reactions: most(fresh.reactions, known.reactions),
        ownSigns: known.ownSigns,
        ...(known.updatedAt === fresh.updatedAt ? { wasEdited: known.wasEdited } : {}),
      }
    : fresh

const most = (one: Reactions, other: Reactions): Reactions => ({
  eyes: Math.max(one.eyes, other.eyes),
  rocket: Math.max(one.rocket, other.rocket),
  confused: Math.max(one.confused, other.confused),
})
