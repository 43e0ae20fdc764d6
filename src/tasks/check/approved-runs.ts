import type { ExecuteInput } from '../execute/input.ts'
import type { AcceptInput, CheckResult } from './input.ts'
import { layTexts } from '../../git/lay-over.ts'
import { changesBetweenTrees, treeOf } from '../../git/objects.ts'
import { checkout, restoreTree } from '../../git/work-tree.ts'
import { changedConfig } from '../../guard/tests/changed-tests.ts'
import { whyUnfit, testsOfNumber } from '../../plan/acceptance.ts'
import type { Check } from '../../plan/evidence.ts'
import { noUsage } from '../../plan/usage.ts'
import { lessText } from '../../checks/proof/refusal-texts.ts'
import { countProblem, type CountProblem } from '../../checks/proof/check-matrix.ts'
import { externalStop, type AgentContext } from '../../agent/context/agent-context.ts'
import { setUpPlace } from '../../checks/clean-worktree.ts'
import { checksOn, type OnTree } from '../../checks/known-checks.ts'

/** Characters for people of what tests prove nothing. */
const LONGEST_REASON = 3_000

/**
 * Runs the approved tests that were not run yet, each alone on what is there before the subtask. They have to fail.
 * Returns for people which do not; undefined where all do. The work tree is then what the last of them left.
 */
export async function unfitTests(
  ctx: AgentContext,
  { head, plan, tryFirst = [] }: ExecuteInput,
): Promise<string | undefined> {
  const unfit: string[] = []
  for (const test of plan.acceptance ?? []) {
    if (!tryFirst.includes(test.path)) continue
    const tree = await layTexts(ctx.repo, await treeOf(ctx.repo, head), [test])
    const why = whyUnfit(test, (await checksOn(ctx, tree, [test.run])).get(test.run))
    if (ctx.signal.aborted) return undefined
    if (why !== undefined) unfit.push(why)
  }
  return unfit.length === 0 ? undefined : unfit.join('\n\n').slice(0, LONGEST_REASON)
}

/**
 * Runs the approved tests of executed subtasks on the tree of the order's commit, each command once. One that passes and
 * ran fewer tests than when its subtask was done counts as failed.
 */
export async function runApproved(input: AcceptInput, ctx: AgentContext): Promise<CheckResult> {
  const { head, plan, subtasks } = input
  const commands = new Set(subtasks.flatMap((number) => testsOfNumber(plan, number).map(({ run }) => run)))
  await checkout(ctx.repo, head)
  await setUpPlace(ctx, head)
  const tree = await treeOf(ctx.repo, head)
  const ran = await checksOn(ctx, tree, [...commands])
  const losing = await testsLost(ctx, input, { tree, ran })
  const why = externalStop('aborted', ctx.signal)
  if (ctx.signal.aborted && why) return { kind: 'stopped', why, usage: noUsage, turns: 0 }
  await restoreTree(ctx.repo, tree)
  const checks = [...ran.values()].map((check) => {
    const lost = losing.get(check.command)
    return lost ? { ...check, passed: false, exit: `${check.exit}, ${lessText(lost)}` } : check
  })
  return { kind: 'rechecked', checks, usage: noUsage, turns: 0 }
}

type LastRuns = { tree: string; ran: OnTree }

/**
 * The commands that pass and hide that they ran fewer tests than on the commit of their subtask. Where nothing has
 * changed since that decides which tests run, as many ran.
 */
async function testsLost(
  ctx: AgentContext,
  { plan, subtasks, commits }: AcceptInput,
  { tree, ran }: LastRuns,
): Promise<Map<string, CountProblem>> {
  const losing = new Map<string, CountProblem>()
  for (const [i, number] of subtasks.entries()) {
    const runs = testsOfNumber(plan, number).flatMap(({ run }) => (ran.get(run)?.passed ? [run] : []))
    const commit = commits[i]
    if (!commit || runs.length === 0) continue
    const then = await treeOf(ctx.repo, commit)
    const config = await changedConfig(ctx.repo, await changesBetweenTrees(ctx.repo, then, tree), runs)
    const before = config.length === 0 ? new Map<string, Check>() : await checksOn(ctx, then, runs)
    for (const [run, { counts }] of before) {
      const now = ran.get(run)
      const problem = now && countProblem(now, counts, { mayLose: false, maySkip: false })
      if (problem) losing.set(run, problem)
    }
  }
  return losing
}
