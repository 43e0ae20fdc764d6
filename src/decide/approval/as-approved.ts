import { parsePlan } from '../../plan/markdown.ts'
import type { Plan, AcceptanceTest } from '../../plan/plan.ts'
import type { History } from '../thread/history.ts'
import type { PlanBranch } from '../thread/thread.ts'

type SettledWork = Pick<History, 'executed' | 'undone' | 'abandoned'>
type PlanTexts = Pick<PlanBranch, 'texts' | 'commitOfPlanBlob' | 'commits'>

/** Settled subtasks have their approved words: a later edit by hand would show a text that was never executed. */
export const withWhatWasApproved = (plan: Plan, settled: SettledWork, branch: PlanTexts): Plan => ({
  ...plan,
  subtasks: plan.subtasks.map((current) => {
    const text = branch.texts.get(versionOf(current.number, settled, branch) ?? '')
    const approved = parsePlan(text ?? '').plan?.subtasks.find(({ number }) => number === current.number)
    return approved ? { ...approved, depends_on: current.depends_on } : current
  }),
})

/** The text by which a subtask was settled. Undefined when it is open, or the text is not known. */
function versionOf(number: number, { executed, undone, abandoned }: SettledWork, branch: PlanTexts) {
  const carriedOut = executed.get(number) ?? undone.get(number)
  if (carriedOut) return carriedOut.version
  const skipped = abandoned.get(number)
  return skipped && textAt(skipped.sha, branch)
}

function textAt(commit: string, { commits, commitOfPlanBlob }: PlanTexts): string | undefined {
  const end = commits.findIndex(({ sha }) => sha === commit) + 1
  const blobs = new Map([...commitOfPlanBlob].map(([blob, sha]) => [sha, blob]))
  const last = commits.slice(0, end).findLast(({ sha }) => blobs.has(sha))
  return last && blobs.get(last.sha)
}

/** Whether subtasks ran with this approved test in their version: then it failed before the first of them. */
export function triedTests(
  branch: Pick<PlanBranch, 'commits' | 'texts'> | undefined,
): (test: AcceptanceTest) => boolean {
  const versions = (branch?.commits ?? []).flatMap(({ entry }) =>
    entry?.trailers.subtask !== undefined && entry.trailers.state === undefined ? (entry.trailers.version ?? []) : [],
  )
  const tried = new Set(
    [...new Set(versions)].flatMap((blob) =>
      (parsePlan(branch?.texts.get(blob) ?? '').plan?.acceptance ?? []).map(asKey),
    ),
  )
  return (test) => tried.has(asKey(test))
}

const asKey = ({ path, run, content }: AcceptanceTest): string => JSON.stringify([path, run, content])
