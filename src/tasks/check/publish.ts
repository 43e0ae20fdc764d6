import type { CheckResult } from './input.ts'
import { mergedKey } from '../../decide/thread/people.ts'
import { type StepOf, type Snapshot, openPlan, planOf, type OpenPlan } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { noUsage } from '../../plan/usage.ts'
import { saveUsage } from '../../publish/write/journal.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { say } from '../../publish/say/say.ts'
import { checksAfterMerge } from '../../publish/view/comments/merged-checks.ts'
import { finish } from '../../publish/steps/finish.ts'
import { recordHalt } from '../../publish/steps/record-halt.ts'
import type { Repository } from '../../git/git.ts'
import { entryAt, writeBlob } from '../../git/objects.ts'
import { whyUnmet, testsOfNumber } from '../../plan/acceptance.ts'
import type { AcceptanceTest } from '../../plan/plan.ts'
import { indented } from '../../publish/view/text/commit-text.ts'

/**
 * Says which checks of executed subtasks failed after the base was merged, or that there was no time for them. Where
 * all pass there is nothing to read: it is kept beside the branch, and whoever asked for the merge gets the sign that
 * it was done. Only where that may not be pushed is it said after all, so that the checks do not run for ever.
 */
export async function publishRecheck(
  ctx: GitHubContext,
  { thread, state }: Snapshot,
  { step, result }: { step: StepOf<'recheck'>; result: CheckResult },
): Promise<Thread> {
  const isCutShort = result.kind === 'stopped' && result.why === 'time'
  if (result.kind !== 'rechecked' && !isCutShort) return thread
  const key = mergedKey(step.merge)
  const subtasks = state.statuses.flatMap(({ subtask }) => (step.numbers.includes(subtask.number) ? [subtask] : []))
  const checks = result.kind === 'rechecked' ? result.checks : undefined
  const { verifyCommand } = ctx.settings
  if (checks?.every(({ passed }) => passed)) {
    const after = await saveUsage(ctx, thread, { usage: noUsage, rechecked: step.merge })
    if (after.paid?.rechecked === step.merge) return after
  }
  const text = checksAfterMerge({ base: thread.base.branch, merge: step.merge, subtasks, checks, verifyCommand, key })
  return say(ctx, thread, { place: 'pull', ...text, once: true })
}

/** Finishes the plan when its approved tests hold; otherwise it waits for a person. */
export async function publishAccepted(
  ctx: GitHubContext,
  now: Snapshot,
  accepted: { step: StepOf<'accept'>; result: CheckResult },
): Promise<Thread> {
  const snapshot = openPlan(now)
  const verdict = await judgeTests(ctx, snapshot, accepted)
  if (verdict.kind === 'moved') return snapshot.thread
  if (verdict.kind === 'met') return finish(ctx, snapshot, 'same head')
  return recordHalt(ctx, snapshot, { reason: 'acceptance', text: verdict.text })
}

/**
 * What the run of the approved tests comes to; `unmet` says for people which do not hold, and what the first printed.
 */
type TestsVerdict = { kind: 'met' } | { kind: 'unmet'; text: string } | { kind: 'moved' }

/**
 * Whether every approved test passed on the last commit of a plan, and lies there as it was approved. Where the branch
 * has moved since, or the run was stopped, nothing is known of it.
 */
async function judgeTests(
  { sources: { repo } }: GitHubContext,
  { thread, state }: OpenPlan,
  { step, result }: { step: StepOf<'accept'>; result: CheckResult },
): Promise<TestsVerdict> {
  if (thread.branch.head !== step.head) return { kind: 'moved' }
  // A run that did something before goes on in the next one, which has all its time for them.
  if (result.kind === 'stopped' && result.why === 'time' && thread.thisRun.written.commits.length === 0)
    return { kind: 'unmet', text: NO_TIME }
  if (result.kind !== 'rechecked') return { kind: 'moved' }
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

/** Characters of what a test that fails says. */
const LONGEST_OUTPUT = 2_500

/** No subtask changes them, but people push, and merges bring what they bring. */
async function changedSince(repo: Repository, head: string, tests: readonly AcceptanceTest[]): Promise<string[]> {
  const texts = tests.map(async ({ path, content }) => {
    const entry = await entryAt(repo, head, path)
    const isSame = entry?.mode.startsWith('100') && entry.id === (await writeBlob(repo, content))
    return isSame ? [] : [`The acceptance test \`${path}\` is not what was approved: put it back on the branch.`]
  })
  return (await Promise.all(texts)).flat()
}
