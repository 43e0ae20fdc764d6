import { addUsage, noUsage, parseUsage, renderUsage, type Usage } from '../plan/usage.ts'
import type { BranchCommit } from './thread.ts'
import type { JournalEntry } from './trailers.ts'

/** What subtasks may take, going by `samples` that were executed before: the usual range, without the extremes. */
export type Estimate = { subtasks: number; samples: number; low: Usage; high: Usage }

/** So few executed subtasks say nothing of the next. */
const FEWEST = 3

/** From the lower to the upper quartile of what one subtask took, for so many. Undefined when there is too little. */
export function estimateOf(samples: readonly Usage[], subtasks: number): Estimate | undefined {
  if (samples.length < FEWEST || subtasks === 0) return undefined
  const rising = samples.toSorted((one, other) => tokensOf(one) - tokensOf(other))
  const last = rising.length - 1
  const low = rising[Math.floor(last / 4)] ?? noUsage
  const high = rising[Math.ceil((last * 3) / 4)] ?? noUsage
  return { subtasks, samples: samples.length, low: times(subtasks, low), high: times(subtasks, high) }
}

export const tokensOf = ({ input, output }: Usage): number => input + output

const times = (count: number, usage: Usage): Usage => addUsage(...Array.from({ length: count }, () => usage))

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

/** What the bot wrote into the newest commit that drafts or revises the plan. A check that failed is no comment. */
export const newestPlanning = (commits: readonly BranchCommit[]): JournalEntry | undefined =>
  commits
    .flatMap(({ entry }) => entry ?? [])
    .findLast(
      ({ trailers: { request, feedback = [], fix } }) =>
        request !== undefined || feedback.length > 0 || fix !== undefined,
    )

/** What executed subtasks took, by their commits, those of earlier rounds of the same plan too. */
export const executedUsages = (commits: readonly Pick<BranchCommit, 'entry'>[]): Usage[] =>
  commits.flatMap(({ entry }) => {
    const { subtask, state, usage } = entry?.trailers ?? {}
    return subtask !== undefined && state === undefined && usage ? [usage] : []
  })

/** The tokens of all attempts at subtasks, also of those that failed. */
export const usedForSubtasks = (commits: readonly BranchCommit[]): Usage =>
  addUsage(
    ...commits.flatMap(({ entry }) => (entry?.trailers.subtask === undefined ? [] : (entry.trailers.usage ?? noUsage))),
  )
