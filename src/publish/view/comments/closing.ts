import { closingKey } from '../../../decide/thread/people.ts'
import { pathMatcher } from '../../../guard/globs.ts'
import { checksFor, type ResultFinding } from '../../../plan/plan.ts'
import type { Status } from '../../../decide/approval/subtask-status.ts'
import type { HeadRuns } from '../../../github/forge.ts'
import { cleanLine, code, noteText, type NoteText, pathList, shortList, table } from '../text/text.ts'
import { aboutCi } from './ci.ts'
import { plural, ranges, renderEstimated, renderTokens, renderUsed, type View } from '../text/view.ts'
import { newestPlanning, parseEstimate, usedForSubtasks } from '../../../decide/thread/estimate.ts'
import { proofText, resultText } from '../parts/checklist.ts'
import { nothingDone } from '../parts/status-line.ts'
import { durationText, timesTaken } from '../parts/times.ts'
import { whenDone } from '../parts/how-to.ts'
import { fileLink, runOf } from '../text/links.ts'
import { renderManifests, type ManifestChange } from './manifests.ts'
import type { PackageNews } from './package-list.ts'
import { foldedPlan, risksText } from '../parts/whole-plan.ts'

/**
 * What the plan does not tell: the files that each executed subtask changed, the manifests among them, and the workflow
 * runs that GitHub shows for the head. These are undefined where the token may not see them.
 */
type ActualChanges = {
  changed: ReadonlyMap<number, readonly string[]>
  manifests?: readonly ManifestChange[]
  packages?: readonly PackageNews[]
  tests?: readonly TestFileChange[]
  verifyCommand?: string | undefined
  conflicts?: readonly string[] | undefined
  runs?: HeadRuns | 'none' | undefined
}

/** The closing comment: what was done, and how it compares with the plan. */
export function closingReport(view: View, actual: ActualChanges): NoteText {
  const { statuses, usage } = view.state
  const { issue } = view.thread
  const done = statuses.filter(({ state }) => state === 'done')
  return noteText(
    closingKey(view.state),
    takenBack(view),
    headline(view, done.length),
    changedTests(actual.tests ?? []),
    subtaskTable(view),
    lookAtResult(view),
    done.length > 0 && risksText(view),
    ...(done.length > 0 ? whatWasDone(view, done, actual) : [`To start over, comment \`/plan\` on #${issue.number}.`]),
    `<sub>Used: ${renderUsed(usage, view.prices)}${againstEstimate(view)}${recordLink(view)}</sub>`,
    foldedPlan(view, 30_000),
  )
}

/** What the newest `/undo` took back after the end, with the commits. Empty where there was none. */
function takenBack({ state: { history } }: View): string {
  const { undone, abandoned, undoneWhenDone } = history
  if (undoneWhenDone === undefined) return ''
  const short = (sha = ''): string => sha.slice(0, 7)
  return [...undone]
    .filter(([, { command }]) => command === undoneWhenDone)
    .map(
      ([number, { sha }]) =>
        `Took back subtask ${number} (${short(abandoned.get(number)?.sha)} reverts ${short(sha)}).`,
    )
    .join('\\\n')
}

function headline({ state }: View, done: number): string {
  const { statuses, history } = state
  const taken = history.undone.size
  const skipped = statuses.filter(({ state }) => state === 'abandoned').length - taken
  if (done === 0) return `### ⏹️ ${nothingDone(state)}`
  const rest = [taken > 0 ? `, ${taken} taken back` : '', skipped > 0 ? `, ${skipped} skipped` : ''].join('')
  return `### ✅ Plan finished: ${done} of ${plural(statuses.length, 'subtask')} done${rest}`
}

/** How the estimate of the last version compares with what the subtasks took; empty when there was none. */
function againstEstimate({ thread, prices }: View): string {
  const commits = thread.branch?.commits ?? []
  const planning = newestPlanning(commits)
  const estimate = planning && parseEstimate(planning.body)
  if (!estimate) return ''
  const since = commits.slice(commits.findLastIndex(({ entry }) => entry === planning))
  return `. Estimated for ${plural(estimate.subtasks, 'subtask')}: ${renderEstimated(estimate, prices)}; they took ${renderTokens(usedForSubtasks(since), prices)}`
}

/** Where what was approved and done stays, however the pull request is merged. */
function recordLink({ thread, links }: View): string {
  const commit = thread.branch?.record?.commit
  return commit === undefined ? '' : ` · [record](${fileLink({ links, commit, planFile: 'record.json' })})`
}

/** A file that was there before and tests, or decides how: what a reviewer looks at first. */
export type TestFileChange = { path: string; subtask: number } & (
  | { kind: 'test'; gone: boolean; broken: 'alone' | 'together' | false }
  | { kind: 'config'; names: readonly string[] }
  | { kind: 'unplanned' }
)

function changedTests(changes: readonly TestFileChange[]): string {
  if (changes.length === 0) return ''
  const linesOf = (some: readonly TestFileChange[]): string =>
    shortList(
      some.map((one) => `- ${code(one.path)} (subtask ${one.subtask}) ${changeText(one)}`),
      10_000,
    )
  const { true: unplanned, false: rest } = Object.groupBy(changes, ({ kind }) =>
    kind === 'unplanned' ? 'true' : 'false',
  )
  const together = changes.flatMap((one) => (one.kind === 'test' && one.broken === 'together' ? one.path : []))
  return [
    unplanned && `**Checks rest on files that the plan does not name.** Look at these first:\n\n${linesOf(unplanned)}`,
    rest &&
      `**Tests that were there before, and what decides which of them run, have changed.** Look at these first:\n\n${linesOf(rest)}`,
    together.length > 0 &&
      `With the earlier versions of ${pathList(together)} together, a check fails on the new code.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function changeText(change: TestFileChange): string {
  if (change.kind === 'unplanned') return 'was changed, and the plan does not name it'
  if (change.kind === 'test')
    return `was ${change.gone ? 'deleted' : 'changed'}${change.broken === 'alone' ? ': its earlier version fails on the new code' : ''}`
  const names = change.names.filter(Boolean).slice(0, 5)
  return `decides what checks run and how${names.length > 0 ? `: ${names.map((name) => code(name)).join(', ')}` : ''}`
}

/** With a column for what checks prove, where any was asked. */
function subtaskTable(view: View): string {
  const rows = subtaskRows(view)
  if (view.state.statuses.every(({ proof }) => !proof))
    return table(
      ['', 'Subtask', 'Commit', 'Result', 'Time'],
      rows.map((row) => row.toSpliced(4, 1)),
    )
  return table(['', 'Subtask', 'Commit', 'Result', 'Proof', 'Time'], rows)
}

/** A row for each subtask, in the order of the plan. */
function subtaskRows(view: View): string[][] {
  const times = timesTaken(view)
  return view.state.statuses.map((status) => {
    const { subtask, sha } = status
    const took = times.get(subtask.number)
    const name = `${subtask.number}. ${cleanLine(subtask.name) || '(no name)'}`
    const time = [took !== undefined && durationText(took), runOf(view, status.run)].filter(Boolean).join(' · ')
    return [
      status.state === 'done' ? '✅' : '⏭️',
      name,
      sha?.slice(0, 7) ?? '',
      resultText(status, view.state),
      proofText(status),
      time,
    ]
  })
}

const FOUND: Record<ResultFinding['kind'], string> = {
  missing: 'missing',
  partial: 'done in part',
  wrong: 'wrong',
  'not-asked-for': 'not asked for',
}

/** What the model of the input `reader-model` found when it compared the result with what was asked for. */
function lookAtResult(view: View): string {
  const { look } = view.state.history
  if (!look) return ''
  if ('silent' in look) return `**A second look at the result:** there was none. ${cleanLine(look.silent, 300)}`
  if (look.findings.length === 0) return '**A second look at the result:** all is as it was asked for.'
  const lines = look.findings.map((one) => {
    const link = `${fileLink({ links: view.links, commit: look.head, planFile: one.path })}#L${one.line}`
    const place = `[${cleanLine(`${one.path}:${one.line}`).replaceAll(']', '\\]')}](${link})`
    return `- Subtask ${one.subtask}, ${FOUND[one.kind]}, ${place}: ${cleanLine(one.text, 1_000)}`
  })
  return [
    '**A second look at the result** found this:',
    shortList(lines, 10_000),
    'Nothing was changed by it. To have a finding done, comment `/revise` with what you want.',
  ].join('\n\n')
}

const whatWasDone = (view: View, done: readonly Status[], actual: ActualChanges): (string | false | undefined)[] => [
  deviations(done, actual),
  renderManifests(actual.manifests ?? [], actual.packages),
  checks(done, actual.verifyCommand),
  aboutCi(view.thread.bot.login, actual.runs),
  ...nextSteps(view, actual.conflicts ?? []),
]

const nextSteps = (view: View, conflicts: readonly string[]): string[] =>
  conflicts.length === 0
    ? whenDone(view)
    : [
        `**This branch conflicts with ${code(view.thread.base.branch)}** in ${pathList(conflicts)}, so it stays a draft. Comment \`/update\` to have the conflicts resolved.`,
      ]

/** Files that were changed and are not in the plan, and the other way round. */
function deviations(done: readonly Status[], { changed }: ActualChanges): string {
  const lines = done.flatMap(({ subtask }) => {
    const actual = changed.get(subtask.number) ?? []
    const outside = actual.filter((path) => !subtask.files.some((declared) => pathMatcher(declared)(path)))
    const untouched = subtask.files.filter((declared) => !actual.some((path) => pathMatcher(declared)(path)))
    return [
      ...(outside.length > 0
        ? [`- Subtask ${subtask.number} changed files that the plan does not list: ${paths(outside)}`]
        : []),
      ...(untouched.length > 0 ? [`- Listed in subtask ${subtask.number} and not changed: ${paths(untouched)}`] : []),
    ]
  })
  return lines.length === 0
    ? 'Only files named in the plan were changed.'
    : `Compared with the plan:\n\n${shortList(lines, 10_000)}`
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
  if (commands.size === 0) return 'This plan had no checks. Review these commits with extra care.'
  const lines = [...commands].map(
    ([command, numbers]) => `- ${code(command)} (${numbers.length === 1 ? 'subtask' : 'subtasks'} ${ranges(numbers)})`,
  )
  return `Checks that passed:\n\n${shortList(lines, 10_000)}`
}
