import type { Planned } from './input.ts'
import { z } from 'zod'
import type { Answer, Plan, SecondLook } from '../../plan/plan.ts'
import { addUsage, noUsage, type Usage } from '../../plan/usage.ts'
import type { Message, Model } from '../../model/model.ts'
import type { AgentEnd } from '../../agent/run-agent.ts'
import { defineFinish } from '../../agent/tool.ts'
import { DATA, instructions, join, topicText, requestText, remarkText } from '../prompt-parts.ts'
import { readConversation, renderConversation } from './conversation.ts'
import { asksForTestsFirst, firstPrompt, objectionsPrompt, revisionPrompt } from './prompt.ts'
import { beginBaseline } from '../../checks/background-checks.ts'
import { stopOf, type AgentContext } from '../../agent/context/agent-context.ts'
import { createPlanTool } from '../plan-tools.ts'
import { draftHints } from './draft-hints.ts'
import { firstMessage, optionalAgent, readingAgent, readingToolsFor, unfinished, usageAndTurns } from '../agents.ts'
import type { InputOf, ResultFor } from '../tasks.ts'
import { asPeopleSeeIt, asData } from '../../agent/context/untrusted.ts'
import { holdsVisible } from '../../guard/hidden.ts'
import { shorten } from '../../lib/shorten.ts'
import { planText } from '../../plan/markdown.ts'
import { MAX_REQUEST } from '../fields.ts'
import { repositoryText } from './repository-overview.ts'

type Offered = { plan: Plan; answers: Answer[] }

/** Drafts or revises a plan, and meanwhile runs `setup-command` and `verify-command` on the base, unless that is done. */
export async function plan(input: InputOf<'plan'>, ctx: AgentContext): Promise<ResultFor<'plan'>> {
  const { setupCommand, verifyCommand } = ctx.settings
  const knownCommand = input.of === 'draft' ? '' : input.known
  const isBaselineKnown = knownCommand === undefined || [setupCommand, verifyCommand].includes(knownCommand)
  const baseline = isBaselineKnown ? undefined : beginBaseline(ctx, input.head)
  const planning = planWith(input, ctx)
  const offered = await planning.then(
    (result) => (result.kind === 'planned' ? result.plan : undefined),
    () => undefined,
  )
  const facts = await baseline?.end(offered)
  const result = await planning
  return result.kind === 'planned' ? { ...result, ...facts } : result
}

async function planWith(input: InputOf<'plan'>, ctx: AgentContext): Promise<ResultFor<'plan'>> {
  const { messages, asked } = await openingOf(input, ctx)
  const reading = await readingToolsFor(input, ctx, { messages })
  const hints = draftHints(input, ctx.repo, { tools: reading, shown: messages[0]?.text ?? '' })
  const planner: Planner = { input, ctx, asked, ...hints }
  // An event, such as a failed check, has id 0 and needs no answer: the new plan is the answer.
  const wanted = input.of === 'draft' ? [] : input.feedback.map(({ id }) => id).filter((id) => id !== 0)
  const end = await runPlanner(planner, { messages, wanted, present: 'plan' in input ? input.plan : undefined })
  if (end.kind !== 'finished') return unfinished(end, ctx, 'The planning agent ended without a plan')
  return ctx.reader ? secondLook(planner, end, ctx.reader) : planned(planner, end)
}

/**
 * The messages to begin with: the stored conversation and the feedback, or those of a new conversation. `asked` is what
 * the conversation began with: a later edit of the issue is not what its planner saw.
 */
async function openingOf(input: InputOf<'plan'>, ctx: AgentContext): Promise<{ messages: Message[]; asked: string }> {
  const images = [...(input.topic.images ?? [])]
  const asked = requestWords(input)
  if (input.of === 'revision') {
    images.push(...(input.images ?? []))
    const stored = readConversation(input.conversation, { images, plan: input.plan })
    if (stored) return { messages: continued(stored, input, ctx), asked: stored.asked ?? asked }
  }
  const [repository] = await Promise.all([
    repositoryText(input, ctx),
    // A runner without a sandbox could not carry out any plan, and says so before a draft costs anything.
    input.of === 'draft' ? ctx.sandbox() : undefined,
  ])
  return { messages: firstMessage(ctx, firstPrompt(input, { repository, ...ctx.settings }), images), asked }
}

/** The request and the issue, within the limit for the tasks of agents that carry out a part of it. */
function requestWords({ request, topic }: InputOf<'plan'>): string {
  const texts = [request, topic.title, topic.body].map((text) => asPeopleSeeIt(text).trim())
  return shorten(texts.filter(Boolean).join('\n\n'), MAX_REQUEST)
}

type StoredConversation = NonNullable<ReturnType<typeof readConversation>>

function continued(stored: StoredConversation, input: InputOf<'revision'>, ctx: AgentContext): Message[] {
  const { messages, call, endsWithPlan } = stored
  const text = ctx.redact(revisionPrompt(input, { first: messages[0]?.text ?? '', endsWithPlan }))
  const images = input.images?.length ? firstMessage(ctx, 'The images in these comments:', input.images) : []
  return [...messages, { kind: 'result', call, name: 'create_plan', text }, ...images]
}

type Planner = ReturnType<typeof draftHints> & { input: InputOf<'plan'>; ctx: AgentContext; asked: string }
type PlannerEnd = Extract<AgentEnd<Offered>, { kind: 'finished' }>

/** `present` is the plan that a revision changes, `wanted` the comments that it has to answer. */
type Round = { messages: readonly Message[]; wanted: readonly number[]; present: Plan | undefined; spent?: Usage }

const runPlanner = (
  { input, ctx, tools, hintsFor }: Planner,
  { messages, wanted, present, spent = noUsage }: Round,
): Promise<AgentEnd<Offered>> => {
  const declaresTests = asksForTestsFirst(messages[0]?.text ?? '')
  return readingAgent(input, ctx, {
    system: PLANNER,
    tools,
    messages,
    finish: createPlanTool(ctx, { input, wanted, present, declaresTests, hintsFor }),
    cacheKey: `plan-${input.number}`,
    limits: { spentElsewhere: () => spent },
  })
}

const planned = ({ asked }: Planner, end: PlannerEnd): Planned => ({
  kind: 'planned',
  ...end.value,
  conversation: renderConversation({ ...end, plan: end.value.plan, asked }),
  ...usageAndTurns(end),
})

/** Sends the reviewer model's objections to the planner once. Without a new plan, people get the first with them. */
async function secondLook(planner: Planner, first: PlannerEnd, reader: Model): Promise<ResultFor<'plan'>> {
  const { input, ctx } = planner
  const reading = await readOver(input, first.value.plan, { ctx, model: reader, spent: first.usage })
  const { objections } = reading
  const spent = addUsage(first.usage, reading.usage)
  const text = ctx.redact(objectionsPrompt(input, objections))
  const messages: Message[] = [...first.messages, { kind: 'result', call: first.call, name: 'create_plan', text }]
  const wanted = objections.map(({ id }) => id)
  const round = { messages, wanted, present: first.value.plan, spent }
  const second = wanted.length === 0 || ctx.signal.aborted ? undefined : await runPlanner(planner, round)
  const totals = {
    usage: addUsage(spent, second?.usage ?? noUsage),
    turns: first.turns + reading.turns + (second?.turns ?? 0),
  }
  if (ctx.signal.aborted) return { kind: 'stopped', why: stopOf(ctx.signal), ...totals }
  const last = second?.kind === 'finished' ? second : first
  const replies = last === first ? [] : last.value.answers
  const replied = new Set(replies.map(({ comment }) => comment))
  const answers = [...first.value.answers.filter(({ comment }) => !replied.has(comment)), ...replies]
  return {
    ...planned(planner, last),
    answers: answers.filter(({ comment }) => comment >= 0),
    look: secondLookOf(reading, replies),
    ...totals,
  }
}

/** A flaw of a plan. Ids are -1, -2, …: the planner answers it like a comment, and ids of comments are positive. */
type Objection = { id: number; text: string }

/** The outcome of reading a plan: objections, or the reason why there are none. */
type Reading = { objections: readonly Objection[]; silent?: string; usage: Usage; turns: number }

const MAX_OBJECTIONS = 10
const MAX_OBJECTION = 1_000

const objectionsTool = defineFinish({
  name: 'report',
  description: 'Ends the reading with what is wrong with the plan.',
  input: z.object({ objections: z.array(z.string()) }),
  check: ({ objections }) => ({ kind: 'ok', value: objections }),
})

/** Lets the reviewer model read a plan before people do. If it fails, the plan goes on without objections. */
async function readOver(
  input: InputOf<'plan'>,
  plan: Plan,
  { ctx, model, spent }: { ctx: AgentContext; model: Model; spent: Usage },
): Promise<Reading> {
  const end = await optionalAgent(input, ctx, {
    model,
    system: READER,
    messages: firstMessage(ctx, readerPrompt(input, plan), input.topic.images),
    finish: objectionsTool,
    cacheKey: `reader-${input.number}`,
    limits: { spentElsewhere: () => spent },
    onEvent: ctx.transcript(`${input.id}-reader`),
  })
  if (end.kind === 'finished') return { objections: objectionsIn(end.value, ctx), ...usageAndTurns(end) }
  const silent = end.kind === 'silent' ? end.reason : `It ended without a report (${end.why}).`
  return { objections: [], silent, ...usageAndTurns(end) }
}

const objectionsIn = (texts: readonly string[], { redact }: AgentContext): Objection[] =>
  texts
    .map((text) => redact(text).trim().slice(0, MAX_OBJECTION))
    .filter(holdsVisible)
    .slice(0, MAX_OBJECTIONS)
    .map((text, i) => ({ id: -(i + 1), text }))

const NO_ANSWER = 'The planner did not take it up.'

/** What people see of the second look: each objection with the planner's answer. */
const secondLookOf = ({ objections, silent }: Reading, answers: readonly Answer[]): SecondLook => ({
  objections: objections.map(({ id, text }) => {
    const answer = answers.find(({ comment }) => comment === id)
    return { text, applied: answer?.applied ?? false, note: answer?.note.slice(0, MAX_OBJECTION) ?? NO_ANSWER }
  }),
  ...(silent === undefined ? {} : { silent }),
})

const PLANNER = `You plan a change to a software repository. Other agents carry the plan out, each subtask by a fresh one that sees little else.
- You can only read. Read the code that the change touches before you plan.
- Make few subtasks, each one commit that leaves the project working and can be checked by itself.
- A description says what to change, where, and which existing code to use in backticks (of a long file, its agent is sure to be shown \`a.js:12-40\`), and names every new package so; it leaves the writing to the agent. What must stay as it is goes into each description that could touch it.
- files: every path that a subtask creates or changes. verify: one command that fails now and passes when it is done, beside the project's own tests; each runs up to four times, so narrow ones, the whole suite once at the end.
- Say nothing twice, invent nothing that was not asked for. Ask a question only when the answer would change the plan, and give the default that you planned with; without one, approval waits for the answer.
- To decline: no subtasks, the reason as description, a question without default.
- ${DATA}
- Finish with create_plan. Its result is what people say of the plan: revise it then. Never reuse a number.`

const READER = `You read a plan for a change to a software repository before people decide on it. You can only read.
- Look at the code. Ask whether the plan does what was asked, whether it fits what is there, and whether its checks would show that it is done.
- Object to what would make the change wrong, incomplete, unsafe or larger than what was asked. Leave out matters of taste, and praise.
- ${DATA}
- Finish with report: an objection each in a sentence or two, with its subtask and what you saw; none if the plan is sound.`

const readerPrompt = (input: InputOf<'plan'>, plan: Plan): string =>
  join(
    instructions(input),
    topicText(input.topic),
    requestText(input.request),
    input.of === 'revision' && `People said this of the version before:\n\n${join(...input.feedback.map(remarkText))}`,
    `The plan:\n${asData(planText(plan))}`,
  )
