import { withoutBulk, type TaskInput, type TaskResult } from '../plan/order/order.ts'
import { ask } from './agents/ask.ts'
import { examine } from './agents/probe.ts'
import { execute } from './agents/execute.ts'
import { draft, revise } from './agents/planner.ts'
import { reverify } from './checks/reverify.ts'
import { runApproved } from './checks/try-tests.ts'
import { recheck } from './checks/recheck.ts'
import { review } from './agents/review.ts'
import { lookAtResult } from './agents/compare-result.ts'
import { atHead } from './agents/room-agent.ts'
import type { AgentContext } from './room/agent-context.ts'

/**
 * Carries out an order in the work room. Returns the result as data and writes nothing outside of the room. Rooms
 * `beside` it, in which nobody works, are used to verify several changes at the same time.
 */
export function work(input: TaskInput, ctx: AgentContext, beside: readonly AgentContext[] = []): Promise<TaskResult> {
  ctx.transcript(input.id)({
    kind: 'order',
    order: withoutBulk(input),
    settings: ctx.settings,
    root: ctx.seenAt ?? ctx.repo.workTree,
  })
  switch (input.kind) {
    case 'draft':
      return atHead(input, ctx, (at) => draft(input, at))
    case 'revise':
      return atHead(input, ctx, (at) => revise(input, at))
    case 'execute':
      return execute(input, ctx)
    case 'review':
      return atHead(input, ctx, (at) => review(input, at))
    case 'look':
      return atHead(input, ctx, (at) => lookAtResult(input, at))
    case 'verify':
      return reverify(input, ctx, beside)
    case 'recheck':
      return recheck(input, ctx)
    case 'accept':
      return runApproved(input, ctx)
    case 'ask':
      return atHead(input, ctx, (at) => ask(input, at))
    case 'doctor':
      return examine(input, ctx)
  }
}
