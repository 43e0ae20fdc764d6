import { z } from 'zod'
import { Plan, Subtask } from '../plan/plan.ts'
import type { OrderOf } from './order.ts'
import type { WorkRoom } from './room.ts'
import { type Tool, defineTool, ToolError, GaveUp } from './agent/tool.ts'
import { listOfFields, rejection } from './plan.ts'
import { normalizePlan } from '../plan/normalize.ts'
import { renderPlan } from '../plan/markdown.ts'
import { problemsOfPlan } from './check-result.ts'

/** The arguments of a proposal. Fields that are left out keep their present value. */
const ProposedChange = z.object({ reason: z.string().min(1), ...Plan.partial().shape, subtasks: Plan.shape.subtasks })

/** What a proposal seldom changes: named in words, which cost less than a schema in every request. */
const OTHERS = 'title, description, expected_outcome or risks'

/** A changed plan that an agent proposes, and why. */
export type Proposal = { plan: Plan; reason: string }

/**
 * The tool `propose_plan_change` of executing and reviewing agents. A valid call passes the proposal to `onProposal`
 * and ends the agent with `GaveUp`, because people must approve the changed plan first.
 */
export const proposalTool = (
  order: OrderOf<'execute' | 'review'>,
  { settings }: WorkRoom,
  onProposal: (proposal: Proposal) => void,
): Tool =>
  defineTool({
    name: 'propose_plan_change',
    description: `Ends your work and offers people a changed plan, if need be with another ${OTHERS}.`,
    input: ProposedChange,
    declared: ProposedChange.pick({ reason: true }).extend({ subtasks: listOfFields(Subtask) }),
    run: ({ reason, ...written }) => {
      const plan = normalizePlan(Object.assign({}, order.plan, written))
      if (renderPlan(plan) === renderPlan(order.plan))
        throw new ToolError('This is the present plan. Change it, or go on with it.')
      const problems = problemsOfPlan(plan, order, settings)
      if (problems.length > 0) throw new ToolError(rejection(problems))
      onProposal({ plan, reason })
      throw new GaveUp(reason)
    },
  })
