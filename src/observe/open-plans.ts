import type { Place } from '../decide/thread.ts'
import { issueOf } from '../git/plan-refs.ts'
import type { Destination } from './event.ts'
import type { Sources } from './sources.ts'

/**
 * The places that a run looks at: the one that its event names, or every open pull request with the name of a plan's
 * branch.
 * Whether such a pull request is ours is found out when it is looked at.
 */
export async function placesOf(sources: Sources, destination: Destination): Promise<Place[]> {
  if (destination.kind === 'place') return [destination.place]
  const pulls = await sources.forge.openPulls()
  const plans = pulls.filter(
    ({ head }) => head.repository === sources.repository && issueOf(head.branch, sources.branchPrefix) !== undefined,
  )
  return plans.map(({ number }) => ({ number, isPull: true }))
}
