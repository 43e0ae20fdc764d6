import { z } from 'zod'
import { Plan, Subtask, Question } from '../plan/plan.ts'
import type { OrderOf } from './order.ts'
import type { WorkRoom } from './room.ts'
import { type Tool, defineTool, ToolError, GaveUp } from './agent/tool.ts'
import { briefly, notTaken } from './plan.ts'
import { normalizePlan } from '../plan/normalize.ts'
import { renderPlan } from '../plan/markdown.ts'
import { problemsOfPlan } from './check-result.ts'

/** A changed plan as an agent proposes it: what is left out stays as it is. */
const ProposedChange = z.object({ reason: z.string().min(1), ...Plan.partial().shape, subtasks: Plan.shape.subtasks })

/** A change of the plan that an agent proposed while it worked. */
export type Proposal = { plan: Plan; reason: string }

/**
 * The tool by which an agent that carries a plan out, or looks at it, says that the plan has to change. It ends the
 * agent: `onProposal` gets what it proposed, and the plan waits for the people.
 */
export const proposalTool = (
  order: OrderOf<'execute' | 'review'>,
  { settings }: WorkRoom,
  onProposal: (proposal: Proposal) => void,
): Tool =>
  defineTool({
    name: 'propose_plan_change',
    description: 'Ends your work and offers people a changed plan.',
    input: ProposedChange,
    declared: ProposedChange.extend({ subtasks: briefly(Subtask), questions: briefly(Question).optional() }),
    run: ({ reason, ...written }) => {
      const plan = normalizePlan(Object.assign({}, order.plan, written))
      if (renderPlan(plan) === renderPlan(order.plan))
        throw new ToolError('This is the present plan. Change it, or go on with it.')
      const objections = problemsOfPlan(plan, order, settings)
      if (objections.length > 0) throw new ToolError(notTaken(objections))
      onProposal({ plan, reason })
      throw new GaveUp(reason)
    },
  })
