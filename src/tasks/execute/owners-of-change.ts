import { areEnough, filesLackingApproval, type OwnedFiles } from '../../decide/thread/people.ts'
import type { Snapshot } from '../../decide/next/decision.ts'
import { changesBetweenTrees } from '../../git/objects.ts'
import { teamsOf, ownBase } from '../../observe/sources.ts'
import { ownersOfPaths, readCodeowners } from '../../observe/branch/codeowners.ts'
import { parsePlan, renderPlan } from '../../plan/markdown.ts'
import type { Plan } from '../../plan/plan.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { listInLine } from '../../lib/shorten.ts'

/** A change of other people's files, as the plan that would have told them. */
type OwnersProposal = { kind: 'proposal'; plan: Plan; reason: string } | { kind: 'unfit'; reason: string }

/**
 * What the change of a subtask needs before it is pushed: approval by the owners of the files that it really touches,
 * since a plan names files before the work is done. Undefined if no owner is missing. Source of the rule: SPEC.md
 * section 4.
 */
export async function ownersProposal(
  { sources, settings }: GitHubContext,
  { thread, state }: Snapshot,
  { number, start, tree }: { number: number; start: { tree: string }; tree: string | undefined },
): Promise<OwnersProposal | undefined> {
  if (sources.approvers.kind !== 'codeowners' || !state.reading?.plan || tree === undefined) return undefined
  // Changes from the base were approved there.
  const changed = (await changesBetweenTrees(sources.repo, start.tree, tree)).map(({ path }) => path)
  const files = ownersOfPaths(await readCodeowners(sources.repo, await ownBase(sources, thread)), changed)
  // An approval may cover the subtask even if its approver owns none of the files that the plan names.
  const covering = state.approvals.filter(({ named, numbers }) => (named ?? numbers).includes(number))
  const logins = new Set(covering.map(({ login }) => login))
  const voters = await Promise.all(
    [...logins].map(async (login) => ({ login, teams: await teamsOf(sources.forge, login, files) })),
  )
  if (areEnough(files, voters, settings.approvalsRequired)) return undefined
  const unapproved = filesLackingApproval(files, voters, settings.approvalsRequired)
  return proposalFor(state.reading.plan, number, unapproved)
}

/** The plan with these files added to the subtask. Leaves out paths that a plan cannot name. */
function proposalFor(plan: Plan, number: number, unapproved: readonly OwnedFiles[]): OwnersProposal {
  const paths = unapproved.flatMap((one) => one.paths)
  const subtasks = plan.subtasks.map((one) =>
    one.number === number ? { ...one, files: [...new Set([...one.files, ...paths])] } : one,
  )
  const extended = { ...plan, subtasks }
  const owners = [...new Set(unapproved.flatMap((one) => one.owners))].join(', ')
  const reason = `Subtask ${number} changes ${listInLine(paths, 5)}, which the plan did not name for it. The owners have not approved that: ${owners}.`
  const named = parsePlan(renderPlan(extended)).plan?.subtasks.find((one) => one.number === number)?.files
  return paths.every((path) => named?.includes(path))
    ? { kind: 'proposal', plan: extended, reason }
    : { kind: 'unfit', reason: `${reason} A plan cannot name such files.` }
}
