import type { Place } from '../decide/thread/thread.ts'
import { issueOf, issuesWithSides } from '../git/side-ref.ts'
import { asksInText, type Destination } from './event.ts'
import type { Sources } from './sources.ts'

/** A daily schedule may miss two turns; older changes wait for an event or a dispatch. */
const LOOK_BACK_DAYS = 3

/**
 * What a run observes: the issue or pull request of its event, or everything that may be unfinished. That is every open
 * pull request on a plan-named branch (whether it is ours is checked later) that changed in the last three days, or
 * whose issue did, newest first; issues with a `/plan` or `/ask`, and open pull requests with a `/plan`, of these days
 * without a final reaction; and issues with leftover refs but no open plan.
 */
export async function placesOf(sources: Sources, destination: Destination): Promise<Place[]> {
  if (destination.kind === 'place') return [destination.place]
  if (destination.kind === 'repository') return []
  const { forge, repo, clock, repository, branchPrefix } = sources
  const since = new Date(Date.parse(clock.timestamp()) - LOOK_BACK_DAYS * 86_400_000).toISOString()
  const [pulls, updated, comments, kept] = await Promise.all([
    forge.openPulls(),
    forge.updatedSince(since),
    forge.commentsSince(since),
    issuesWithSides(repo),
  ])
  const plans = pulls.flatMap((pull) => {
    const issue = pull.head.repository === repository ? issueOf(pull.head.branch, branchPrefix) : undefined
    return issue === undefined ? [] : [{ pull, issue }]
  })
  const recent = updated.flatMap((number) => plans.filter(({ pull, issue }) => [pull.number, issue].includes(number)))
  const asked = comments.filter(
    ({ author, body, isPull, reactions }) =>
      author.type === 'User' && asksInText(body, isPull ? 'pull' : 'issue') && reactions.rocket === 0,
  )
  const askedOn = (isPull: boolean): number[] => asked.filter((one) => one.isPull === isPull).map((one) => one.number)
  const planned = new Set(plans.map(({ issue }) => issue))
  const issues = new Set([...askedOn(false), ...kept])
  const theirs = new Set(pulls.filter((pull) => !plans.some((plan) => plan.pull === pull)).map(({ number }) => number))
  return [
    ...[...new Set(recent)].map(({ pull: { number } }) => ({ number, isPull: true })),
    ...[...issues].filter((issue) => !planned.has(issue)).map((number) => ({ number, isPull: false })),
    ...[...new Set(askedOn(true))]
      .filter((number) => theirs.has(number) && !planned.has(number))
      .map((number) => ({ number, isPull: true, plansPull: true })),
  ]
}
