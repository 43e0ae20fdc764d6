import { treeWith } from '../../git/objects.ts'
import { parsePlan, renderPlan } from '../../plan/markdown.ts'
import { normalizePlan } from '../../plan/normalize.ts'
import { withTexts, type Plan } from '../../plan/plan.ts'
import type { GitHubContext } from './github-context.ts'

/** Redacts words before rendering: a secret must not take along what follows it. Throws if it reads otherwise. */
export function planFileOf({ redact }: Pick<GitHubContext, 'redact'>, plan: Plan): string {
  const redacted = normalizePlan(withTexts(plan, redact))
  const text = renderPlan(redacted)
  if (JSON.stringify(parsePlan(text).plan) !== JSON.stringify(redacted))
    throw new Error('The plan would not be read as it was written, so it was not written.')
  return text
}

/** A tree with this text as the plan file, as a function of the parent. Undefined removes the file. */
export const withPlanFile =
  ({ sources, settings }: GitHubContext, text: string | undefined) =>
  (parent: string): Promise<string> =>
    treeWith(sources.repo, parent, { path: settings.planFile, text })
