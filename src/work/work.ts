import { withoutBulk, type WorkOrder, type WorkResult } from './order.ts'
import { ask } from './ask.ts'
import { examine } from './doctor.ts'
import { execute } from './execute.ts'
import { draft, revise } from './plan.ts'
import { reverify } from './reverify.ts'
import { recheck } from './recheck.ts'
import { review } from './review.ts'
import { lookForLesson } from './lessons.ts'
import type { WorkRoom } from './room.ts'
import type { OpenRoom, StepHooks } from './open.ts'

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
      return draft(order, room)
    case 'revise':
      return revise(order, room)
    case 'execute':
      return execute(order, room)
    case 'review':
      return review(order, room)
    case 'lessons':
      return lookForLesson(order, room)
    case 'verify':
      return reverify(order, room, beside)
    case 'recheck':
      return recheck(order, room)
    case 'ask':
      return ask(order, room)
    case 'doctor':
      return examine(order, room)
  }
}

type CountedWork = { openRoom: OpenRoom; hooks: StepHooks; lost: (usage: WorkResult['usage']) => void }

/**
 * The same in a room that is opened for it. An error that ends it is nobody's attempt: `lost` hears what was paid for
 * until then.
 */
export async function workCounted(order: WorkOrder, { openRoom, hooks, lost }: CountedWork): Promise<WorkResult> {
  let spent: WorkResult['usage'] | undefined
  const onUsage: StepHooks['onUsage'] = (usage) => {
    spent = usage
    hooks.onUsage?.(usage)
  }
  try {
    return await work(order, openRoom({ ...hooks, onUsage }))
  } catch (error) {
    if (spent) lost(spent)
    throw error
  }
}
