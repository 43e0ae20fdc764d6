import type { Forge, Pull, Account } from '../github/forge.ts'
import { ACTIONS_BOT, ownAccount, ownBase, planRefsOf, type Sources } from './sources.ts'
import {
  type PlanRefs,
  hasBranchesBelow,
  planBranches,
  branchName,
  baseCommit,
  fetchPlanRefs,
  readSide,
} from '../git/side-ref.ts'
import { BODY_BEGIN } from '../decide/thread/people.ts'
import type { Repository } from '../git/git.ts'
import { UserError } from '../lib/errors.ts'
import { readBranch } from './branch/branch.ts'
import { type PlanBranch, type Thread, parsePaid, type UnjournaledUsage } from '../decide/thread/thread.ts'

/** The account that opened a pull request, if it is ours. Throws `UserError` if `github-token` was of another app. */
export async function botAuthorOf(forge: Forge, { author, body, number }: Pull): Promise<Account | undefined> {
  if (author.login === ACTIONS_BOT.login && author.type === 'Bot') return author
  if (await forge.isMe(author.login)) return author
  if (author.type === 'Bot' && body.includes(BODY_BEGIN))
    throw new UserError(
      'another-account',
      `The plan of pull request ${number} was opened by ${author.login}, and the token of this run is of another account.`,
      `Give the input \`github-token\` a token of ${author.login} again, or close that pull request and ask for a new plan.`,
    )
  return undefined
}

type FoundPlan = {
  branch: string | undefined
  pull: Pull | undefined
  bot: Account
  freeBranch: string
  earlierPlans: string[]
}

/** The open plan of an issue among its possible branches, and the name for a new one. */
export async function findPlan(sources: Sources, refs: PlanRefs, first?: readonly Pull[]): Promise<FoundPlan> {
  const branches = await planBranches(sources.repo, refs)
  let started: string | undefined
  const earlierPlans: string[] = []
  for (let suffix = 1; ; suffix++) {
    const name = branchName(refs, suffix)
    const pulls = suffix === 1 && first ? first : await sources.forge.pullsFrom(name)
    const open = pulls.find((pull) => pull.state === 'open' && pull.head.repository === sources.repository)
    const bot = open && (await botAuthorOf(sources.forge, open))
    if (open && bot) return { branch: name, pull: open, bot, freeBranch: '', earlierPlans }
    earlierPlans.push(...pulls.map((pull) => pull.createdAt))
    const head = branches.get(name)
    if (head === undefined && pulls.length === 0 && !(await hasBranchesBelow(sources.repo, name)))
      return { branch: started, pull: undefined, bot: await ownAccount(sources), freeBranch: name, earlierPlans }
    if (head !== undefined && pulls.length === 0 && (await holdsPlan(sources, refs, { name, head }))) started ??= name
  }
}

/** Whether a branch without a pull request holds a plan of ours: a run was interrupted or could not open one. */
async function holdsPlan(
  sources: Sources,
  refs: PlanRefs,
  { name, head }: { name: string; head: string },
): Promise<boolean> {
  const branch = await readBranch(sources.repo, {
    name,
    issue: refs.issue,
    head,
    base: await baseCommit(sources.repo),
    planFile: sources.planFile,
  })
  return branch.commits.some((commit) => commit.entry?.trailers.request !== undefined)
}

export async function readBranchAgain(
  sources: Sources,
  { refs, name, base }: { refs: PlanRefs; name: string; base: Thread['base'] },
): Promise<PlanBranch | undefined> {
  const head = (await planBranches(sources.repo, refs)).get(name)
  return head ? readBranchAt(sources, { name, issue: refs.issue, head, base }) : undefined
}

/** The branch of a plan at a commit, with code owners if they approve. */
export async function readBranchAt(
  sources: Sources,
  { base, ...spec }: { name: string; issue: number; head: string; base: Thread['base'] },
): Promise<PlanBranch> {
  const ownersAt = sources.byOwners ? await ownBase(sources, { base }) : undefined
  return readBranch(sources.repo, { ...spec, base: base.sha, planFile: sources.planFile, ownersAt })
}

const PAID_LIMIT = 1 << 20

/** The usage for the plan of an issue that no branch records, as last fetched. */
export const readPaid = async (repo: Repository, issue: number): Promise<UnjournaledUsage> =>
  parsePaid(await readSide(repo, { kind: 'usage', issue }, PAID_LIMIT))

/** Fetches and reads the branch again after a push, including our own. */
export async function refreshBranch(sources: Sources, thread: Thread): Promise<Thread> {
  const refs = planRefsOf(sources, thread.issue.number, thread.base.branch)
  const name = thread.branch?.name ?? thread.pull?.pull.head.branch
  await fetchPlanRefs(sources.repo, refs, true)
  const base = { branch: refs.base, sha: await baseCommit(sources.repo) }
  return {
    ...thread,
    base,
    paid: await readPaid(sources.repo, thread.issue.number),
    branch: name === undefined ? undefined : await readBranchAgain(sources, { refs, name, base }),
  }
}
