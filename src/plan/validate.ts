import { problemsOfTests, testsOf } from './acceptance.ts'
import { openQuestion, type Settings, type Plan, type Subtask } from './plan.ts'
import { holdsVisible, withoutNeedlessHidden } from '../guard/hidden.ts'
import { findCycle } from './dependencies.ts'
import { normalizePlan } from './normalize.ts'
import { whyNotRunnable } from '../guard/command-length.ts'
import { isProtected, isSafePlanPath, isTooLong } from '../guard/paths.ts'

type PlanRules = Pick<Settings, 'maxSubtasks' | 'protectedPaths' | 'planFile'> &
  Partial<Pick<Settings, 'testFiles'>> & {
    /** The paths of tests where there is a file already. */
    takenPaths?: readonly string[]
    /** Every number that any version of this plan gave to a subtask, with the subtask's name. */
    usedNumbers?: ReadonlyMap<number, string> | undefined
    /** The version under revision. Its numbers may stay in use. */
    currentPlan?: Plan | undefined
    /** Subtasks that were done or skipped. They must not change. */
    frozen?: readonly Subtask[] | undefined
  }

const MAX_QUESTIONS = 3
const MAX_DECISIONS = 3

/** Why the plan cannot be offered for approval, as sentences for the model that name what to change. */
export const validatePlan = (plan: Plan, rules: PlanRules): string[] => [
  ...checkSize(plan, rules),
  ...checkNumbers(plan, rules),
  ...checkDependencies(plan),
  ...plan.subtasks.flatMap((subtask) => [
    ...(isFrozen(subtask, rules) ? [] : checkVisible(subtask)),
    ...checkTexts(subtask),
    ...(isFrozen(subtask, rules) ? [] : subtask.files.flatMap((path) => checkPath(path, subtask, rules))),
  ]),
  ...problemsOfTests(plan, { testFiles: [], takenPaths: [], ...rules }).map(({ reason }) => reason),
  ...checkFrozen(plan, rules),
]

/** Whether a subtask is done or skipped, so that it must stay as it is, even with missing texts. */
const isFrozen = ({ number }: Subtask, { frozen = [] }: PlanRules): boolean =>
  frozen.some((old) => old.number === number)

function checkSize(plan: Plan, { maxSubtasks }: PlanRules): string[] {
  const { title, expected_outcome, subtasks, questions, decisions = [] } = plan
  const count = subtasks.length
  const reasons = [
    !holdsVisible(title) && 'The plan has no title that people can see; give it one.',
    !holdsVisible(expected_outcome) &&
      'The plan has no expected outcome that people can see; say what will be different and how to measure it.',
    count === 0 &&
      !openQuestion(plan) &&
      'The plan has no subtasks; it needs at least one, or a question without a default.',
    count > maxSubtasks && `The plan has ${count} subtasks; at most ${maxSubtasks} are allowed.`,
    decisions.length > MAX_DECISIONS &&
      `The plan names ${decisions.length} decisions; name at most ${MAX_DECISIONS}, those that matter most.`,
    questions.length > MAX_QUESTIONS &&
      `The plan asks ${questions.length} questions; at most ${MAX_QUESTIONS} are allowed, the rest you decide.`,
  ]
  return reasons.filter((one) => one !== false)
}

function checkNumbers({ subtasks }: Plan, { usedNumbers = new Map(), currentPlan }: PlanRules): string[] {
  const numbers = subtasks.map((subtask) => subtask.number)
  const repeated = new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))
  const currentNumbers = new Set(currentPlan?.subtasks.map((subtask) => subtask.number))
  const nextNumber = Math.max(0, ...numbers, ...currentNumbers, ...usedNumbers.keys()) + 1
  return [
    ...[...repeated].map((number) => `Number ${number} is given to more than one subtask; numbers must be unique.`),
    ...numbers
      .filter((number) => usedNumbers.has(number) && !currentNumbers.has(number))
      .map(
        (number) =>
          `Number ${number} belonged to the subtask “${usedNumbers.get(number)}” of an earlier version ` +
          `and is never used again; new subtasks are numbered from ${nextNumber} on.`,
      ),
  ]
}

function checkDependencies({ subtasks }: Plan): string[] {
  const numbers = new Set(subtasks.map((subtask) => subtask.number))
  const unknown = subtasks.flatMap(({ number, depends_on }) =>
    depends_on
      .filter((other) => !numbers.has(other))
      .map((other) => `Subtask ${number} depends on ${other}, which is not in the plan.`),
  )
  const cycle = findCycle(subtasks)
  if (!cycle) return unknown
  return [...unknown, `The dependencies run in a circle: ${cycle.join(' → ')} (each depends on the next).`]
}

/** People who approve a plan cannot see hidden characters, or see the text in another order than it is executed. */
const hasHiddenCharacters = (text: string): boolean => withoutNeedlessHidden(text) !== text

/** The texts of a subtask that must not be empty, because people approve by reading them. */
const REQUIRED_TEXTS = ['name', 'description', 'expected_outcome'] as const

const checkVisible = (subtask: Subtask): string[] =>
  REQUIRED_TEXTS.filter((field) => !holdsVisible(subtask[field])).map(
    (field) => `Subtask ${subtask.number} has no ${field} that people can see; write one.`,
  )

function checkTexts({ number, files, verify }: Subtask): string[] {
  const reasons: string[] = []
  for (const command of verify) {
    const problem = whyNotRunnable(command)
    if (problem) reasons.push(`A verify command of subtask ${number} ${problem}; put it into a script, and run that.`)
    const label = `The verify command ${JSON.stringify(command)} of subtask ${number}`
    if (/[\n\r\u2028\u2029]/.test(command.trim()))
      reasons.push(`${label} has more than one line; give one command per entry.`)
    if (hasHiddenCharacters(command)) reasons.push(`${label} has hidden characters.`)
  }
  const hidden = files.filter(hasHiddenCharacters).map((path) => JSON.stringify(path))
  return [...reasons, ...hidden.map((path) => `The path ${path} of subtask ${number} has hidden characters.`)]
}

function checkPath(rawPath: string, { number }: Subtask, { protectedPaths, planFile }: PlanRules): string[] {
  const path = rawPath.trim()
  if (isTooLong(path)) return [`A path of subtask ${number} has more than 4,096 bytes; no system takes that.`]
  const label = `The path ${JSON.stringify(path)} of subtask ${number}`
  if (!isSafePlanPath(path)) return [`${label} must be relative and stay inside the repository, outside of .git.`]
  if (isProtected(path, [planFile])) return [`${label} is the plan itself, which subtasks do not change.`]
  if (isProtected(path, protectedPaths))
    return [
      `${label} is protected; no subtask may change it. Leave it out; when the plan needs it, say in risks that people ` +
        `change it themselves or allow it with \`!${path}\` in the input protected-paths.`,
    ]
  return []
}

function checkFrozen(plan: Plan, { frozen = [], currentPlan }: PlanRules): string[] {
  return frozen.flatMap((settled) => {
    const current = plan.subtasks.find((subtask) => subtask.number === settled.number)
    const label = `Subtask ${settled.number} (“${settled.name}”) is done or skipped already and must stay`
    if (!current) return [`${label} in the plan.`]
    const testsBefore = currentPlan && testsOf({ ...currentPlan, subtasks: [settled] }, settled.number)
    if (testsBefore && JSON.stringify(testsBefore) !== JSON.stringify(testsOf(plan, current.number)))
      return [`The acceptance tests of subtask ${settled.number} must stay as they are, because it is settled.`]
    const { subtasks } = normalizePlan({ ...plan, subtasks: [settled, current] })
    const [expected, actual] = subtasks.map((one) => JSON.stringify(one))
    return expected === actual ? [] : [`${label} exactly as it is: ${expected}`]
  })
}
