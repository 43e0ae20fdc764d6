import { checkout } from '../git/objects.ts'
import type { OrderOf, ResultOf } from './order.ts'
import { runAgent } from './agent/loop.ts'
import { reportTool } from './delegate.ts'
import { REVIEWER, reviewPrompt } from './prompts.ts'
import { redactingTools, readingPlace, usageAndTurns, externalStop, type WorkRoom } from './room.ts'
import { withFolderRules } from './folder-rules.ts'
import { readingTools } from './tools/reading.ts'
import { proposalTool, type Proposal } from './propose.ts'

/**
 * Compares the plan with the work that was done. The agent can only read, and either confirms the plan or proposes a
 * change.
 */
export async function review(
  order: OrderOf<'review'>,
  room: WorkRoom,
): Promise<ResultOf<'reviewed' | 'proposed' | 'failed' | 'stopped'>> {
  await checkout(room.repo, order.head)
  const proposals: Proposal[] = []
  const propose = proposalTool(order, room, (proposal) => proposals.push(proposal))
  const end = await runAgent({
    model: room.planner,
    system: REVIEWER,
    tools: redactingTools(
      [...withFolderRules(readingTools(await readingPlace(room)), order, room), propose],
      room.redact,
    ),
    messages: [{ kind: 'user', text: room.redact(reviewPrompt(order)) }],
    finish: reportTool,
    limits: { turns: room.settings.maxTurns, allowance: order.allowance },
    signal: room.signal,
    cacheKey: `review-${order.number}`,
    beforeTurn: room.beforeTurn,
    onEvent: room.transcript(order.id),
  })
  const [proposal] = proposals
  if (proposal) return { kind: 'proposed', ...proposal, ...usageAndTurns(end) }
  if (end.kind === 'finished') return { kind: 'reviewed', text: end.value, ...usageAndTurns(end) }
  const stop = externalStop(end.why, room.signal)
  if (stop) return { kind: 'stopped', why: stop, ...usageAndTurns(end) }
  return { kind: 'failed', reason: end.text, checks: [], ...usageAndTurns(end) }
}
