import type { History } from './history.ts'
import type { Thread } from './thread.ts'

/** Who asked for the present version of a plan, by the ids of accounts, since logins change hands. */
export type Askers = {
  askedBy: readonly number[]
  /** Somebody edited the plan file by hand, and nobody can tell who. */
  isAnonymous: boolean
}

/** The commit of a person that brought the present text of the plan file. Undefined when the bot wrote it. */
export function commitByHand({ branch }: Thread): string | undefined {
  const origin = branch?.origins.get(branch.planFile?.blob ?? '')
  const commit = branch?.commits.find(({ sha }) => sha === origin)
  return commit && !commit.entry ? commit.sha : undefined
}

/** Whoever asked for the plan, and whoever wrote its present text by hand. */
export function askersOf(thread: Thread, { requester }: History): Askers {
  const byHand = commitByHand(thread)
  const writers = byHand === undefined ? [] : (thread.writers?.get(byHand) ?? [])
  return {
    askedBy: [requester ?? [], writers].flat().map(({ id }) => id),
    isAnonymous: byHand !== undefined && writers.length === 0,
  }
}

/** The commits of which GitHub has to say who wrote them, before approvals can be counted. */
export function unknownWriters(thread: Thread): string[] {
  const byHand = commitByHand(thread)
  return byHand === undefined || thread.writers?.has(byHand) ? [] : [byHand]
}
