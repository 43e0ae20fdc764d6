import { planOf, type State, type StepOf } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { triedTests } from '../../decide/approval/as-approved.ts'
import { changesBetweenTrees, treeOf } from '../../git/objects.ts'
import { readSide } from '../../git/side-ref.ts'
import type { Sources } from '../../observe/sources.ts'
import { shorten } from '../../lib/shorten.ts'
import { isSettled, type Attempt, type PassedCheck, type Subtask } from '../../plan/plan.ts'
import { noUsage } from '../../plan/usage.ts'
import { baseToCompare, finishedSubtasks, requestOf, usedNumbers, baselinePassed } from '../gather/gathering.ts'
import type { Gathering } from '../gather/gathering.ts'
import { mergeOf } from '../../git/merge.ts'
import { MAX_REQUEST, settledNumbers } from '../fields.ts'
import { readConversation } from '../plan/conversation.ts'
import { MAX_CONVERSATION } from '../plan/input.ts'
import { MAX_PATCH, keptPatchFor } from './kept-work.ts'
import type { InputOf } from '../tasks.ts'

export async function executeInput(
  { sources, thread, state, shared }: Gathering,
  { kind, status: { subtask, attempts } }: StepOf<'execute'>,
): Promise<InputOf<'execute'>> {
  const { number } = subtask
  const attempt = attempts + 1
  const isLast = state.statuses.every((one) => one.subtask.number === number || isSettled(one))
  const failures = failuresOf(thread, state, number)
  const [merge, passed, asked, patch] = await Promise.all([
    mergeOf(sources.repo, { head: shared.head, base: thread.base.sha, wanted: state.history.merges.get(number) }),
    passedAt(sources, thread, { ...state, head: shared.head }),
    askedOf(sources, thread, state),
    failures.length === 0 ? keptPatch(sources, thread, subtask) : undefined,
  ])
  const compared = isLast ? await baseToCompare(sources.repo, thread, merge) : undefined
  return {
    ...shared,
    kind,
    id: `${thread.issue.number}-subtask-${number}-attempt-${attempt}`,
    plan: planOf(state),
    subtask: number,
    attempt,
    tryFirst: toTryFirst(thread, state),
    failures,
    finished: finishedSubtasks(state),
    frozen: settledNumbers(state),
    used: usedNumbers(thread),
    merge,
    passed,
    asked: asked === '' ? undefined : asked,
    compared,
    patch,
  }
}

/** What was asked, as the planner saw it, since anyone may edit the issue; else the request alone. */
async function askedOf({ repo }: Sources, { issue }: Thread, state: State): Promise<string> {
  const stored = await readSide(repo, { kind: 'conversation', issue: issue.number }, MAX_CONVERSATION)
  return readConversation(stored)?.asked ?? shorten(requestOf(state), MAX_REQUEST)
}

const keptPatch = async ({ repo }: Sources, { issue }: Thread, subtask: Subtask): Promise<string | undefined> =>
  keptPatchFor(subtask, await readSide(repo, { kind: 'patch', issue: issue.number }, 2 * MAX_PATCH))

/** Why earlier attempts failed: in full for those of this run, otherwise as recorded in the journal. */
function failuresOf({ thisRun }: Thread, { history }: State, number: number): Attempt[] {
  const attempts = thisRun.attempts.get(number) ?? []
  if (attempts.length > 0) return [...attempts]
  const reason =
    history.failed.get(number)?.evidence ??
    (history.interrupted.has(number) ? 'It was stopped in the middle.' : undefined)
  return reason === undefined ? [] : [{ reason, checks: [], usage: noUsage }]
}

/**
 * The recorded checks that passed on a commit's tree, if the last subtask produced that tree; before the first subtask,
 * what passed on the base while the plan was drafted, if only the plan file came since: no newer base was merged.
 */
async function passedAt(
  { repo, planFile }: Sources,
  { branch }: Thread,
  { history: { executed }, head }: { history: State['history']; head: string },
): Promise<PassedCheck[] | undefined> {
  const last = [...executed.values()].at(-1)
  if (!last) {
    const drafted = baselinePassed(branch)
    const since = drafted && (await changesBetweenTrees(repo, drafted.base, head))
    return since?.every(({ path }) => path === planFile) ? drafted?.passed : undefined
  }
  if (!last.passed || (await treeOf(repo, last.sha)) !== (await treeOf(repo, head))) return undefined
  return [...last.passed]
}

function toTryFirst({ branch }: Thread, state: State): string[] | undefined {
  const isTried = triedTests(branch)
  const paths = (planOf(state).acceptance ?? []).flatMap((test) => (isTried(test) ? [] : [test.path]))
  return paths.length === 0 ? undefined : paths
}
