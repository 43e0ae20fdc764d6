import type { ReviewInput, ReviewResult } from './input.ts'
import { REVIEWER, reviewPrompt } from './prompt.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import { proposalTool, type Proposal } from '../propose.ts'
import { prompted, readingAgent, readingToolsFor, reportTool, unfinished, usageAndTurns } from '../agents.ts'

/**
 * Compares the plan with the work that was done. The agent can only read, and either confirms the plan or proposes a
 * change.
 */
export async function review(input: ReviewInput, ctx: AgentContext): Promise<ReviewResult> {
  const proposals: Proposal[] = []
  const propose = proposalTool(input, ctx, (proposal) => proposals.push(proposal))
  const end = await readingAgent(input, ctx, {
    system: REVIEWER,
    tools: await readingToolsFor(input, ctx, { more: [propose] }),
    messages: prompted(ctx, reviewPrompt(input)),
    finish: reportTool,
    cacheKey: `review-${input.number}`,
  })
  const [proposal] = proposals
  if (proposal) return { kind: 'proposed', ...proposal, ...usageAndTurns(end) }
  if (end.kind === 'finished') return { kind: 'reviewed', text: end.value, ...usageAndTurns(end) }
  return unfinished(end, ctx, 'The reviewing agent ended without a report')
}
