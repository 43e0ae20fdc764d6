import { planOf, type State, type StepOf } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { triedTests } from '../../decide/thread/tried-tests.ts'
import { treeOf } from '../../git/objects.ts'
import type { Sources } from '../../observe/sources.ts'
import type { Attempt, PassedThere } from '../../plan/plan.ts'
import { noUsage } from '../../plan/usage.ts'
import { finishedOf, frozenOf, usedNumbers } from '../gather/from-state.ts'
import type { Gathering } from '../gather/gathering.ts'
import { mergeOf } from '../gather/merge-of.ts'
import type { ExecuteInput } from './input.ts'

/** The input of the next attempt at a subtask. */
export async function executeInput(
  { sources, thread, state, shared }: Gathering,
  { kind, status: { subtask, attempts } }: StepOf<'execute'>,
): Promise<ExecuteInput> {
  const { number } = subtask
  const attempt = attempts + 1
  const [merge, passed] = await Promise.all([
    mergeOf(sources.repo, { head: shared.head, base: thread.base.sha, history: state.history }, number),
    passedAt(sources, state, shared.head),
  ])
  return {
    ...shared,
    kind,
    id: `${thread.issue.number}-subtask-${number}-attempt-${attempt}`,
    plan: planOf(state),
    subtask: number,
    attempt,
    ...toTryFirst(thread, state),
    failures: failuresOf(thread, state, number),
    finished: finishedOf(state),
    frozen: frozenOf(state),
    used: usedNumbers(thread),
    ...(merge === undefined ? {} : { merge }),
    ...passed,
  }
}

/** Why earlier attempts failed: in full for those of this run, otherwise as recorded in the journal. */
function failuresOf({ thisRun }: Thread, { history }: State, number: number): Attempt[] {
  const attempts = thisRun.attempts.get(number) ?? []
  if (attempts.length > 0) return [...attempts]
  const reason =
    history.failed.get(number)?.evidence ??
    (history.interrupted.has(number) ? 'It was stopped in the middle.' : undefined)
  return reason === undefined ? [] : [{ reason, checks: [], usage: noUsage }]
}

/** The recorded checks that passed on a commit's tree, if the last subtask produced that tree. */
async function passedAt({ repo }: Sources, { history }: State, head: string): Promise<{ passed?: PassedThere[] }> {
  const last = [...history.executed.values()].at(-1)
  if (!last?.passed || (await treeOf(repo, last.sha)) !== (await treeOf(repo, head))) return {}
  return { passed: [...last.passed] }
}

/** Approved tests that have not run yet. */
function toTryFirst({ branch }: Thread, state: State): { tryFirst?: string[] } {
  const isTried = triedTests(branch)
  const paths = (planOf(state).acceptance ?? []).flatMap((test) => (isTried(test) ? [] : [test.path]))
  return paths.length === 0 ? {} : { tryFirst: paths }
}
