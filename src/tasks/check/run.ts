import type { UnverifiedChange, Verified } from './input.ts'
import { layTexts, applyPatch } from '../../git/merge.ts'
import { changesBetweenTrees, treeOf } from '../../git/objects.ts'
import { restoreTree } from '../../git/work-tree.ts'
import { answersOf, type Check, checksFor } from '../../plan/plan.ts'
import { findSubtask, testsOf, withTestCommands, whyUnfit } from '../../plan/acceptance.ts'
import { noUsage } from '../../plan/usage.ts'
import { runChecks } from '../../checks/clean-worktree.ts'
import { prepareForChecks, prepareTemplate } from '../../checks/worktree-set-up.ts'
import { runBaseTests } from '../../checks/base-tests.ts'
import { remember, checksOn, runApart, type OnTree } from '../../checks/check-cache.ts'
import { stopOf, type AgentContext } from '../../agent/context/agent-context.ts'
import { changedConfig } from '../../guard/tests/test-config.ts'
import { BEFORE } from '../../checks/prove.ts'
import { onCode } from '../../checks/verify.ts'
import { countProblem } from '../../checks/proof/count-problems.ts'
import type { InputOf, ResultFor } from '../tasks.ts'

type CheckedChange = Verified['results'][number]

/** What results of checks say of their cost. */
const NO_MODEL = { usage: noUsage, turns: 0 }

export function check(input: InputOf<'check'>, ctx: AgentContext): Promise<ResultFor<'check'>> {
  if (input.of === 'changes') return verifyChanges(input, ctx)
  return input.of === 'merge' ? checkMerge(input, ctx) : runTests(input, ctx)
}

/** Verifies concurrent changes, each on top of those that passed before: a change may fail only in combination. */
async function verifyChanges(input: InputOf<'changes'>, ctx: AgentContext): Promise<ResultFor<'check'>> {
  await prepareForChecks(ctx, input.head)
  const results: CheckedChange[] = []
  let tip = input.head
  for (const change of input.changes) {
    // The tree is built in the object database, not in the worktree.
    const start = await layTexts(ctx.repo, tip, testsOf(input.plan, change.subtask))
    const tree = await applyPatch(ctx.repo, start, change.result.patch)
    const verified = await verifyOne(input, ctx, { change, tree })
    if (ctx.signal.aborted) return stoppedBy(ctx.signal)
    results.push(verified)
    if (verified.result.kind === 'executed') tip = tree ?? tip
  }
  const verified = { kind: 'verified', results, ...NO_MODEL } as const
  const last = results.findLast(({ result }) => result.kind === 'executed')
  if (!last || results.some(({ result }) => result.kind === 'failed')) return verified
  const { brokenTests = [], brokenSet = [] } = await runBaseTests(ctx, input, tip)
  Object.assign(last.result, { brokenTests, brokenSet })
  return verified
}

async function verifyOne(
  input: InputOf<'changes'>,
  ctx: AgentContext,
  { change, tree }: { change: UnverifiedChange; tree: string | undefined },
): Promise<CheckedChange> {
  const { subtask, result } = change
  const failed = (reason: string, checks: Check[] = []): CheckedChange => ({
    subtask,
    result: { kind: 'failed', reason, checks, ...NO_MODEL },
  })
  const planned = findSubtask(input.plan, subtask)
  if (!planned) throw new Error(`The order names subtask ${subtask}, which its plan does not have.`)
  if (tree === undefined) return failed('The change no longer fits what other subtasks changed at the same time.')
  await restoreTree(ctx.repo, tree)
  const commands = checksFor(planned, ctx.settings.verifyCommand)
  const checked = await runChecks(onCode(ctx, 'with all changes so far'), tree, commands)
  if ('problem' in checked) return failed(checked.problem)
  const { checks } = checked
  const failedCheck = checks.find(({ passed }) => !passed)
  if (failedCheck)
    return failed(
      `\`${failedCheck.command}\` failed (${failedCheck.exit}) together with what other subtasks changed at the same time.`,
      checks,
    )
  remember(ctx, tree, checks)
  // Keeps the proofs that were made on the change alone; this run repeats only the check after the change.
  const proofs = new Map(
    result.checks.map((check) => [check.command, check.without === undefined ? {} : answersOf(check)]),
  )
  return {
    subtask,
    result: { ...result, tree, checks: checks.map((check) => ({ ...check, ...proofs.get(check.command) })) },
  }
}

/** Runs every check of executed subtasks once on one tree, whatever fails. `verify-command` gets a clean worktree. */
async function checkMerge(input: InputOf<'merge'>, ctx: AgentContext): Promise<ResultFor<'check'>> {
  await prepareTemplate(ctx, input.head)
  const subtasks = input.plan.subtasks.filter(({ number }) => input.subtasks.includes(number))
  const ownCommands = subtasks.flatMap((subtask) => withTestCommands(input.plan, subtask).verify)
  const commands = new Set([...ownCommands, ctx.settings.verifyCommand].filter((one) => one !== undefined))
  const checks = await runApart(onCode(ctx, 'after the merge'), input.head, [...commands])
  if (ctx.signal.aborted) return stoppedBy(ctx.signal)
  await restoreTree(ctx.repo, input.head)
  return { kind: 'checked', checks, ...NO_MODEL }
}

const stoppedBy = (signal: AbortSignal): ResultFor<'check'> => ({ kind: 'stopped', why: stopOf(signal), ...NO_MODEL })

const MAX_REASON_LENGTH = 3_000

/** Runs each new approved test before the subtask, where it must fail. Says which pass. Leaves the worktree dirty. */
export async function unfitTests(
  ctx: AgentContext,
  { head, plan, tryFirst = [] }: InputOf<'execute'>,
): Promise<string | undefined> {
  const unfit: string[] = []
  for (const test of plan.acceptance ?? []) {
    if (!tryFirst.includes(test.path)) continue
    const tree = await layTexts(ctx.repo, await treeOf(ctx.repo, head), [test])
    const why = whyUnfit(test, (await checksOn(onCode(ctx, BEFORE), tree, [test.run])).get(test.run))
    if (ctx.signal.aborted) return undefined
    if (why !== undefined) unfit.push(why)
  }
  return unfit.length === 0 ? undefined : unfit.join('\n\n').slice(0, MAX_REASON_LENGTH)
}

async function runTests(input: InputOf<'tests'>, ctx: AgentContext): Promise<ResultFor<'check'>> {
  const { head, plan, subtasks } = input
  const commands = new Set(subtasks.flatMap((number) => testsOf(plan, number).map(({ run }) => run)))
  await prepareTemplate(ctx, head)
  const tree = await treeOf(ctx.repo, head)
  const results = await checksOn(onCode(ctx, 'on the last commit'), tree, [...commands])
  const lostTests = await testsLost(ctx, input, { tree, results })
  if (ctx.signal.aborted) return stoppedBy(ctx.signal)
  await restoreTree(ctx.repo, tree)
  const checks = [...results.values()].map((check) => {
    const lost = lostTests.get(check.command)
    return lost ? { ...check, passed: false, exit: `${check.exit}, ${lost}` } : check
  })
  return { kind: 'checked', checks, ...NO_MODEL }
}

/** Commands that pass with fewer tests than at their subtask's commit, if a file changed that decides which run. */
async function testsLost(
  ctx: AgentContext,
  { plan, subtasks, commits }: InputOf<'tests'>,
  { tree, results }: { tree: string; results: OnTree },
): Promise<Map<string, string>> {
  const lostTests = new Map<string, string>()
  const atCommit = onCode(ctx, "on its subtask's commit")
  for (const [i, number] of subtasks.entries()) {
    const runs = testsOf(plan, number).flatMap(({ run }) => (results.get(run)?.passed ? [run] : []))
    const commit = commits[i]
    if (!commit || runs.length === 0) continue
    const earlierTree = await treeOf(ctx.repo, commit)
    const config = await changedConfig(ctx.repo, await changesBetweenTrees(ctx.repo, earlierTree, tree), [
      ...runs,
      ctx.settings.setupCommand ?? '',
    ])
    const before = config.length === 0 ? new Map<string, Check>() : await checksOn(atCommit, earlierTree, runs)
    for (const [run, { counts }] of before) {
      const current = results.get(run)
      const problem = current && countProblem(current, counts, { mayLose: false, maySkip: false })
      if (problem) lostTests.set(run, problem.afterExit)
    }
  }
  return lostTests
}
