import { mailOf, parseMessage, type Trailers } from '../decide/thread/trailers.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { commitsOfJournals } from '../git/past-subtasks.ts'
import { fetchLedger } from '../git/plan-refs.ts'
import { LEDGER, readSide, sideCommit } from '../git/side-ref.ts'
import {
  dayOf,
  dayWith,
  isLimit,
  isSpent,
  linesOn,
  LONGEST_LEDGER,
  parseLedger,
  payInto,
  spentOn,
  type Day,
  type LedgerLine,
  type PaidByRun,
  type PlanOutcome,
  type RunSeen,
} from '../plan/ledger.ts'
import { type Allowance, addUsage, costOf, noUsage, type Prices, type Usage } from '../plan/usage.ts'
import { ACTIONS_BOT, type Sources } from './sources.ts'

type LedgerRead = { tip: string | undefined; lines: LedgerLine[] }
type JournalSources = Pick<Sources, 'repo' | 'branchPrefix'>

/**
 * The ledger as the last fetch brought it. Where it is lost, or holds nothing that can be read, journals make it up:
 * those that were read before, or as they are now.
 */
export async function readLedger(
  sources: JournalSources,
  bot: Thread['bot'],
  { prices, journals }: { prices: Prices | undefined; journals?: readonly Paid[] },
): Promise<LedgerRead> {
  const tip = await sideCommit(sources.repo, LEDGER)
  const lines = parseLedger((await readSide(sources.repo, LEDGER, LONGEST_LEDGER)) ?? '')
  return { tip, lines: lines.length > 0 ? lines : linesOf(journals ?? (await journalsOf(sources, bot)), prices) }
}

/** A payment that a commit of a plan records. */
export type Paid = {
  issue: number
  run: number | undefined
  state: Trailers['state'] | undefined
  at: string
  usage: Usage
  person: string
  /** It brought the plan a step further, and did not only say what was paid. */
  isStep: boolean
}

/**
 * Every commit of ours in the journals of all plans, the newest first. A rebase copies commits with all that they say,
 * so what is twice there counts once; the message of a squash merge is no commit of a journal.
 */
export async function journalsOf({ repo, branchPrefix }: JournalSources, bot: Thread['bot']): Promise<Paid[]> {
  const mails = [ACTIONS_BOT, bot].map(mailOf)
  const commits = (await commitsOfJournals(repo, branchPrefix)).filter(({ mail }) => mails.includes(mail))
  return [...new Map(commits.map((commit) => [`${commit.at} ${commit.message}`, commit])).values()].flatMap(
    ({ at, message }) => {
      const trailers = /^Plan-Seen: /m.test(message) ? parseMessage(message)?.trailers : undefined
      if (!trailers || Number.isNaN(Date.parse(at))) return []
      const { issue, run, state, subtask, request, feedback, usage = noUsage, coAuthor } = trailers
      const isStep = [state, subtask, request, feedback].some((one) => one !== undefined)
      return [{ issue, run, state, usage, at, person: coAuthor?.login ?? '', isStep }]
    },
  )
}

/** What journals say was paid, as lines of the ledger. Who asked for a plan stands in some of its commits. */
export function linesOf(journals: readonly Paid[], prices: Prices | undefined): LedgerLine[] {
  const askers = new Map(journals.filter(({ person }) => person !== '').map(({ issue, person }) => [issue, person]))
  const lines = journals.map(({ issue: plan, run = 0, at, usage }): LedgerLine => ({
    run,
    plan,
    person: askers.get(plan) ?? '',
    at: new Date(at).toISOString(),
    usage,
    cost: prices ? costOf(usage, prices) : null,
  }))
  return lines.filter(({ usage }) => usage.input + usage.output > 0).reduce(payInto, [] as LedgerLine[])
}

/** What became of each plan that has a journal, going by its newest step. */
export const outcomesOf = (journals: readonly Paid[]): Map<number, PlanOutcome> =>
  new Map(
    [
      ...Map.groupBy(
        journals.filter(({ isStep }) => isStep),
        ({ issue }) => issue,
      ),
    ].map(([issue, steps]) => {
      const newest = steps.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)).at(0)?.state
      return [issue, newest === 'done' ? 'done' : newest === 'halted' ? 'paused' : 'not done']
    }),
  )

/** What may still be spent today, going by the ledger as it is at this moment. Undefined where there is no limit. */
export async function lookAtDay(
  sources: Sources,
  { bot }: Pick<Thread, 'bot'>,
  allowance: Allowance,
): Promise<Day | undefined> {
  if (!isLimit(allowance)) return undefined
  await fetchLedger(sources.repo)
  const { prices } = allowance
  const today = dayOf(sources.clock.timestamp())
  const known = journalsOnce.get(sources.repo) ?? journalsOf(sources, bot)
  journalsOnce.set(sources.repo, known)
  const { lines } = await readLedger(sources, bot, { prices, journals: await known })
  const claimed = linesOn(lines, today)
  const dayOfBounds = (journals: readonly Paid[], seen: (run: number) => RunSeen): Day =>
    dayWith(today, allowance, spentOn(claimed, { prices, journals: paidOn(journals, today), seen }))
  const most = dayOfBounds(await known, () => 'unknown')
  if (!isSpent(most)) return most
  // Only where it would stop people is it asked whether the runs are there. What has ended by then is in the journals.
  const states = await runsSeen(sources, [...new Set(claimed.map(({ run }) => run))])
  return dayOfBounds(await journalsOf(sources, bot), (run) => states.get(run) ?? 'unknown')
}

/** What the journals of all plans said when this run first looked. */
const journalsOnce = new WeakMap<Sources['repo'], Promise<Paid[]>>()

/** What journals say was paid on a day or later, by plan and by run. */
export const paidOn = (journals: readonly Paid[], day: string): Map<number, PaidByRun> =>
  new Map(
    [...Map.groupBy(journals, ({ issue }) => issue)].map(([issue, paid]) => {
      const ofDay = paid.filter(({ at, usage }) => dayOf(at) >= day && usage.input + usage.output > 0)
      const byRun = [...Map.groupBy(ofDay, ({ run = 0 }) => run)]
      return [issue, new Map(byRun.map(([run, some]) => [run, addUsage(...some.map(({ usage }) => usage))]))]
    }),
  )

/** So many runs of a day are asked for at most. */
const MOST_RUNS = 100

/** What GitHub knows of these runs. Where it does not even tell of this one, the token may not ask. */
async function runsSeen({ forge, own }: Sources, runs: readonly number[]): Promise<Map<number, RunSeen>> {
  const ask = (run: number) => forge.runState(run).catch(() => undefined)
  const mayAsk = own.run !== '' && (await ask(Number(own.run))) !== undefined
  if (!mayAsk) return new Map()
  const asked = runs.slice(-MOST_RUNS).map(async (run): Promise<[number, RunSeen]> => {
    if (String(run) === own.run) return [run, 'goes on']
    const found = await ask(run)
    if (found?.workflow !== own.workflow) return [run, 'none of ours']
    return [run, found.ended ? 'ended' : 'goes on']
  })
  return new Map(await Promise.all(asked))
}
