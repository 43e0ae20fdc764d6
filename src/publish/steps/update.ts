import { UserError } from '../../lib/errors.ts'
import type { StepOf, OpenPlan, Snapshot } from '../../decide/next/decision.ts'
import {
  hasParts,
  knownConflict,
  knownMerge,
  type MergeConflict,
  type Thread,
  type ThreadWith,
} from '../../decide/thread/thread.ts'
import { isPushRefusal } from '../../git/push-refusal.ts'
import { mergeBaseInto } from '../../git/merge.ts'
import { isPartOf } from '../../git/git.ts'
import { treeWith } from '../../git/objects.ts'
import { isProtected } from '../../guard/paths.ts'
import { followsBase, mergedFile } from '../../observe/branch/branch.ts'
import { refreshBranch } from '../../observe/find-plan.ts'
import { UNSIGNED } from '../write/commit.ts'
import { record, type Draft } from '../write/journal.ts'
import { report } from './finish.ts'
import type { GitHubContext } from '../write/github-context.ts'
import { movedIntoProtected } from '../write/moved-files.ts'
import { refuse } from './revert.ts'
import { cleanLine, pathList } from '../view/text/text.ts'
import { ready } from '../say/show.ts'

/** Merges the base branch into the branch of the plan. On a conflict the planner is asked for a subtask. */
export async function update(ctx: GitHubContext, { thread, state }: Snapshot, step: StepOf<'update'>): Promise<Thread> {
  const fresh = await refreshBranch(ctx.sources, thread)
  let conflict: MergeConflict | undefined
  const draft: Draft = {
    subject: `Merge ${fresh.base.branch}`,
    trailers: { state: 'updated', command: step.comment.id },
  }
  const commits = async (now: ThreadWith<'branch'>): Promise<Draft[] | undefined> => {
    const found = await mergeIn(ctx, now)
    conflict = found.conflict
    if (found.conflict) return undefined
    if (found.tree === undefined) return [{ ...draft, body: 'There was nothing to merge.' }]
    const { repo, planFile } = ctx.sources
    // The base has a file at the plan path: it replaces a finished plan.
    const entry =
      state.history.finished && (await mergedFile(repo, { head: now.base.sha, base: now.base.sha, planFile }))
    const tree = entry ? await treeWith(repo, found.tree, { path: planFile, entry }) : found.tree
    return [{ ...draft, tree: async () => tree, merges: now.base.sha }]
  }
  try {
    const after = await record(ctx, { thread: fresh, state }, { commits, done: [step] })
    return conflict ? withConflict(ctx, after, { step, conflict }) : after
  } catch (error) {
    if (!isPushRefusal(error) && !(error instanceof UserError && error.code === UNSIGNED)) throw error
    const { code, message, remedy } = error
    return refuse(ctx, fresh, { comment: step.comment, code, why: cleanLine(message, 2_000), remedy })
  }
}

/** The merge of the base into the branch. No tree where the branch has the base already. */
async function mergeIn(
  { sources, settings }: GitHubContext,
  { branch: { head, commits }, base }: ThreadWith<'branch'>,
): Promise<{ tree?: string; conflict?: MergeConflict }> {
  if (followsBase(commits, base.sha) || (await isPartOf(sources.repo, base.sha, head))) return {}
  const { tree, conflicts } = await mergeBaseInto(sources.repo, { head, base: base.sha, ...settings })
  const moved = await movedIntoProtected(sources.repo, { head, base: base.sha, tree }, settings.protectedPaths)
  const files = [...new Set([...conflicts, ...moved])]
  return files.length > 0 ? { conflict: { head, base: base.sha, files } } : { tree }
}

/** Marks the pull request as ready for review. One whose branch conflicts with the base stays a draft. */
export async function readyUnlessConflicting(ctx: GitHubContext, { thread }: OpenPlan): Promise<Thread> {
  const looked = await withOutlook(ctx, thread)
  return knownConflict(looked) ? looked : ready(ctx, looked)
}

/** The closing comment, which names the files that conflict with the base. */
export const reportWithOutlook = async (ctx: GitHubContext, { thread, state }: OpenPlan): Promise<Thread> =>
  report(ctx, { thread: await withOutlook(ctx, thread), state })

/** Tries the merge with the base as it is now, and has the thread say what came of it. */
async function withOutlook(ctx: GitHubContext, before: OpenPlan['thread']): Promise<OpenPlan['thread']> {
  if (knownMerge(before)) return before
  const { pull } = before
  const thread = { ...(await refreshBranch(ctx.sources, before)), pull }
  // The branch was deleted just now.
  if (!hasParts(thread, 'branch')) return before
  const { conflict } = await mergeIn(ctx, thread)
  return { ...thread, merge: conflict ?? { head: thread.branch.head, base: thread.base.sha, files: [] } }
}

type Conflicting = { step: StepOf<'update'>; conflict: MergeConflict }

/** What no subtask may change, people have to merge. */
async function withConflict(ctx: GitHubContext, thread: Thread, { step, conflict }: Conflicting): Promise<Thread> {
  const kept = conflict.files.filter((path) => isProtected(path, ctx.settings.protectedPaths))
  if (kept.length === 0) return { ...thread, merge: conflict }
  return refuse(ctx, thread, {
    comment: step.comment,
    code: 'update-conflict',
    why: `\`${thread.base.branch}\` conflicts with this branch in ${pathList(kept)}, which no subtask may change.`,
    remedy: 'Merge it by hand, and push that to this branch.',
  })
}
