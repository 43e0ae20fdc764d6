import type { AgentContext } from '../../agent/context/agent-context.ts'
import { proposalTool, type Proposal } from '../plan-tools.ts'
import {
  optionalAgent,
  firstMessage,
  readingAgent,
  readingToolsFor,
  reportTool,
  unfinished,
  usageAndTurns,
} from '../agents.ts'
import { z } from 'zod'
import { commitAt, git } from '../../git/git.ts'
import { READABLE_DIFF, treeWith } from '../../git/objects.ts'
import { misplaced } from '../../guard/paths-in-commit.ts'
import { MAX_FINDINGS, ResultFinding } from '../../plan/plan.ts'
import { findSubtask } from '../../plan/acceptance.ts'
import { noUsage } from '../../plan/usage.ts'
import { defineFinish, type Finish } from '../../agent/tool.ts'
import { truncateEnd } from '../../agent/truncate.ts'
import { DATA, instructions, join, promptLine, requestText, topicText } from '../prompt-parts.ts'
import { asData } from '../../agent/context/untrusted.ts'
import { planText } from '../../plan/markdown.ts'
import type { InputOf, ResultFor } from '../tasks.ts'

/** Compares the open subtasks of a plan, or the finished result, with the code. The agent can only read. */
export const review = (input: InputOf<'review'>, ctx: AgentContext): Promise<ResultFor<'review'>> =>
  input.of === 'rest' ? reviewRest(input, ctx) : reviewResult(input, ctx)

/** Compares the rest of the plan with the work that was done; either confirms it or proposes a change. */
async function reviewRest(input: InputOf<'rest'>, ctx: AgentContext): Promise<ResultFor<'review'>> {
  const proposals: Proposal[] = []
  const propose = proposalTool(input, ctx, (proposal) => proposals.push(proposal))
  const end = await readingAgent(input, ctx, {
    system: PROGRESS_REVIEWER,
    tools: await readingToolsFor(input, ctx, { more: [propose] }),
    messages: firstMessage(ctx, restPrompt(input)),
    finish: reportTool,
    cacheKey: `review-${input.number}`,
  })
  const [proposal] = proposals
  if (proposal) return { kind: 'proposed', ...proposal, ...usageAndTurns(end) }
  if (end.kind === 'finished') return { kind: 'reviewed', of: 'rest', text: end.value, ...usageAndTurns(end) }
  return unfinished(end, ctx, 'The reviewing agent ended without a report')
}

const DIFF = { bytes: 60_000, lines: 2_000 }

/** Compares the result with what was asked for. A model that does not answer must not keep the plan from finishing. */
async function reviewResult(input: InputOf<'result'>, ctx: AgentContext): Promise<ResultFor<'review'>> {
  const { reader: model } = ctx
  if (!model) return { kind: 'failed', reason: 'This job has no `reader-model`.', checks: [], usage: noUsage, turns: 0 }
  const end = await optionalAgent(input, ctx, {
    model,
    system: RESULT_REVIEWER,
    messages: firstMessage(ctx, resultPrompt(input, await diffOf(input, ctx)), input.topic.images),
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
  const withoutPlanFile = (commit: string): Promise<string> =>
    treeWith(repo, commit, { path: settings.planFile, text: undefined })
  return truncateEnd(
    await git(repo, ['diff-tree', ...READABLE_DIFF, await withoutPlanFile(base), await withoutPlanFile(head)]),
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
        .slice(0, MAX_FINDINGS)
        .map((one) => ({ ...one, text: redact(one.text).slice(0, MAX_FINDING) }))
      const problems = await Promise.all(
        findings.map(async (one, i) => {
          const why = findSubtask(plan, one.subtask)
            ? await misplaced(repo, head, one)
            : `There is no subtask ${one.subtask}.`
          return why === undefined ? [] : [`Finding ${i + 1}: ${why}`]
        }),
      )
      const text = problems.flat().join('\n')
      return text === '' ? { kind: 'ok', value: findings } : { kind: 'no', text }
    },
  })

const MAX_FINDING = 1_000

const PROGRESS_REVIEWER = `You compare an approved plan with what was done of it so far. You can only read.
- Look at the code. Ask whether the subtasks that are left still fit what is there, and still lead to the expected outcome.
- If they do, finish with report in one line. If not, call propose_plan_change with the least change that mends it.
- ${DATA}`

const RESULT_REVIEWER = `You compare what was done in a software repository with what was asked for and planned. You can only read.
- Look at the code, not only at the change. Ask whether each subtask is there as a whole, does what was meant, and whether anything came that nobody asked for.
- Report what is missing, partial, wrong or not-asked-for, each with its subtask, and the file and line of the present code where it shows. Leave out matters of taste, and praise.
- ${DATA}
- Finish with report; no findings if all is as it was asked for.`

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
