import { parsePlan } from '../../plan/markdown.ts'
import type { AcceptanceTest } from '../../plan/plan.ts'
import type { PlanBranch } from './thread.ts'

/**
 * Whether subtasks were carried out with this approved test in their version of the plan. Then it failed before the
 * first of them, which would not have begun otherwise.
 */
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
