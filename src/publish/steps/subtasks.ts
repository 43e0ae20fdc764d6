import { commitsThroughApi } from '../../observe/may-push.ts'
import type { Snapshot, StepOf } from '../../decide/next/decision.ts'
import { record, type Draft } from '../write/journal.ts'
import { isAnyExecuted, type Thread, type ThreadWith } from '../../decide/thread/thread.ts'
import { indented } from '../view/text/commit-text.ts'
import type { GitHubContext } from '../write/github-context.ts'
import type { Check, Attempt } from '../../plan/plan.ts'
import type { Skip } from '../../decide/inbox/pending.ts'

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
  return [
    last,
    ...attempts.map((attempt, i) =>
      [`Attempt ${i + 1}: ${reasonOf(attempt)}`, ...attempt.checks.map(checkText)].join('\n'),
    ),
  ].join('\n\n')
}

/** Its lines after the first are output, too, which a check may have shown: then it follows below. */
const reasonOf = ({ reason, checks }: Attempt): string => {
  const [first = '', ...lines] = reason.split('\n')
  const rest = lines.join('\n')
  const isBelow = rest === '' || checks.some(({ tail }) => tail.trim() !== '' && rest.trim().endsWith(tail.trim()))
  return isBelow ? first : [first, indented(rest)].join('\n')
}

const checkText = ({ command, exit, tail }: Check): string => `$ ${command} (${exit})\n${indented(tail)}`

/** Skips the subtask of a `/skip`, and those that depend on it, with its reason. */
export function skip(ctx: GitHubContext, snapshot: Snapshot, step: Skip): Promise<Thread> {
  const { id, author } = step.comment
  const { numbers } = step
  const [first] = numbers
  const reason = step.reason || `skipped by ${author.login}`
  const drafts = numbers.map((number): Draft => ({
    subject: `Skip subtask ${number}`,
    body: number === first ? reason : `needs ${first}: ${reason}`,
    trailers: { subtask: number, state: 'abandoned', command: id },
    counts: [number],
  }))
  // What was executed meanwhile is not skipped: a record of that would say that it was taken back.
  const commits = async (now: ThreadWith<'branch'>): Promise<Draft[] | undefined> => {
    if (isAnyExecuted(now, numbers)) return undefined
    // GitHub's API makes commits one by one: what depends on the subtask comes before it, so that a `/skip` that was cut
    // off is still to be done. A push takes all of them or none.
    const isOneByOne = await commitsThroughApi(ctx.sources, now.branch.name, ctx.settings)
    return isOneByOne ? drafts.toReversed() : drafts
  }
  // Another text may have other subtasks that depend on it.
  return record(ctx, snapshot, { commits, done: [step], onlyOn: 'same plan' })
}
