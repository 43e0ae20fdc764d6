import type { Step } from './decide.ts'
import type { Run } from './open.ts'
import { orderFor } from './orders.ts'
import { renderPlan } from './plan/markdown.ts'
import type { State } from './state.ts'
import type { Thread } from './thread.ts'
import type { Wish } from './wishes.ts'
import { work } from './work/work.ts'

type Asked = Extract<Step, { kind: 'draft' | 'revise' | 'ask' }>

type Rehearsal = { run: Run; signal: AbortSignal; note: (what: string) => void; nameOf: (step: Step) => string }

/**
 * A dry run: reads, plans, and says what it would write. Of an approved plan it names the subtasks that would be
 * executed, without asking the model, because nothing would come of an execution that is not committed.
 */
export async function rehearse(
  { run, signal, note, nameOf }: Rehearsal,
  { thread, state }: { thread: Thread; state: State },
): Promise<void> {
  for (const { said, why, remedy } of state.refusals) note(`would refuse comment ${said.comment.id}: ${why} ${remedy}`)
  const asked = planningStep(state.wishes)
  for (const { kind } of state.wishes) if (kind !== asked?.kind) note(`would do: ${kind}`)
  if (asked) return rehearsePlanning({ run, signal, note, nameOf }, { thread, state }, asked)
  const approved = state.statuses.filter((status) => status.state === 'todo' && status.approved)
  for (const { subtask } of approved) note(`would execute subtask ${subtask.number}: ${subtask.name}`)
  if (approved.length === 0 && state.wishes.length === 0) note('would do nothing more')
}

function planningStep(wishes: readonly Wish[]): Asked | undefined {
  for (const wish of wishes) {
    if (wish.kind === 'draft') return { kind: 'draft', wish }
    if (wish.kind === 'revise') return { kind: 'revise', wish }
    if (wish.kind === 'ask') return { kind: 'ask', wish }
  }
  return undefined
}

async function rehearsePlanning(
  { run, signal, note, nameOf }: Rehearsal,
  look: { thread: Thread; state: State },
  step: Asked,
): Promise<void> {
  note(`would ${nameOf(step)}`)
  const order = await orderFor(run.sources, look, step)
  const result = await work(
    order,
    run.openRoom({ signal, beforeTurn: async () => undefined, onSteps: () => undefined }),
  )
  if (result.kind === 'planned') note(`would write ${run.inputs['plan-file']}:\n\n${renderPlan(result.plan)}`)
  else if (result.kind === 'answered') note(`would answer:\n\n${result.text}`)
  else if (result.kind === 'failed') note(`came to nothing: ${result.reason}`)
}
