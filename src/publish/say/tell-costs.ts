import type { Snapshot } from '../../decide/next/snapshot.ts'
import type { StepOf } from '../../decide/next/step.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { fetchLedger } from '../../git/plan-refs.ts'
import { journalsOf, outcomesOf, readLedger } from '../../observe/spent-of-day.ts'
import { costsOfMonth } from '../view/comments/costs.ts'
import { told } from '../view/comments/replies.ts'
import type { PublishRoom } from '../write/publish-room.ts'
import { placeOf, say } from './say.ts'

/** Answers `/cost` with what the plans of this month (UTC) came to, by the ledger. It asks nothing of the API. */
export async function tellCosts(room: PublishRoom, { thread }: Snapshot, { comment }: StepOf<'cost'>): Promise<Thread> {
  const { sources, settings } = room
  await fetchLedger(sources.repo)
  const journals = await journalsOf(sources, thread.bot)
  const { lines } = await readLedger(sources, thread.bot, { ...settings, journals })
  const outcomes = outcomesOf(journals)
  const month = sources.clock.timestamp().slice(0, 7)
  const text = costsOfMonth(lines, { month, outcomes, prices: settings.prices })
  return say(room, thread, { place: placeOf(thread, comment), text: told(text, comment.id), unclaimed: true })
}
