import type { Forge, Pull, Account } from '../github/forge.ts'
import { ACTIONS_BOT, type Sources, authors } from './sources.ts'
import { type PlanRefs, planBranches, branchName, baseCommit } from '../git/plan-refs.ts'
import { readBranch } from './branch.ts'
import type { PlanBranch } from '../decide/thread.ts'

/** The account that opened a pull request, if it is ours: the login of an app proves nothing, the token's own does. */
export async function authorIfOurs(forge: Forge, { author }: Pull): Promise<Account | undefined> {
  if (author.login === ACTIONS_BOT.login && author.type === 'Bot') return author
  return (await forge.isMe(author.login)) ? author : undefined
}

type OpenPlan = { branch: string | undefined; pull: Pull | undefined; bot: Account; freeBranch: string; past: string[] }

/** The open plan of an issue among the branches that bear its name, and the name for a new one. */
export async function findPlan(sources: Sources, family: PlanRefs, first?: Promise<Pull[]>): Promise<OpenPlan> {
  const branches = await planBranches(sources.repo, family)
  const me = async () => (await sources.forge.me()) ?? ACTIONS_BOT
  let started: string | undefined
  const past: string[] = []
  for (let suffix = 1; ; suffix++) {
    const name = branchName(family, suffix)
    const pulls = await (suffix === 1 && first ? first : sources.forge.pullsFrom(name))
    const open = pulls.find((pull) => pull.state === 'open' && pull.head.repository === sources.repository)
    const bot = open && (await authorIfOurs(sources.forge, open))
    if (open && bot) return { branch: name, pull: open, bot, freeBranch: '', past }
    past.push(...pulls.map((pull) => pull.createdAt))
    const head = branches.get(name)
    if (head === undefined && pulls.length === 0)
      return { branch: started, pull: undefined, bot: await me(), freeBranch: name, past }
    if (head !== undefined && pulls.length === 0 && (await isBegun(sources, family, { name, head }))) started ??= name
  }
}

/** A branch that holds a plan of ours and has no pull request yet: a run was cut off, or may not open any. */
async function isBegun(
  sources: Sources,
  family: PlanRefs,
  { name, head }: { name: string; head: string },
): Promise<boolean> {
  const branch = await readBranch(sources.repo, {
    name,
    issue: family.issue,
    head,
    base: await baseCommit(sources.repo),
    planFile: sources.planFile,
    authors: await authors(sources.forge),
  })
  return branch.commits.some((commit) => commit.entry?.trailers.request !== undefined)
}

export async function branchNow(
  sources: Sources,
  spec: { family: PlanRefs; name: string; bot: Account; base: string },
): Promise<PlanBranch | undefined> {
  const head = (await planBranches(sources.repo, spec.family)).get(spec.name)
  if (!head) return undefined
  return readBranch(sources.repo, {
    name: spec.name,
    issue: spec.family.issue,
    head,
    base: spec.base,
    planFile: sources.planFile,
    authors: [ACTIONS_BOT, spec.bot],
  })
}
