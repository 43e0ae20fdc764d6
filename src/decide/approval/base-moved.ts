import type { Facts } from '../thread/facts.ts'
import { isUsed, type History } from '../thread/history.ts'
import { firstBaseWarning, type Announcement, type ReadComment, type Refusal } from '../thread/people.ts'
import type { BaseChange } from '../thread/thread.ts'
import { isApproval } from '../words/command.ts'
import { pathMatcher } from '../../guard/globs.ts'
import type { Plan } from '../../plan/plan.ts'

/** The files of a version that the base changed since: its first approval is refused once. `told` is the warning. */
export type BaseMoved = { branch: string; changes: readonly BaseChange[]; told: number | undefined }

/** Why an otherwise valid approval is refused: it is the first one before people were warned. */
export function refusalForBase(
  { branch, changes, told }: BaseMoved,
  { approval, version }: { approval: number; version: number },
): Omit<Refusal, 'comment'> | undefined {
  if (changes.length === 0 || (told !== undefined && approval > told)) return undefined
  return {
    code: 'base-moved',
    why: `\`${branch}\` changed ${changes.length === 1 ? '1 file' : `${changes.length} files`} of this plan after version ${version} was written.`,
    remedy: '**`/update`** merges first; **`approve`** again runs the plan as it is.',
    detail: changeLines(changes),
    isBaseWarning: true,
  }
}

/** Files of the base with the commits that changed them, a line each, as Markdown that is yet to be cleaned. */
const changeLines = (changes: readonly BaseChange[]): string =>
  changes
    .map(
      ({ path, commits }) =>
        `- \`${path}\`: ${commits.map(({ sha, subject }) => `${sha.slice(0, 7)} ${subject}`).join('; ') || 'changed'}`,
    )
    .join('\n')

type OfVersion = { version: Announcement; plan: Plan; settled: ReadonlySet<number> }

/** What the base branch changed of the files that subtasks name which are still to be done. */
export const baseMovedSince = ({ thread }: Pick<Facts, 'thread'>, { version, plan, settled }: OfVersion): BaseMoved => {
  const waiting = plan.subtasks.filter(({ number }) => !settled.has(number))
  const named = waiting.flatMap(({ files }) => files.map(pathMatcher))
  return {
    branch: thread.base.branch,
    changes: (thread.branch?.baseChanges ?? []).filter(({ path }) => named.some((isNamed) => isNamed(path))),
    told: firstBaseWarning(thread, version.comment),
  }
}

export const isTakenUp = (one: ReadComment, history: History): boolean => one.reactions.eyes > 0 || isUsed(one, history)

/** Whether an approval names its version by its id, so that it is for that one whatever the base changed. */
export const insists = ({ command }: ReadComment): boolean => isApproval(command) && command.scope.kind === 'blob'
