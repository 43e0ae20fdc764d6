import { problemsOfPlan } from './plan/input.ts'
import { z } from 'zod'
import { Answer, Plan, Subtask } from '../plan/plan.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { takenPaths } from '../guard/paths-in-commit.ts'
import { type Tool, defineTool, parseInput, ToolError, GaveUp, defineFinish, type Finish } from '../agent/tool.ts'
import { changedPlan, PlanChanges } from '../plan/changed-plan.ts'
import { normalizePlan } from '../plan/normalize.ts'
import { renderPlan } from '../plan/markdown.ts'
import type { InputOf } from './tasks.ts'

const ProposedChange = PlanChanges.extend({ reason: z.string().min(1) })

type WithPlan = Pick<InputOf<'revision'>, 'head' | 'plan' | 'frozen' | 'used'>

export type Proposal = { plan: Plan; reason: string }

/** The tool `propose_plan_change`: a valid call ends the agent with `GaveUp`, since people must approve the plan. */
export const proposalTool = (input: WithPlan, ctx: AgentContext, onProposal: (proposal: Proposal) => void): Tool =>
  defineTool({
    name: 'propose_plan_change',
    // Rarely changed fields stand in words, which cost fewer tokens than a schema in every request.
    description:
      'Offers people a changed plan and ends: only what changes, also title, description, expected_outcome, risks, removed (numbers).',
    input: ProposedChange,
    declared: ProposedChange.pick({ reason: true }).extend({
      subtasks: listOfFields(Subtask.omit({ asked_for: true })).optional(),
    }),
    run: async ({ reason, ...changes }) => {
      const plan = normalizePlan(parseInput(Plan, changedPlan(input.plan, changes, input.frozen)))
      if (renderPlan(plan) === renderPlan(input.plan))
        throw new ToolError('This is the present plan. Change it, or go on with it.')
      const problems = await problemsIn(ctx, input, plan)
      if (problems.length > 0) throw new ToolError(rejection(problems))
      onProposal({ plan, reason })
      throw new GaveUp(reason)
    },
  })

/** The arguments of `create_plan`. Comment numbers may come as text, as some models send them. */
const Arguments = PlanChanges.extend({
  answers: z.array(Answer.extend({ comment: z.coerce.number().int() })).default([]),
})

/** The tools of a conversation stay as they are, so what only a first draft needs is said in words. */
const Declared = Arguments.extend({
  // A short form of the schema, in few tokens.
  decisions: z
    .array(z.object({}))
    .optional()
    .describe('at most 3 choices that people may want otherwise: {choice, instead_of, because}'),
  subtasks: Arguments.shape.subtasks.describe('new ones with all fields'),
  answers: listOfFields(Answer).optional(),
})

type PlanRequest = {
  input: InputOf<'plan'>
  /** Ids of the comments that the plan has to answer, in the order of their numbers in the prompt. */
  wanted: readonly number[]
  /** The plan that a revision changes. */
  present: Plan | undefined
  /** Whether `acceptance` is declared, which costs tokens in every request. */
  declaresTests: boolean
  /** What the planner is told of a plan that has no problems, before it is taken. */
  hintsFor: (plan: Plan) => Promise<string[]>
}

/** The finishing tool of a planner. */
export const createPlanTool = (
  ctx: AgentContext,
  { input, wanted, present, declaresTests, hintsFor }: PlanRequest,
): Finish<{ plan: Plan; answers: Answer[] }> =>
  defineFinish({
    name: 'create_plan',
    description: 'Offers the plan to the people for approval.',
    decline:
      'If you decline, or it cannot be planned, call it without subtasks, with the reason as description and a question without default.',
    input: Arguments,
    declared: declaresTests ? Declared : Declared.omit({ acceptance: true }),
    check: async ({ answers: rawAnswers, ...changes }) => {
      const frozen = 'frozen' in input ? input.frozen : []
      const plan = normalizePlan(
        parseInput(Plan, present ? changedPlan(present, changes, frozen) : { questions: [], risks: [], ...changes }),
      )
      const answers = rawAnswers.map((answer) => withId(answer, wanted))
      const problems = [...(await problemsIn(ctx, input, plan)), ...unanswered(wanted, answers)]
      if (problems.length === 0) problems.push(...(await hintsFor(plan)))
      return problems.length === 0
        ? { kind: 'ok', value: { plan, answers } }
        : { kind: 'no', text: rejection(problems) }
    },
  })

/** The answer with its comment's id. Prompts number comments from 1, and models take a minus sign for a dash. */
function withId(answer: Answer, wanted: readonly number[]): Answer {
  const { comment } = answer
  if (wanted.includes(comment)) return answer
  return { ...answer, comment: wanted.includes(-comment) ? -comment : (wanted[comment - 1] ?? comment) }
}

const unanswered = (wanted: readonly number[], answers: readonly Answer[]): string[] =>
  wanted.flatMap((id, i) =>
    answers.some(({ comment }) => comment === id) ? [] : [`answers: comment ${id < 0 ? id : i + 1} has no answer.`],
  )

/** Why a plan may not be offered, as sentences for the model. */
async function problemsIn({ repo, settings }: AgentContext, input: InputOf<'plan'> | WithPlan, plan: Plan) {
  const earlierTests = 'plan' in input ? (input.plan.acceptance ?? []) : []
  const added = (plan.acceptance ?? []).flatMap(({ path }) =>
    earlierTests.some((one) => one.path === path) ? [] : [path],
  )
  return problemsOfPlan(plan, input, { ...settings, takenPaths: await takenPaths(repo, input.head, added) })
}

const rejection = (problems: readonly string[]): string =>
  `The plan was not taken:\n${problems.map((problem) => `- ${problem}`).join('\n')}`

/** A schema for a list that declares only the field names of its items, which saves tokens in every request. */
function listOfFields({ shape }: z.ZodObject) {
  return z.array(z.object({})).describe(`{${Object.keys(shape).join(', ')}}`)
}
