import type { RecheckInput, CheckResult } from './input.ts'
import { checkout, restoreTree } from '../../git/work-tree.ts'
import type { Check } from '../../plan/evidence.ts'
import { withRuns } from '../../plan/acceptance.ts'
import { noUsage } from '../../plan/usage.ts'
import { runEvery, setUpPlace } from '../../checks/clean-worktree.ts'
import { externalStop, type AgentContext } from '../../agent/context/agent-context.ts'

/**
 * Runs every check of executed subtasks once on the tree of the order's commit, in the order of the plan, also after
 * one of them failed. `verify-command` has a place for itself, as when the subtasks were carried out.
 */
export async function recheck(input: RecheckInput, ctx: AgentContext): Promise<CheckResult> {
  const { verifyCommand } = ctx.settings
  await checkout(ctx.repo, input.head)
  await setUpPlace(ctx, input.head)
  const subtasks = input.plan.subtasks.filter(({ number }) => input.subtasks.includes(number))
  const own = new Set(
    subtasks.flatMap((subtask) => withRuns(input.plan, subtask).verify).filter((command) => command !== verifyCommand),
  )
  const checks: Check[] = []
  for (const commands of [[...own], verifyCommand === undefined ? [] : [verifyCommand]]) {
    if (commands.length > 0) checks.push(...(await runEvery(ctx, input.head, commands)))
    const why = externalStop('aborted', ctx.signal)
    if (ctx.signal.aborted && why) return { kind: 'stopped', why, usage: noUsage, turns: 0 }
    await restoreTree(ctx.repo, input.head)
  }
  return { kind: 'rechecked', checks, usage: noUsage, turns: 0 }
}
