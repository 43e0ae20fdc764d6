import type { Place } from '../decide/thread.ts'
import { issueOf, keptIssues } from '../git/plan-refs.ts'
import { readsAsPlanRequest, type Destination } from './event.ts'
import type { Sources } from './sources.ts'

/** For how long a request that nobody took up is looked for, in milliseconds: a schedule comes at least once a day. */
const LOOK_BACK = 24 * 3_600_000

/**
 * The places that a run looks at: the one that its event names, or all where something may be left undone. That is every
 * open pull request with the name of a plan's branch (whether it is ours is found out when it is looked at), issues with
 * a `/plan` of the last day that has no reaction of its end, and issues of which refs are kept although no plan is open.
 */
export async function placesOf(sources: Sources, destination: Destination): Promise<Place[]> {
  if (destination.kind === 'place') return [destination.place]
  const { forge, repo, clock, repository, branchPrefix } = sources
  const since = new Date(Date.parse(clock.timestamp()) - LOOK_BACK).toISOString()
  const [pulls, comments, kept] = await Promise.all([
    forge.openPulls(),
    forge.issueCommentsSince(since),
    keptIssues(repo),
  ])
  const plans = pulls.flatMap(({ number, head }) => {
    const issue = head.repository === repository ? issueOf(head.branch, branchPrefix) : undefined
    return issue === undefined ? [] : [{ number, issue }]
  })
  const asked = comments.filter(
    ({ author, body, reactions }) => author.type === 'User' && readsAsPlanRequest(body) && reactions.rocket === 0,
  )
  const planned = new Set(plans.map(({ issue }) => issue))
  const issues = new Set([...asked.map(({ issue }) => issue), ...kept])
  return [
    ...plans.map(({ number }) => ({ number, isPull: true })),
    ...[...issues].filter((issue) => !planned.has(issue)).map((number) => ({ number, isPull: false })),
  ]
}
