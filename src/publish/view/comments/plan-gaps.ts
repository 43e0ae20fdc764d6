import { pathsMatcher } from '../../../guard/globs.ts'
import { quotedPaths } from '../../../guard/paths.ts'
import { nameSubtasks, wordsOf, type Plan, type Subtask } from '../../../plan/plan.ts'
import { pathList } from '../text/text.ts'

const MOST_NAMED = 5

/** Subtasks without a check, and files that an edit by hand of the version `before` names in its text alone. */
export function planGaps(plan: Plan, before: Plan | undefined): string {
  const unchecked = plan.subtasks.filter(({ verify }) => verify.length === 0).map(({ number }) => number)
  const old = new Map(before?.subtasks.map((subtask) => [subtask.number, subtask]))
  const unlisted = plan.subtasks.flatMap((subtask) => {
    const paths = before ? addedPaths(subtask, old.get(subtask.number)) : []
    const named = pathList(paths.slice(0, MOST_NAMED))
    return named ? [`The text of subtask ${subtask.number} names ${named}; its files do not.`] : []
  })
  const bare = unchecked.length > 0 ? [`No checks of its own: ${nameSubtasks(unchecked)}.`] : []
  return [...bare, ...unlisted].join('\\\n')
}

/** The paths that the text of a subtask names and its files do not, without those that were in its text before. */
function addedPaths(subtask: Subtask, before: Subtask | undefined): string[] {
  const isListed = pathsMatcher(subtask.files)
  const known = new Set(before && pathsOf(before))
  return [...new Set(pathsOf(subtask))].filter((path) => !known.has(path) && !isListed(path))
}

const pathsOf = (subtask: Subtask): string[] => quotedPaths(wordsOf(subtask)).map(({ path }) => path)
