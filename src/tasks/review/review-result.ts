import type { LookInput, LookResult } from './input.ts'
import { z } from 'zod'
import { commitAt, git } from '../../git/git.ts'
import { READABLE, treeWith } from '../../git/objects.ts'
import { misplaced } from '../../guard/secret-locations.ts'
import { ResultFinding, MOST_FINDINGS } from '../../plan/plan.ts'
import { subtaskIn } from '../../plan/acceptance.ts'
import { noUsage } from '../../plan/usage.ts'
import { defineFinish, type Finish } from '../../agent/tool.ts'
import { truncateEnd } from '../../agent/truncate.ts'
import { LOOKER, lookPrompt } from './prompt.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import { optionalAgent, prompted, unfinished, usageAndTurns } from '../agents.ts'

/** Bytes of the change that are shown at once. The tools show the rest. */
const DIFF = { bytes: 60_000, lines: 2_000 }

/**
 * Lets the model of the input `reader-model` compare what was done with what was asked for. It can only read. One that
 * does not answer keeps no plan from its end, so that is a failure and no error.
 */
export async function lookAtResult(input: LookInput, ctx: AgentContext): Promise<LookResult> {
  const { reader: model } = ctx
  if (!model) return { kind: 'failed', reason: 'This job has no `reader-model`.', checks: [], usage: noUsage, turns: 0 }
  const end = await optionalAgent(input, ctx, {
    model,
    system: LOOKER,
    messages: prompted(ctx, lookPrompt(input, await diffOf(input, ctx)), input.topic.images),
    finish: reportTool(input, ctx),
    cacheKey: `look-${input.number}`,
  })
  if (end.kind === 'finished') return { kind: 'looked', head: input.head, findings: end.value, ...usageAndTurns(end) }
  if (end.kind === 'silent') return { kind: 'failed', reason: end.reason, checks: [], ...usageAndTurns(end) }
  return unfinished({ ...end, text: '' }, ctx, 'It ended without a report')
}

/** The change as git shows it, but for the plan; empty where the commit that it began from is not here. */
async function diffOf({ base, head }: LookInput, { repo, settings }: AgentContext): Promise<string> {
  if ((await commitAt(repo, base)) === undefined) return ''
  const besidePlan = (commit: string): Promise<string> =>
    treeWith(repo, commit, { path: settings.planFile, text: undefined })
  return truncateEnd(await git(repo, ['diff-tree', ...READABLE, await besidePlan(base), await besidePlan(head)]), DIFF)
}

/** The finishing tool. What is about nothing that is there goes back to the model. */
const reportTool = ({ plan, head }: LookInput, { repo, redact }: AgentContext): Finish<ResultFinding[]> =>
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

/** Characters of a finding. */
const LONGEST_FINDING = 1_000
