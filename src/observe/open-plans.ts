import { parseClaim } from '../decide/next/run-scope.ts'
import { isQuiet } from '../decide/next/idle.ts'
import type { Place } from '../decide/thread/thread.ts'
import { fetchHeads, issueOf, type FetchedHead } from '../git/plan-refs.ts'
import { issuesWithSides } from '../git/side-ref.ts'
import { entryAt } from '../git/objects.ts'
import type { LastWords, Pull } from '../github/forge.ts'
import { asksInText, readsAsPlanRequest, type Destination } from './event.ts'
import type { Sources } from './sources.ts'

/** For how long a request that nobody took up is looked for, in milliseconds: a daily schedule may miss one turn. */
const LOOK_BACK = 48 * 3_600_000

/**
 * The places that a run looks at: the one that its event names, or all where something may be left undone. That is
 * every open pull request with the name of a plan's branch (whether it is ours is found out when it is looked at),
 * issues with a `/plan` or `/ask`, and open pull requests with a `/plan`, of the last two days that has no reaction of
 * its end, and issues of which refs are kept although no plan is open.
 */
export async function placesOf(sources: Sources, destination: Destination): Promise<Place[]> {
  if (destination.kind === 'place') return [destination.place]
  const { forge, repo, clock, repository, branchPrefix } = sources
  const since = new Date(Date.parse(clock.timestamp()) - LOOK_BACK).toISOString()
  const [pulls, comments, kept] = await Promise.all([
    forge.openPulls(),
    forge.commentsSince(since),
    issuesWithSides(repo, branchPrefix),
  ])
  const plans = pulls.flatMap((pull) => {
    const issue = pull.head.repository === repository ? issueOf(pull.head.branch, branchPrefix) : undefined
    return issue === undefined ? [] : [{ pull, issue }]
  })
  const asked = comments.filter(
    ({ author, body, isPull, reactions }) =>
      author.type === 'User' && (isPull ? readsAsPlanRequest : asksInText)(body) && reactions.rocket === 0,
  )
  const askedOn = (isPull: boolean): number[] => asked.filter((one) => one.isPull === isPull).map((one) => one.number)
  const planned = new Set(plans.map(({ issue }) => issue))
  const issues = new Set([...askedOn(false), ...kept])
  const theirs = new Set(pulls.filter((pull) => !plans.some((plan) => plan.pull === pull)).map(({ number }) => number))
  // What goes wrong at the glance is met again, and told, by the closer look.
  const loud = plans.length > FEW ? await withoutQuiet(sources, plans).catch(() => plans) : plans
  return [
    ...loud.map(({ pull: { number } }) => ({ number, isPull: true })),
    ...[...issues].filter((issue) => !planned.has(issue)).map((number) => ({ number, isPull: false })),
    ...[...new Set(askedOn(true))]
      .filter((number) => theirs.has(number) && !planned.has(number))
      .map((number) => ({ number, isPull: true, plansPull: true })),
  ]
}

/** So many plans are all looked at closely, since that costs little. */
const FEW = 3

type PlanToLookAt = { pull: Pull; issue: number }

/** The plans but those that wait for people: one glance at all of them, with two questions for each at most. */
async function withoutQuiet(sources: Sources, plans: readonly PlanToLookAt[]): Promise<PlanToLookAt[]> {
  const [words, heads] = await Promise.all([
    sources.forge.lastWords(plans.flatMap(({ pull, issue }) => [pull.number, issue])),
    fetchHeads(sources.repo, sources.branchPrefix),
  ])
  const quiet = await Promise.all(plans.map((plan) => looksQuiet(sources, plan, { words, heads })))
  return plans.filter((_, i) => !quiet[i])
}

type Seen = { words: ReadonlyMap<number, LastWords>; heads: ReadonlyMap<string, FetchedHead> }

async function looksQuiet(
  { repo, planFile }: Sources,
  { pull, issue }: PlanToLookAt,
  { words, heads }: Seen,
): Promise<boolean> {
  const head = heads.get(pull.head.branch)
  if (!head) return false
  const claim = heads.get(`${issue}-claim`)
  const planBlob = (await entryAt(repo, head.sha, planFile))?.id
  return isQuiet({
    pull,
    head: { author: head.author, message: head.message, planBlob },
    claim: claim && parseClaim(claim.message),
    onPull: words.get(pull.number),
    onIssue: words.get(issue),
  })
}
