import { dayOf, spentIn, type LedgerLine, type PlanOutcome } from '../../../plan/ledger.ts'
import type { Prices } from '../../../plan/usage.ts'
import { cleanLine } from '../text/clean.ts'
import { table } from '../text/comment.ts'
import { count, dollars, plural } from '../text/figures.ts'

/** A month (UTC) as `2026-11`, and what became of plans by the number of their issue. */
type Month = { month: string; outcomes: ReadonlyMap<number, PlanOutcome>; prices: Prices | undefined }

/** Rows of a table; the rest is summed up in the last. */
const MOST_ROWS = 50

/** What the plans of a month came to: by plan, by person and by outcome, the dearest first, and day by day. */
export function costsOfMonth(all: readonly LedgerLine[], { month, outcomes, prices }: Month): string {
  const lines = all.filter(({ at }) => dayOf(at).startsWith(month))
  if (lines.length === 0) return `**Nothing was spent in ${month} (UTC).**`
  const isPriced = prices !== undefined || lines.some(({ cost }) => cost !== null)
  const said = (some: readonly LedgerLine[]): string[] => {
    const { tokens, cost } = spentIn(some, prices)
    return [count(tokens), ...(isPriced ? [dollars(cost)] : [])]
  }
  const size = (some: readonly LedgerLine[]): number => {
    const { tokens, cost } = spentIn(some, prices)
    return isPriced ? cost : tokens
  }
  const outcomeOf = (plan: number): PlanOutcome => outcomes.get(plan) ?? 'gone'
  const by = (heads: readonly string[], keyOf: (line: LedgerLine) => string): string => {
    const groups = [...Map.groupBy(lines, keyOf)].toSorted(([, one], [, other]) => size(other) - size(one))
    const rest = groups.slice(MOST_ROWS).flatMap(([, some]) => some)
    const rows = groups.slice(0, MOST_ROWS).map(([key, some]) => [...key.split('\n'), ...said(some)])
    const last = [`${groups.length - MOST_ROWS} more`, ...heads.slice(1).map(() => ''), ...said(rest)]
    return table([...heads, 'Tokens', ...(isPriced ? ['Cost'] : [])], rest.length > 0 ? [...rows, last] : rows)
  }
  const plans = new Set(lines.map(({ plan }) => plan)).size
  return [
    `**${month} (UTC): ${said(lines).join(' tokens, ')}${isPriced ? '' : ' tokens'}, for ${plural(plans, 'plan')}**`,
    by(['Plan', 'Outcome'], ({ plan }) => `#${plan}\n${outcomeOf(plan)}`),
    by(['Person'], ({ person }) => cleanLine(person) || '(not known)'),
    by(['Outcome'], ({ plan }) => outcomeOf(plan)),
    dayByDay(lines, { month, size, unit: isPriced ? 'US dollars' : 'Tokens' }),
    '<sub>By the ledger of this repository, input and output together. “gone” is a plan without a branch or a record.</sub>',
  ].join('\n\n')
}

/** What all plans of a month came to, in one line. */
export function spentInMonth(all: readonly LedgerLine[], month: string, prices: Prices | undefined): string {
  const lines = all.filter(({ at }) => dayOf(at).startsWith(month))
  if (lines.length === 0) return `Nothing was spent in ${month} (UTC).`
  const { tokens, cost } = spentIn(lines, prices)
  const isPriced = prices !== undefined || lines.some((line) => line.cost !== null)
  const plans = plural(new Set(lines.map(({ plan }) => plan)).size, 'plan')
  return `Spent in ${month} (UTC): ${count(tokens)} tokens${isPriced ? `, ${dollars(cost)}` : ''}, for ${plans}. \`/cost\` says by which and by whom.`
}

type Chart = { month: string; size: (lines: readonly LedgerLine[]) => number; unit: string }

/** Bars for the days of the month up to the last that has any. */
function dayByDay(lines: readonly LedgerLine[], { month, size, unit }: Chart): string {
  const last = Math.max(...lines.map(({ at }) => Number(dayOf(at).slice(8))))
  const days = Array.from({ length: last }, (_, i) => String(i + 1).padStart(2, '0'))
  const sizes = days.map((day) => size(lines.filter(({ at }) => dayOf(at) === `${month}-${day}`)))
  return [
    '```mermaid',
    'xychart-beta',
    `  title "Day by day, ${month}"`,
    `  x-axis [${days.map(Number).join(', ')}]`,
    `  y-axis "${unit}"`,
    `  bar [${sizes.map((one) => Number(one.toFixed(4))).join(', ')}]`,
    '```',
  ].join('\n')
}
