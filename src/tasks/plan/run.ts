import { tooLong, type Planned } from './input.ts'
import { z } from 'zod'
import { normalizePlan } from '../../plan/normalize.ts'
import { Answer, DeclaredDecisions, Plan } from '../../plan/plan.ts'
import { addUsage, noUsage, type Usage } from '../../plan/usage.ts'
import type { Message, Model } from '../../model/model.ts'
import type { AgentEnd } from '../../agent/run-agent.ts'
import { defineFinish, fitted, type Finish, type Tool } from '../../agent/tool.ts'
import { PlanChanges, changedPlan } from '../../plan/changed-plan.ts'
import { DATA, aboutFolders, askedWords, join } from '../prompt-parts.ts'
import { endsWithPlan, readConversation, renderConversation, type Conversation } from './conversation.ts'
import {
  TESTS_FIRST,
  asksForTestsFirst,
  draftPrompt,
  freshRevisionPrompt,
  objectionsPrompt,
  repositoryText,
  revisionPrompt,
} from './prompt.ts'
import { pathsIn } from '../../git/objects.ts'
import { pathsInLine } from '../../guard/check-commit.ts'
import { beginBaseline } from '../../checks/background-checks.ts'
import { readOver, secondLookOf } from '../review/run.ts'
import { stopOf, type AgentContext } from '../../agent/context/agent-context.ts'
import { listOfFields, problemsIn, rejection } from '../propose.ts'
import { prompted, readingAgent, readingToolsFor, unfinished, usageAndTurns } from '../agents.ts'
import type { InputOf, ResultFor } from '../tasks.ts'

const PLANNER = `You plan a change to a software repository. Other agents carry the plan out, each subtask by a fresh one that sees little else.
- You can only read. Read the code that the change touches before you plan.
- Make few subtasks, each one commit that leaves the project working and can be checked by itself.
- A description says what to change, where, and which existing code to use in backticks (of a long file, its agent is sure to be shown \`a.js:12-40\`), and names every new package so; it leaves the writing to the agent. What must stay as it is goes into each description that could touch it.
- files: every path that a subtask creates or changes. verify: one command that fails now and passes when it is done, beside the project's own tests; each runs up to four times, so narrow ones, the whole suite once at the end.
- Say nothing twice, invent nothing that was not asked for. Ask a question only when the answer would change the plan, and give the default that you planned with; without one, approval waits for the answer.
- To decline: no subtasks, the reason as description, a question without default.
- ${DATA}
- Finish with create_plan. Its result is what people say of the plan: revise it then. Never reuse a number.`

type Offered = { plan: Plan; answers: Answer[] }

/** Drafts or revises a plan, and meanwhile runs the commands of the environment on the base, if nothing is known. */
export async function plan(input: InputOf<'plan'>, ctx: AgentContext): Promise<ResultFor<'plan'>> {
  const { setupCommand, verifyCommand } = ctx.settings
  const { known } = input.of === 'draft' ? { known: '' } : input
  const isKnown = known === undefined || [setupCommand, verifyCommand].includes(known)
  const { end } = isKnown ? NOTHING_RUNS : beginBaseline(ctx, input.head)
  const planning = input.of === 'draft' ? draft(input, ctx) : revise(input, ctx)
  const { today, missing } = await planning.then(
    (result) => end(result.kind === 'planned' ? result.plan : undefined),
    () => end(),
  )
  const result = await planning
  return result.kind === 'planned' ? { ...result, ...(today && { today }), ...(missing && { missing }) } : result
}

const NOTHING_RUNS: ReturnType<typeof beginBaseline> = { end: async () => ({}) }

async function draft(input: InputOf<'draft'>, ctx: AgentContext): Promise<ResultFor<'plan'>> {
  // A runner without a sandbox could not carry out any plan, and says so before a draft costs anything.
  const [facts] = await Promise.all([factsOf(input, ctx), ctx.sandbox()])
  return planWith(input, ctx, { messages: prompted(ctx, draftPrompt(input, facts), input.topic.images) })
}

/** Revises a plan after feedback. Continues the stored conversation, or starts a new one if it is missing. */
async function revise(input: InputOf<'revision'>, ctx: AgentContext): Promise<ResultFor<'plan'>> {
  const images = [...(input.topic.images ?? []), ...(input.images ?? [])]
  const kept = readConversation(input.conversation, images)
  const messages = kept
    ? continueConversation(kept, input, ctx)
    : prompted(ctx, freshRevisionPrompt(input, await factsOf(input, ctx)), images)
  return planWith(input, ctx, { messages, asked: kept?.asked })
}

const factsOf = async (input: InputOf<'plan'>, ctx: AgentContext) => ({
  repository: await repositoryText(input, ctx),
  ...ctx.settings,
})

function continueConversation(kept: Conversation, input: InputOf<'revision'>, ctx: AgentContext): Message[] {
  const said = revisionPrompt(input, endsWithPlan(kept, input.plan))
  const isNew = !asksForTestsFirst(kept.messages[0]?.text ?? '') && asksForTestsFirst(said)
  const text = ctx.redact(join(said, aboutFolders(input), isNew ? TESTS_FIRST : ''))
  const comments: Message = { kind: 'result', call: kept.call, name: 'create_plan', text }
  const images = input.images?.length ? prompted(ctx, 'The images in these comments:', input.images) : []
  return [...kept.messages, comments, ...images]
}

/** `asked` is what a stored conversation began with: a later edit of the issue is not what the planner saw. */
async function planWith(
  input: InputOf<'plan'>,
  ctx: AgentContext,
  { messages, asked = askedWords(input) }: { messages: Message[]; asked?: string | undefined },
): Promise<ResultFor<'plan'>> {
  const reads = recordReads(await readingToolsFor(input, ctx, { messages }), messages[0]?.text ?? '')
  // An event has no comment; the plan itself answers it.
  const wanted = input.of === 'draft' ? [] : input.feedback.map(({ id }) => id).filter((id) => id !== 0)
  const planner: Planner = { input, ctx, reads, asked, hints: { told: false } }
  const end = await runPlanner(planner, { messages, wanted, present: 'plan' in input ? input.plan : undefined })
  if (end.kind !== 'finished') return unfinished(end, ctx, 'The planning agent ended without a plan')
  return ctx.reader ? secondLook(planner, end, ctx.reader) : planned(planner, end)
}

/** `hints` records that the planner has had the hints about its draft, which it may leave. */
type Planner = {
  input: InputOf<'plan'>
  ctx: AgentContext
  reads: Reads
  asked: string
  hints: { told: boolean }
}
type PlannerEnd = Extract<AgentEnd<Offered>, { kind: 'finished' }>

/** `present` is the plan that a revision changes, `wanted` the comments that it has to answer. */
type Round = { messages: readonly Message[]; wanted: readonly number[]; present: Plan | undefined; spent?: Usage }

const runPlanner = (
  planner: Planner,
  { messages, wanted, present, spent = noUsage }: Round,
): Promise<AgentEnd<Offered>> =>
  readingAgent(planner.input, planner.ctx, {
    system: PLANNER,
    tools: planner.reads.tools,
    messages,
    finish: createPlan(planner, { messages, wanted, present }),
    cacheKey: `plan-${planner.input.number}`,
    limits: { spentElsewhere: () => spent },
  })

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
  const second =
    objections.length === 0 || ctx.signal.aborted
      ? undefined
      : await runPlanner(planner, {
          messages,
          wanted: objections.map(({ id }) => id),
          present: first.value.plan,
          spent,
        })
  const whole = {
    usage: addUsage(spent, second?.usage ?? noUsage),
    turns: first.turns + reading.turns + (second?.turns ?? 0),
  }
  if (ctx.signal.aborted) return { kind: 'stopped', why: stopOf(ctx.signal), ...whole }
  const last = second?.kind === 'finished' ? second : first
  const replies = last === first ? [] : last.value.answers
  const replied = new Set(replies.map(({ comment }) => comment))
  const answers = [...first.value.answers.filter(({ comment }) => !replied.has(comment)), ...replies]
  return {
    ...planned(planner, last),
    answers: answers.filter(({ comment }) => comment >= 0),
    look: secondLookOf(reading, replies),
    ...whole,
  }
}

/** Numbers may come as text, as some models send them. */
const Arguments = PlanChanges.extend({
  answers: z.array(Answer.extend({ comment: z.coerce.number().int() })).default([]),
})

/** The tools of a conversation stay as they are, so what only a first draft needs is said in words. */
const Declared = Arguments.extend({
  decisions: DeclaredDecisions,
  subtasks: Arguments.shape.subtasks.describe('new ones with all fields'),
  answers: listOfFields(Answer).optional(),
})

/** The first message decides what the tool declares. */
function createPlan(planner: Planner, { messages, wanted, present }: Round): Finish<Offered> {
  const { input, ctx } = planner
  const first = messages[0]?.text ?? ''
  return defineFinish({
    name: 'create_plan',
    description: 'Offers the plan to the people for approval.',
    decline:
      'If you decline, or it cannot be planned, call it without subtasks, with the reason as description and a question without default.',
    input: Arguments,
    declared: asksForTestsFirst(first) ? Declared : Declared.omit({ acceptance: true }),
    check: async ({ answers: given, ...written }) => {
      const frozen = 'frozen' in input ? input.frozen : []
      const plan = normalizePlan(
        fitted(Plan, present ? changedPlan(present, written, frozen) : { questions: [], risks: [], ...written }),
      )
      const answers = given.map((answer) => withId(answer, wanted))
      const problems = [...(await problemsIn(ctx, input, plan)), ...unanswered(wanted, answers)]
      if (problems.length === 0) problems.push(...(await hintsOnce(planner, plan)))
      return problems.length === 0
        ? { kind: 'ok', value: { plan, answers } }
        : { kind: 'no', text: rejection(problems) }
    },
  })
}

/** The one hint for a first draft: it is too long, or nothing of what it changes was read. */
async function hintsOnce({ input, ctx, reads, hints }: Planner, plan: Plan): Promise<string[]> {
  if (hints.told || input.of !== 'draft') return []
  const unread = await unreadFiles(plan, input, { ctx, reads })
  const found = [tooLong(plan, input), unread].filter((hint) => hint !== undefined)
  hints.told = found.length > 0
  return found
}

/** Undefined if one of the files that the plan changes was read, or none of them is there yet. */
async function unreadFiles(
  plan: Plan,
  { head, topic }: InputOf<'draft'>,
  { ctx, reads }: Pick<Planner, 'ctx' | 'reads'>,
): Promise<string | undefined> {
  const named = plan.subtasks.flatMap(({ files }) => files)
  const present = new Set(await pathsIn(ctx.repo, head))
  const changed = [...new Set(named)].filter((path) => present.has(path))
  const hasSeen = (path: string): boolean => reads.has(path) || topic.change?.includes(path) === true
  if (changed.length === 0 || changed.some(hasSeen)) return undefined
  return `None of the files that the plan changes was read: ${pathsInLine(changed)}. Read what matters, then call create_plan again, with the plan that it comes to.`
}

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

/** What an agent's tools and its first message showed. Listings do not count: a name is not what a file holds. */
type Reads = { tools: Tool[]; has: (path: string) => boolean }

/** Wraps reading tools so that it is known which files an agent has seen. */
function recordReads(tools: readonly Tool[], first: string): Reads {
  const seen: string[] = first.match(/^Present content of .+(?=:$)/gm) ?? []
  const recording = (tool: Tool): Tool => ({
    ...tool,
    call: async (raw, signal) => {
      const text = await tool.call(raw, signal)
      seen.push(raw, text)
      return text
    },
  })
  return {
    tools: tools.map((tool) => (tool.declaration.name === 'list_files' ? tool : recording(tool))),
    has: (path) => seen.some((text) => text.includes(path)),
  }
}
