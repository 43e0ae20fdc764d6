import { withoutNeedlessHidden } from '../guard/hidden.ts'
import { isProtected, isSafePlanPath, pathMatcher, pathsMatcher } from '../guard/paths.ts'
import { testFileMatcher } from '../guard/tests/test-files.ts'
import { type Check, nameSubtasks, type AcceptanceTest, type Plan, type Settings, type Subtask } from './plan.ts'

/** Lines of all acceptance tests of a plan together: people who approve a plan would not read more. */
const MAX_TEST_LINES = 400

type AcceptanceRules = Pick<Settings, 'protectedPaths' | 'planFile' | 'testFiles'> & {
  /** The paths of tests where there is a file already. */
  takenPaths: readonly string[]
}

/** Why the tests of a plan cannot be approved, each with the test that it is about, as sentences. */
export function problemsOfTests(plan: Plan, rules: AcceptanceRules): { path: string; reason: string }[] {
  const { acceptance = [] } = plan
  const lines = acceptance.reduce((sum, { content }) => sum + content.split('\n').length - 1, 0)
  const last = acceptance.at(-1)?.path ?? ''
  const tooLong = `The acceptance tests have ${lines} lines; at most ${MAX_TEST_LINES} are allowed in all.`
  return [
    ...acceptance.flatMap((test) => {
      const reason = problemOfPath(test, plan, rules) ?? problemOfTest(test, plan, rules)
      return reason === undefined ? [] : [{ path: test.path, reason: `The acceptance test \`${test.path}\` ${reason}` }]
    }),
    ...(lines > MAX_TEST_LINES ? [{ path: last, reason: tooLong }] : []),
  ]
}

function problemOfPath({ path }: AcceptanceTest, { acceptance = [] }: Plan, rules: AcceptanceRules) {
  if (!isSafePlanPath(path) || !isPlain(path))
    return 'needs a plain path from the root of the repository, outside of .git.'
  if (isProtected(path, [rules.planFile, ...rules.protectedPaths]))
    return 'has a protected path, which no subtask may change.'
  if (acceptance.filter((one) => pathMatcher(path)(one.path)).length > 1) return 'is there twice; each path is new.'
  return rules.takenPaths.includes(path) ? 'exists already; give it a path that is new.' : undefined
}

/** Whether a path has git's own spelling, without patterns, so that it names exactly one file. */
const isPlain = (path: string): boolean =>
  !/[*?{\\]/.test(path) && path.split('/').every((name) => name !== '' && name !== '.')

function problemOfTest(test: AcceptanceTest, plan: Plan, rules: AcceptanceRules): string | undefined {
  const { path, run, content } = test
  const namingSubtasks = plan.subtasks.filter((one) => testsOf({ ...plan, acceptance: [test] }, one.number).length > 0)
  if (!testFileMatcher(rules.testFiles)(path))
    return 'is no test file by the input `test-files`; name it as tests are named here.'
  if (namingSubtasks.length === 0) return 'is named by no subtask; let the files of exactly one name it.'
  if (namingSubtasks.length > 1)
    return `is named by ${nameSubtasks(namingSubtasks.map(({ number }) => number))}; let the files of exactly one name it.`
  if (run === '') return 'has no command; write it as Run: `command`.'
  if (content.trim() === '') return 'has no content; give the whole file.'
  return [path, run, content].some((text) => withoutNeedlessHidden(text) !== text)
    ? 'has hidden characters, which people cannot read.'
    : undefined
}

/** Why an acceptance test proves nothing, by its run before the work, which has to fail; undefined where it does fail. */
export function whyUnfit({ path, run }: AcceptanceTest, check: Check | undefined): string | undefined {
  const testName = `The acceptance test \`${path}\``
  if (!check || !/^exit code (?!12[67]$)/.test(check.exit))
    return `${testName} cannot be run: \`${run}\` ${check ? `(${check.exit})` : 'did not run'}. Give it a command that ends, of a program that is there.`
  if (!check.passed) return undefined
  return hasRunNone(check)
    ? `${testName} proves nothing: \`${run}\` runs no test and exits with 0. Change the test or its command.`
    : `${testName} proves nothing: it passes before anything is done. Change it so that it fails without what the plan is for.`
}

/** Why the result does not meet an acceptance test, by the run on the last commit; undefined where it passes. */
export const whyUnmet = ({ path, run }: AcceptanceTest, check: Check | undefined): string | undefined =>
  check?.passed && !hasRunNone(check)
    ? undefined
    : `The acceptance test \`${path}\` ${check?.passed ? 'ran no test' : 'fails'} on what is there now: \`${run}\` (${check?.exit ?? 'not run'}).`

const hasRunNone = ({ counts }: Check): boolean => counts?.ran === 0

/** The approved tests that a subtask's files name. */
export function testsOf({ subtasks, acceptance = [] }: Plan, number: number): AcceptanceTest[] {
  const isNamed = pathsMatcher(subtasks.flatMap((one) => (one.number === number ? one.files : [])))
  return acceptance.filter(({ path }) => isNamed(path))
}

/** A subtask with the commands of its approved tests among its checks. */
export function withTestCommands(plan: Plan, subtask: Subtask): Subtask {
  const runs = testsOf(plan, subtask.number).map(({ run }) => run)
  return runs.length === 0 ? subtask : { ...subtask, verify: [...new Set([...subtask.verify, ...runs])] }
}

/** The subtask with this number, with the commands of its approved tests among its checks. */
export function findSubtask(plan: Plan, number: number): Subtask | undefined {
  const subtask = plan.subtasks.find((one) => one.number === number)
  return subtask && withTestCommands(plan, subtask)
}
