import type { Pending } from '../../decide/thread/facts.ts'
import type { Status } from '../../decide/approval/subtask-status.ts'
import { planSeen } from '../../decide/next/plan-seen.ts'
import type { Snapshot } from '../../decide/next/decision.ts'
import {
  hasParts,
  type Thread,
  type ThreadWith,
  inThisRun,
  addPayment,
  NOTHING_PAID,
  type UnjournaledUsage,
  type Payment,
} from '../../decide/thread/thread.ts'
import { authorOf, numberIn, renderMessage, type Trailers } from '../../decide/thread/trailers.ts'
import { commitSide, pushRefs, sideCommit } from '../../git/side-ref.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { refreshBranch } from '../../observe/find-plans.ts'
import { immediate, retry } from '../../lib/async.ts'
import { treeWith } from '../../git/objects.ts'
import { parsePlan, renderPlan } from '../../plan/markdown.ts'
import { normalizePlan } from '../../plan/normalize.ts'
import { withTexts, type Attempt, type Plan } from '../../plan/plan.ts'
import { addUsage, noUsage, usageSince, type Usage } from '../../plan/usage.ts'
import { cleanCommitBody, cleanSubject } from '../view/text/commit-text.ts'
import { commitAndPush, type BranchUpdate, type NewCommit } from './commit.ts'
import type { GitHubContext } from './github-context.ts'

/** A commit of the journal as a step means it. `record` cleans its words, and adds what every such commit has. */
export type Draft = Omit<NewCommit, 'entry'> & {
  subject: string
  body?: string
  trailers?: Omit<Trailers, 'issue' | 'seen' | 'usage' | 'run'>
  /** The subtasks whose attempts in this run it records; 0 stands for what was used for none of them. */
  counts?: readonly number[]
}

export type ToRecord = {
  /** One upon the other. As a function: computed for each tip; undefined where they no longer apply. */
  commits: readonly Draft[] | ((now: ThreadWith<'branch'>) => Promise<readonly Draft[] | undefined>)
  /** Writes nothing if the plan was changed, or the branch moved, since the snapshot. */
  onlyOn?: 'same plan' | 'same head'
  /** What the step has used just now. The first commit records it; where nothing is written, a later one does. */
  usage?: Usage | undefined
  /** What the commits do of all that is asked for. */
  done?: readonly Pending[]
  also?: BranchUpdate['also']
}

/** The one way to commit to a plan's branch. Throws `UserError` where the push is forbidden, or not signed. */
export async function record(ctx: GitHubContext, snapshot: Snapshot, spec: ToRecord): Promise<Thread> {
  const { thread } = snapshot
  const { also, usage } = spec
  let counted: number[] = []
  const after = await commitAndPush(ctx, thread, {
    branch: thread.branch?.name ?? thread.freeBranch,
    also,
    commits: async (now) => {
      const drafts = isAsMeant(thread, now, spec.onlyOn) ? await draftsOn(now, spec) : undefined
      counted = drafts?.flatMap(({ counts = [] }) => counts) ?? []
      return drafts?.map((draft, i) => commitOf(ctx, snapshot, { ...spec, draft, usage: i === 0 ? usage : undefined }))
    },
  })
  // What no longer fits was paid for all the same, and no commit says so.
  const hasMoved = after.thisRun.written.commits.length > thread.thisRun.written.commits.length
  return hasMoved ? forgetAttempts(after, counted) : addUsageOf(after, usage ?? noUsage)
}

async function draftsOn(now: Thread, { commits }: ToRecord): Promise<readonly Draft[] | undefined> {
  if (typeof commits !== 'function') return commits
  return hasParts(now, 'branch') ? commits(now) : undefined
}

function isAsMeant(before: Thread, now: Thread, onlyOn: ToRecord['onlyOn']): boolean {
  if (onlyOn === 'same head') return now.branch?.head === before.branch?.head
  return onlyOn === undefined || now.branch?.planFile?.blob === before.branch?.planFile?.blob
}

type OneDraft = Pick<ToRecord, 'usage' | 'done'> & { draft: Draft }

function commitOf(ctx: GitHubContext, snapshot: Snapshot, { draft, usage, done }: OneDraft): NewCommit {
  const { subject, body = '', trailers, tree, merges } = draft
  const { thread, state } = snapshot
  const used = usageIn(thread, draft, usage)
  return {
    tree,
    merges,
    entry: {
      subject: cleanSubject(subject),
      body: cleanCommitBody(body),
      trailers: {
        issue: thread.issue.number,
        ...trailers,
        ...(used ? { usage: used, ...runOf(ctx) } : {}),
        seen: planSeen(thread, state, done),
      },
    },
  }
}

/** The run that pays: people find its log by it. */
function runOf({ sources }: GitHubContext): Pick<Trailers, 'run'> {
  const run = numberIn(sources.own.run)
  return run === undefined ? {} : { run }
}

/** What a commit says was used. One that takes something out of the plan, or ends it, says nothing when it was none. */
function usageIn({ thisRun }: Thread, { counts, trailers }: Draft, usage: Usage | undefined): Usage | undefined {
  const isSilent = trailers?.state === 'abandoned' || trailers?.state === 'done'
  if (!counts || (isSilent && !counts.some((number) => thisRun.attempts.has(number)))) return usage
  const attempts = [...new Set(counts)].flatMap((number) => thisRun.attempts.get(number) ?? [])
  return addUsage(usage ?? noUsage, ...attempts.map((attempt) => attempt.usage))
}

export function subtaskTrailers({ thread, state }: Snapshot, { subtask, approvals }: Status) {
  const { requester } = state.history
  const permissionOf = (login: string) => thread.people.get(login)?.permission
  return {
    subtask: subtask.number,
    ...(state.current ? { version: state.current.blob } : {}),
    approvedBy: approvals.map(({ login, comment }) => ({ login, comment, permission: permissionOf(login) })),
    ...(requester ? { coAuthor: requester } : {}),
  }
}

/** Adds a failed attempt to what only this run knows, until a commit records it. */
export function addAttempt(thread: Thread, number: number, attempt: Attempt): Thread {
  const { attempts } = thread.thisRun
  return inThisRun(thread, { attempts: new Map(attempts).set(number, [...(attempts.get(number) ?? []), attempt]) })
}

/** Counts usage for the plan that no commit of a subtask records. */
export const addUsageOf = (thread: Thread, usage: Usage): Thread =>
  usage.input + usage.output === 0 ? thread : addAttempt(thread, 0, { reason: '', checks: [], usage })

const KEEP_TRIES = 3

/** Saves unrecorded usage in a side ref, so that it counts however the run ends, or leaves it to a later commit. */
export async function saveUsage(ctx: GitHubContext, thread: Thread, payment: Payment): Promise<Thread> {
  const { usage, grants, rechecked } = payment
  if (usage.input + usage.output === 0 && !grants && rechecked === undefined) return thread
  let now = thread
  const kept = await retry({
    waits: immediate(KEEP_TRIES - 1),
    until: async () => {
      const paid = addPayment(now.paid ?? NOTHING_PAID, payment)
      const kind = await paidUpdate(ctx, now, paid).then(
        async (update) => (await pushRefs(ctx.sources.repo, [update])).kind,
        () => undefined,
      )
      if (kind === 'pushed') return { ...now, paid }
      if (kind !== 'moved') return addUsageOf(now, usage)
      now = await refreshBranch(ctx.sources, now)
      return undefined
    },
  })
  return kept ?? addUsageOf(now, usage)
}

export function flushUsage(ctx: GitHubContext, thread: Thread): Promise<Thread> {
  const attempts = [...thread.thisRun.attempts.values()].flat()
  const left = forgetAttempts(thread, [...thread.thisRun.attempts.keys()])
  return saveUsage(ctx, left, { usage: addUsage(...attempts.map(({ usage }) => usage)) })
}

/** What writes this as what was paid for beside the branch. */
export async function paidUpdate(ctx: GitHubContext, thread: Thread, paid: UnjournaledUsage): Promise<RefUpdate> {
  const { repo } = ctx.sources
  const side = { kind: 'usage', issue: thread.issue.number } as const
  const usage = usageSince(paid.usage, thread.paid?.usage ?? noUsage)
  const subject = `What was paid for #${side.issue} beside its commits`
  return commitSide(repo, side, {
    from: await sideCommit(repo, side),
    text: JSON.stringify(paid),
    // What it adds, as the commits of the branch say it.
    message: renderMessage({ subject, body: '', trailers: { issue: side.issue, usage, ...runOf(ctx), seen: 0 } }),
    author: authorOf(thread.bot),
  })
}

function forgetAttempts(thread: Thread, numbers: readonly number[]): Thread {
  const attempts = new Map([...thread.thisRun.attempts].filter(([number]) => !numbers.includes(number)))
  return inThisRun(thread, { attempts })
}

/** Redacts words before rendering: a secret must not take along what follows it. Throws if it reads otherwise. */
export function planFileOf({ redact }: Pick<GitHubContext, 'redact'>, plan: Plan): string {
  const redacted = normalizePlan(withTexts(plan, redact))
  const text = renderPlan(redacted)
  if (JSON.stringify(parsePlan(text).plan) !== JSON.stringify(redacted))
    throw new Error('The plan would not be read as it was written, so it was not written.')
  return text
}

/** A tree with this plan as the plan file, as a function of the parent. */
export function withPlanFile(ctx: GitHubContext, plan: Plan): (parent: string) => Promise<string> {
  const text = planFileOf(ctx, plan)
  return (parent) => treeWith(ctx.sources.repo, parent, { path: ctx.settings.planFile, text })
}
