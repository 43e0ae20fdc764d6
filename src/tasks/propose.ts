import { problemsOfPlan } from './plan/input.ts'
import { z } from 'zod'
import { Plan, Subtask } from '../plan/plan.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { takenPaths } from '../guard/paths-in-commit.ts'
import { type Tool, defineTool, fitted, ToolError, GaveUp } from '../agent/tool.ts'
import { changedPlan, PlanChanges } from '../plan/changed-plan.ts'
import { normalizePlan } from '../plan/normalize.ts'
import { renderPlan } from '../plan/markdown.ts'
import type { InputOf } from './tasks.ts'

const ProposedChange = PlanChanges.extend({ reason: z.string().min(1) })

/** Rarely changed fields: described in words, which cost fewer tokens than a schema in every request. */
const OTHERS = 'title, description, expected_outcome, risks, removed (numbers)'

type WithPlan = Pick<InputOf<'revision'>, 'head' | 'plan' | 'frozen' | 'used'>

export type Proposal = { plan: Plan; reason: string }

/** The tool `propose_plan_change`: a valid call ends the agent with `GaveUp`, since people must approve the plan. */
export const proposalTool = (input: WithPlan, ctx: AgentContext, onProposal: (proposal: Proposal) => void): Tool =>
  defineTool({
    name: 'propose_plan_change',
    description: `Offers people a changed plan and ends: only what changes, also ${OTHERS}.`,
    input: ProposedChange,
    declared: ProposedChange.pick({ reason: true }).extend({
      subtasks: listOfFields(Subtask.omit({ asked_for: true })).optional(),
    }),
    run: async ({ reason, ...written }) => {
      const plan = normalizePlan(fitted(Plan, changedPlan(input.plan, written, input.frozen)))
      if (renderPlan(plan) === renderPlan(input.plan))
        throw new ToolError('This is the present plan. Change it, or go on with it.')
      const problems = await problemsIn(ctx, input, plan)
      if (problems.length > 0) throw new ToolError(rejection(problems))
      onProposal({ plan, reason })
      throw new GaveUp(reason)
    },
  })

/** Why a plan may not be offered, as sentences for the model. */
export async function problemsIn(
  { repo, settings }: AgentContext,
  input: InputOf<'plan'> | WithPlan,
  plan: Plan,
): Promise<string[]> {
  const before = 'plan' in input ? (input.plan.acceptance ?? []) : []
  const added = (plan.acceptance ?? []).flatMap(({ path }) => (before.some((one) => one.path === path) ? [] : [path]))
  return problemsOfPlan(plan, input, { ...settings, takenPaths: await takenPaths(repo, input.head, added) })
}

/** The text for a model whose plan was rejected. */
export const rejection = (problems: readonly string[]): string =>
  `The plan was not taken:\n${problems.map((problem) => `- ${problem}`).join('\n')}`

/** A schema for a list that declares only the field names of its items, which saves tokens in every request. */
export const listOfFields = ({ shape }: z.ZodObject) =>
  z.array(z.object({})).describe(`{${Object.keys(shape).join(', ')}}`)
