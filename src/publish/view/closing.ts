import { closingKey, noteMarker } from '../../decide/comment-markers.ts'
import { pathMatcher } from '../../guard/paths.ts'
import { checksFor } from '../../plan/plan.ts'
import type { Status } from '../../decide/status.ts'
import { code } from './clean.ts'
import { commentOf, shortList } from './comment.ts'
import { ranges, renderUsed } from './figures.ts'
import { renderChecklist } from './checklist.ts'
import { renderManifests, type ManifestChange } from './manifests.ts'
import type { View } from './view.ts'

/** What only the commits tell: the files that each executed subtask changed, and the manifests among them. */
type ActualChanges = {
  changed: ReadonlyMap<number, readonly string[]>
  manifests?: readonly ManifestChange[]
  verifyCommand?: string | undefined
}

/** The account of the workflow's own token, whose pushes start no workflows. */
const ACTIONS_LOGIN = 'github-actions[bot]'

/** The closing comment: what was done, and how it compares with the plan. */
export function closingReport(view: View, actual: ActualChanges): string {
  const { statuses, usage } = view.state
  const done = statuses.filter(({ state }) => state === 'done')
  return commentOf(
    [
      `**The plan is carried out:** ${summary(statuses, done.length)}.`,
      shortList(
        renderChecklist({ ...view, live: undefined })
          .replaceAll(/^- \[[ x]\] /gm, '- ')
          .split('\n'),
      ),
      deviations(done, actual),
      renderManifests(actual.manifests ?? []),
      checks(done, actual.verifyCommand),
      `Used: ${renderUsed(usage, view.prices)}.`,
      view.thread.bot.login === ACTIONS_LOGIN && NO_CI,
      'Please review the commits and merge when you are content.',
    ],
    noteMarker(closingKey(view.state.versions)),
  )
}

function summary(statuses: readonly Status[], done: number): string {
  const abandoned = statuses.length - done
  return `${done} of ${statuses.length} subtasks done${abandoned > 0 ? `, ${abandoned} abandoned` : ''}`
}

/** Files that were changed and are not in the plan, and the other way round. */
function deviations(done: readonly Status[], { changed }: ActualChanges): string {
  const lines = done.flatMap(({ subtask }) => {
    const actual = changed.get(subtask.number) ?? []
    const outside = actual.filter((path) => !subtask.files.some((declared) => pathMatcher(declared)(path)))
    const untouched = subtask.files.filter((declared) => !actual.some((path) => pathMatcher(declared)(path)))
    return [
      ...(outside.length > 0
        ? [`- Subtask ${subtask.number} changed files that the plan does not name: ${paths(outside)}`]
        : []),
      ...(untouched.length > 0 ? [`- Subtask ${subtask.number} did not have to change ${paths(untouched)}`] : []),
    ]
  })
  return lines.length === 0
    ? 'Plan against actual: only files that the plan names were changed.'
    : `Plan against actual:\n\n${shortList(lines, 10_000)}`
}

const MOST_PATHS = 20

function paths(list: readonly string[]): string {
  const more = list.length - MOST_PATHS
  return (
    list
      .slice(0, MOST_PATHS)
      .map((path) => code(path))
      .join(', ') + (more > 0 ? ` and ${more} more` : '')
  )
}

/** The commands that passed: a subtask without them is not done. */
function checks(done: readonly Status[], verifyCommand: string | undefined): string {
  const commands = new Map<string, number[]>()
  for (const { subtask } of done) {
    for (const command of new Set(checksFor(subtask, verifyCommand)))
      commands.set(command, [...(commands.get(command) ?? []), subtask.number])
  }
  if (commands.size === 0) return 'Checks: the plan has none, so nothing but the review stands behind these commits.'
  const lines = [...commands].map(
    ([command, numbers]) => `- ${code(command)} (${numbers.length === 1 ? 'subtask' : 'subtasks'} ${ranges(numbers)})`,
  )
  return `Checks that passed:\n\n${shortList(lines, 10_000)}`
}

const NO_CI =
  'These commits were pushed with the workflow’s own token, and such pushes start no other workflows: **your CI has not run on them.** ' +
  'Close and reopen this pull request to start it, or give the input `github-token` the token of a GitHub App.'
