import type { State } from '../../../decide/next/decision.ts'
import type { Thread } from '../../../decide/thread/thread.ts'
import type { Account } from '../../../github/forge.ts'
import type { AgentStep, Settings } from '../../../plan/plan.ts'
import { tokensOf, type Estimate } from '../../../decide/thread/planning-notes.ts'
import { type Allowance, costOf, type Prices, type Usage } from '../../../plan/usage.ts'

/** What runs at this moment; `waiting` for the model's endpoint ends at `until`, after `total` milliseconds. */
export type Live = {
  subtasks: readonly { number: number; attempt: number; steps: readonly AgentStep[] }[]
  /** When the only one began, as ISO 8601. */
  since?: string
  /** How the run ended that was at work. */
  stopped?: 'outside' | 'error'
  waiting?: { until: number; total: number } | undefined
}

/** What every view is rendered from. Views are never read back: what they say is in the branch and the comments. */
export type View = Pick<Settings, 'maxAttempts' | 'approvalsRequired' | 'prices' | 'allowance' | 'planFile'> & {
  thread: Thread
  state: State
  live: Live | undefined
  models?: Settings['models'] | undefined
  setupCommand?: string | undefined
  verifyCommand?: string | undefined
  /** `https://github.com/owner/name`, the page of this run, and that about errors of the release, if it is known. */
  links: { repository: string; run: string; errors?: string | undefined }
}

/** What tokens cost in US dollars, where the price is known, and the tokens. */
export function renderUsed(usage: Usage, prices: Prices | undefined): string {
  const tokens = `${count(usage.input)} tokens in (${count(usage.cached)} cached), ${count(usage.output)} out`
  return prices ? `${dollars(costOf(usage, prices))} · ${tokens}` : tokens
}

/** `about $0.40 to $1.20 (12,000 to 30,000 tokens)`, of input and output together. */
export function renderEstimated({ low, high }: Estimate, prices: Prices | undefined): string {
  const tokens = `${count(tokensOf(low))} to ${count(tokensOf(high))} tokens`
  return prices ? `about ${dollars(costOf(low, prices))} to ${dollars(costOf(high, prices))} (${tokens})` : tokens
}

/** `$0.0123 (12,345 tokens)`, of input and output together. */
export const renderTokens = (usage: Usage, prices: Prices | undefined): string =>
  withDollars(`${count(tokensOf(usage))} tokens`, prices && costOf(usage, prices))

const withDollars = (tokens: string, cost: number | undefined): string =>
  cost === undefined ? tokens : `${dollars(cost)} (${tokens})`

/** The most that a plan may cost before it is paused: tokens count as the dearest kind. Empty without a limit. */
export function renderMost({ tokens, cost }: Allowance, prices: Prices | undefined): string {
  const dearest = prices && Math.max(prices.input, prices.output, prices['cache-write'] ?? 0)
  const byTokens = tokens !== undefined && dearest !== undefined ? (tokens * dearest) / 1e6 : Infinity
  const byCost = cost !== undefined && prices ? cost : Infinity
  if (tokens === undefined || byCost < byTokens) return byCost < Infinity ? dollars(byCost) : ''
  return withDollars(`${count(tokens)} tokens`, byTokens < Infinity ? byTokens : undefined)
}

/** Why costs are shown in tokens only; empty where prices are known. */
export const whyNoDollars = (prices: Prices | undefined): string =>
  prices ? '' : 'No dollars: the price of the model is not known (input `prices`).'

/** With commas between thousands, without loading the number formats of all languages. */
const count = (tokens: number): string => String(tokens).replace(/\B(?=(?:\d{3}){1,6}$)/g, ',')

/** `12,345 tokens` or `$0.0123`, for each limit that a budget has, with the input that sets it. */
export function renderBudget({ tokens, cost, prices }: Allowance, usage: Usage, grants: number): Budget[] {
  const used = count(tokensOf(usage))
  const budgets: Budget[] = []
  if (tokens !== undefined)
    budgets.push({ input: 'max-tokens', spent: used, of: count(tokens * grants), grant: `${count(tokens)} tokens` })
  if (cost !== undefined && prices) {
    const spent = dollars(costOf(usage, prices))
    budgets.push({ input: 'max-cost', spent, of: dollars(cost * grants), grant: dollars(cost) })
  }
  return budgets
}

/** What is spent of a budget, how much it is with everything that `/retry` granted, and what one `/retry` grants. */
type Budget = { input: string; spent: string; of: string; grant: string }

const dollars = (amount: number): string => `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`

/** `1-3, 5`, as `approve` takes it. */
export function ranges(numbers: readonly number[]): string {
  const spans: { from: number; to: number }[] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last && number === last.to + 1) last.to = number
    else spans.push({ from: number, to: number })
  }
  return spans.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

/** `1 subtask`, `2 subtasks` */
export const plural = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`

/** A file as GitHub shows it at a commit, for good: the plan file is taken off the branch when the plan is done. */
export const fileLink = (repository: string, commit: string, path: string): string =>
  `${repository}/blob/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`

/** Whether the bot is the account of the workflow's own token. */
export const usesWorkflowToken = ({ login }: Account): boolean => login === 'github-actions[bot]'
