import { UserError } from '../../lib/errors.ts'
import { parsePlan } from '../../plan/markdown.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { readPlanFile } from '../../observe/branch/branch.ts'
import type { Sources } from '../../observe/sources.ts'

/**
 * Throws `UserError` if a new plan would overwrite, and in the end delete, another file at its path on the base. A
 * stored plan there may be replaced.
 */
export async function checkPlanPath(
  { repo, planFile }: Pick<Sources, 'repo' | 'planFile'>,
  { base }: Pick<Thread, 'base'>,
): Promise<void> {
  const file = await readPlanFile(repo, base.sha, planFile)
  if (!file || (file.kind === 'text' && parsePlan(file.text).plan)) return
  throw new UserError(
    'plan-file-taken',
    `\`${planFile}\` on \`${base.branch}\` is a file of yours, so no plan was written. Nothing was spent.`,
    'Set the input `plan-file` to a path that is free, for example `.plans/PLAN.md`.',
  )
}
