import type { AgentContext } from '../../agent/context/agent-context.ts'
import { proposalTool, type Proposal } from '../propose.ts'
import {
  type OwnOptions,
  prompted,
  readingAgent,
  readingToolsFor,
  reportTool,
  unfinished,
  usageAndTurns,
} from '../agents.ts'
import { z } from 'zod'
import { errorText, UserError } from '../../lib/errors.ts'
import { commitAt, git } from '../../git/git.ts'
import { READABLE_DIFF_ARGS, treeWith } from '../../git/objects.ts'
import { misplaced } from '../../guard/paths-in-commit.ts'
import { MOST_FINDINGS, ResultFinding, type Answer, type Plan, type SecondLook } from '../../plan/plan.ts'
import { subtaskIn } from '../../plan/acceptance.ts'
import { addUsage, noUsage, type Usage } from '../../plan/usage.ts'
import { defineFinish, type Finish } from '../../agent/tool.ts'
import { truncateEnd } from '../../agent/truncate.ts'
import { holdsVisible } from '../../guard/hidden.ts'
import type { Model } from '../../model/model.ts'
import { DATA, instructions, join, promptLine, remarkText, requestText, topicText } from '../prompt-parts.ts'
import { asData } from '../../agent/context/untrusted.ts'
import { planText } from '../../plan/markdown.ts'
import type { InputOf, ResultFor } from '../tasks.ts'

/** Compares a plan, or what it came to, with the code. The agent can only read. */
export const review = (input: InputOf<'review'>, ctx: AgentContext): Promise<ResultFor<'review'>> =>
  input.of === 'rest' ? reviewRest(input, ctx) : reviewResult(input, ctx)

/** Compares the rest of the plan with the work that was done; either confirms it or proposes a change. */
async function reviewRest(input: InputOf<'rest'>, ctx: AgentContext): Promise<ResultFor<'review'>> {
  const proposals: Proposal[] = []
  const propose = proposalTool(input, ctx, (proposal) => proposals.push(proposal))
  const end = await readingAgent(input, ctx, {
    system: REVIEWER,
    tools: await readingToolsFor(input, ctx, { more: [propose] }),
    messages: prompted(ctx, restPrompt(input)),
    finish: reportTool,
    cacheKey: `review-${input.number}`,
  })
  const [proposal] = proposals
  if (proposal) return { kind: 'proposed', ...proposal, ...usageAndTurns(end) }
  if (end.kind === 'finished') return { kind: 'reviewed', of: 'rest', text: end.value, ...usageAndTurns(end) }
  return unfinished(end, ctx, 'The reviewing agent ended without a report')
}

const MAX_REASON = 1_000

/** Runs an agent whose result is optional: an error becomes the reason of its silence, and its usage counts. */
async function optionalAgent<T>(input: InputOf<'review'> | InputOf<'plan'>, ctx: AgentContext, own: OwnOptions<T>) {
  const used = { usage: noUsage, turns: 0 }
  try {
    return await readingAgent(input, ctx, { ...own, model: counting(own.model ?? ctx.planner, used) })
  } catch (error) {
    const why = error instanceof UserError ? error.message : errorText(error)
    return { kind: 'silent' as const, reason: ctx.redact(why).slice(0, MAX_REASON), ...used }
  }
}

/** Wraps a model so that its usage and turns are added up in `used`, also when a later request fails. */
const counting =
  (model: Model, used: { usage: Usage; turns: number }): Model =>
  async (request) => {
    const reply = await model(request)
    used.usage = addUsage(used.usage, reply.usage)
    used.turns++
    return reply
  }

const DIFF = { bytes: 60_000, lines: 2_000 }

/** Compares the result with what was asked for. A model that does not answer must not keep the plan from finishing. */
async function reviewResult(input: InputOf<'result'>, ctx: AgentContext): Promise<ResultFor<'review'>> {
  const { reader: model } = ctx
  if (!model) return { kind: 'failed', reason: 'This job has no `reader-model`.', checks: [], usage: noUsage, turns: 0 }
  const end = await optionalAgent(input, ctx, {
    model,
    system: LOOKER,
    messages: prompted(ctx, resultPrompt(input, await diffOf(input, ctx)), input.topic.images),
    finish: findingsTool(input, ctx),
    cacheKey: `look-${input.number}`,
  })
  if (end.kind === 'finished')
    return { kind: 'reviewed', of: 'result', head: input.head, findings: end.value, ...usageAndTurns(end) }
  if (end.kind === 'silent') return { kind: 'failed', reason: end.reason, checks: [], ...usageAndTurns(end) }
  return unfinished({ ...end, text: '' }, ctx, 'It ended without a report')
}

/** The diff of the result without the plan file; empty if its base commit was not fetched. */
async function diffOf({ base, head }: InputOf<'result'>, { repo, settings }: AgentContext): Promise<string> {
  if ((await commitAt(repo, base)) === undefined) return ''
  const besidePlan = (commit: string): Promise<string> =>
    treeWith(repo, commit, { path: settings.planFile, text: undefined })
  return truncateEnd(
    await git(repo, ['diff-tree', ...READABLE_DIFF_ARGS, await besidePlan(base), await besidePlan(head)]),
    DIFF,
  )
}

const findingsTool = ({ plan, head }: InputOf<'result'>, { repo, redact }: AgentContext): Finish<ResultFinding[]> =>
  defineFinish({
    name: 'report',
    description: 'Ends the look with what is not as it was asked for; none if all is.',
    input: z.object({ findings: z.array(ResultFinding) }),
    check: async ({ findings: all }) => {
      const findings = all
        .slice(0, MOST_FINDINGS)
        .map((one) => ({ ...one, text: redact(one.text).slice(0, LONGEST_FINDING) }))
      const problems = await Promise.all(
        findings.map(async (one, i) => {
          const why = subtaskIn(plan, one.subtask)
            ? await misplaced(repo, head, one)
            : `There is no subtask ${one.subtask}.`
          return why === undefined ? [] : [`Finding ${i + 1}: ${why}`]
        }),
      )
      const text = problems.flat().join('\n')
      return text === '' ? { kind: 'ok', value: findings } : { kind: 'no', text }
    },
  })

const LONGEST_FINDING = 1_000

/** What is wrong with a plan. The planner answers it as it does comments, whose ids are positive: these are -1, -2, … */
type Objection = { id: number; text: string }

/** The outcome of reading a plan: objections, or the reason why there are none. */
type Reading = { objections: readonly Objection[]; silent?: string; usage: Usage; turns: number }

const MOST_OBJECTIONS = 10
const LONGEST_OBJECTION = 1_000

const objectionsTool = defineFinish({
  name: 'report',
  description: 'Ends the reading with what is wrong with the plan.',
  input: z.object({ objections: z.array(z.string()) }),
  check: ({ objections }) => ({ kind: 'ok', value: objections }),
})

/** Lets the reviewer model read a plan before people do. If it fails, the plan goes on without objections. */
export async function readOver(
  input: InputOf<'plan'>,
  plan: Plan,
  { ctx, model, spent }: { ctx: AgentContext; model: Model; spent: Usage },
): Promise<Reading> {
  const end = await optionalAgent(input, ctx, {
    model,
    system: READER,
    messages: prompted(ctx, readerPrompt(input, plan), input.topic.images),
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
    .map((text) => redact(text).trim().slice(0, LONGEST_OBJECTION))
    .filter(holdsVisible)
    .slice(0, MOST_OBJECTIONS)
    .map((text, i) => ({ id: -(i + 1), text }))

const NO_ANSWER = 'The planner did not take it up.'

/** The report of the reading: each objection with the planner's answer. */
export const secondLookOf = ({ objections, silent }: Reading, answers: readonly Answer[]): SecondLook => ({
  objections: objections.map(({ id, text }) => {
    const answer = answers.find(({ comment }) => comment === id)
    return { text, applied: answer?.applied ?? false, note: answer?.note.slice(0, LONGEST_OBJECTION) ?? NO_ANSWER }
  }),
  ...(silent === undefined ? {} : { silent }),
})

const REVIEWER = `You compare an approved plan with what was done of it so far. You can only read.
- Look at the code. Ask whether the subtasks that are left still fit what is there, and still lead to the expected outcome.
- If they do, finish with report in one line. If not, call propose_plan_change with the least change that mends it.
- ${DATA}`

const READER = `You read a plan for a change to a software repository before people decide on it. You can only read.
- Look at the code. Ask whether the plan does what was asked, whether it fits what is there, and whether its checks would show that it is done.
- Object to what would make the change wrong, incomplete, unsafe or larger than what was asked. Leave out matters of taste, and praise.
- ${DATA}
- Finish with report: an objection each in a sentence or two, with its subtask and what you saw; none if the plan is sound.`

const LOOKER = `You compare what was done in a software repository with what was asked for and planned. You can only read.
- Look at the code, not only at the change. Ask whether each subtask is there as a whole, does what was meant, and whether anything came that nobody asked for.
- Report what is missing, partial, wrong or not-asked-for, each with its subtask, and the file and line of the present code where it shows. Leave out matters of taste, and praise.
- ${DATA}
- Finish with report; no findings if all is as it was asked for.`

const readerPrompt = (input: InputOf<'plan'>, plan: Plan): string =>
  join(
    instructions(input),
    topicText(input.topic),
    requestText(input.request),
    'feedback' in input
      ? `People said this of the version before:\n\n${input.feedback.map(remarkText).join('\n\n')}`
      : '',
    `The plan:\n${asData(planText(plan))}`,
  )

const restPrompt = (input: InputOf<'rest'>): string =>
  join(
    instructions(input),
    `The approved plan:\n${asData(planText(input.plan))}`,
    `Done so far:\n${input.finished.map(({ number, outcome }) => `  ${number}. ${promptLine(outcome)}`).join('\n')}`,
  )

const resultPrompt = (input: InputOf<'result'>, diff: string): string =>
  join(
    instructions(input),
    topicText(input.topic),
    requestText(input.request),
    `The approved plan:\n${asData(planText(input.plan))}`,
    `What its agents say that they did:\n${asData(input.finished.map(({ number, outcome }) => `${number}. ${promptLine(outcome)}`).join('\n'))}`,
    diff && `What changed:\n${asData(diff)}`,
  )
