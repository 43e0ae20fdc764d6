import type { OpenWork } from '../github/forge.ts'
import { ACTIONS_BOT, ownBase, planRefsOf, type Sources } from './sources.ts'
import { fetchedBranches, baseCommit, fetchPlanRefs, readSide, issueOf, issuesWithSides } from '../git/side-ref.ts'
import type { PlanRefs } from '../git/side-ref.ts'
import { errorText } from '../lib/errors.ts'
import { readBranch } from './branch/branch.ts'
import { type PlanBranch, type Thread, UnjournaledUsage, type Target, NOTHING_PAID } from '../decide/thread/thread.ts'
import { planTextsOf } from '../git/commits.ts'
import { parsePlan } from '../plan/markdown.ts'
import type { OtherPlan } from '../plan/overlap.ts'
import { logWarning } from '../runner/log.ts'
import { asksInText, type Destination } from './event.ts'
import { jsonIn } from '../guard/json.ts'

/** The branch of a plan at a commit, with code owners if they approve. */
export async function readBranchAt(
  sources: Sources,
  { base, ...spec }: { name: string; issue: number; head: string; base: Thread['base'] },
): Promise<PlanBranch> {
  const ownersAt = sources.approvers.kind === 'codeowners' ? await ownBase(sources, { base }) : undefined
  return readBranch(sources.repo, { ...spec, base: base.sha, planFile: sources.planFile, ownersAt })
}

const MAX_USAGE_BYTES = 1 << 20

/** What the last fetch brought: the base, the branch of the plan by its name, and the usage that no branch records. */
export async function readFetched(
  sources: Sources,
  { base: branch, issue }: PlanRefs,
  name: string | undefined,
): Promise<Pick<Thread, 'base' | 'branch' | 'paid'>> {
  const { repo } = sources
  const base = { branch, sha: await baseCommit(repo) }
  const head = name === undefined ? undefined : (await fetchedBranches(repo)).get(name)
  const usage = await readSide(repo, { kind: 'usage', issue }, MAX_USAGE_BYTES)
  return {
    base,
    branch: name && head ? await readBranchAt(sources, { name, issue, head, base }) : undefined,
    // Malformed text counts as no usage.
    paid: UnjournaledUsage.safeParse(jsonIn(usage ?? '')).data ?? NOTHING_PAID,
  }
}

/** Fetches and reads the branch again after a push, including our own. */
export async function refreshBranch(sources: Sources, thread: Thread): Promise<Thread> {
  const refs = planRefsOf(sources, thread.issue.number, thread.base.branch)
  await fetchPlanRefs(sources.repo, refs, true)
  const name = thread.branch?.name ?? thread.pull?.pull.head.branch
  return { ...thread, ...(await readFetched(sources, refs, name)) }
}

/** Other open plans and people's pull requests, with their paths, for the overlap note. Empty in an outage. */
export async function readOtherPlans(sources: Sources, thread: Thread): Promise<OtherPlan[]> {
  try {
    const others = (await sources.forge.openWork()).filter((one) => isOtherWork(one, thread))
    return await withPaths(sources, others, [thread.bot.login, ACTIONS_BOT.login])
  } catch (error) {
    logWarning(`Other plans on the same files were not looked up: ${errorText(error)}`)
    return []
  }
}

async function withPaths(sources: Sources, pulls: readonly OpenWork[], ours: readonly string[]): Promise<OtherPlan[]> {
  const { branchPrefix } = sources
  const isPlan = ({ branch, isFork, author }: OpenWork): boolean =>
    !isFork && issueOf(branch, branchPrefix) !== undefined && ours.includes(author)
  const plans = pulls.filter(isPlan)
  const branches = plans.map(({ branch }) => branch)
  const texts = await planTextsOf(sources.repo, branches, sources.planFile)
  return pulls.flatMap((one): OtherPlan[] => {
    const { number, title, author: by, files } = one
    if (!plans.includes(one)) return one.byBot ? [] : [{ number, isPlan: false, title, by, paths: files }]
    const changed = files.filter((path) => path !== sources.planFile)
    return [{ number, isPlan: true, title, by, paths: [...plannedPaths(texts.get(one.branch)), ...changed] }]
  })
}

const isOtherWork = ({ number, branch, isFork }: OpenWork, { pull, issue, base }: Thread): boolean =>
  number !== pull?.pull.number && number !== issue.number && (isFork || branch !== base.branch)

/** Maximum number of paths of another plan, whose text is untrusted. */
const MAX_PATHS = 200

const plannedPaths = (text = ''): string[] =>
  (parsePlan(text).plan?.subtasks ?? []).flatMap(({ files }) => files).slice(0, MAX_PATHS)

/** A daily schedule may miss two turns; older changes wait for an event or a dispatch. */
const LOOK_BACK_DAYS = 3

/**
 * What a run observes: the issue or pull request of its event, or everything that may be unfinished. That is every open
 * pull request on a plan-named branch (whether it is ours is checked later) that changed in the last three days, or
 * whose issue did, newest first; issues with a `/plan` or `/ask`, and open pull requests with a `/plan`, of these days
 * without a final reaction; and issues with leftover refs but no open plan.
 */
export async function targetsOf(sources: Sources, destination: Destination): Promise<Target[]> {
  if (destination.kind === 'target') return [destination.target]
  if (destination.kind === 'repository') return []
  const { forge, repo, clock, repository, branchPrefix } = sources
  const since = new Date(Date.parse(clock.timestamp()) - LOOK_BACK_DAYS * 86_400_000).toISOString()
  const [pulls, updated, comments, issuesWithRefs] = await Promise.all([
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
  const requests = comments.filter(
    ({ author, body, isPull, reactions }) =>
      author.type === 'User' && asksInText(body, isPull ? 'pull' : 'issue') && reactions.rocket === 0,
  )
  const askedOn = (isPull: boolean): number[] =>
    requests.filter((one) => one.isPull === isPull).map((one) => one.number)
  const issuesWithPlan = new Set(plans.map(({ issue }) => issue))
  const issues = new Set([...askedOn(false), ...issuesWithRefs])
  const others = new Set(pulls.filter((pull) => !plans.some((plan) => plan.pull === pull)).map(({ number }) => number))
  return [
    ...[...new Set(recent)].map(({ pull: { number } }) => ({ number, isPull: true })),
    ...[...issues].filter((issue) => !issuesWithPlan.has(issue)).map((number) => ({ number, isPull: false })),
    ...[...new Set(askedOn(true))]
      .filter((number) => others.has(number) && !issuesWithPlan.has(number))
      .map((number) => ({ number, isPull: true, plansPull: true })),
  ]
}
