import type { Planned } from './input.ts'
import { EVENT_REMARK } from '../../decide/inbox/fix.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { commitSide, pushRefs, readSide, removalsOf, sideCommit, type SideRef } from '../../git/side-ref.ts'
import { estimateOf, renderEstimate, type Estimate } from '../../decide/thread/estimate.ts'
import type { Plan } from '../../plan/plan.ts'
import { earlierUsages } from '../gather/past-usage.ts'
import { renderBaseline } from '../../decide/thread/baseline.ts'
import { renderSecondLook } from '../../decide/thread/second-look.ts'
import { authorOf, renderAnswers, type Trailers } from '../../decide/thread/trailers.ts'
import { record, type Draft } from '../../publish/write/journal.ts'
import { planFileOf, withPlanFile } from '../../publish/write/plan-file.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import type { StepOf } from '../../decide/next/step.ts'
import type { Snapshot, State } from '../../decide/next/snapshot.ts'
import { mergeSubtask } from '../../plan/open-merge.ts'

/** Pushes a drafted or revised plan to the branch, together with the conversation that made it. */
export async function writePlan(
  ctx: GitHubContext,
  { thread, state }: Snapshot,
  { step, result }: { step: StepOf<'draft' | 'revise'>; result: Planned },
): Promise<Thread> {
  const { plan, usage } = result
  // The words of the workflow's author only, whatever another job brings.
  const today = result.today?.command === ctx.settings.verifyCommand ? result.today : undefined
  const estimate = await estimateFor(ctx, { thread, state }, plan)
  const draft = {
    subject: `${step.kind === 'draft' ? 'Plan' : 'Revise the plan'}: ${plan.title}`,
    body: [
      renderAnswers(result.answers),
      renderSecondLook(result.look),
      renderEstimate(estimate),
      renderBaseline(today),
    ]
      .filter(Boolean)
      .join('\n\n'),
    trailers: planTrailers(state, step, plan),
    tree: withPlanFile(ctx, planFileOf(ctx, plan)),
  }
  const also = () => conversationUpdate(ctx, thread, result.conversation)
  const isAnswer = step.kind === 'draft' && step.comment === undefined
  // This run has done what the label or the new issue asked for; later ones see the version that is announced.
  const answered = isAnswer ? { ...thread, asked: undefined } : thread
  const spec = { commits: [draft], usage, also, done: [step], onlyOn: 'same plan' } as const
  return record(ctx, { thread: answered, state }, spec)
}

/** What the subtasks that are still to be done may take, going by what was executed in this repository before. */
async function estimateFor(
  { sources }: GitHubContext,
  { thread, state }: Snapshot,
  plan: Plan,
): Promise<Estimate | undefined> {
  const { executed, abandoned } = state.history
  const open = plan.subtasks.filter(({ number }) => !executed.has(number) && !abandoned.has(number))
  return estimateOf(await earlierUsages(sources, thread), open.length)
}

function planTrailers(state: State, step: StepOf<'draft' | 'revise'>, plan: Plan): Draft['trailers'] & object {
  if (step.kind === 'draft') return { request: step.via, coAuthor: { login: step.by.login, id: step.by.id } }
  const feedback = step.remarks.map(({ id }) => id).filter((id) => id !== EVENT_REMARK)
  const { code, digest } = step.fix ?? {}
  const fix = code && digest ? { fix: { code, digest } } : {}
  return { feedback, ...fix, ...mergeTrailer(state, step, plan) }
}

/** The subtask that resolves the merge, if the version was asked for one. */
function mergeTrailer({ reading }: State, { merge }: StepOf<'revise'>, plan: Plan): Pick<Trailers, 'merge'> {
  const subtask = merge && mergeSubtask(reading?.plan, plan, merge)
  return merge && subtask !== undefined ? { merge: { subtask, base: merge.base } } : {}
}

/** Keeps the conversation of a revision that brought no version. */
export async function keepConversation(ctx: GitHubContext, thread: Thread, conversation: string): Promise<void> {
  await pushRefs(ctx.sources.repo, [await conversationUpdate(ctx, thread, conversation)])
}

/** The conversation, on the one before. */
async function conversationUpdate(
  { sources: { repo }, redact }: GitHubContext,
  thread: Thread,
  conversation: string,
): Promise<RefUpdate> {
  const { number: issue } = thread.issue
  const side: SideRef = { kind: 'conversation', issue }
  // A commit without our file is somebody else's, and is replaced.
  if ((await readSide(repo, side)) === undefined) await pushRefs(repo, await removalsOf(repo, issue, ['conversation']))
  return commitSide(repo, side, {
    from: await sideCommit(repo, side),
    text: redact(conversation),
    message: `The planning conversation of #${issue}\n`,
    author: authorOf(thread.bot),
  })
}
