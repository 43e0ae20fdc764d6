import type { Snapshot, StepOf } from '../../decide/next/decision.ts'
import { authorOf } from '../../decide/thread/trailers.ts'
import { commitSide, sideCommit } from '../../git/side-ref.ts'
import { withWritten, type Thread, inThisRun } from '../../decide/thread/thread.ts'
import { type NewPackage, renderNewPackages } from '../../guard/packages/names.ts'
import { renderPlan } from '../../plan/markdown.ts'
import type { Attempt, HaltReason, Plan } from '../../plan/plan.ts'
import type { Usage } from '../../plan/usage.ts'
import { indented } from '../view/text/commit-text.ts'
import { joined } from '../view/text/text.ts'
import { paidUpdate, record, withPlanFile, type Draft } from '../write/journal.ts'
import type { GitHubContext } from '../write/github-context.ts'

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

/** Its lines after the first are output, too, which a check may have shown: then it follows below. */
const reasonOf = ({ reason, checks }: Attempt): string => {
  const [first = '', ...lines] = reason.split('\n')
  const rest = lines.join('\n')
  const isBelow = rest === '' || checks.some(({ tail }) => tail.trim() !== '' && rest.trim().endsWith(tail.trim()))
  return isBelow ? first : [first, indented(rest)].join('\n')
}

/** Records that a run stopped in the middle of subtasks, or other usage, each once. */
export function recordInterruption(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { status: first, others = [] }: StepOf<'interrupt'>,
): Promise<Thread> {
  const commits = [first, ...others].map((status, i): Draft => {
    const other = i === 0 ? [0] : []
    if (!status) return { subject: 'Look at the plan', trailers: { state: 'in_progress' }, counts: other }
    const { subtask, attempts } = status
    return {
      subject: `Stop in the middle of subtask ${subtask.number}`,
      trailers: { subtask: subtask.number, attempts, state: 'in_progress' },
      counts: [...other, subtask.number],
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
  const commits = [haltFor(snapshot, { subject: SUBJECTS[reason], body: text, reason })]
  if (reason !== 'budget' || !paid || paid.usage.input === 0) return record(ctx, snapshot, { commits })
  // What `/retry` grants is for what comes after all that was paid until now.
  const granted = { ...paid, granted: paid.usage }
  const also = () => paidUpdate(ctx, snapshot.thread, granted)
  return record(ctx, { ...snapshot, thread: { ...snapshot.thread, paid: granted } }, { commits, also })
}

const SUBJECTS: Readonly<Record<HaltReason, string>> = {
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
  const also = work === undefined ? undefined : () => workUpdate(ctx, snapshot.thread, work)
  const halt = haltFor(snapshot, { subject: SUBJECTS.change, body: reason, reason: 'change' })
  // The lines of the model come last, so none of them is taken for ours.
  const body = joined('\n\n', [renderNewPackages(packages), work !== undefined && KEPT, reason])
  const change = {
    subject: `Propose a change of the plan: ${plan.title}`,
    body,
    tree: withPlanFile(ctx, plan),
  }
  return record(ctx, snapshot, { commits: [halt, change], usage, onlyOn: 'same plan', also })
}

const KEPT =
  'Only checks change. What was written for this subtask is kept, and its agent begins with that after the approval.'

async function workUpdate({ sources: { repo } }: GitHubContext, { issue, bot }: Thread, text: string) {
  const side = { kind: 'patch', issue: issue.number } as const
  const message = `Work on #${side.issue} that waits for other checks\n`
  return commitSide(repo, side, { from: await sideCommit(repo, side), text, message, author: authorOf(bot) })
}

/** Records the digests of changes that another job verifies, so that it can bring back no others. */
export function recordHandOver(ctx: GitHubContext, snapshot: Snapshot, digests: string[]): Promise<Thread> {
  const subject = 'Verify again what was made for an earlier commit'
  const trailers = { state: 'in_progress' as const, verify: digests }
  return record(ctx, snapshot, { commits: [{ subject, trailers, counts: [0] }] })
}

/** Asks for a new run of this workflow, which continues from the branch. */
export async function continueInNextRun({ sources, workflow }: GitHubContext, thread: Thread): Promise<Thread> {
  const number = String(thread.pull?.pull.number ?? thread.issue.number)
  const taken = await sources.forge.dispatch({ ...workflow, inputs: { number } })
  const problem =
    'GitHub refused to start the next run; give the workflow `permissions: actions: write` and the trigger `workflow_dispatch` with an input `number`.'
  const problems = taken ? thread.thisRun.problems : [...thread.thisRun.problems, problem]
  return inThisRun(withWritten(thread, { dispatches: 1 }), { continued: taken ? 'asked' : 'refused', problems })
}
