import { UserError } from '../../lib/errors.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { pathsIn } from '../../git/objects.ts'
import { clashes } from '../../guard/paths.ts'
import { mergedFile } from '../../observe/branch/branch.ts'
import type { Sources } from '../../observe/sources.ts'

/**
 * Throws `UserError` if a new plan cannot lie at its path on the base beside the files of people. A stored plan there
 * may be replaced.
 */
export async function checkPlanPath(
  { repo, planFile }: Pick<Sources, 'repo' | 'planFile'>,
  { base }: Pick<Thread, 'base'>,
): Promise<void> {
  const isTaken = (await mergedFile(repo, { head: base.sha, base: base.sha, planFile })) !== undefined
  const why = isTaken ? 'is a file of yours' : inTheWay(await pathsIn(repo, base.sha), planFile)
  if (why === undefined) return
  throw new UserError(
    'plan-file-taken',
    `\`${planFile}\` on \`${base.branch}\` ${why}, so no plan was written. Nothing was spent.`,
    'Set the input `plan-file` to a path that is free, for example `.plans/PLAN.md`.',
  )
}

/** Why one of the files keeps the plan from its path, as the end of a sentence about that. */
function inTheWay(paths: readonly string[], planFile: string): string | undefined {
  const above = paths.find((path) => planFile.startsWith(`${path}/`))
  if (above !== undefined) return `would lie below \`${above}\`, which is a file or a link`
  const other = clashes(paths, [planFile]).get(planFile)
  if (other !== undefined)
    return `would differ from \`${other}\` by the case of letters alone, and Windows and macOS cannot check out both`
  return undefined
}
