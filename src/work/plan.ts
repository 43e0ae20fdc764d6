import { z } from 'zod'
import { problemsOfPlan } from './check-result.ts'
import { checkout } from '../git/objects.ts'
import type { OrderOf, ResultOf } from './order.ts'
import { renderPlan } from '../plan/markdown.ts'
import { normalizePlan } from '../plan/normalize.ts'
import { Answer, Plan } from '../plan/plan.ts'
import { runAgent } from './agent/loop.ts'
import type { Message } from './agent/model.ts'
import { defineFinish, type Finish } from './agent/tool.ts'
import { readConversation, renderConversation, type Conversation } from './conversation.ts'
import { draftPrompt, freshRevisionPrompt, PLANNER, revisionPrompt } from './prompts.ts'
import { redactingTools, readingPlace, usageAndTurns, externalStop, userMessage, type WorkRoom } from './room.ts'
import { readingTools } from './tools/reading.ts'

type Planned = { plan: Plan; answers: Answer[] }
type PlanningOrder = OrderOf<'draft' | 'revise'>
type PlanningResult = ResultOf<'planned' | 'failed' | 'stopped'>

/** Drafts a plan for a request. */
export const draft = (order: OrderOf<'draft'>, room: WorkRoom): Promise<PlanningResult> =>
  plan(order, room, [userMessage(room, draftPrompt(order), order.topic.images)])

/** Revises a plan after feedback. Continues the stored conversation, or starts a new one if that is missing. */
export function revise(order: OrderOf<'revise'>, room: WorkRoom): Promise<PlanningResult> {
  const images = [...(order.topic.images ?? []), ...(order.images ?? [])]
  const kept = readConversation(order.conversation, images)
  const messages = kept
    ? continueConversation(kept, order, room)
    : [userMessage(room, freshRevisionPrompt(order), images)]
  return plan(order, room, messages)
}

/** The stored conversation, with the people's comments as the result of its last call. */
function continueConversation(kept: Conversation, order: OrderOf<'revise'>, room: WorkRoom): Message[] {
  const text = room.redact(revisionPrompt(order, endsWithPlan(kept, order.plan)))
  const comments: Message = { kind: 'result', call: kept.call, name: 'create_plan', text }
  const images = order.images?.length ? [userMessage(room, 'The images in these comments:', order.images)] : []
  return [...kept.messages, comments, ...images]
}

async function plan(order: PlanningOrder, room: WorkRoom, messages: Message[]): Promise<PlanningResult> {
  await checkout(room.repo, order.head)
  const end = await runAgent({
    model: room.planner,
    system: PLANNER,
    tools: redactingTools(readingTools(await readingPlace(room)), room.redact),
    messages,
    finish: createPlan(order, room),
    limits: { turns: room.settings.maxTurns, allowance: order.allowance },
    signal: room.signal,
    cacheKey: `plan-${order.number}`,
    beforeTurn: room.beforeTurn,
    onEvent: room.transcript(order.id),
  })
  if (end.kind === 'finished')
    return { kind: 'planned', ...end.value, conversation: renderConversation(end), ...usageAndTurns(end) }
  const stop = externalStop(end.why, room.signal)
  if (stop) return { kind: 'stopped', why: stop, ...usageAndTurns(end) }
  return {
    kind: 'failed',
    reason: end.text || `The planning agent ended without a plan (${end.why}).`,
    checks: [],
    ...usageAndTurns(end),
  }
}

const Arguments = Plan.extend({
  answers: z.array(Answer).describe('one for each comment; empty in a first draft'),
})

function createPlan(order: PlanningOrder, { settings }: WorkRoom): Finish<Planned> {
  return defineFinish({
    name: 'create_plan',
    description: 'Offers the plan to the people for approval.',
    input: Arguments,
    check: ({ answers, ...written }) => {
      const plan = normalizePlan(written)
      const problems = [...problemsOfPlan(plan, order, settings), ...unanswered(order, answers)]
      return problems.length === 0
        ? { kind: 'ok', value: { plan, answers } }
        : { kind: 'no', text: rejection(problems) }
    },
  })
}

/** The text for a model whose plan was rejected. */
export const rejection = (problems: readonly string[]): string =>
  `The plan was not taken:\n${problems.map((problem) => `- ${problem}`).join('\n')}`

/** A schema for a list that declares only the field names of its items, which saves tokens in every request. */
export const listOfFields = ({ shape }: z.ZodObject) =>
  z.array(z.object({})).describe(`{${Object.keys(shape).join(', ')}}`)

function unanswered(order: PlanningOrder, answers: readonly Answer[]): string[] {
  if (order.kind === 'draft') return []
  return (
    order.feedback
      // An event, which has no comment, is answered by the plan itself.
      .filter(({ id }) => id !== 0 && !answers.some(({ comment }) => comment === id))
      .map(({ id }) => `answers: comment ${id} has no answer.`)
  )
}

/** Whether the conversation ended with this plan. People, or an agent at work, may have changed the plan since. */
function endsWithPlan({ messages, call }: Conversation, plan: Plan): boolean {
  const turn = messages.findLast((message) => message.kind === 'assistant')
  try {
    const written = Arguments.safeParse(JSON.parse(turn?.calls.find(({ id }) => id === call)?.arguments ?? ''))
    return written.success && renderPlan(written.data) === renderPlan(plan)
  } catch {
    return false
  }
}
