import { z } from 'zod'
import { fractionSpent, type Allowance, addUsage, costOf, noUsage, Usage, type Prices } from './usage.ts'

const Count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

/**
 * What one run paid for one plan on one day (UTC), which is known by the number of its issue. `at` is when it last
 * paid, as ISO 8601; `cost` is in US dollars, `null` where no prices were given. `run` is 0 where no journal says which
 * it was.
 */
export const LedgerLine = z.object({
  run: Count,
  plan: Count,
  /** The login of the person that it was for. */
  person: z.string().max(100),
  at: z.iso.datetime({ offset: true }).max(40),
  usage: Usage,
  cost: z.number().nonnegative().max(1e9).nullable(),
})
export type LedgerLine = z.infer<typeof LedgerLine>

/** Characters of a ledger that are read, and lines that are kept: the oldest go first. */
export const LONGEST_LEDGER = 8 << 20
const MOST_LINES = 20_000

/** The calendar day of a time, UTC, as `2026-11-22`. Sorted as text, days are in their order. */
export const dayOf = (at: string): string => new Date(at).toISOString().slice(0, 10)

/** The first moment of the next day, as ISO 8601. */
export const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString()

/** Reads `ledger.jsonl`. Lines that are none of ours are left out, and so are fields that no line has. */
export const parseLedger = (text: string): LedgerLine[] => text.split('\n').flatMap((line) => readLine(line) ?? [])

function readLine(line: string): LedgerLine | undefined {
  if (line.trim() === '') return undefined
  try {
    return LedgerLine.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** The text of `ledger.jsonl`: one line for each run, plan and day, the oldest first. */
export const renderLedger = (lines: readonly LedgerLine[]): string =>
  lines
    .toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
    .slice(-MOST_LINES)
    .map(({ run, plan, person, at, usage, cost }) => `${JSON.stringify({ run, plan, person, at, usage, cost })}\n`)
    .join('')

const padded = (number: number): string => String(number).padStart(16, '0')
const keyOf = ({ run, plan, at }: LedgerLine): string => `${dayOf(at)} ${padded(plan)} ${padded(run)}`
const orderOf = (line: LedgerLine): string => `${keyOf(line)} ${line.at} ${line.person}`

/**
 * The ledger with what a run has paid now: it has one line for each plan and day, which grows. In whatever order runs
 * pay, the sums are the same.
 */
export function payInto(lines: readonly LedgerLine[], paid: LedgerLine): LedgerLine[] {
  const key = keyOf(paid)
  const before = lines.filter((line) => keyOf(line) === key)
  return [...lines.filter((line) => keyOf(line) !== key), before.reduce(joined, paid)]
}

const joined = (one: LedgerLine, other: LedgerLine): LedgerLine => ({
  ...one,
  person: [one.person, other.person].toSorted().find(Boolean) ?? '',
  at: one.at > other.at ? one.at : other.at,
  usage: addUsage(one.usage, other.usage),
  cost: one.cost === null && other.cost === null ? null : (one.cost ?? 0) + (other.cost ?? 0),
})

/** What was spent: tokens, input and output together, and US dollars where prices are known. */
export type Spent = { tokens: number; cost: number }
const NOTHING: Spent = { tokens: 0, cost: 0 }

const add = (one: Spent, other: Spent): Spent => ({ tokens: one.tokens + other.tokens, cost: one.cost + other.cost })
const larger = (one: Spent, other: Spent): Spent => ({
  tokens: Math.max(one.tokens, other.tokens),
  cost: Math.max(one.cost, other.cost),
})

/** What lines say was spent. A line without a cost has that of these prices. */
export const spentIn = (lines: readonly LedgerLine[], prices?: Prices): Spent =>
  lines.map(({ usage, cost }) => spentOf(usage, prices, cost)).reduce(add, NOTHING)

const spentOf = (usage: Usage, prices: Prices | undefined, cost: number | null = null): Spent => ({
  tokens: usage.input + usage.output,
  cost: cost ?? (prices ? costOf(usage, prices) : 0),
})

/** What became of a plan that was paid for; `gone` has nothing left that tells. */
export type PlanOutcome = 'done' | 'paused' | 'not done' | 'gone'

/** The lines of a day. One whose time is ahead of ours counts as of now, so no clock takes it out of the count. */
export const linesOn = (lines: readonly LedgerLine[], day: string): LedgerLine[] =>
  lines.filter(({ at }) => dayOf(at) >= day)

/** What is known of the run of a line: it goes on, it has ended, it is none of our workflow, or nobody may ask. */
export type RunSeen = 'goes on' | 'ended' | 'none of ours' | 'unknown'

/** Of these runs a line may say what is not written down yet. */
const OPEN: ReadonlySet<RunSeen> = new Set(['goes on', 'unknown'])

/** What the journal of one plan says was paid, by run; under 0 what names none. */
export type PaidByRun = ReadonlyMap<number, Usage>

/** What bounds the lines of a day: what journals say was paid on it, and what is known of runs. */
export type Bounds = {
  prices: Prices | undefined
  /** What the journals say was paid on this day, by plan. */
  journals: ReadonlyMap<number, PaidByRun>
  seen: (run: number) => RunSeen
}

/**
 * What counts of these lines of a day. Everybody who may push can write the ledger, so a plan counts for what its
 * journal says at least. What a line claims beyond that counts while its run goes on, and is not written down yet;
 * after its end the journal has it all. A journal that does not name a run at all is not the one that it wrote: that
 * one went with a plan that was cancelled, and the run itself must have been ours.
 */
export function spentOn(lines: readonly LedgerLine[], { prices, journals, seen }: Bounds): Spent {
  const plans = new Set([...lines.map(({ plan }) => plan), ...journals.keys()])
  return [...plans]
    .map((plan) => {
      const journal = journals.get(plan) ?? new Map<number, Usage>()
      const ofPlan = lines.filter((line) => line.plan === plan)
      const isNamed = (run: number): boolean => run !== 0 && journal.has(run)
      const named = [...journal]
        .filter(([run]) => isNamed(run))
        .map(([run, usage]) => {
          const written = spentOf(usage, prices)
          const claimed = ofPlan.filter((line) => line.run === run && OPEN.has(seen(run)))
          return larger(written, spentIn(claimed, prices))
        })
      // Commits of an earlier release name no run, so they are set against all lines that no commit is known of.
      const others = ofPlan.filter(({ run }) => !isNamed(run) && seen(run) !== 'none of ours')
      return [larger(spentOf(journal.get(0) ?? noUsage, prices), spentIn(others, prices)), ...named].reduce(add)
    })
    .reduce(add, NOTHING)
}

/** What all plans of the repository may still spend on a day. */
export type Day = {
  day: string
  /** When the next day begins, as ISO 8601. */
  until: string
  spent: Spent
  allowance: Allowance
  left: Allowance
}

/** A day of which so much was spent of an allowance. */
export const dayWith = (day: string, allowance: Allowance, spent: Spent): Day => ({
  day,
  until: nextDay(day),
  spent,
  allowance,
  left: {
    ...(allowance.tokens === undefined ? {} : { tokens: Math.max(0, allowance.tokens - spent.tokens) }),
    ...(allowance.cost === undefined ? {} : { cost: Math.max(0, allowance.cost - spent.cost) }),
    ...(allowance.prices ? { prices: allowance.prices } : {}),
  },
})

/** Whether an allowance limits anything. */
export const isLimit = ({ tokens, cost }: Allowance): boolean => tokens !== undefined || cost !== undefined

/** Whether nothing is left of a day. */
export const isSpent = (day: Day | undefined): boolean => day !== undefined && fractionSpent(day.left, noUsage) >= 1

/** The smaller of two allowances, in each of its limits. */
export const tighter = (one: Allowance, other: Allowance | undefined): Allowance =>
  other === undefined ? one : { ...one, ...other, ...least('tokens', one, other), ...least('cost', one, other) }

function least(limit: 'tokens' | 'cost', one: Allowance, other: Allowance): Allowance {
  const found = [one[limit], other[limit]].filter((amount) => amount !== undefined)
  return found.length === 0 ? {} : { [limit]: Math.min(...found) }
}
