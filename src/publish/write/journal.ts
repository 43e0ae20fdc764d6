import type { Pending } from '../../decide/thread/facts.ts'
import type { Snapshot, StepOf } from '../../decide/next/decision.ts'
import { planSeen } from '../../decide/next/plan-seen.ts'
import { hasParts, inThisRun, NOTHING_PAID, withWritten } from '../../decide/thread/thread.ts'
import type { Thread, ThreadWith, UnjournaledUsage } from '../../decide/thread/thread.ts'
import { authorOf, numberIn, renderMessage, type Trailers } from '../../decide/thread/trailers.ts'
import { commitSide, pushRefs, sideCommit, type SideRef } from '../../git/side-ref.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { refreshBranch } from '../../observe/read-plans.ts'
import { immediate, retry } from '../../lib/async.ts'
import { treeWith } from '../../git/objects.ts'
import { renderNewPackages, type NewPackage } from '../../guard/packages/names.ts'
import { parsePlan, renderPlan } from '../../plan/markdown.ts'
import { normalizePlan } from '../../plan/normalize.ts'
import { type Attempt, type HaltReason, type Plan } from '../../plan/plan.ts'
import { addUsage, noUsage, usageSince, type Usage } from '../../plan/usage.ts'
import { cleanCommitBody, cleanSubject, indented } from '../view/text/commit-text.ts'
import { joined } from '../view/text/text.ts'
import { commitAndPush, type NewCommit } from './commit.ts'
import type { GitHubContext } from './github-context.ts'

/** A journal commit before `record` cleans its texts and adds the trailers that every commit has. */
export type Draft = Omit<NewCommit, 'entry'> & {
  subject: string
  body?: string
  trailers?: Omit<Trailers, 'issue' | 'seen' | 'usage' | 'run'>
  /** The subtasks whose usage in this run the commit records; 0 stands for usage that belongs to no subtask. */
  counts?: readonly number[]
}

type RecordSpec = {
  /** Made one on top of the other. A function computes them for each new tip, or undefined where they no longer apply. */
  commits: readonly Draft[] | ((now: ThreadWith<'branch'>) => Promise<readonly Draft[] | undefined>)
  /** Writes nothing if the plan was changed, or the branch moved, since the snapshot. */
  onlyOn?: 'same plan' | 'same head'
  /** Usage of this step. The first commit records it; where no commit is made, a later one does. */
  usage?: Usage | undefined
  /** The pending requests that these commits carry out. */
  carriesOut?: readonly Pending[]
  /** One more ref of the same push. */
  also?: (() => Promise<RefUpdate>) | undefined
}

/** The one way to commit to a plan's branch. Throws `UserError` where the push is forbidden, or not signed. */
export async function record(ctx: GitHubContext, snapshot: Snapshot, spec: RecordSpec): Promise<Thread> {
  const { thread } = snapshot
  const { also, usage } = spec
  let counted: number[] = []
  const after = await commitAndPush(ctx, thread, {
    also,
    commits: async (now) => {
      const drafts = stillApplies(thread, now, spec.onlyOn) ? await draftsOn(now, spec) : undefined
      counted = drafts?.flatMap(({ counts = [] }) => counts) ?? []
      return drafts?.map((draft, i) => commitOf(ctx, snapshot, { ...spec, draft, usage: i === 0 ? usage : undefined }))
    },
  })
  // Without a commit, the usage is kept in the thread for a later one.
  const hasMoved = after.thisRun.written.commits.length > thread.thisRun.written.commits.length
  return hasMoved ? forgetAttempts(after, counted) : addUsageOf(after, usage ?? noUsage)
}

async function draftsOn(now: Thread, { commits }: RecordSpec): Promise<readonly Draft[] | undefined> {
  if (typeof commits !== 'function') return commits
  return hasParts(now, 'branch') ? commits(now) : undefined
}

function stillApplies(before: Thread, now: Thread, onlyOn: RecordSpec['onlyOn']): boolean {
  if (onlyOn === 'same head') return now.branch?.head === before.branch?.head
  return onlyOn === undefined || now.branch?.planFile?.blob === before.branch?.planFile?.blob
}

type DraftToCommit = Pick<RecordSpec, 'usage' | 'carriesOut'> & { draft: Draft }

function commitOf(ctx: GitHubContext, snapshot: Snapshot, { draft, usage, carriesOut }: DraftToCommit): NewCommit {
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
        seen: planSeen(thread, state, carriesOut),
      },
    },
  }
}

/** The trailer with the number of this run, by which people find its log. */
function runOf({ sources }: GitHubContext): Pick<Trailers, 'run'> {
  const run = numberIn(sources.own.run)
  return run === undefined ? {} : { run }
}

/** The usage that a commit records; commits that skip a subtask or end the plan leave out a usage of zero. */
function usageIn({ thisRun }: Thread, { counts, trailers }: Draft, usage: Usage | undefined): Usage | undefined {
  const mayOmitUsage = trailers?.state === 'abandoned' || trailers?.state === 'done'
  if (!counts || (mayOmitUsage && !counts.some((number) => thisRun.attempts.has(number)))) return usage
  const attempts = [...new Set(counts)].flatMap((number) => thisRun.attempts.get(number) ?? [])
  return addUsage(usage ?? noUsage, ...attempts.map((attempt) => attempt.usage))
}

/** Keeps a failed attempt in the thread of this run until a commit records it. */
export function addAttempt(thread: Thread, number: number, attempt: Attempt): Thread {
  const { attempts } = thread.thisRun
  return inThisRun(thread, { attempts: new Map(attempts).set(number, [...(attempts.get(number) ?? []), attempt]) })
}

/** Keeps usage that belongs to no subtask in the thread of this run until a commit records it. */
export const addUsageOf = (thread: Thread, usage: Usage): Thread =>
  usage.input + usage.output === 0 ? thread : addAttempt(thread, 0, { reason: '', checks: [], usage })

const SAVE_ATTEMPTS = 3

/** Saves unrecorded usage in a side ref, so that it counts however the run ends, or leaves it to a later commit. */
export async function saveUsage(ctx: GitHubContext, thread: Thread, payment: Payment): Promise<Thread> {
  const { usage, grants, rechecked } = payment
  if (usage.input + usage.output === 0 && !grants && rechecked === undefined) return thread
  let current = thread
  const saved = await retry({
    waits: immediate(SAVE_ATTEMPTS - 1),
    until: async () => {
      const paid = addPayment(current.paid ?? NOTHING_PAID, payment)
      const kind = await usageUpdate(ctx, current, paid).then(
        async (update) => (await pushRefs(ctx.sources.repo, [update])).kind,
        () => undefined,
      )
      if (kind === 'pushed') return { ...current, paid }
      if (kind !== 'moved') return addUsageOf(current, usage)
      current = await refreshBranch(ctx.sources, current)
      return undefined
    },
  })
  return saved ?? addUsageOf(current, usage)
}

/** Saves the usage of all attempts that no commit recorded, at the end of a run. */
export function flushUsage(ctx: GitHubContext, thread: Thread): Promise<Thread> {
  const usage = addUsage(...[...thread.thisRun.attempts.values()].flat().map((attempt) => attempt.usage))
  return saveUsage(ctx, inThisRun(thread, { attempts: new Map() }), { usage })
}

/** The ref update that stores usage which no commit of the branch records. */
function usageUpdate(ctx: GitHubContext, thread: Thread, paid: UnjournaledUsage): Promise<RefUpdate> {
  const issue = thread.issue.number
  // The trailer has only the usage that is added, as commits of the branch do.
  const usage = usageSince(paid.usage, thread.paid?.usage ?? noUsage)
  const subject = `What was paid for #${issue} beside its commits`
  const message = renderMessage({ subject, body: '', trailers: { issue, usage, ...runOf(ctx), seen: 0 } })
  return sideUpdate(ctx, thread, { kind: 'usage', text: JSON.stringify(paid), message })
}

type SideText = { kind: SideRef['kind']; text: string; message: string; keeps?: string }

/** The ref update that writes the text of a side ref of the issue on top of what is there. */
export async function sideUpdate({ sources: { repo } }: GitHubContext, thread: Thread, { kind, ...content }: SideText) {
  const side: SideRef = { kind, issue: thread.issue.number }
  return commitSide(repo, side, { ...content, from: await sideCommit(repo, side), author: authorOf(thread.bot) })
}

function forgetAttempts(thread: Thread, numbers: readonly number[]): Thread {
  const attempts = new Map([...thread.thisRun.attempts].filter(([number]) => !numbers.includes(number)))
  return inThisRun(thread, { attempts })
}

/** Redacts before rendering, so that a secret's pattern cannot match across fields. Throws if it is parsed differently. */
export function planFileOf({ redact }: Pick<GitHubContext, 'redact'>, plan: Plan): string {
  const redacted = normalizePlan(redactedPlan(plan, redact))
  const text = renderPlan(redacted)
  if (JSON.stringify(parsePlan(text).plan) !== JSON.stringify(redacted))
    throw new Error('The plan would not be read as it was written, so it was not written.')
  return text
}

/** Redacts every text of a plan, wherever it stands. */
const redactedPlan = (plan: Plan, redact: (text: string) => string): Plan =>
  JSON.parse(JSON.stringify(plan), (_, value: unknown) => (typeof value === 'string' ? redact(value) : value))

/** A function that makes the tree of a parent commit with this plan as the plan file. */
export function treeWithPlan(ctx: GitHubContext, plan: Plan): (parent: string) => Promise<string> {
  const text = planFileOf(ctx, plan)
  return (parent) => treeWith(ctx.sources.repo, parent, { path: ctx.settings.planFile, text })
}

/** Records that a subtask failed, with the evidence of its attempts in this run. */
export function recordFailure(ctx: GitHubContext, snapshot: Snapshot, { status }: StepOf<'fail'>): Promise<Thread> {
  const { number, name } = status.subtask
  const failure: Draft = {
    subject: `Subtask ${number} failed: ${name}`,
    body: evidenceOf(snapshot.thread.thisRun.attempts.get(number) ?? []),
    trailers: { subtask: number, state: 'failed', attempts: status.attempts },
    counts: [0, number],
  }
  return record(ctx, snapshot, { commits: [failure] })
}

/** The last failure first, in one line; then every attempt with the commands that failed. */
function evidenceOf(attempts: readonly Attempt[]): string {
  const last = attempts.at(-1)?.reason.split('\n')[0] ?? 'It was stopped in the middle.'
  const each = attempts.map((attempt, i) => {
    const checks = attempt.checks.map(({ command, exit, tail }) => `$ ${command} (${exit})\n${indented(tail)}`)
    return [`Attempt ${i + 1}: ${reasonOf(attempt)}`, ...checks].join('\n')
  })
  return [last, ...each].join('\n\n')
}

/** The reason of a failed attempt, without output that one of its checks repeats below. */
const reasonOf = ({ reason, checks }: Attempt): string => {
  const [first = '', ...lines] = reason.split('\n')
  const output = lines.join('\n')
  const isShownBelow =
    output === '' || checks.some(({ tail }) => tail.trim() !== '' && output.trim().endsWith(tail.trim()))
  return isShownBelow ? first : [first, indented(output)].join('\n')
}

/** Records that a run stopped in the middle of subtasks, or other usage, each once. */
export function recordInterruption(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { status: first, others = [] }: StepOf<'interrupt'>,
): Promise<Thread> {
  const commits = [first, ...others].map((status, i): Draft => {
    const unassigned = i === 0 ? [0] : []
    if (!status) return { subject: 'Look at the plan', trailers: { state: 'in_progress' }, counts: unassigned }
    const { subtask, attempts } = status
    return {
      subject: `Stop in the middle of subtask ${subtask.number}`,
      trailers: { subtask: subtask.number, attempts, state: 'in_progress' },
      counts: [...unassigned, subtask.number],
    }
  })
  return record(ctx, snapshot, { commits })
}

/** Records that the plan waits for a person, with all usage that is not recorded yet. */
export function recordHalt(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { reason, text = '' }: { reason: HaltReason; text?: string },
): Promise<Thread> {
  const { paid } = snapshot.thread
  const commits = [haltFor(snapshot, { subject: PAUSE_SUBJECTS[reason], body: text, reason })]
  if (reason !== 'budget' || !paid || paid.usage.input === 0) return record(ctx, snapshot, { commits })
  // `/retry` grants a new budget, so everything paid until now counts as covered.
  const granted = { ...paid, granted: paid.usage }
  const also = () => usageUpdate(ctx, snapshot.thread, granted)
  return record(ctx, { ...snapshot, thread: { ...snapshot.thread, paid: granted } }, { commits, also })
}

const PAUSE_SUBJECTS: Readonly<Record<HaltReason, string>> = {
  budget: 'Pause: the budget is spent',
  change: 'Pause: a change of the plan is proposed',
  continuation: 'Pause: the run could not go on',
  environment: 'Pause: the environment needs a change',
  acceptance: 'Pause: an acceptance test needs a look',
}

const haltFor = (
  { thread }: Snapshot,
  { reason, ...text }: { subject: string; body?: string; reason: HaltReason },
): Draft => ({ ...text, trailers: { state: 'halted', reason }, counts: [...thread.thisRun.attempts.keys()] })

type PlanProposal = {
  plan: Plan
  reason: string
  packages?: NewPackage[] | undefined
  usage: Usage
  work?: string | undefined
}

/** Whether a plan differs from the current one. */
export const isNewPlan = ({ state: { reading } }: Snapshot, plan: Plan): boolean =>
  !reading?.plan || renderPlan(plan) !== renderPlan(reading.plan)

/** Pauses the plan for a change that an agent proposed, and writes the changed plan, which needs a new approval. */
export function propose(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { plan, reason, packages = [], usage, work }: PlanProposal,
): Promise<Thread> {
  const { thread } = snapshot
  const message = `Work on #${thread.issue.number} that waits for other checks\n`
  const also = work === undefined ? undefined : () => sideUpdate(ctx, thread, { kind: 'patch', text: work, message })
  const halt = haltFor(snapshot, { subject: PAUSE_SUBJECTS.change, body: reason, reason: 'change' })
  // The model's text comes last, so that none of its lines is read as one of ours.
  const body = joined('\n\n', [renderNewPackages(packages), work !== undefined && KEPT_WORK, reason])
  const change = { subject: `Propose a change of the plan: ${plan.title}`, body, tree: treeWithPlan(ctx, plan) }
  return record(ctx, snapshot, { commits: [halt, change], usage, onlyOn: 'same plan', also })
}

const KEPT_WORK =
  'Only checks change. What was written for this subtask is kept, and its agent begins with that after the approval.'

/** Asks for a new run of this workflow, which continues from the branch. */
export async function continueInNextRun({ sources, workflow }: GitHubContext, thread: Thread): Promise<Thread> {
  const number = String(thread.pull?.pull.number ?? thread.issue.number)
  const accepted = await sources.forge.dispatch({ ...workflow, inputs: { number } })
  const problem =
    'GitHub refused to start the next run; give the workflow `permissions: actions: write` and the trigger `workflow_dispatch` with an input `number`.'
  const problems = accepted ? thread.thisRun.problems : [...thread.thisRun.problems, problem]
  return inThisRun(withWritten(thread, { dispatches: 1 }), { continued: accepted ? 'asked' : 'refused', problems })
}

/** What one step adds to the saved usage. `grants`: its budget is spent, and whoever asks again grants it again. */
export type Payment = {
  usage: Usage
  fix?: UnjournaledUsage['fixes'][number] | undefined
  grants?: boolean
  rechecked?: string
}

function addPayment(paid: UnjournaledUsage, { usage: more, fix, grants, rechecked }: Payment): UnjournaledUsage {
  const usage = addUsage(paid.usage, more)
  const fixes = fix ? [...paid.fixes, { code: fix.code, digest: fix.digest }] : paid.fixes
  return {
    ...paid,
    usage,
    fixes,
    ...(grants ? { granted: usage, grants: paid.grants + 1 } : {}),
    ...(rechecked === undefined ? {} : { rechecked }),
  }
}
