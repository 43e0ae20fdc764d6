import type { VerifyInput, Verified, UnverifiedChange } from './input.ts'
import type { Stopped } from '../fields.ts'
import type { Repository } from '../../git/git.ts'
import { layTexts } from '../../git/lay-over.ts'
import { applyPatch } from '../../git/objects.ts'
import { restoreTree } from '../../git/work-tree.ts'
import { answersOf } from '../../plan/evidence.ts'
import { checksFor } from '../../plan/plan.ts'
import { subtaskIn, testsOfNumber } from '../../plan/acceptance.ts'
import { noUsage } from '../../plan/usage.ts'
import { inBackground } from '../../lib/async.ts'
import { prepareForChecks, runChecks } from '../../checks/clean-worktree.ts'
import { remember } from '../../checks/known-checks.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'

type CheckedChange = Verified['results'][number]

/**
 * Applies changes that were made in parallel, one after the other, and verifies each together with those before it,
 * because a change that passes alone may fail in combination. The next changes are applied without the ones that
 * failed. With rooms `beside` the first, as many are verified at the same time, each in the hope that those before it
 * pass; where one fails, those after it are verified again without it.
 */
export async function reverify(
  input: VerifyInput,
  ctx: AgentContext,
  beside: readonly AgentContext[] = [],
): Promise<Verified | Stopped> {
  const rooms = [ctx, ...beside].slice(0, input.changes.length)
  // The trees are made in git's own files, beside the work trees.
  const first = inBackground(
    applyAll(ctx.repo, input, { from: input.head, changes: input.changes.slice(0, rooms.length) }),
  )
  await allEnded([...rooms.map((one) => prepareForChecks(one, input.head)), first.then(() => undefined)])
  const results: CheckedChange[] = []
  let tip = input.head
  while (results.length < input.changes.length) {
    const next = input.changes.slice(results.length, results.length + rooms.length)
    const applied = await (results.length === 0 ? first : applyAll(ctx.repo, input, { from: tip, changes: next }))
    const tried = await allEnded(
      applied.flatMap((one, i) =>
        rooms[i] ? [verifyOne(input, rooms[i], one).then((result) => [result, one] as const)] : [],
      ),
    )
    if (ctx.signal.aborted) return { kind: 'stopped', why: 'time', usage: noUsage, turns: 0 }
    for (const [verified, { tree }] of tried) {
      results.push(verified)
      if (verified.result.kind === 'failed') break
      tip = tree ?? tip
    }
  }
  return { kind: 'verified', results, usage: noUsage, turns: 0 }
}

/** Waits for all of them, also when one throws, so that nothing is at work any more. */
async function allEnded<T>(all: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(all)
  return Promise.all(all)
}

type ReverifyPlace = { change: UnverifiedChange; tree: string | undefined }

/** Each on the tree of the one before; one that does not fit is left out. */
async function applyAll(
  repo: Repository,
  { plan }: VerifyInput,
  { from, changes }: { from: string; changes: readonly UnverifiedChange[] },
): Promise<ReverifyPlace[]> {
  const applied: ReverifyPlace[] = []
  let tip = from
  for (const change of changes) {
    const start = await layTexts(repo, tip, testsOfNumber(plan, change.subtask))
    const tree = await applyPatch(repo, start, change.result.patch)
    applied.push({ change, tree })
    tip = tree ?? tip
  }
  return applied
}

async function verifyOne(
  input: VerifyInput,
  ctx: AgentContext,
  { change, tree }: ReverifyPlace,
): Promise<CheckedChange> {
  const { subtask, result } = change
  const failed = { kind: 'failed' as const, usage: noUsage, turns: 0 }
  const planned = subtaskIn(input.plan, subtask)
  if (!planned) throw new Error(`The order names subtask ${subtask}, which its plan does not have.`)
  if (tree === undefined) {
    const reason = 'The change no longer fits what other subtasks changed at the same time.'
    return { subtask, result: { ...failed, reason, checks: [] } }
  }
  await restoreTree(ctx.repo, tree)
  const checked = await runChecks(ctx, tree, checksFor(planned, ctx.settings.verifyCommand))
  if ('problem' in checked) return { subtask, result: { ...failed, reason: checked.problem, checks: [] } }
  const { checks } = checked
  const failedCheck = checks.find(({ passed }) => !passed)
  if (failedCheck) {
    const reason = `\`${failedCheck.command}\` failed (${failedCheck.exit}) together with what other subtasks changed at the same time.`
    return { subtask, result: { ...failed, reason, checks } }
  }
  remember(ctx, tree, checks)
  // What each proves was found when the change was made.
  const proofs = new Map(
    result.checks.map((check) => [check.command, check.without === undefined ? {} : answersOf(check)]),
  )
  return {
    subtask,
    result: { ...result, tree, checks: checks.map((check) => ({ ...check, ...proofs.get(check.command) })) },
  }
}
