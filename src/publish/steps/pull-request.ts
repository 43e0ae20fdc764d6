import { inThisRun, NO_REACTIONS, withPull, type Thread } from '../../decide/thread/thread.ts'
import { type GitHubContext, viewOf } from '../write/github-context.ts'
import { readComments, untilAll } from '../../observe/own-comments.ts'
import { titleFor, bodyFor } from '../say/show.ts'
import { sayOnce } from '../say/say.ts'
import { compareLink } from '../view/comments/replies.ts'
import type { Snapshot } from '../../decide/next/decision.ts'
import { versionMarker } from '../../decide/thread/people.ts'
import type { Repository } from '../../git/git.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { pushRefs, removalsOf } from '../../git/side-ref.ts'
import type { Pull, PullChanges } from '../../github/forge.ts'
import { refreshBranch } from '../../observe/find-plan.ts'
import { findClaim } from '../claim/claim.ts'
import { retry } from '../../lib/async.ts'

/** Opens the pull request of a branch that has a plan, or finds the one that is open. */
export async function open(ctx: GitHubContext, { thread, state }: Snapshot): Promise<Thread> {
  const { forge, clock } = ctx.sources
  const { branch, base } = thread
  if (!branch || !state.reading?.plan) throw new Error('There is no plan to open a pull request for.')
  const spec = {
    branch: branch.name,
    base: base.branch,
    title: ctx.outward(titleFor(state.reading.plan)),
    body: bodyFor(ctx, announced({ thread, state }, clock.timestamp()), { body: '' }),
  }
  const first = await forge.openPull({ ...spec, draft: true })
  const opened = first.kind === 'no-drafts' ? await forge.openPull({ ...spec, draft: false }) : first
  if (opened.kind === 'opened') return { ...thread, pull: { pull: opened.pull, comments: [], remarks: [] } }
  if (opened.kind === 'exists') return adopt(ctx, thread, branch.name)
  const text = compareLink(viewOf(ctx, thread), branch.name)
  const told = await sayOnce(ctx, thread, { place: 'planning', ...text })
  return inThisRun(told, { pullForbidden: true })
}

/** The thread as it will be after the plan comment, so that the body needs no second write. */
function announced({ thread, state: { reading, versions } }: Snapshot, now: string): Thread {
  const version = (versions.at(-1)?.version ?? 0) + 1
  const said = {
    id: Number.MAX_SAFE_INTEGER,
    nodeId: '',
    author: thread.bot,
    createdAt: now,
    updatedAt: now,
    reactions: NO_REACTIONS,
  }
  const comment = { ...said, body: versionMarker(version, reading?.blob ?? '') }
  const pull: Pull = { ...NEW_PULL, author: thread.bot, base: thread.base.branch, createdAt: now }
  return { ...thread, pull: { pull, comments: [comment], remarks: [] } }
}

const NEW_PULL = {
  number: 0,
  nodeId: '',
  title: '',
  body: '',
  state: 'open',
  draft: true,
  head: { branch: '', sha: '', repository: undefined },
  url: '',
  closedAt: undefined,
  lineComments: 0,
} as const

const ADOPT_WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]

/** Finds the open pull request that GitHub says there is. Lists lag behind, so it may take some tries. */
async function adopt({ sources }: GitHubContext, thread: Thread, branch: string): Promise<Thread> {
  const pull = await retry({
    waits: ADOPT_WAITS,
    until: async () => (await sources.forge.pullsFrom(branch)).find((one) => one.state === 'open'),
  })
  if (!pull) throw new Error(`GitHub says that ${branch} has a pull request, and shows none.`)
  const read = () => readComments(sources.forge, thread.bot, pull.number)
  const counted = (await sources.forge.pull(pull.number))?.counted
  const comments = await untilAll(sources, counted, { read })
  return { ...thread, pull: { pull, comments, remarks: [] } }
}

/** Closes the pull request. The same write shows that the plan is cancelled. */
export async function cancel(ctx: GitHubContext, { thread, state }: Snapshot): Promise<Thread> {
  const { forge, repo } = ctx.sources
  if (!thread.pull) return thread
  const { number } = thread.pull.pull
  const changes = (now: Pull): PullChanges => {
    const body = bodyFor(ctx, withPull(thread, { ...now, state: 'closed' }), { body: now.body })
    return now.state === 'open' ? { body, state: 'closed' } : {}
  }
  const pull = await forge.editPull(number, changes)
  if (state.history.executed.size > 0) await remove(repo, await leftBy(ctx, thread))
  return withPull(thread, pull)
}

/** Deletes the branch and the conversation of a plan of which nothing was executed. */
export async function deleteBranch(ctx: GitHubContext, { thread }: Snapshot): Promise<Thread> {
  if (!thread.branch) return thread
  const isRemoved = await remove(ctx.sources.repo, [
    { ref: `refs/heads/${thread.branch.name}`, from: thread.branch.head, to: undefined },
    ...(await leftBy(ctx, thread)),
  ])
  // Another run or a person pushed meanwhile, so the branch may contain something worth keeping.
  return isRemoved ? { ...thread, branch: undefined } : refreshBranch(ctx.sources, thread)
}

/** The side refs of a plan, however far another run has moved them, without a claim that is held. */
async function leftBy(ctx: GitHubContext, thread: Thread): Promise<RefUpdate[]> {
  const claim = await findClaim(ctx, thread)
  const left = await removalsOf(ctx.sources.repo, thread.issue.number)
  return left.flatMap((one) =>
    one.kind !== 'claim' ? [{ ref: one.ref, to: undefined }] : claim?.state === 'free' ? [one] : [],
  )
}

/** Removes all but a claim that a run takes at the same moment. False when another ref was moved. */
async function remove(repo: Repository, updates: readonly RefUpdate[]): Promise<boolean> {
  if ((await pushRefs(repo, updates)).kind !== 'moved') return true
  const others = updates.filter(({ ref }) => !ref.endsWith('-claim'))
  return (await pushRefs(repo, others)).kind !== 'moved'
}
