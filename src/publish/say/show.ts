import { withoutCredentialsIn } from '../../guard/credentials.ts'
import { errorText } from '../../lib/errors.ts'
import { AgentStep, type Plan } from '../../plan/plan.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { withPull, type Thread, type ThreadWith } from '../../decide/thread/thread.ts'
import type { Pull, PullChanges } from '../../github/forge.ts'
import { fitBody } from '../view/body/body.ts'
import { commitStatus } from '../view/parts/status-line.ts'
import { cleanSubject } from '../view/text/commit-text.ts'
import type { Live } from '../view/text/view.ts'
import { viewOf, type GitHubContext } from '../write/github-context.ts'
import type { Context } from '../../decide/next/decision.ts'

/** The description of the pull request: what people wrote, with our block as it is now. */
export const bodyFor = (
  ctx: GitHubContext,
  thread: Thread,
  { body, live }: { body: string; live?: Live | undefined },
): string => fitBody(body, viewOf(ctx, thread, live), ctx.outward)

export const titleFor = (plan: Plan): string => cleanSubject(plan.title, 'Plan', 200)

const isShown = (ctx: GitHubContext, thread: Thread): boolean =>
  !thread.pull || Object.keys(changesTo(ctx, thread, { now: thread.pull.pull })).length === 0

/** The new title, when the present one is still that of an earlier version. Titles that people gave stay. */
function newTitle(ctx: GitHubContext, thread: Thread, present: string): string | undefined {
  const titles = [...(thread.branch?.texts.values() ?? [])].flatMap((text) => {
    const { plan } = parsePlan(text)
    return plan ? [ctx.outward(titleFor(plan))] : []
  })
  const plan = viewOf(ctx, thread).state.reading?.plan
  const title = plan && ctx.outward(titleFor(plan))
  return title !== undefined && title !== present && titles.includes(present) ? title : undefined
}

/** The agent's steps without credentials. They do not pass `withoutSecrets`, since they come before the result. */
async function withoutSecretsInSteps(live: Live | undefined): Promise<Live | undefined> {
  if (!live) return undefined
  const subtasks = live.subtasks.map(async ({ steps, ...one }) => ({
    ...one,
    steps: AgentStep.array().parse(await withoutCredentialsIn(steps, [])),
  }))
  return { ...live, subtasks: await Promise.all(subtasks) }
}

/** Title and body are read right before each try, so that edits of people are kept. `signal` ends a live update. */
export async function show(
  ctx: GitHubContext,
  thread: Thread,
  progress?: Live & { signal?: AbortSignal },
): Promise<Thread> {
  if (!thread.pull) return thread
  const live = await withoutSecretsInSteps(progress)
  const changes = (now: Pull): PullChanges => changesTo(ctx, thread, { now, live })
  return withShown(thread, await ctx.sources.forge.editPull(thread.pull.pull.number, changes, progress?.signal))
}

export async function ready(ctx: GitHubContext, thread: ThreadWith<'pull'>): Promise<Thread> {
  const after = withPull(thread, { draft: false })
  const changes = (now: Pull): PullChanges => changesTo(ctx, after, { now })
  return withShown(after, await ctx.sources.forge.markReady(thread.pull.pull, changes))
}

function changesTo(ctx: GitHubContext, thread: Thread, { now, live }: { now: Pull; live?: Live | undefined }) {
  const title = newTitle(ctx, thread, now.title)
  const body = bodyFor(ctx, thread, { body: now.body, live })
  return { ...(body === now.body ? {} : { body }), ...(title === undefined ? {} : { title }) }
}

/** The thread with the pull request that was just written. Not every answer has the number of review comments. */
const withShown = (thread: Thread, pull: Pull): Thread =>
  withPull(thread, { ...pull, lineComments: pull.lineComments ?? thread.pull?.pull.lineComments })

/** Where a repository has no drafts, the plan continues all the same, and this run does not try again. */
export async function redraft<T extends ThreadWith<'pull'>>({ sources }: GitHubContext, thread: T): Promise<T> {
  await sources.forge.markDraft(thread.pull.pull.nodeId)
  return withPull(thread, { draft: true })
}

export const decisionContextOf = (ctx: GitHubContext, thread: Thread, timeIsUp: boolean): Context => ({
  settings: ctx.settings,
  isSplit: ctx.isSplit,
  shown: isShown(ctx, thread),
  timeIsUp,
})

/** The context that people choose in the rules of a branch. */
export const CONTEXT = 'Measure Twice'

const STATUS_FORBIDDEN = `The commit status "${CONTEXT}" is left out, because the token may not write it. Give the job \`permissions: statuses: write\`.`

export type StatusWriter = (thread: Thread) => Promise<void>

/** Writes the status when a run comes to rest, and logs once that the token may not. Never throws. */
export function openStatusWriter(ctx: GitHubContext, log: (line: string) => void): StatusWriter {
  let isAllowed = true
  return async (thread) => {
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
  const wanted = thread.pull?.pull.state === 'open' ? commitStatus(viewOf(ctx, thread)) : undefined
  const head = thread.branch?.head
  if (!wanted || head === undefined) return true
  const status = { ...wanted, description: ctx.outward(wanted.description), context: CONTEXT }
  if (!thread.thisRun.written.commits.includes(head)) {
    const present = await forge.commitStatus(head, CONTEXT)
    if (present?.state === status.state && present.description === status.description) return true
  }
  return forge.setCommitStatus(head, status)
}
