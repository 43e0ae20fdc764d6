import { closingKey } from '../../../decide/thread/people.ts'
import { pathsMatcher } from '../../../guard/paths.ts'
import { checksFor, joinWithAnd, nameSubtasks } from '../../../plan/plan.ts'
import type { Status } from '../../../decide/approval/subtask-status.ts'
import type { Account, HeadRuns } from '../../../github/forge.ts'
import { cleanLine, code, folded, joined, noteText, pathList, shortList, type NoteText } from '../text/text.ts'
import { plural, ranges, renderUsed, usesWorkflowToken, whyNoDollars, type View, fileLink } from '../text/view.ts'
import { subtaskTable } from '../parts/checklist.ts'
import { nothingDone, nextStepsWhenDone } from '../parts/status-line.ts'
import { renderManifests, type ManifestChange, type PackageNews } from './manifests.ts'
import { wholePlan } from '../parts/whole-plan.ts'

/** The facts of the execution from commits and GitHub. Fields are undefined where the token lacks the permission. */
type ActualChanges = {
  changedPaths: ReadonlyMap<number, readonly string[]>
  manifests?: readonly ManifestChange[]
  packages?: readonly PackageNews[]
  tests?: readonly TestFileChange[]
  conflicts?: readonly string[] | undefined
  runs?: HeadRuns | 'none' | undefined
}

/** The closing comment: what needs attention, one sentence about the rest, and all details in a fold. */
export function closingReport(view: View, actual: ActualChanges): NoteText {
  const { statuses } = view.state
  const done = statuses.filter(({ state }) => state === 'done')
  const first = done.length > 0 ? reviewFirst(view, done, actual) : []
  return noteText(
    closingKey(view.state),
    takenBack(view),
    headline(view, done.length),
    first.length > 0 && `**Look at these first**\n\n${shortList(first, 20_000)}`,
    renderManifests(actual.manifests ?? [], actual.packages),
    done.length > 0
      ? `${summarySentence(view, actual, { done, isRest: first.length > 0 })}${nextStepsWhenDone(view)}`
      : `To start over, comment \`/plan\` on #${view.thread.issue.number}.`,
    details(view, done),
    `<sub>${joined('. ', [renderUsed(view.state.usage, view.prices), whyNoDollars(view.prices)])}${recordLink(view)}</sub>`,
  )
}

/** What a reviewer should look at first, one line each, beginning with what a person has to do. */
const reviewFirst = (view: View, done: readonly Status[], actual: ActualChanges): string[] =>
  [
    conflicts(view, actual.conflicts ?? []),
    aboutCi(view.thread.bot, actual.runs),
    ...(view.state.reading?.plan?.risks ?? []).map((text) => `**Risk:** ${cleanLine(text, 500)}`),
    ...(actual.tests ?? []).map(changedTest),
    failTogether(actual.tests ?? []),
    ...done.map((status) => unlistedFiles(status, actual)),
    notProven(done),
    commandsOf(view, done).size === 0 && 'This plan had no checks. Review these commits with extra care.',
    ...lookAtResult(view),
  ].flatMap((line) => (line ? [`- ${line}`] : []))

function summarySentence(
  view: View,
  actual: ActualChanges,
  { done, isRest }: { done: readonly Status[]; isRest: boolean },
): string {
  const { look } = view.state.history
  const proven = done.filter(({ proof }) => proof && proof.proving > 0).length
  const which =
    proven === done.length ? 'all subtasks are' : `${plural(proven, 'subtask')} ${proven === 1 ? 'is' : 'are'}`
  const facts = [
    proven > 0 && `${which} proven`,
    commandsOf(view, done).size > 0 && 'all checks passed',
    done.every((status) => unlistedFiles(status, actual) === '') && 'only files named in the plan were changed',
    look && 'findings' in look && look.findings.length === 0 && 'a second look found nothing',
  ].filter((fact) => typeof fact === 'string')
  if (facts.length === 0) return ''
  const text = `${isRest ? 'For the rest, ' : ''}${joinWithAnd(facts)}.\\\n`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The table of subtasks, the checks and the plan, folded. The plan is left out where it is too long. */
function details(view: View, done: readonly Status[]): string {
  const plan = wholePlan(view)
  const text = joined('\n\n', [subtaskTable(view), shortList(checkLines(view, done), 20_000)])
  return folded('Commits, checks, times and the plan', plan.length > 30_000 ? text : `${text}\n\n${plan}`)
}

/** What the newest `/undo` took back after the end, with the commits. Empty where there was none. */
function takenBack({ state: { history } }: View): string {
  const { undone, abandoned, undoAfterEnd } = history
  if (undoAfterEnd === undefined) return ''
  const short = (sha = ''): string => sha.slice(0, 7)
  const lines = [...undone].flatMap(([number, { sha, command }]) => {
    const revert = short(abandoned.get(number)?.sha)
    return command === undoAfterEnd ? [`Took back subtask ${number} (${revert} reverts ${short(sha)}).`] : []
  })
  return lines.join('\\\n')
}

function headline({ state }: View, done: number): string {
  const { statuses, history } = state
  const undoneCount = history.undone.size
  const skipped = statuses.filter(({ state }) => state === 'abandoned').length - undoneCount
  if (done === 0) return `### ⏹️ ${nothingDone(state)}`
  const dropped = joined('', [undoneCount > 0 && `, ${undoneCount} taken back`, skipped > 0 && `, ${skipped} skipped`])
  return `### ${done === statuses.length ? '✅' : '☑️'} Plan finished: ${done} of ${plural(statuses.length, 'subtask')} done${dropped}`
}

/** A link to the plan's record, which stays however the pull request is merged. */
function recordLink({ thread, links }: View): string {
  const commit = thread.branch?.record?.commit
  return commit === undefined ? '' : ` · [record](${fileLink(links.repository, commit, 'record.json')})`
}

/** A changed file that weakens what checks prove: an existing test, test configuration, or an unplanned file. */
export type TestFileChange = { path: string; subtasks: readonly number[] } & (
  | { kind: 'test'; isDeleted: boolean; broken: 'alone' | 'together' | 'passes' | false }
  | { kind: 'config'; names: readonly string[] }
  | { kind: 'unplanned' }
)

/** Earlier versions that fail on the new code only when they are put back together, so that none can be blamed alone. */
const failTogether = (tests: readonly TestFileChange[]): string | false => {
  const paths = tests.flatMap((one) => (one.kind === 'test' && one.broken === 'together' ? [one.path] : []))
  return paths.length > 0 && `With the earlier versions of ${pathList(paths)} together, a check fails on the new code.`
}

/** How the earlier version of a changed test does on the new code. */
const EARLIER_VERSION = {
  alone: ': its earlier version fails on the new code',
  passes: '; its earlier version passes on the new code',
  together: '',
}

function changedTest(change: TestFileChange): string {
  const where = `${code(change.path)} (${nameSubtasks(change.subtasks)})`
  if (change.kind === 'unplanned') return `Checks rest on ${where}, which the plan does not name.`
  if (change.kind === 'test')
    return `The test ${where} was ${change.isDeleted ? 'deleted' : 'changed'}${change.broken ? EARLIER_VERSION[change.broken] : ''}.`
  const names = pathList(change.names.filter(Boolean), 5)
  return `${where} decides which checks run and how, and was changed${names && `: ${names}`}.`
}

function lookAtResult(view: View): string[] {
  const { look } = view.state.history
  if (!look) return []
  if ('silent' in look) return [`There was no second look at the result. ${cleanLine(look.silent, 300)}`]
  return look.findings.map((one) => {
    const link = `${fileLink(view.links.repository, look.head, one.path)}#L${one.line}`
    const location = `[${cleanLine(`${one.path}:${one.line}`).replaceAll(']', '\\]')}](${link})`
    return `**Second look**, subtask ${one.subtask}, ${one.kind === 'partial' ? 'done in part' : one.kind.replaceAll('-', ' ')}, ${location}: ${cleanLine(one.text, 1_000)}`
  })
}

const conflicts = ({ thread }: View, files: readonly string[]): string | false =>
  files.length > 0 &&
  `**This branch conflicts with ${code(thread.base.branch)}** in ${pathList(files)}, so it stays a draft. Comment \`/update\` to have the conflicts resolved.`

const APP = 'To have CI start by itself, give the input `github-token` the token of a GitHub App.'

/**
 * What GitHub shows of the repository's CI for the head. Pull requests of the workflow's own token have runs that wait
 * for "Approve and run"; its pushes start none (github/docs#44419). `none`: a repository without workflows of its own.
 */
function aboutCi(bot: Account, runs: HeadRuns | 'none' | undefined): string | undefined {
  if (runs === 'none') return undefined
  const isOwnToken = usesWorkflowToken(bot)
  if (runs && runs.waiting > 0) {
    const waiting = `${plural(runs.waiting, 'workflow run')} ${runs.waiting === 1 ? 'waits' : 'wait'} for a person`
    const finding = `**Your CI has not run on these commits yet:** ${waiting}. Choose **Approve and run** below.`
    return joined(' ', [finding, isOwnToken && APP])
  }
  if (!isOwnToken || (runs && runs.begun > 0)) return undefined
  const finding = runs
    ? '**Your CI has not run on these commits:** GitHub shows no run of theirs'
    : '**Look whether your CI has run on these commits:** this job may not see their runs'
  return `${finding}, and what the workflow’s own token pushes starts none by itself. Choose **Approve and run** if it appears below; otherwise close and reopen this pull request. ${APP}`
}

function unlistedFiles({ subtask: { number, files } }: Status, { changedPaths }: ActualChanges): string {
  const isListed = pathsMatcher(files)
  const paths = (changedPaths.get(number) ?? []).filter((path) => !isListed(path))
  return paths.length > 0 ? `Subtask ${number} changed files that the plan does not list: ${pathList(paths, 20)}` : ''
}

function notProven(done: readonly Status[]): string {
  const numbers = done.flatMap(({ proof, subtask }) => (proof?.proving === 0 ? [subtask.number] : []))
  const which = nameSubtasks(numbers).replace('s', 'S')
  const verb = numbers.length > 1 ? 'are' : 'is'
  return numbers.length > 0 ? `${which} ${verb} not proven: no check fails without the change.` : ''
}

/** The commands that passed. */
const commandsOf = ({ verifyCommand }: View, done: readonly Status[]): Set<string> =>
  new Set(done.flatMap(({ subtask }) => checksFor(subtask, verifyCommand)))

const checkLines = (view: View, done: readonly Status[]): string[] =>
  [...commandsOf(view, done)].map((command) => {
    const checked = done.filter(({ subtask }) => checksFor(subtask, view.verifyCommand).includes(command))
    const numbers = checked.map(({ subtask }) => subtask.number)
    return `- ${code(command)} passed (${numbers.length === 1 ? 'subtask' : 'subtasks'} ${ranges(numbers)})`
  })
