import { withoutBulk, type TaskInput, type TaskResult } from './tasks.ts'
import { ask } from './ask/run.ts'
import { examine } from './doctor/run.ts'
import { execute } from './execute/run.ts'
import { draft, revise } from './plan/run.ts'
import { reverify, runApproved, recheck } from './check/run.ts'
import { review, lookAtResult } from './review/run.ts'
import { prepareTemplate } from '../checks/clean-worktree.ts'
import { atHead } from './agents.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'

/**
 * Runs a task in the agent context. Returns the result as data and writes nothing outside of the context. Idle contexts
 * in `beside` are used to verify several changes concurrently.
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

/** Sets up the checkout that the worktrees of parallel tasks are copied from. Throws `UserError`. */
export const prepareCheckout = (ctx: AgentContext, head: string): Promise<void> => prepareTemplate(ctx, head)
