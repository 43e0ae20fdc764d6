import { z } from 'zod'
import type { OrderOf } from './order.ts'
import type { AgentStep } from '../plan/plan.ts'
import type { Usage } from '../plan/usage.ts'
import { remainingAllowance } from '../plan/budget.ts'
import { runAgent, type AgentEnd } from './agent/loop.ts'
import { defineFinish, defineTool, ToolError, type Tool } from './agent/tool.ts'
import { DELEGATE, delegatePrompt } from './prompts.ts'
import type { WorkRoom } from './room.ts'
import { stepsTool } from './tools/steps.ts'

/** What a sub-agent needs. `tools` are the caller's tools, except those that end the caller or delegate again. */
export type Delegation = {
  order: OrderOf<'execute'>
  room: WorkRoom
  tools: readonly Tool[]
  /** What all agents of this subtask have used so far. */
  spent: () => Usage
  onUsage: (usage: Usage) => void
  onSteps: (name: string, steps: AgentStep[]) => void
}

/** The finishing tool of sub-agents and reviewers. Its value is the outcome as text. */
export const reportTool = defineFinish({
  name: 'report',
  description: 'Ends the task with what came of it.',
  input: z.object({ outcome: z.string().min(1) }),
  check: ({ outcome }) => ({ kind: 'ok', value: outcome }),
})

/** The tool `delegate`: runs a sub-agent with its own context, steps and turns, in the same sandbox, one level deep. */
export function delegateTool(delegation: Delegation): Tool {
  let count = 0
  return defineTool({
    name: 'delegate',
    description: 'Has a fresh agent do a part.',
    input: z.object({ name: z.string().min(1), task: z.string().min(1), expected_outcome: z.string().min(1) }),
    run: async (given, signal) => {
      const end = await runDelegate(delegation, { given, signal, count: ++count })
      delegation.onUsage(end.usage)
      if (end.kind === 'finished') return end.value
      throw new ToolError(`The sub-agent ended without a report (${end.why}). ${end.text}`)
    },
  })
}

type Call = { given: { name: string; task: string; expected_outcome: string }; signal: AbortSignal; count: number }

function runDelegate(
  { order, room, tools, spent, onSteps }: Delegation,
  { given, signal, count }: Call,
): Promise<AgentEnd<string>> {
  const steps = stepsTool({ onSteps: (now) => onSteps(given.name, now) })
  return runAgent({
    model: room.model,
    system: DELEGATE,
    tools: [...tools, steps],
    messages: [{ kind: 'user', text: room.redact(delegatePrompt(given)) }],
    finish: reportTool,
    limits: { turns: Math.ceil(room.settings.maxTurns / 2), allowance: remainingAllowance(order.allowance, spent()) },
    signal,
    cacheKey: `delegate-${order.number}-${order.subtask}`,
    beforeTurn: room.beforeTurn,
    onEvent: room.transcript(`${order.id}-delegate-${count}`),
  })
}
