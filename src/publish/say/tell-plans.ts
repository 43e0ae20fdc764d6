import { placeOf, type Thread } from '../../decide/thread/thread.ts'
import type { Snapshot } from '../../decide/next/snapshot.ts'
import type { StepOf } from '../../decide/next/step.ts'
import { fetchLedger } from '../../git/plan-refs.ts'
import { isPlan, readAllOpen } from '../../observe/other-plans.ts'
import { ACTIONS_BOT, ourAccounts, type Sources } from '../../observe/sources.ts'
import { journalsOf, outcomesOf, readLedger } from '../../observe/spent-of-day.ts'
import { costsOfMonth, spentInMonth } from '../view/comments/costs.ts'
import { told } from '../view/comments/replies.ts'
import { plansPage } from '../view/comments/plans-page.ts'
import type { PublishRoom } from '../write/publish-room.ts'
import { say } from './say.ts'

type PageRoom = Pick<PublishRoom, 'sources' | 'settings'>

/**
 * All open plans as one page. Their commit statuses say what each waits for and since when: one request for a hundred
 * pull requests, and two at most. Who is at work on the same files takes one for fifty, and two at most; what was spent
 * is read from the ledger, without the API.
 */
export async function openPlansPage({ sources, settings }: PageRoom): Promise<string> {
  const { forge, repository, own } = sources
  const [open, accounts] = await Promise.all([forge.openStatuses(own.context), ourAccounts(forge)])
  const ours = accounts.map(({ login }) => login)
  const plans = open.filter((one) => isPlan(sources, one, ours))
  const [all, spent] = await Promise.all([
    plans.length === 0 ? [] : unlessUnread(readAllOpen(sources, ours)),
    unlessUnread(spentOfMonth(sources, settings.prices)),
  ])
  return plansPage(plans, { repository, all, spent })
}

async function spentOfMonth(sources: Sources, prices: PublishRoom['settings']['prices']): Promise<string> {
  await fetchLedger(sources.repo)
  const { lines } = await readLedger(sources, ACTIONS_BOT, { prices })
  return spentInMonth(lines, sources.clock.timestamp().slice(0, 7), prices)
}

/** The page says which part of it could not be read. */
const unlessUnread = <T>(part: Promise<T>): Promise<T | undefined> => part.catch(() => undefined)

/** Answers a comment with the page of all open plans. */
export const tellPlans = async (
  room: PublishRoom,
  { thread }: Snapshot,
  { comment }: StepOf<'plans'>,
): Promise<Thread> =>
  say(room, thread, { place: 'issue', ...told(await openPlansPage(room), comment.id), unclaimed: true })

/** Answers `/cost` with what the plans of this month (UTC) came to, by the ledger. It asks nothing of the API. */
export async function tellCosts(room: PublishRoom, { thread }: Snapshot, { comment }: StepOf<'cost'>): Promise<Thread> {
  const { sources, settings } = room
  await fetchLedger(sources.repo)
  const journals = await journalsOf(sources, thread.bot)
  const { lines } = await readLedger(sources, thread.bot, { ...settings, journals })
  const outcomes = outcomesOf(journals)
  const month = sources.clock.timestamp().slice(0, 7)
  const text = costsOfMonth(lines, { month, outcomes, prices: settings.prices })
  return say(room, thread, { place: placeOf(thread, comment), ...told(text, comment.id), unclaimed: true })
}
