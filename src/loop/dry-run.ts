import { describeStep, isDryRun, type DryStep, type Snapshot, type State } from '../decide/next/decision.ts'
import { isStep } from '../decide/thread/facts.ts'
import { observeTarget, type LoopContext } from './run-context.ts'
import { inputFor } from '../tasks/gather/input-for.ts'
import { renderPlan } from '../plan/markdown.ts'
import { work } from '../tasks/run-task.ts'

/** Reads, plans, and prints what it would write. Approved subtasks are listed: without a commit their work is lost. */
export async function dryRun(loop: LoopContext): Promise<void> {
  const thread = await observeTarget(loop)
  if (!thread) return
  const snapshot = loop.run.sources.snapshotAt(thread)
  const step = snapshot.state.pending.filter(isStep).find(isDryRun)
  for (const line of plannedWrites(snapshot.state, step)) loop.note(line)
  // Only one job has both the model and access to GitHub.
  if (step && loop.run.inputs.mode === 'all') await planOnly(loop, snapshot, step)
  else if (step) loop.note(`would hand out: ${describeStep(step)}`)
}

/** What would be written without the model, one line each. */
function plannedWrites({ refusals, pending, statuses }: State, step: DryStep | undefined): string[] {
  const refused = refusals.map(({ comment, why, remedy }) => `would refuse comment ${comment.id}: ${why} ${remedy}`)
  const done = pending.flatMap(({ kind }) => (kind === step?.kind ? [] : [`would do: ${kind}`]))
  const approved = statuses.filter((status) => status.state === 'todo' && status.approved)
  const executed = approved.map(({ subtask }) => `would execute subtask ${subtask.number}: ${subtask.name}`)
  const lines = [...refused, ...done, ...(step ? [] : executed)]
  return lines.length > 0 || step ? lines : ['would do nothing more']
}

/** Runs the planner, and prints what would be written of its result. */
async function planOnly({ run, note }: LoopContext, snapshot: Snapshot, step: DryStep): Promise<void> {
  note(`would ${describeStep(step)}`)
  const input = await inputFor(run.sources, snapshot, step)
  const result = await work(input, run.openContext({ signal: run.ends }))
  if (result.kind === 'planned') note(`would write ${run.inputs['plan-file']}:\n\n${renderPlan(result.plan)}`)
  else if (result.kind === 'answered') note(`would answer:\n\n${result.text}`)
  else if (result.kind === 'failed') note(`came to nothing: ${result.reason}`)
}
