import { type PlanInput, type DraftInput, type ReviseInput, type PlanResult, tooLong } from './input.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { renderPlan } from '../../plan/markdown.ts'
import { normalizePlan } from '../../plan/normalize.ts'
import { Answer, Plan } from '../../plan/plan.ts'
import { addUsage, noUsage, type Usage } from '../../plan/usage.ts'
import { Message, type Model } from '../../model/model.ts'
import type { AgentEnd } from '../../agent/run-agent.ts'
import { defineFinish, fitted, type Finish, type Tool } from '../../agent/tool.ts'
import { changedPlan, PlanChanges } from '../../plan/changed-plan.ts'
import { aboutFolders } from '../prompt-parts.ts'
import { draftPrompt, freshRevisionPrompt, objectionsPrompt, PLANNER, revisionPrompt } from './prompt.ts'
import { beginBaseline } from '../../checks/run-baseline.ts'
import { objectionIds, readOver, secondLookOf } from '../review/run.ts'
import { externalStop, type AgentContext } from '../../agent/context/agent-context.ts'
import { problemsIn, rejection } from '../propose.ts'
import { prompted, readingAgent, readingToolsFor, unfinished, usageAndTurns } from '../agents.ts'

type Offered = { plan: Plan; answers: Answer[] }

/** Makes the next version of a plan. */
export const plan = (input: PlanInput, ctx: AgentContext): Promise<PlanResult> =>
  input.of === 'draft' ? draft(input, ctx) : revise(input, ctx)

/** Drafts a plan for a request, and meanwhile runs `verify-command` on the base. */
async function draft(input: DraftInput, ctx: AgentContext): Promise<PlanResult> {
  const { end } = beginBaseline(ctx, input.head)
  const planning = planWith(input, ctx, prompted(ctx, draftPrompt(input), input.topic.images))
  const today = await planning.then(end, end)
  const result = await planning
  return result.kind === 'planned' && today ? { ...result, today } : result
}

/** Revises a plan after feedback. Continues the stored conversation, or starts a new one if it is missing. */
function revise(input: ReviseInput, ctx: AgentContext): Promise<PlanResult> {
  const images = [...(input.topic.images ?? []), ...(input.images ?? [])]
  const kept = readConversation(input.conversation, images)
  const messages = kept ? continueConversation(kept, input, ctx) : prompted(ctx, freshRevisionPrompt(input), images)
  return planWith(input, ctx, messages)
}

/** The stored conversation, with the feedback as the result of its last call. */
function continueConversation(kept: Conversation, input: ReviseInput, ctx: AgentContext): Message[] {
  const said = revisionPrompt(input, endsWithPlan(kept, input.plan))
  const text = ctx.redact([said, aboutFolders(input)].filter(Boolean).join('\n\n'))
  const comments: Message = { kind: 'result', call: kept.call, name: 'create_plan', text }
  const images = input.images?.length ? prompted(ctx, 'The images in these comments:', input.images) : []
  return [...kept.messages, comments, ...images]
}

async function planWith(input: PlanInput, ctx: AgentContext, messages: Message[]): Promise<PlanResult> {
  const tools = await readingToolsFor(input, ctx, { messages })
  // An event has no comment; the plan itself answers it.
  const wanted = input.of === 'draft' ? [] : input.feedback.map(({ id }) => id).filter((id) => id !== 0)
  const planner: Planner = { input, ctx, tools, size: { told: false } }
  const end = await runPlanner(planner, { messages, wanted, present: 'plan' in input ? input.plan : undefined })
  if (end.kind === 'finished' && ctx.reader) return secondLook(planner, end, ctx.reader)
  return resultOf(ctx, end)
}

/** `size` records that the planner was warned once that its plan is too long. */
type Planner = { input: PlanInput; ctx: AgentContext; tools: readonly Tool[]; size: { told: boolean } }
type PlannerEnd = Extract<AgentEnd<Offered>, { kind: 'finished' }>

type Conversing = {
  messages: readonly Message[]
  wanted: readonly number[]
  present: Plan | undefined
  spent?: Usage
}

/** Lets the planner go on until it offers a plan with an answer to each of the wanted comments. */
const runPlanner = (
  planner: Planner,
  { messages, wanted, present, spent = noUsage }: Conversing,
): Promise<AgentEnd<Offered>> =>
  readingAgent(planner.input, planner.ctx, {
    system: PLANNER,
    tools: planner.tools,
    messages,
    finish: createPlan(planner, wanted, present),
    cacheKey: `plan-${planner.input.number}`,
    limits: { spentElsewhere: () => spent },
  })

function resultOf(ctx: AgentContext, end: AgentEnd<Offered>): PlanResult {
  if (end.kind === 'finished')
    return {
      kind: 'planned',
      ...end.value,
      conversation: renderConversation({ ...end, plan: end.value.plan }),
      ...usageAndTurns(end),
    }
  return unfinished(end, ctx, 'The planning agent ended without a plan')
}

/**
 * Lets the reviewer model read the plan before people do. Its objections go to the planner once. If the planner then
 * offers no plan, people get the previous one with the objections.
 */
async function secondLook(planner: Planner, first: PlannerEnd, reader: Model): Promise<PlanResult> {
  const { input, ctx } = planner
  const reading = await readOver(input, first.value.plan, { ctx, model: reader, spent: first.usage })
  const usage = addUsage(first.usage, reading.usage)
  const turns = first.turns + reading.turns
  const { objections } = reading
  const text = ctx.redact(objectionsPrompt(input, objections))
  const said: Message = { kind: 'result', call: first.call, name: 'create_plan', text }
  const messages = [...first.messages, said]
  const second =
    objections.length === 0 || ctx.signal.aborted
      ? undefined
      : await runPlanner(planner, {
          messages,
          wanted: objectionIds(objections),
          present: first.value.plan,
          spent: usage,
        })
  const whole = { usage: addUsage(usage, second?.usage ?? noUsage), turns: turns + (second?.turns ?? 0) }
  if (ctx.signal.aborted) return { kind: 'stopped', why: externalStop('aborted', ctx.signal) ?? 'cancelled', ...whole }
  const last = second?.kind === 'finished' ? second : first
  const replies = last === first ? [] : last.value.answers
  const answers = [...first.value.answers.filter(({ comment }) => !answersIn(replies).has(comment)), ...replies]
  return {
    kind: 'planned',
    plan: last.value.plan,
    answers: answers.filter(({ comment }) => comment >= 0),
    look: secondLookOf(reading, replies),
    conversation: renderConversation({ ...last, plan: last.value.plan }),
    ...whole,
  }
}

const answersIn = (answers: readonly Answer[]): Set<number> => new Set(answers.map(({ comment }) => comment))

/** Numbers may come as text, as some models send them. */
const Arguments = PlanChanges.extend({
  answers: z
    .array(Answer.extend({ comment: z.coerce.number().int() }))
    .describe('one for each comment; empty in a first draft'),
})

/** `present` is the plan that a revision changes; undefined in a first draft, which sends all of it. */
function createPlan(
  { input, ctx, size }: Planner,
  wanted: readonly number[],
  present: Plan | undefined,
): Finish<Offered> {
  return defineFinish({
    name: 'create_plan',
    description: 'Offers the plan to the people for approval.',
    input: Arguments,
    check: async ({ answers: given, ...written }) => {
      const frozen = 'frozen' in input ? input.frozen : []
      const plan = normalizePlan(present ? changedPlan(present, written, frozen) : fitted(Plan, written))
      const answers = given.map((answer) => withSign(answer, wanted))
      const problems = [...(await problemsIn(ctx, input, plan)), ...unanswered(wanted, answers)]
      const long = problems.length === 0 && !size.told && input.of === 'draft' && tooLong(plan, input)
      if (long) {
        size.told = true
        problems.push(long)
      }
      return problems.length === 0
        ? { kind: 'ok', value: { plan, answers } }
        : { kind: 'no', text: rejection(problems) }
    },
  })
}

/** Models omit the minus sign of ids that they take for a dash. Comment ids of GitHub are longer. */
const withSign = (answer: Answer, wanted: readonly number[]): Answer =>
  wanted.includes(answer.comment) || !wanted.includes(-answer.comment)
    ? answer
    : { ...answer, comment: -answer.comment }

const unanswered = (wanted: readonly number[], answers: readonly Answer[]): string[] =>
  wanted
    .filter((id) => !answers.some(({ comment }) => comment === id))
    .map((id) => `answers: comment ${id} has no answer.`)

/** Whether the conversation ended with this plan. People, or an agent at work, may have changed the plan since. */
const endsWithPlan = (kept: Conversation, plan: Plan): boolean => kept.plan === digestOf(renderPlan(plan))

/**
 * The stored form of a planning conversation. `call` is the id of the `create_plan` call that still needs a result, and
 * `plan` a digest of the plan that it came to.
 */
const Conversation = z.object({
  format: z.literal(1),
  messages: z.array(Message),
  call: z.string(),
  plan: z.string().optional(),
})
type Conversation = z.infer<typeof Conversation>

/** The conversation as text to store. Images are stored as digests only, because GitHub already holds them. */
export const renderConversation = ({
  messages,
  call,
  plan,
}: Pick<Conversation, 'messages' | 'call'> & { plan: Plan }): string =>
  JSON.stringify({
    format: 1,
    messages: messages.map((message) => mapImages(message, digestOf)),
    call,
    plan: digestOf(renderPlan(plan)),
  })

/**
 * Parses a stored conversation and restores its images from the given data URLs; others are dropped. Undefined when the
 * text is missing or damaged, or the conversation cannot be continued.
 */
export function readConversation(text: string | undefined, images: readonly string[]): Conversation | undefined {
  if (text === undefined) return undefined
  try {
    const { success, data } = Conversation.safeParse(JSON.parse(text))
    const last = data?.messages.findLast((message) => message.kind === 'assistant')
    if (!success || !last?.calls.some(({ id, name }) => id === data.call && name === 'create_plan')) return undefined
    const known = new Map(images.map((image) => [digestOf(image), image]))
    return { ...data, messages: data.messages.map((message) => mapImages(message, (digest) => known.get(digest))) }
  } catch {
    return undefined
  }
}

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

function mapImages(message: Message, change: (image: string) => string | undefined): Message {
  if (message.kind !== 'user' || !message.images) return message
  return { ...message, images: message.images.map(change).filter((image) => image !== undefined) }
}
