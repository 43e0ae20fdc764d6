import { addUsage, noUsage, parseUsage, renderUsage, mapUsage, type Usage } from '../../plan/usage.ts'
import type { BranchCommit } from './thread.ts'
import type { JournalEntry } from './trailers.ts'

/** What subtasks may take, going by `samples` that were executed before: the usual range, without the extremes. */
export type Estimate = { subtasks: number; samples: number; low: Usage; high: Usage }

/** So few executed subtasks say nothing of the next. */
const FEWEST = 3

/** The newest samples that are gone by, and the most tokens of each kind that one counts for. */
const NEWEST = 100
const MOST_TOKENS = 100_000_000

/** The lower to upper quartile of what a subtask took, newest first, for so many. Capped, since commits may lie. */
export function estimateOf(found: readonly Usage[], subtasks: number): Estimate | undefined {
  const samples = found.slice(0, NEWEST).map(capped)
  if (samples.length < FEWEST || subtasks === 0) return undefined
  const rising = samples.toSorted((one, other) => tokensOf(one) - tokensOf(other))
  const last = rising.length - 1
  const times = (tokens: number): number => tokens * subtasks
  const low = rising[Math.floor(last / 4)] ?? noUsage
  const high = rising[Math.ceil((last * 3) / 4)] ?? noUsage
  if (tokensOf(low) === 0) return undefined
  return { subtasks, samples: samples.length, low: mapUsage(low, times), high: mapUsage(high, times) }
}

const capped = ({ input, cached, output }: Usage): Usage =>
  mapUsage({ input, cached, output }, (tokens) => Math.min(tokens, MOST_TOKENS))

export const tokensOf = ({ input, output }: Usage): number => input + output

/** An estimate as a line of the commit that brings a version. What people read is rendered from it. */
export const renderEstimate = (estimate: Estimate | undefined): string =>
  estimate
    ? `Estimated for ${estimate.subtasks} of them, going by ${estimate.samples}: ${renderUsage(estimate.low)} to ${renderUsage(estimate.high)}`
    : ''

export function parseEstimate(body: string): Estimate | undefined {
  const match = /^Estimated for (\d{1,4}) of them, going by (\d{1,6}): (input=.*) to (input=.*)$/m.exec(body)
  if (!match) return undefined
  const [, subtasks, samples, low = '', high = ''] = match
  return { subtasks: Number(subtasks), samples: Number(samples), low: parseUsage(low), high: parseUsage(high) }
}

/** Whether a commit drafts or revises the plan. A check that failed is no comment. */
export const isPlanning = ({ trailers: { request, feedback = [], fix } }: JournalEntry): boolean =>
  request !== undefined || feedback.length > 0 || fix !== undefined

/** What the bot wrote into the newest commit that drafts or revises the plan. */
export const newestPlanning = (commits: readonly BranchCommit[]): JournalEntry | undefined =>
  commits.flatMap(({ entry }) => entry ?? []).findLast(isPlanning)

/** Newest first. A subtask that was verified again was paid for in an earlier commit, and its own says 0. */
export function executedUsages(commits: readonly Pick<BranchCommit, 'entry'>[]): Usage[] {
  const paidBefore = new Map<number | undefined, Usage[]>()
  const found = commits.toReversed().flatMap(({ entry }) => {
    if (entry === undefined) return []
    const { issue, subtask, state, usage, verify } = entry.trailers
    const waiting = paidBefore.get(issue) ?? []
    if (verify && usage)
      paidBefore.set(issue, [
        ...waiting,
        ...verify.map(() => mapUsage(usage, (tokens) => Math.round(tokens / verify.length))),
      ])
    if (subtask === undefined || state !== undefined || usage === undefined) return []
    const paid = tokensOf(usage) > 0 ? usage : waiting.shift()
    return paid ? [paid] : []
  })
  return found.toReversed()
}

/** The tokens of all attempts at subtasks, also of those that failed, or were verified again. */
export const usedForSubtasks = (commits: readonly BranchCommit[]): Usage =>
  addUsage(
    ...commits.flatMap(({ entry }) => {
      const { subtask, verify, usage } = entry?.trailers ?? {}
      return subtask === undefined && verify === undefined ? [] : (usage ?? noUsage)
    }),
  )
