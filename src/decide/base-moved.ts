import type { BaseChange } from './thread.ts'
import { pathMatcher } from '../guard/paths.ts'
import type { Plan } from '../plan/plan.ts'
import type { Refusal } from './refusal.ts'

/** The changes of the base branch in files that subtasks name which are still to be done. */
export function changesThatMatter(
  plan: Plan,
  settled: ReadonlySet<number>,
  changes: readonly BaseChange[] = [],
): BaseChange[] {
  if (changes.length === 0) return []
  const waiting = plan.subtasks.filter(({ number }) => !settled.has(number))
  const named = waiting.flatMap(({ files }) => files.map(pathMatcher))
  return changes.filter(({ path }) => named.some((isNamed) => isNamed(path)))
}

/** Why the first approval of a version does not count: the plan may rest on files that are not so any more. */
export function baseWarning(base: string, version: number, changes: readonly BaseChange[]): Omit<Refusal, 'comment'> {
  const lines = changes.map(
    ({ path, commits }) =>
      `- \`${path}\`: ${commits.map(({ sha, subject }) => `${sha.slice(0, 7)} ${subject}`).join('; ') || 'changed'}`,
  )
  return {
    code: 'base-moved',
    why: `\`${base}\` has changed files that this plan names, since version ${version} was written.`,
    remedy:
      'Look at the changes, then comment `approve` again to have it carried out all the same, or `/update` to merge them first.',
    detail: lines.join('\n'),
    isBaseWarning: true,
  }
}
