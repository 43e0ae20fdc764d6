import { waitingNotes } from '../../decide/thread/markers.ts'
import type { Snapshot } from '../../decide/next/snapshot.ts'
import type { StepOf } from '../../decide/next/step.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { amend, say } from './say.ts'
import { dayIsOver, dayNote } from '../view/comments/day-note.ts'
import type { PublishRoom } from '../write/publish-room.ts'

/** Says that what was asked for waits for the next day. It takes the place of the words that a plan is being made. */
export function tellDay(room: PublishRoom, { thread }: Snapshot, { place, day }: StepOf<'tell-day'>): Promise<Thread> {
  const text = dayNote(day, { hasComment: place === 'pull' || thread.asked === undefined })
  return say(room, thread, { place: place === 'issue' ? 'planning' : place, text, once: true })
}

/** Says in the place of each such comment that work goes on. */
export async function tellDayIsOver(room: PublishRoom, { thread }: Snapshot): Promise<Thread> {
  let now = thread
  for (const { comment: there, day } of waitingNotes(thread))
    now = (await amend(room, now, { there, text: dayIsOver(day, room.sources.clock.timestamp()) })) ?? now
  return now
}
