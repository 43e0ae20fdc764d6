import { z } from 'zod'
import type { AgentStep } from '../../plan/plan.ts'
import { type Usage, remainingAllowance } from '../../plan/usage.ts'
import { defineTool, ToolError, type Tool } from '../../agent/tool.ts'
import { DATA, aboutFolders, join, promptLine, visible } from '../prompt-parts.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import { stepsTool } from '../../agent/tools/executing.ts'
import { firstMessage, reportTool, runTaskAgent } from '../agents.ts'
import type { InputOf } from '../tasks.ts'

/** What a sub-agent needs. `tools` are the caller's tools, except those that end the caller or delegate again. */
type Delegation = {
  input: InputOf<'execute'>
  ctx: AgentContext
  tools: () => readonly Tool[]
  spent: () => Usage
  onUsage: (usage: Usage) => void
  /** Called when a sub-agent starts, changes its steps and ends, with its number. */
  onSteps: (count: number, step: AgentStep) => void
}

/** The tool `delegate`: runs a sub-agent with its own context, steps and turns, in the same sandbox, one level deep. */
export function delegateTool({ input, ctx, tools, spent, onUsage, onSteps }: Delegation): Tool {
  let count = 0
  return defineTool({
    name: 'delegate',
    description: 'Has a fresh agent do a large part.',
    input: z.object({ name: z.string().min(1), task: z.string().min(1), expected_outcome: z.string().min(1) }),
    run: async ({ name, task, expected_outcome }, signal) => {
      const number = ++count
      let step: AgentStep = { title: name, state: 'in_progress' }
      const report = (change: Partial<AgentStep>): void => onSteps(number, (step = { ...step, ...change }))
      report({})
      const outcome = `Expected outcome:\n${visible(expected_outcome)}`
      const prompt = join(aboutFolders(input), `Task: ${promptLine(name)}`, visible(task), outcome)
      const end = await runTaskAgent(input, ctx, {
        model: ctx.model,
        system: DELEGATE,
        tools: [...tools(), stepsTool({ onSteps: (steps) => report({ steps }) })],
        messages: firstMessage(ctx, prompt),
        finish: reportTool,
        limits: {
          turns: Math.ceil(ctx.settings.maxTurns / 2),
          allowance: remainingAllowance(input.allowance, spent()),
        },
        signal,
        cacheKey: `delegate-${input.number}-${input.subtask}`,
        onEvent: ctx.transcript(`${input.id}-delegate-${number}`),
      })
      onUsage(end.usage)
      report({ state: end.kind === 'finished' ? 'done' : 'failed', steps: step.steps ?? [] })
      if (end.kind === 'finished') return end.value
      throw new ToolError(`The sub-agent ended without a report (${end.why}). ${end.text}`)
    },
  })
}

const DELEGATE = `You do one task for another agent, in the working copy of a software repository that you share with it.
- Do exactly the task. Read before you edit. Leave no scratch files. Do not commit.
- ${DATA}
- Finish with report: what is there now, or why it cannot be done.`
