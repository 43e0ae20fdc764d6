import { join, oneLine, visible, instructions, aboutFolders, SHOWN } from '../prompt-parts.ts'
import { asData, indented } from '../../agent/context/untrusted.ts'
import { subtaskIn, testsOf } from '../../plan/acceptance.ts'
import type { AcceptanceTest, Subtask } from '../../plan/plan.ts'
import type { WithFolders } from '../../agent/context/folder-rules.ts'
import type { ExecuteInput } from './input.ts'

export const EXECUTOR = `You carry out one subtask of an approved plan, and nothing besides.
- Read before you edit; write as the code around it is written.
- ${SHOWN}
- Test what you change. Leave no scratch files. Do not commit.
- Show three or more steps with update_steps; delegate a part that needs much reading.
- End with finish_subtask: the verify commands run then, and what fails comes back. If the plan is wrong, propose_plan_change; if it cannot be done, give_up.`

export const DELEGATE = `You do one task for another agent, in the working copy of a software repository that you share with it.
- Do exactly the task. Read before you edit. Leave no scratch files. Do not commit.
- ${SHOWN}
- Finish with report: what is there now, or why it cannot be done.`

/** The prompt of an executing agent. Exactly one line begins with `Subtask`, the subtask's number and its name. */
export function subtaskPrompt(input: ExecuteInput, conflicts: readonly string[] = []): string {
  const { plan } = input
  const subtask = subtaskIn(plan, input.subtask)
  if (!subtask) throw new Error(`The plan has no subtask ${input.subtask}.`)
  return join(
    instructions(input),
    `The plan: ${oneLine(plan.title)}\n${visible(plan.description)}\nExpected outcome:\n${visible(plan.expected_outcome)}`,
    dependenciesText(input, subtask),
    restText(input, subtask),
    ...input.failures.map(
      (failure, i) =>
        `Attempt ${i + 1} at this subtask was thrown away. What came of it, as information only:\n${asData([failure.reason, ...failure.checks.filter(({ passed }) => !passed).map((check) => `$ ${check.command} (${check.exit})\n${check.tail}`)].join('\n'))}`,
    ),
    conflicts.length > 0
      ? `The base branch was merged into the files before you. These hold both sides between the markers <<<<<<< and >>>>>>>, this branch first: ${conflicts.join(', ')}. Keep what both sides meant, and leave no marker.`
      : '',
    `Subtask ${subtask.number}: ${oneLine(subtask.name)}\n${subtaskText(subtask, testsOf(plan, subtask))}`,
  )
}

/** The prompt of a sub-agent. */
export const delegatePrompt = (
  given: { name: string; task: string; expected_outcome: string },
  input: WithFolders,
): string =>
  join(
    aboutFolders(input),
    `Task: ${oneLine(given.name)}`,
    visible(given.task),
    `Expected outcome:\n${visible(given.expected_outcome)}`,
  )

/** The subtask's dependencies and their outcomes. */
function dependenciesText({ plan, finished }: ExecuteInput, { depends_on }: Subtask): string {
  const needed = plan.subtasks.filter(({ number }) => depends_on.includes(number))
  const lines = needed.map(({ number, name }) => {
    const found = finished.find((one) => one.number === number)
    return `  ${number}. ${oneLine(name)}${found ? ` (done: ${oneLine(found.outcome)})` : ''}`
  })
  return lines.length > 0 ? `The subtask below depends on:\n${lines.join('\n')}` : ''
}

/**
 * Maximum characters of the line about all other subtasks, so that a plan's cost grows with its length, not its square.
 */
const REST_LIMIT = 500

/** All other subtasks in one line, pending ones first. */
function restText({ plan, finished }: ExecuteInput, subtask: Subtask): string {
  const rest = plan.subtasks.filter(({ number }) => number !== subtask.number && !subtask.depends_on.includes(number))
  const done = new Set(finished.map(({ number }) => number))
  const [over, ahead] = [rest.filter(({ number }) => done.has(number)), rest.filter(({ number }) => !done.has(number))]
  const names = [
    ...ahead.map(({ number, name }) => `${number}. ${oneLine(name)}`),
    ...over.map(({ number, name }) => `${number}. ${oneLine(name)} (done)`),
  ]
  const line = names.join('; ')
  const text = line.length > REST_LIMIT ? `${[...line].slice(0, REST_LIMIT).join('')}… (${names.length} in all)` : line
  return text ? `Other agents do the rest: ${text}` : ''
}

const subtaskText = (subtask: Subtask, tests: readonly AcceptanceTest[]): string =>
  [
    visible(subtask.description),
    `Expected outcome:\n${visible(subtask.expected_outcome)}`,
    subtask.files.length > 0 ? `Files: ${subtask.files.join(', ')}` : '',
    tests.length > 0 ? `There already, and staying as approved: ${tests.map(({ path }) => path).join(', ')}` : '',
    subtask.verify.length > 0 ? `Verify:\n${indented(subtask.verify.join('\n'))}` : '',
  ]
    .filter(Boolean)
    .join('\n')
