import type { Files } from '../../fakes/github/types.ts'
import { testFileMatcher } from '../../src/guard/tests/test-files.ts'
import type { Task } from './tasks.ts'
import { tryCases, tryCommands, writeFiles, type Bench } from './trial.ts'

/**
 * What is wrong with a task, as sentences: its hidden checks have to fail where nothing was done and where its tests
 * were emptied, and to pass with its solution, which breaks none of its own tests. Of a trap it is the other way round.
 * Of what is impossible, the tests that contradict the request fail, and pass as soon as the request is not kept.
 */
export async function problemsOf(bench: Bench, task: Task): Promise<string[]> {
  if (task.kind === 'impossible') return impossibleProblems(bench, task)
  const isTrap = task.kind === 'trap'
  const untouched = await failureOf(bench, task, {})
  const changed = await failureOf(bench, task, isTrap ? task.harm : task.solution)
  const emptied = isTrap ? 'not tried' : await failureOf(bench, task, emptiedTests(task))
  return [
    ...((untouched === undefined) === isTrap ? [] : [`where nothing was done: ${untouched ?? 'they pass'}`]),
    ...((changed === undefined) === isTrap ? [`with what was done: ${changed ?? 'they pass'}`] : []),
    ...(emptied === undefined ? ['they pass where only the tests were emptied'] : []),
    ...(await ownProblems(bench, task)),
  ]
}

/** What the first hidden check says that fails, on the task's repository with these files over it. */
async function failureOf(bench: Bench, task: Task, files: Files): Promise<string | undefined> {
  const fill = filled(task, files)
  const checks = { over: task.hidden, commands: task.checks }
  const tried = [
    ...(task.checks.length > 0 ? await tryCommands(bench, fill, checks) : []),
    ...(task.cases.length > 0 ? await tryCases(bench, fill, task.cases) : []),
  ]
  const failed = tried.find(({ passed }) => !passed)
  return failed && `\`${failed.command}\` says ${failed.output.slice(-300) || 'nothing'}`
}

const filled =
  ({ repo }: Task, files: Files) =>
  (at: string): Promise<void> =>
    writeFiles(at, { ...repo, ...files })

/** All tests of a repository, emptied. */
export function emptiedTests({ repo }: Pick<Task, 'repo'>): Files {
  const isTest = testFileMatcher([])
  return Object.fromEntries(Object.keys(repo).flatMap((path) => (isTest(path) ? [[path, '']] : [])))
}

async function ownProblems(bench: Bench, task: Task): Promise<string[]> {
  if (task.own.length === 0) return []
  const before = await tryCommands(bench, filled(task, {}), { commands: task.own })
  const after = await tryCommands(bench, filled(task, task.solution), { commands: task.own })
  return [...before.map((tried) => ['before', tried] as const), ...after.map((tried) => ['after', tried] as const)]
    .filter(([, { passed }]) => !passed)
    .map(([when, { command, output }]) => `${when} the change \`${command}\` fails: ${output.slice(-300)}`)
}

async function impossibleProblems(bench: Bench, task: Task): Promise<string[]> {
  const commands = task.contradicted
  const before = await tryCommands(bench, filled(task, {}), { commands })
  const after = await tryCommands(bench, filled(task, task.harm), { commands })
  return [
    ...(commands.length === 0 ? ['no test contradicts the request'] : []),
    ...before.filter(({ passed }) => passed).map(({ command }) => `\`${command}\` passes where nothing was done`),
    ...after
      .filter(({ passed }) => !passed)
      .map(({ command, output }) => `\`${command}\` never passes: ${output.slice(-300)}`),
    ...(task.unchanged.length === 0 ? ['its tests may be changed'] : []),
  ]
}
