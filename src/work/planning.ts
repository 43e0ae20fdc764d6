import { z } from 'zod'
import { checkout } from '../git-objects.ts'
import type { OrderOf, ResultOf } from '../order.ts'
import { checkPlan, type PlanRules } from '../plan/check.ts'
import { renderPlan } from '../plan/markdown.ts'
import { normalizePlan } from '../plan/normalize.ts'
import { Answer, Plan } from '../plan/plan.ts'
import { runAgent, type AgentEnd } from './agent/loop.ts'
import { Message } from './agent/model.ts'
import { defineFinish, defineTool, GaveUp, ToolError, type Finish, type Tool } from './agent/tool.ts'
import { draftPrompt, freshRevisionPrompt, PLANNER, revisionPrompt } from './prompts.ts'
import { discreet, readingPlace, spentBy, stopOf, type Room } from './room.ts'
import { readingTools } from './tools/reading.ts'

type Planned = { plan: Plan; answers: Answer[] }
type PlanningOrder = OrderOf<'draft' | 'revise'>
type PlanningResult = ResultOf<'planned' | 'failed' | 'stopped'>

/** Drafts a plan for a request. */
export const draft = (order: OrderOf<'draft'>, room: Room): Promise<PlanningResult> =>
  plan(order, room, [{ kind: 'user', text: room.redact(draftPrompt(order)) }])

/** Revises a plan after feedback: in the conversation that made it, or afresh where that is gone. */
export function revise(order: OrderOf<'revise'>, room: Room): Promise<PlanningResult> {
  const kept = readConversation(order.conversation)
  const messages: Message[] = kept
    ? [
        ...kept.messages,
        {
          kind: 'result',
          call: kept.call,
          name: 'create_plan',
          text: room.redact(revisionPrompt(order, isMadeBy(kept, order.plan))),
        },
      ]
    : [{ kind: 'user', text: room.redact(freshRevisionPrompt(order)) }]
  return plan(order, room, messages)
}

async function plan(order: PlanningOrder, room: Room, messages: Message[]): Promise<PlanningResult> {
  await checkout(room.repo, order.head)
  const end = await runAgent({
    model: room.planner,
    system: PLANNER,
    tools: discreet(readingTools(await readingPlace(room)), room.redact),
    messages,
    finish: createPlan(order, room),
    limits: { turns: room.settings.maxTurns, allowance: order.allowance },
    signal: room.signal,
    cacheKey: `plan-${order.number}`,
    beforeTurn: room.beforeTurn,
    onEvent: room.transcript(order.id),
  })
  if (end.kind === 'finished')
    return { kind: 'planned', ...end.value, conversation: renderConversation(end), ...spentBy(end) }
  const stop = stopOf(end.why, room.signal)
  if (stop) return { kind: 'stopped', why: stop, ...spentBy(end) }
  return {
    kind: 'failed',
    reason: end.text || `The planning agent ended without a plan (${end.why}).`,
    checks: [],
    ...spentBy(end),
  }
}

const Arguments = Plan.extend({
  answers: z.array(Answer).describe('one for each comment; empty in a first draft'),
})

function createPlan(order: PlanningOrder, { settings }: Room): Finish<Planned> {
  return defineFinish({
    name: 'create_plan',
    description: 'Offers the plan to the people for approval.',
    input: Arguments,
    check: ({ answers, ...written }) => {
      const plan = normalizePlan(written)
      const objections = [...checkPlan(plan, rulesFor(order, settings)), ...unanswered(order, answers)]
      return objections.length === 0
        ? { kind: 'ok', value: { plan, answers } }
        : { kind: 'no', text: refusal(objections) }
    },
  })
}

const refusal = (objections: readonly string[]): string =>
  `The plan was not taken:\n${objections.map((reason) => `- ${reason}`).join('\n')}`

function rulesFor(order: PlanningOrder, settings: Room['settings']): PlanRules {
  const usedNumbers = new Map(order.used.map(({ number, name }) => [number, name]))
  if (order.kind === 'draft') return { ...settings, usedNumbers }
  const frozen = order.plan.subtasks.filter(({ number }) => order.frozen.includes(number))
  return { ...settings, usedNumbers, present: order.plan, frozen }
}

/** A change of the plan that an agent proposed while it worked. */
export type Proposal = { plan: Plan; reason: string }

/**
 * The tool by which an agent that carries a plan out, or looks at it, says that the plan has to change. It ends the
 * agent: `onProposal` gets what it proposed, and the plan waits for the people.
 */
export const proposalTool = (
  order: OrderOf<'execute' | 'review'>,
  { settings }: Room,
  onProposal: (proposal: Proposal) => void,
): Tool =>
  defineTool({
    name: 'propose_plan_change',
    description: 'Ends your work and offers the people a changed plan.',
    input: Plan.extend({ reason: z.string().min(1) }),
    run: ({ reason, ...written }) => {
      const plan = normalizePlan(written)
      if (renderPlan(plan) === renderPlan(order.plan))
        throw new ToolError('This is the present plan. Change it, or go on with it.')
      const frozen = order.plan.subtasks.filter(({ number }) => order.frozen.includes(number))
      const usedNumbers = new Map(order.used.map(({ number, name }) => [number, name]))
      const objections = checkPlan(plan, { ...settings, usedNumbers, present: order.plan, frozen })
      if (objections.length > 0) throw new ToolError(refusal(objections))
      onProposal({ plan, reason })
      throw new GaveUp(reason)
    },
  })

function unanswered(order: PlanningOrder, answers: readonly Answer[]): string[] {
  if (order.kind === 'draft') return []
  return order.feedback
    .filter(({ id }) => !answers.some(({ comment }) => comment === id))
    .map(({ id }) => `answers: comment ${id} has no answer.`)
}

/** Whether the plan is the one that the conversation ended with; people, or an agent at work, may have changed it since. */
function isMadeBy({ messages, call }: z.infer<typeof Conversation>, plan: Plan): boolean {
  const turn = messages.findLast((message) => message.kind === 'assistant')
  try {
    const written = Arguments.safeParse(JSON.parse(turn?.calls.find(({ id }) => id === call)?.arguments ?? ''))
    return written.success && renderPlan(written.data) === renderPlan(plan)
  } catch {
    return false
  }
}

/** A conversation as it is kept in the repository: what was said, and the call of `create_plan` that waits for its result. */
const Conversation = z.object({ format: z.literal(1), messages: z.array(Message), call: z.string() })

const renderConversation = (end: AgentEnd<Planned> & { kind: 'finished' }): string =>
  JSON.stringify({ format: 1, messages: end.messages, call: end.call })

/** Undefined for what is missing, damaged, or no conversation that can be continued. */
function readConversation(text: string | undefined): z.infer<typeof Conversation> | undefined {
  if (text === undefined) return undefined
  try {
    const { success, data } = Conversation.safeParse(JSON.parse(text))
    const last = data?.messages.findLast((message) => message.kind === 'assistant')
    return success && last?.calls.some(({ id, name }) => id === data?.call && name === 'create_plan') ? data : undefined
  } catch {
    return undefined
  }
}
