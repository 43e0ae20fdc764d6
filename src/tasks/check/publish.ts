import type { CheckResult } from './input.ts'
import { mergedKey } from '../../decide/thread/people.ts'
import { type StepOf, type Snapshot, openPlan, planOf, type OpenPlan } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { noUsage } from '../../plan/usage.ts'
import { saveUsage } from '../../publish/write/journal.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { sayOnce } from '../../publish/say/say.ts'
import { checksAfterMerge } from '../../publish/view/comments/merged-checks.ts'
import { finish } from '../../publish/steps/finish.ts'
import { recordHalt } from '../../publish/steps/record-halt.ts'
import type { Repository } from '../../git/git.ts'
import { entryAt, writeBlob } from '../../git/objects.ts'
import { whyUnmet, testsOfNumber } from '../../plan/acceptance.ts'
import type { AcceptanceTest } from '../../plan/plan.ts'
import { indented } from '../../publish/view/text/commit-text.ts'

type CheckStep = StepOf<'check'>
type CheckEnd<W extends CheckStep['of']> = { step: Extract<CheckStep, { of: W }>; result: CheckResult }

/** Publishes what the checks after a merge, or the approved tests, came to. */
export const publishCheck = (
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: CheckStep; result: CheckResult },
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
  return sayOnce(ctx, thread, { place: 'pull', ...text })
}

/** Finishes the plan when its approved tests hold; otherwise it waits for a person. */
async function publishTests(ctx: GitHubContext, now: Snapshot, ended: CheckEnd<'tests'>): Promise<Thread> {
  const snapshot = openPlan(now)
  const verdict = await judgeTests(ctx, snapshot, ended)
  if (verdict.kind === 'moved') return snapshot.thread
  if (verdict.kind === 'met') return finish(ctx, snapshot, 'same head')
  return recordHalt(ctx, snapshot, { reason: 'acceptance', text: verdict.text })
}

/** The outcome of the approved tests; `unmet` describes for people which failed, and the output of the first. */
type TestsVerdict = { kind: 'met' } | { kind: 'unmet'; text: string } | { kind: 'moved' }

/** Whether each approved test passed on the last commit, as it was approved. Unknown after a push or a stop. */
async function judgeTests(
  { sources: { repo } }: GitHubContext,
  { thread, state }: OpenPlan,
  { step, result }: CheckEnd<'tests'>,
): Promise<TestsVerdict> {
  if (thread.branch.head !== step.head) return { kind: 'moved' }
  // After a run that committed something, the next run retries with its full time.
  if (result.kind === 'stopped' && result.why === 'time' && thread.thisRun.written.commits.length === 0)
    return { kind: 'unmet', text: NO_TIME }
  if (result.kind !== 'checked') return { kind: 'moved' }
  const plan = planOf(state)
  const tests = step.numbers.flatMap((number) => testsOfNumber(plan, number))
  const checkOf = ({ run }: AcceptanceTest) => result.checks.find(({ command }) => command === run)
  const unmet = tests.flatMap((test) => whyUnmet(test, checkOf(test)) ?? [])
  const why = [...(await changedSince(repo, step.head, tests)), ...unmet]
  if (why.length === 0) return { kind: 'met' }
  const failed = tests.map(checkOf).find((check) => check && !check.passed)
  const output = failed?.tail ? [`$ ${failed.command}\n${indented(failed.tail.slice(-LONGEST_OUTPUT))}`] : []
  return { kind: 'unmet', text: [...why, ...output].join('\n\n') }
}

const NO_TIME = 'There was no time to run the acceptance tests to their end. Raise `time-budget`.'

const LONGEST_OUTPUT = 2_500

/** The approved tests that changed since approval: subtasks cannot change them, but people's pushes and merges can. */
async function changedSince(repo: Repository, head: string, tests: readonly AcceptanceTest[]): Promise<string[]> {
  const texts = tests.map(async ({ path, content }) => {
    const entry = await entryAt(repo, head, path)
    const isSame = entry?.mode.startsWith('100') && entry.id === (await writeBlob(repo, content))
    return isSame ? [] : [`The acceptance test \`${path}\` is not what was approved: put it back on the branch.`]
  })
  return (await Promise.all(texts)).flat()
}
