import { mergedKey } from '../../decide/thread/people.ts'
import { type StepOf, type Snapshot, openPlan, planOf } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { noUsage } from '../../plan/usage.ts'
import { recordHalt, saveUsage } from '../../publish/write/journal.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { sayOnce } from '../../publish/say/say.ts'
import { checksAfterMerge } from '../../publish/view/comments/replies.ts'
import { finish } from '../../publish/steps/finish.ts'
import { entryAt, writeBlob } from '../../git/objects.ts'
import { whyUnmet, testsOf } from '../../plan/acceptance.ts'
import type { AcceptanceTest, Check } from '../../plan/plan.ts'
import { indented } from '../../publish/view/text/commit-text.ts'
import type { ResultFor } from '../tasks.ts'

type CheckStep = StepOf<'check'>
type CheckEnd<W extends CheckStep['of']> = { step: Extract<CheckStep, { of: W }>; result: ResultFor<'check'> }

/** Publishes what the checks after a merge, or the approved tests, came to. */
export const publishCheck = (
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: CheckStep; result: ResultFor<'check'> },
): Promise<Thread> =>
  step.of === 'merge'
    ? publishMergeChecks(ctx, snapshot, { step, result })
    : publishTests(ctx, snapshot, { step, result })

/**
 * Reports which checks of executed subtasks failed after the base was merged, or that there was no time for them. If
 * all pass, it is recorded in the side ref without a comment, and the command that asked for the merge gets a reaction.
 * If that ref may not be pushed, a comment records it instead, so that the checks do not run again forever.
 */
async function publishMergeChecks(
  ctx: GitHubContext,
  { thread, state }: Snapshot,
  { step, result }: CheckEnd<'merge'>,
): Promise<Thread> {
  const isCutShort = result.kind === 'stopped' && result.why === 'time'
  if (result.kind !== 'checked' && !isCutShort) return thread
  const key = mergedKey(step.merge)
  const subtasks = state.statuses.flatMap(({ subtask }) => (step.numbers.includes(subtask.number) ? [subtask] : []))
  const checks = result.kind === 'checked' ? result.checks : undefined
  const { verifyCommand } = ctx.settings
  if (checks?.every(({ passed }) => passed)) {
    const after = await saveUsage(ctx, thread, { usage: noUsage, rechecked: step.merge })
    if (after.paid?.rechecked === step.merge) return after
  }
  const text = checksAfterMerge({ base: thread.base.branch, merge: step.merge, subtasks, checks, verifyCommand, key })
  return sayOnce(ctx, thread, { target: 'pull', ...text })
}

/** Finishes the plan when its approved tests hold; otherwise it waits for a person. */
async function publishTests(ctx: GitHubContext, now: Snapshot, { step, result }: CheckEnd<'tests'>): Promise<Thread> {
  const snapshot = openPlan(now)
  const { thread, state } = snapshot
  // After a push the tests have not run on the new head, so nothing is known of it.
  if (thread.branch.head !== step.head) return thread
  const halt = (text: string) => recordHalt(ctx, snapshot, { reason: 'acceptance', text })
  if (result.kind !== 'checked') {
    // After a run that committed something, the next run retries with its full time.
    const hadFullTime = thread.thisRun.written.commits.length === 0
    return result.kind === 'stopped' && result.why === 'time' && hadFullTime ? halt(NO_TIME) : thread
  }
  const tests = step.numbers.flatMap((number) => testsOf(planOf(state), number))
  const unmet = await unmetTests(ctx, tests, { head: step.head, checks: result.checks })
  return unmet.length === 0 ? finish(ctx, snapshot, 'same head') : halt(unmet.join('\n\n'))
}

/** For people: which approved tests failed or are not what was approved, and the output of the first that failed. */
async function unmetTests(
  ctx: GitHubContext,
  tests: readonly AcceptanceTest[],
  { head, checks }: { head: string; checks: readonly Check[] },
): Promise<string[]> {
  const checkOf = ({ run }: AcceptanceTest) => checks.find(({ command }) => command === run)
  const unmet = tests.flatMap((test) => whyUnmet(test, checkOf(test)) ?? [])
  const why = [...(await changedSince(ctx, head, tests)), ...unmet]
  const failed = why.length > 0 && tests.map(checkOf).find((check) => check && !check.passed)
  if (!failed || !failed.tail) return why
  return [...why, `$ ${failed.command}\n${indented(failed.tail.slice(-MAX_OUTPUT))}`]
}

const NO_TIME = 'There was no time to run the acceptance tests to their end. Raise `time-budget`.'

const MAX_OUTPUT = 2_500

/** The approved tests that changed since approval: subtasks cannot change them, but people's pushes and merges can. */
async function changedSince(
  { sources: { repo } }: GitHubContext,
  head: string,
  tests: readonly AcceptanceTest[],
): Promise<string[]> {
  const texts = tests.map(async ({ path, content }) => {
    const entry = await entryAt(repo, head, path)
    const isSame = entry?.mode.startsWith('100') && entry.id === (await writeBlob(repo, content))
    return isSame ? [] : [`The acceptance test \`${path}\` is not what was approved: put it back on the branch.`]
  })
  return (await Promise.all(texts)).flat()
}
