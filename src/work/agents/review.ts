import type { OrderOf, ResultOf } from '../../plan/order/order.ts'
import { REVIEWER, reviewPrompt } from '../room/prompts.ts'
import type { WorkRoom } from '../room/work-room.ts'
import { proposalTool, type Proposal } from './propose.ts'
import { prompted, readingAgent, readingToolsFor, reportTool, unfinished, usageAndTurns } from './room-agent.ts'

/**
 * Compares the plan with the work that was done. The agent can only read, and either confirms the plan or proposes a
 * change.
 */
export async function review(
  order: OrderOf<'review'>,
  room: WorkRoom,
): Promise<ResultOf<'reviewed' | 'proposed' | 'failed' | 'stopped'>> {
  const proposals: Proposal[] = []
  const propose = proposalTool(order, room, (proposal) => proposals.push(proposal))
  const end = await readingAgent(order, room, {
    system: REVIEWER,
    tools: await readingToolsFor(order, room, { more: [propose] }),
    messages: prompted(room, reviewPrompt(order)),
    finish: reportTool,
    cacheKey: `review-${order.number}`,
  })
  const [proposal] = proposals
  if (proposal) return { kind: 'proposed', ...proposal, ...usageAndTurns(end) }
  if (end.kind === 'finished') return { kind: 'reviewed', text: end.value, ...usageAndTurns(end) }
  return unfinished(end, room, 'The reviewing agent ended without a report')
}
