import { z } from 'zod'
import { OwnStep, type AgentStep } from '../../plan/plan.ts'
import { defineTool, type Tool } from '../tool.ts'

/** The tool `update_steps`. Each call replaces the agent's whole sub-plan, so that one tool covers every change. */
export const stepsTool = ({ onSteps }: { onSteps: (steps: AgentStep[]) => Promise<void> | void }): Tool =>
  defineTool({
    name: 'update_steps',
    description: 'Shows people your steps, if three or more.',
    input: z.object({ steps: z.array(OwnStep.extend({ title: z.string().min(1).max(200) })).max(30) }),
    declared: z.object({ steps: z.array(z.object({})).describe('{title, state: todo|in_progress|done}') }),
    run: async ({ steps }) => {
      await onSteps(steps)
      return renderSteps(steps)
    },
  })

function renderSteps(steps: readonly AgentStep[]): string {
  const count = (state: AgentStep['state']) => steps.filter((step) => step.state === state).length
  return `${steps.length} steps: ${count('done')} done, ${count('in_progress')} in progress, ${count('todo')} to do.`
}
