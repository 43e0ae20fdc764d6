import type { Account } from '../../../github/forge.ts'
import { pathsMatcher } from '../../../guard/globs.ts'
import { quotedPaths } from '../../../guard/paths.ts'
import { nameSubtasks, wordsOf, type Plan, type Subtask } from '../../../plan/plan.ts'
import { pathList, cleanLine, code } from '../text/text.ts'
import type { Overlap } from '../../../plan/overlap.ts'
import { ACTIONS_LOGIN } from './ci.ts'

const MOST_NAMED = 5

/**
 * What people may overlook in a version: subtasks without a check, workflow files that the token may not push, and files
 * that an edit by hand of the version `before` names in its text alone.
 */
export function planGaps(plan: Plan, before: Plan | undefined, bot: Account): string {
  const unchecked = plan.subtasks.filter(({ verify }) => verify.length === 0).map(({ number }) => number)
  const old = new Map(before?.subtasks.map((subtask) => [subtask.number, subtask]))
  const unlisted = plan.subtasks.flatMap((subtask) => {
    const paths = before ? addedPaths(subtask, old.get(subtask.number)) : []
    const named = pathList(paths, MOST_NAMED)
    return named ? [`The text of subtask ${subtask.number} names ${named}; its files do not.`] : []
  })
  const bare = unchecked.length > 0 ? [`No checks of its own: ${nameSubtasks(unchecked)}.`] : []
  return [...bare, ...(bot.login === ACTIONS_LOGIN ? forbiddenFiles(plan) : []), ...unlisted].join('\\\n')
}

/** No permission lets the token that GitHub makes for a job change workflow files. */
const forbiddenFiles = ({ subtasks }: Plan): string[] =>
  subtasks.flatMap(({ number, files }) => {
    const paths = files.filter((path) => /^\.github\/workflows\//.test(path))
    const named = pathList(paths, MOST_NAMED)
    if (!named) return []
    return [
      `Subtask ${number} changes ${named}, which the workflow’s own token cannot push: give the input \`github-token\` the token of a GitHub App with the permission “Workflows: write” first, or \`/skip ${number}\` and change it by hand.`,
    ]
  })

/** The paths that the text of a subtask names and its files do not, without those that were in its text before. */
function addedPaths(subtask: Subtask, before: Subtask | undefined): string[] {
  const isListed = pathsMatcher(subtask.files)
  const known = new Set(before && pathsOf(before))
  return [...new Set(pathsOf(subtask))].filter((path) => !known.has(path) && !isListed(path))
}

const pathsOf = (subtask: Subtask): string[] => quotedPaths(wordsOf(subtask)).map(({ path }) => path)

/** The note about other work on the same files; empty if there is none. */
export const besideNote = (overlaps: readonly Overlap[]): string =>
  overlaps.length === 0
    ? ''
    : [
        `**Others change the same files**\n\n${overlaps.map(overlapLine).join('\n')}`,
        `To wait for one of them, reply ${code(`after #${overlaps[0]?.number}`)}.`,
      ].join('\n\n')

/** Who works on which files. The texts are untrusted. */
function overlapLine({ number, isPlan, title, by, files }: Overlap): string {
  const who = isPlan ? 'a plan' : `by ${cleanLine(by)}`
  return `- #${number}, ${who}, “${cleanLine(title, 80)}”: ${pathList(files)}`
}
