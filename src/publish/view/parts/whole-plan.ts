import { unapproved } from '../../../decide/approval/subtask-status.ts'
import { parseBaseline, renderBaseline, baselineIn, isUnknown } from '../../../decide/thread/planning-notes.ts'
import type { Baseline } from '../../../decide/thread/planning-notes.ts'
import type { Account } from '../../../github/forge.ts'
import { pathsMatcher, quotedPaths } from '../../../guard/paths.ts'
import { quotedWords } from '../../../plan/markdown.ts'
import type { OtherPlan } from '../../../plan/overlap.ts'
import { checksFor, isSettled, nameSubtasks, wordsOf } from '../../../plan/plan.ts'
import type { Plan, Question, Subtask } from '../../../plan/plan.ts'
import { cleanCommitBody } from '../text/commit-text.ts'
import { cleanHtml, cleanLine, cleanText, code, folded, joined, pathList, shortList } from '../text/text.ts'
import { plural, usesWorkflowToken, type View } from '../text/view.ts'

/** Characters of a command that are shown. People approve what runs, so it is far more than of a name. */
const COMMAND_WIDTH = 4_000

/** The plan without a frame: the file is removed when the plan is done, and this stays. Empty if it is unreadable. */
export function wholePlan({ state }: View, withDescriptions = true): string {
  const plan = state.reading?.plan
  if (!plan) return ''
  return joined('\n\n', [
    withDescriptions && cleanText(plan.description),
    outcome(plan),
    decisionsText(plan),
    ...plan.subtasks.flatMap((subtask) => [
      `**${subtask.number}. ${cleanLine(subtask.name, 500) || '(no name)'}**`,
      subtaskDetails(subtask, withDescriptions),
    ]),
  ])
}

/** What may go wrong, and what people have to do by hand. Empty where the plan names nothing. */
export function risksText({ state: { reading } }: View): string {
  const risks = (reading?.plan?.risks ?? []).filter((text) => text.trim() !== '').map((text) => cleanLine(text, 500))
  const numbered = risks.length > 1 ? risks.map((text, i) => `(${i + 1}) ${text}`) : risks
  return risks.length === 0 ? '' : `> [!WARNING]\n> **Risks:** ${numbered.join('\\\n> ')}`
}

/** What was weighed, for people who want it otherwise. Empty where the plan names nothing. */
export const decisionsText = ({ decisions = [] }: Plan): string =>
  decisions.length === 0 ? '' : `**Decisions**\n\n${decisions.map((text) => `- ${cleanLine(text, 500)}`).join('\n')}`

const outcome = ({ expected_outcome }: Pick<Plan, 'expected_outcome'>): string =>
  expected_outcome && `**Expected outcome:** ${cleanLine(expected_outcome, 2_000)}`

/** What a subtask does, what it may change, and the commands that decide whether it is done, without `shared` ones. */
function subtaskDetails(subtask: Subtask, withDescription: boolean, shared: readonly string[] = []): string {
  const { description, expected_outcome, files, verify, depends_on, asked_for = '' } = subtask
  const checks = verify.filter((command) => !shared.includes(command))
  const lines = [
    expected_outcome && `- ${outcome({ expected_outcome })}`,
    files.length > 0 && `- **Files:** ${files.map((path) => code(path, 1_000)).join(', ')}`,
    checks.length > 0 && `- **Checks:** ${commands(checks)}`,
    depends_on.length > 0 && `- **Depends on:** ${depends_on.join(', ')}`,
    asked_for && `- **Asked for:** ${quotedWords(cleanLine(asked_for, 300))}`,
  ]
  return joined('\n\n', [withDescription && cleanText(description), joined('\n', lines)])
}

const commands = (checks: readonly string[]): string => checks.map((command) => code(command, COMMAND_WIDTH)).join(', ')

/** Characters of all subtasks together in a comment, so that its other sections fit. */
const SUBTASKS_SHOWN = 30_000

/** A fold for each open subtask, without the shared checks, and without descriptions where there is no room. */
export function foldedSubtasks(view: View, plan: Plan): string {
  const { history } = view.state
  const settled = settledStates(view)
  const shared = sharedChecks(view, plan)
  const lines = (described: boolean): string[] =>
    plan.subtasks.map((subtask) => {
      const { number, name } = subtask
      const state = settled.get(number)
      if (state === undefined) {
        const summary = `<b>${number}. ${cleanHtml(name) || '(no name)'}</b>`
        return `${folded(summary, subtaskDetails(subtask, described, shared)) || summary}\n`
      }
      const ended = state === 'done' ? 'done' : history.undone.has(number) ? 'taken back' : 'skipped'
      return `- **${number}. ${cleanLine(name) || '(no name)'}** (${ended})`
    })
  const withDescriptions = lines(true)
  const shown = withDescriptions.join('\n').length > SUBTASKS_SHOWN ? lines(false) : withDescriptions
  return shortList(shown, SUBTASKS_SHOWN).trimEnd()
}

/** What runs besides the subtasks' own checks: the commands of the environment, and checks that all subtasks share. */
export function sharedChecksText(view: View, plan: Plan): string {
  const { setupCommand = '', verifyCommand } = view
  const shared = [...new Set(checksFor({ verify: sharedChecks(view, plan) }, verifyCommand))]
  return joined(' · ', [
    setupCommand && `Before the first subtask: ${commands([setupCommand])}`,
    shared.length > 0 && `After every subtask: ${commands(shared)}`,
  ])
}

/** The failed run of `setup-command` on the base that would stop the work after an approval; undefined without one. */
export function brokenSetUpOf({ thread, state, setupCommand = '' }: View): Baseline | undefined {
  const { phase, halt, statuses } = state
  const isIrrelevant = phase === 'abandoned' || halt?.reason === 'environment'
  const isNeeded = unapproved(statuses).length > 0 && statuses.every((status) => status.state !== 'done')
  const baseline = isIrrelevant || !isNeeded ? undefined : baselineIn(thread.branch?.commits)
  if (!baseline || baseline.passed || isUnknown(baseline)) return undefined
  return baseline.command === asRecorded(setupCommand) ? baseline : undefined
}

/** A command as commit messages record it, without mentions and the like, so that it can be compared with them. */
export const asRecorded = (command: string): string =>
  parseBaseline(cleanCommitBody(renderBaseline({ command, passed: true, exit: '0', tail: '' })))?.command ?? ''

/** The warning that `setup-command` fails; empty where it does not. */
export function brokenSetUpText(broken: Baseline | undefined): string {
  if (!broken) return ''
  const warning = `**\`setup-command\` fails** on the code as it is: ${code(broken.command, COMMAND_WIDTH)} (${cleanLine(broken.exit)}).`
  return `> [!WARNING]\n> ${warning} \`approve\` would stop at once: correct it in the workflow first.`
}

/** The states of done and skipped subtasks, by number. */
export const settledStates = ({ state: { statuses } }: View) =>
  new Map(statuses.filter(isSettled).map(({ subtask, state }) => [subtask.number, state]))

function sharedChecks(view: View, { subtasks }: Plan): string[] {
  const settled = settledStates(view)
  const [first, ...others] = subtasks.filter(({ number }) => !settled.has(number))
  if (!first || others.length === 0) return []
  return first.verify.filter((command) => others.every(({ verify }) => verify.includes(command)))
}

/** The first paragraph of the plan's description; the whole in a fold where it begins with a list, quote or code. */
export function planSummary(plan: Plan): string {
  const text = cleanText(plan.description)
  const [paragraph = ''] = text.split(/\n{2,}/)
  // A list goes with what follows it, and a block of code may have blank lines.
  const isProse = !/^[ \t]*(?:`{3}|~{3}|[-*+>|]|\d+[.)])/m.test(paragraph)
  return isProse ? paragraph : folded('About the plan', text)
}

/** The questions with their defaults. Those that the previous version asked are folded, unless they have no default. */
export function questionsText({ questions }: Plan, before?: Plan): string {
  const earlier = new Set(before?.questions.map(({ question }) => question))
  const wasAskedBefore = (one: Question): boolean => one.default.trim() !== '' && earlier.has(one.question)
  const lines = questions.map((one, i) => ({ one, text: `**Question ${i + 1}:** ${questionText(one)}` }))
  const [asked = [], repeated = []] = [false, true].map((isRepeated) =>
    lines.filter(({ one }) => wasAskedBefore(one) === isRepeated).map(({ text }) => text),
  )
  return joined('\n\n', [
    asked.join('\\\n'),
    folded(`${plural(repeated.length, 'question')} of earlier versions`, repeated.join('\\\n')),
  ])
}

const questionText = ({ question, default: fallback }: Question): string =>
  `${cleanLine(question, 500)} ${fallback.trim() ? `Default: ${cleanLine(fallback, 300)}` : 'Nothing can be approved before the answer.'}`

const MOST_NAMED = 5

/**
 * What people may overlook in a version: subtasks without a check, workflow files that the token may not push, and files
 * that an edit by hand of the version `before` names in its text alone.
 */
export function planGaps(plan: Plan, before: Plan | undefined, bot: Account): string {
  const unchecked = plan.subtasks.filter(({ verify }) => verify.length === 0).map(({ number }) => number)
  const previousSubtasks = new Map(before?.subtasks.map((subtask) => [subtask.number, subtask]))
  const unlisted = plan.subtasks.map((subtask) => {
    const paths = before ? addedPaths(subtask, previousSubtasks.get(subtask.number)) : []
    const named = pathList(paths, MOST_NAMED)
    return named && `The text of subtask ${subtask.number} names ${named}; its files do not.`
  })
  const withoutChecks = unchecked.length > 0 && `No checks of its own: ${nameSubtasks(unchecked)}.`
  return joined('\\\n', [withoutChecks, ...(usesWorkflowToken(bot) ? forbiddenFiles(plan) : []), ...unlisted])
}

/** No permission lets the token that GitHub makes for a job change workflow files. */
const forbiddenFiles = ({ subtasks }: Plan): string[] =>
  subtasks.map(({ number, files }) => {
    const paths = files.filter((path) => /^\.github\/workflows\//.test(path))
    const named = pathList(paths, MOST_NAMED)
    return (
      named &&
      `Subtask ${number} changes ${named}, which the workflow’s own token cannot push: give the input \`github-token\` the token of a GitHub App with the permission “Workflows: write” first, or \`/skip ${number}\` and change it by hand.`
    )
  })

/** The paths that the text of a subtask names and its files do not, without those that were in its text before. */
function addedPaths(subtask: Subtask, before: Subtask | undefined): string[] {
  const isListed = pathsMatcher(subtask.files)
  const earlierPaths = new Set(before && pathsOf(before))
  return [...new Set(pathsOf(subtask))].filter((path) => !earlierPaths.has(path) && !isListed(path))
}

const pathsOf = (subtask: Subtask): string[] => quotedPaths(wordsOf(subtask)).map(({ path }) => path)

/** The note about other work on the same files; empty if there is none. */
export function overlapNote(overlaps: readonly OtherPlan[]): string {
  const [first] = overlaps
  if (!first) return ''
  const lines = overlaps.map(overlapLine).join('\n')
  return `**Others change the same files**\n\n${lines}\n\nTo wait for one of them, reply \`after #${first.number}\`.`
}

/** Who works on which files. The texts are untrusted. */
function overlapLine({ number, isPlan, title, by, paths }: OtherPlan): string {
  const who = isPlan ? 'a plan' : `by ${cleanLine(by)}`
  return `- #${number}, ${who}, “${cleanLine(title, 80)}”: ${pathList(paths)}`
}
