import { withoutBulk, type WorkOrder, type WorkResult } from '../plan/order/order.ts'
import { ask } from './agents/ask.ts'
import { examine } from './agents/probe.ts'
import { execute } from './agents/execute.ts'
import { draft, revise } from './agents/planner.ts'
import { reverify } from './checks/reverify.ts'
import { runApproved } from './checks/try-tests.ts'
import { recheck } from './checks/recheck.ts'
import { review } from './agents/review.ts'
import { lookAtResult } from './agents/compare-result.ts'
import { atHead } from './agents/room-agent.ts'
import type { WorkRoom } from './room/work-room.ts'

/**
 * Carries out an order in the work room. Returns the result as data and writes nothing outside of the room. Rooms
 * `beside` it, in which nobody works, are used to verify several changes at the same time.
 */
export function work(order: WorkOrder, room: WorkRoom, beside: readonly WorkRoom[] = []): Promise<WorkResult> {
  room.transcript(order.id)({
    kind: 'order',
    order: withoutBulk(order),
    settings: room.settings,
    root: room.seenAt ?? room.repo.workTree,
  })
  switch (order.kind) {
    case 'draft':
      return atHead(order, room, (at) => draft(order, at))
    case 'revise':
      return atHead(order, room, (at) => revise(order, at))
    case 'execute':
      return execute(order, room)
    case 'review':
      return atHead(order, room, (at) => review(order, at))
    case 'look':
      return atHead(order, room, (at) => lookAtResult(order, at))
    case 'verify':
      return reverify(order, room, beside)
    case 'recheck':
      return recheck(order, room)
    case 'accept':
      return runApproved(order, room)
    case 'ask':
      return atHead(order, room, (at) => ask(order, at))
    case 'doctor':
      return examine(order, room)
  }
}
