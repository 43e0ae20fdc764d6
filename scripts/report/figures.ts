import { costOf, type Prices } from '../../src/plan/usage.ts'
import type { PlanFacts } from './history.ts'

/** What all plans of one month (UTC) came to; `month` is as `2026-11`. A plan counts in the month of each event. */
export type Month = {
  month: string
  asked: number
  merged: number
  /** Merged plans whose change a later commit of the base reverts, in the month of the merge. */
  reverted: number
  /** Subtasks that were done and taken back, by the month in which their plans were asked for. */
  takenBack: number
  /** How often plans were paused, by reason. */
  paused: Record<string, number>
  /** Plans of which something was carried out, by the last version that was approved, by the month they were asked. */
  approvedAt: Record<string, number>
  /** Tokens of the plans that were merged, input and output together, and what one of them took on average. */
  tokens: number
  tokensEach: number | null
  /** The same in US dollars; null where no prices are given. */
  cost: number | null
  costEach: number | null
}

const monthOf = (at: string): string => new Date(at).toISOString().slice(0, 7)

/** Versions from here on are one group. */
const LATE = 4
const versionText = (version: number): string => (version >= LATE ? `${LATE} or later` : String(version))

const tally = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]): [string, number] => [name, all.length]).toSorted(),
  )

const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0)

/** Sums plans up by month, without a gap between the first and the last. */
export function monthsOf(plans: readonly PlanFacts[], prices: Prices | undefined): Month[] {
  const dates = plans.flatMap(({ asked, merged, pauses }) =>
    [asked, merged?.at ?? [], pauses.map(({ at }) => at)].flat(),
  )
  return monthsBetween(dates.map(monthOf).toSorted()).map((month) => monthOfPlans(plans, month, prices))
}

function monthOfPlans(plans: readonly PlanFacts[], month: string, prices: Prices | undefined): Month {
  const isIn = (at: string | undefined): boolean => at !== undefined && monthOf(at) === month
  const asked = plans.filter((plan) => isIn(plan.asked))
  const merged = plans.filter((plan) => isIn(plan.merged?.at))
  const tokens = sum(merged.map(({ usage }) => usage.input + usage.output))
  const cost = prices ? sum(merged.map(({ usage }) => costOf(usage, prices))) : null
  const each = (amount: number | null): number | null =>
    amount === null || merged.length === 0 ? null : amount / merged.length
  return {
    month,
    asked: asked.length,
    merged: merged.length,
    reverted: merged.filter(({ reverted }) => reverted).length,
    takenBack: sum(asked.map(({ takenBack }) => takenBack)),
    paused: tally(plans.flatMap(({ pauses }) => pauses.filter(({ at }) => isIn(at)).map(({ reason }) => reason))),
    approvedAt: tally(
      asked.flatMap(({ approvedVersion }) => (approvedVersion === undefined ? [] : [versionText(approvedVersion)])),
    ),
    tokens,
    tokensEach: each(tokens),
    cost,
    costEach: each(cost),
  }
}

/** All months from the first to the last of these, which are sorted. */
function monthsBetween(months: readonly string[]): string[] {
  const [first, last] = [months.at(0), months.at(-1)]
  if (first === undefined || last === undefined) return []
  const found = [first]
  for (let now = first; now < last; found.push(now)) {
    const next = new Date(`${now}-15T00:00:00Z`)
    next.setUTCMonth(next.getUTCMonth() + 1)
    now = next.toISOString().slice(0, 7)
  }
  return found
}
