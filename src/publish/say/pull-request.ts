import type { Context, Snapshot } from '../../decide/next/decision.ts'
import { inThisRun, withPull, type Thread, type ThreadWith } from '../../decide/thread/thread.ts'
import type { Repository } from '../../git/git.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { pushRefs, removalsOf } from '../../git/side-ref.ts'
import type { Pull, PullChanges } from '../../github/forge.ts'
import { withoutCredentialsIn } from '../../guard/credentials.ts'
import { retry } from '../../lib/async.ts'
import { errorText } from '../../lib/errors.ts'
import { refreshBranch } from '../../observe/read-plans.ts'
import { fetchComments, readWholeList } from '../../observe/missing-facts.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { AgentStep, type Plan } from '../../plan/plan.ts'
import { findClaim } from '../claim/claim.ts'
import { bodyWithBlock } from '../view/body/body.ts'
import { compareLink } from '../view/comments/replies.ts'
import { commitStatus } from '../view/parts/status-line.ts'
import { cleanSubject } from '../view/text/commit-text.ts'
import type { Live, View } from '../view/text/view.ts'
import { viewOf, type GitHubContext } from '../write/github-context.ts'
import { sayOnce } from './say.ts'

/** Opens the pull request of a branch that has a plan, or finds the one that is open. */
export async function open(ctx: GitHubContext, { thread, state }: Snapshot): Promise<Thread> {
  const { forge } = ctx.sources
  const { branch, base } = thread
  if (!branch || !state.reading?.plan) throw new Error('There is no plan to open a pull request for.')
  const spec = {
    branch: branch.name,
    base: base.branch,
    title: ctx.outward(titleFor(state.reading.plan)),
    body: bodyWithBlock('', withExpectedPlanComment(viewOf(ctx, thread)), ctx.outward),
  }
  const first = await forge.openPull({ ...spec, draft: true })
  const opened = first.kind === 'no-drafts' ? await forge.openPull({ ...spec, draft: false }) : first
  if (opened.kind === 'opened') return { ...thread, pull: { pull: opened.pull, comments: [], remarks: [] } }
  if (opened.kind === 'exists') return adopt(ctx, thread, branch.name)
  const text = compareLink(viewOf(ctx, thread), branch.name)
  const after = await sayOnce(ctx, thread, { target: 'planning', ...text })
  const problem = 'This repository does not allow GitHub Actions to open pull requests; the issue says what to change.'
  return inThisRun(after, { pullForbidden: true, problems: [...after.thisRun.problems, problem] })
}

/** The view as it will be after the plan comment, so that the first body is right and needs no second write. */
function withExpectedPlanComment(view: View): View {
  const { versions, reading } = view.state
  const version = (versions.at(-1)?.version ?? 0) + 1
  const current = { version, blob: reading?.blob ?? '', comment: Number.MAX_SAFE_INTEGER, edited: false }
  return { ...view, state: { ...view.state, versions: [...versions, current], current } }
}

const ADOPT_WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]

/** Finds the open pull request that GitHub reported as existing; retries, because its lists lag behind. */
async function adopt({ sources }: GitHubContext, thread: Thread, branch: string): Promise<Thread> {
  const pull = await retry({
    waits: ADOPT_WAITS,
    until: async () => (await sources.forge.pullsFrom(branch)).find((one) => one.state === 'open'),
  })
  if (!pull) throw new Error(`GitHub says that ${branch} has a pull request, and shows none.`)
  const read = () => fetchComments(sources.forge, thread.bot, pull.number)
  const counted = (await sources.forge.pull(pull.number))?.counted
  const comments = await readWholeList(sources, counted, { read })
  return { ...thread, pull: { pull, comments, remarks: [] } }
}

const titleFor = (plan: Plan): string => cleanSubject(plan.title, 'Plan', 200)

/** The new title, when the present one is still that of an earlier version. Titles that people gave stay. */
function newTitle(ctx: GitHubContext, thread: Thread, currentTitle: string): string | undefined {
  const titles = [...(thread.branch?.texts.values() ?? [])].flatMap((text) => {
    const { plan } = parsePlan(text)
    return plan ? [ctx.outward(titleFor(plan))] : []
  })
  const plan = viewOf(ctx, thread).state.reading?.plan
  const title = plan && ctx.outward(titleFor(plan))
  return title !== undefined && title !== currentTitle && titles.includes(currentTitle) ? title : undefined
}

/** The agent's steps without credentials. They are shown before there is a result, whose texts are redacted later. */
async function withoutSecretsInSteps(live: Live | undefined): Promise<Live | undefined> {
  if (!live) return undefined
  const subtasks = live.subtasks.map(async ({ steps, ...one }) => ({
    ...one,
    steps: AgentStep.array().parse(await withoutCredentialsIn(steps, [])),
  }))
  return { ...live, subtasks: await Promise.all(subtasks) }
}

/** Title and body are read right before each try, so that edits of people are kept. `signal` ends a live update. */
export async function show(ctx: GitHubContext, thread: Thread, progress?: Live & { signal?: AbortSignal }) {
  if (!thread.pull) return thread
  const live = await withoutSecretsInSteps(progress)
  const changes = (now: Pull): PullChanges => changesTo(ctx, thread, { now, live })
  return withWrittenPull(thread, await ctx.sources.forge.editPull(thread.pull.pull.number, changes, progress?.signal))
}

/** Marks the pull request as ready for review, and updates title and body. */
export async function ready(ctx: GitHubContext, thread: ThreadWith<'pull'>): Promise<Thread> {
  const after = withPull(thread, { draft: false })
  const changes = (now: Pull): PullChanges => changesTo(ctx, after, { now })
  return withWrittenPull(after, await ctx.sources.forge.markReady(thread.pull.pull, changes))
}

function changesTo(ctx: GitHubContext, thread: Thread, { now, live }: { now: Pull; live?: Live | undefined }) {
  const title = newTitle(ctx, thread, now.title)
  const body = bodyWithBlock(now.body, viewOf(ctx, thread, live), ctx.outward)
  return { ...(body === now.body ? {} : { body }), ...(title === undefined ? {} : { title }) }
}

/** The thread with the pull request that was just written. Not every answer has the number of review comments. */
const withWrittenPull = (thread: Thread, pull: Pull): Thread =>
  withPull(thread, { ...pull, lineComments: pull.lineComments ?? thread.pull?.pull.lineComments })

/** Where a repository has no drafts, the plan continues all the same, and this run does not try again. */
export async function redraft<T extends ThreadWith<'pull'>>({ sources }: GitHubContext, thread: T): Promise<T> {
  await sources.forge.markDraft(thread.pull.pull.nodeId)
  return withPull(thread, { draft: true })
}

/** Closes the pull request. The same write shows that the plan is cancelled. */
export async function cancel(ctx: GitHubContext, { thread, state }: Snapshot): Promise<Thread> {
  const { forge, repo } = ctx.sources
  if (!thread.pull) return thread
  const changes = (now: Pull): PullChanges => {
    const closed = viewOf(ctx, withPull(thread, { ...now, state: 'closed' }))
    return now.state === 'open' ? { body: bodyWithBlock(now.body, closed, ctx.outward), state: 'closed' } : {}
  }
  const pull = await forge.editPull(thread.pull.pull.number, changes)
  if (state.history.executed.size > 0) await removeRefs(repo, await refsToRemove(ctx, thread))
  return withPull(thread, pull)
}

/** Deletes the branch and the conversation of a plan of which nothing was executed. */
export async function deleteBranch(ctx: GitHubContext, { thread }: Snapshot): Promise<Thread> {
  if (!thread.branch) return thread
  const isRemoved = await removeRefs(ctx.sources.repo, [
    { ref: `refs/heads/${thread.branch.name}`, from: thread.branch.head, to: undefined },
    ...(await refsToRemove(ctx, thread)),
  ])
  // Another run or a person pushed meanwhile, so the branch may contain something worth keeping.
  return isRemoved ? { ...thread, branch: undefined } : refreshBranch(ctx.sources, thread)
}

/** The side refs of a plan, however far another run has moved them, without a claim that is held. */
async function refsToRemove(ctx: GitHubContext, thread: Thread): Promise<RefUpdate[]> {
  const claim = await findClaim(ctx, thread)
  const removals = await removalsOf(ctx.sources.repo, thread.issue.number)
  return removals.flatMap((one) =>
    !one.ref.endsWith('-claim') ? [{ ref: one.ref, to: undefined }] : claim?.state === 'free' ? [one] : [],
  )
}

/** Deletes refs; if a run takes the claim at the same moment, all but the claim. False when another ref was moved. */
async function removeRefs(repo: Repository, updates: readonly RefUpdate[]): Promise<boolean> {
  if ((await pushRefs(repo, updates)).kind !== 'moved') return true
  const withoutClaim = updates.filter(({ ref }) => !ref.endsWith('-claim'))
  return (await pushRefs(repo, withoutClaim)).kind !== 'moved'
}

/** The context of the commit status, by which people find it in branch rules. */
export const CONTEXT = 'Measure Twice'

const STATUS_FORBIDDEN = `The commit status "${CONTEXT}" is left out, because the token may not write it. Give the job \`permissions: statuses: write\`.`

/** Returns a function that writes the commit status, and logs once that the token lacks the permission. Never throws. */
export function openStatusWriter(ctx: GitHubContext, log: (line: string) => void) {
  let isAllowed = true
  return async (thread: Thread): Promise<void> => {
    try {
      if (isAllowed && !(await writeStatus(ctx, thread))) {
        isAllowed = false
        log(STATUS_FORBIDDEN)
      }
    } catch (error) {
      log(ctx.redact(`The commit status was not written: ${errorText(error)}`))
    }
  }
}

async function writeStatus(ctx: GitHubContext, thread: Thread): Promise<boolean> {
  const { forge } = ctx.sources
  const newStatus = thread.pull?.pull.state === 'open' ? commitStatus(viewOf(ctx, thread)) : undefined
  const head = thread.branch?.head
  if (!newStatus || head === undefined) return true
  const status = { ...newStatus, description: ctx.outward(newStatus.description), context: CONTEXT }
  if (!thread.thisRun.written.commits.includes(head)) {
    const currentStatus = await forge.commitStatus(head, CONTEXT)
    if (currentStatus?.state === status.state && currentStatus.description === status.description) return true
  }
  return forge.setCommitStatus(head, status)
}

/** The settings and facts of this run from which the next step is chosen. */
export const decisionContextOf = (ctx: GitHubContext, thread: Thread, timeIsUp: boolean): Context => ({
  settings: ctx.settings,
  jobs: ctx.jobs,
  shown: !thread.pull || Object.keys(changesTo(ctx, thread, { now: thread.pull.pull })).length === 0,
  timeIsUp,
})
