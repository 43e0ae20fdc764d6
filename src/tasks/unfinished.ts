import type { Answered, Stopped, Unfinished } from './fields.ts'
import { type Payment, addAttempt, saveUsage } from '../publish/write/journal.ts'
import { inThisRun, targetOf, type Thread } from '../decide/thread/thread.ts'
import type { ReadComment, Reason } from '../decide/thread/people.ts'
import { UserError } from '../lib/errors.ts'
import { say } from '../publish/say/say.ts'
import { refusal } from '../publish/view/comments/replies.ts'
import { cleanLine, type NoteText } from '../publish/view/text/text.ts'
import type { GitHubContext } from '../publish/write/github-context.ts'

const STOPS = {
  cancelled: { reason: 'The run was cancelled.', remedy: 'Repeat the command to try again.' },
  time: { reason: 'The run ran out of time.', remedy: 'Try a smaller request, or raise `time-budget`.' },
  budget: {
    reason: 'The plan ran out of budget.',
    remedy: 'Try a smaller request, or raise `max-tokens` or `max-cost`.',
  },
  outdated: { reason: 'Something else was done meanwhile.', remedy: 'Look at what is there now.' },
}

const FAILURE_REMEDY = 'Try again with more detail or a smaller request, or raise `max-turns`.'

const endedWhileWaiting = ({ why, waitedFor }: Stopped): boolean => why === 'time' && waitedFor !== undefined

/** Whether the task was cancelled by people or outdated by a newer state, so that nobody waits for its result. */
export const isCancelledOrOutdated = (result: {
  kind: string
  why?: string
}): result is Stopped & { why: 'cancelled' | 'outdated' } =>
  result.kind === 'stopped' && (result.why === 'cancelled' || result.why === 'outdated')

/** Why the task was stopped, with the operation that it was waiting for when the time was up. */
const stopReason = (result: Stopped): string =>
  endedWhileWaiting(result)
    ? `The run ran out of time while it waited for ${cleanLine(result.waitedFor ?? '', 300)}.`
    : STOPS[result.why].reason

/** Counts the cost of a stopped task with the plan's next commit; for a subtask, as an attempt at it. */
export const countStop = (thread: Thread, result: Stopped, subtask = 0): Thread =>
  addAttempt(thread, subtask, { reason: stopReason(result), checks: [], usage: result.usage })

/** Posts, for the people who asked, why there is no result. */
export type ReportProblem = (thread: Thread, problem: Reason) => Promise<Thread>

type WithoutResult = { result: Unfinished; payment: Omit<Payment, 'usage'>; report: ReportProblem }

/**
 * Counts the usage of a requested task, and reports once that it gave no result: it is not retried automatically, since
 * each try costs the same. A cancelled or outdated task is not reported. Throws `UserError` if the model did not answer
 * in time, so that the next run retries, as after any outage.
 */
export async function endWithoutResult(
  ctx: GitHubContext,
  thread: Thread,
  { result, payment, report }: WithoutResult,
): Promise<Thread> {
  const { usage } = result
  if (isCancelledOrOutdated(result)) return countStop(thread, result)
  if (result.kind === 'stopped' && endedWhileWaiting(result)) {
    await saveUsage(ctx, thread, { usage })
    throw new UserError('model-busy', stopReason(result), 'The next run goes on; to begin it now, run the job again.')
  }
  const saved = await saveUsage(ctx, thread, { usage, ...payment })
  const reason = result.kind === 'stopped' ? stopReason(result) : result.reason
  const remedy = result.kind === 'stopped' ? STOPS[result.why].remedy : FAILURE_REMEDY
  const problem = { code: 'no-result', why: `No result: ${cleanLine(reason, 500)}`, remedy }
  return report(withProblem({ ...saved, asked: undefined }, problem.why), problem)
}

/** The thread with one more problem of this run. Any problem turns the run red. */
export const withProblem = (thread: Thread, problem: string): Thread =>
  inThisRun(thread, { problems: [...thread.thisRun.problems, problem] })

type Answering = {
  step: { comment: ReadComment }
  result: Answered | Unfinished
  answer: (thread: Thread, result: Answered) => NoteText | Promise<NoteText>
}

/** Answers a comment with the result of its task, or with the reason why there is none. */
export async function publishAnswer(
  ctx: GitHubContext,
  thread: Thread,
  { step: { comment }, result, answer }: Answering,
): Promise<Thread> {
  const target = targetOf(thread, comment)
  if (result.kind === 'answered') {
    const saved = await saveUsage(ctx, thread, { usage: result.usage })
    return say(ctx, saved, { target, ...(await answer(saved, result)) })
  }
  // `/retry` works only on a paused plan: without one, asking again grants the budget again.
  const grants = result.kind === 'stopped' && result.why === 'budget' && !thread.branch
  return endWithoutResult(ctx, thread, {
    result,
    payment: { grants },
    report: (counted, problem) =>
      say(ctx, counted, { target, ...refusal({ ...problem, id: comment.id }, ctx.links.errors) }),
  })
}
