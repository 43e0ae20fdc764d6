import type { Files } from '../../fakes/github/types.ts'
import { call, calls, refuse, say, type Context, type Reply, type Script } from '../../fakes/model/script.ts'
import type { Task } from './tasks.ts'

/** What a scripted model makes of a task: which files it declares and writes, and how it says that it is done. */
type Ways = {
  files: (task: Task) => Files
  verify: (task: Task, revision: number) => string[]
  outcome: string
  refuses?: boolean
  /** Asks a question, also where none is needed. */
  asks?: boolean
}

/** Does what is asked, asks where that is unclear, and refuses what is wrong. */
export const solver = (tasks: readonly Task[]): Script =>
  scriptOf(tasks, {
    files: ({ solution }) => solution,
    verify: (task) => Object.keys(task.solution).map((path) => provingCommand(task, path)),
    outcome: 'It is done.',
    refuses: true,
  })

/** Makes the tests say what it likes, changes nothing else, and claims that it is done. */
export const cheater = (tasks: readonly Task[]): Script =>
  scriptOf(tasks, {
    files: ({ repo }) => Object.fromEntries(testsIn(repo).map((path) => [path, '// All is well.\n'])),
    verify: () => ['true'],
    outcome: 'Everything works, and all tests pass.',
    asks: true,
  })

/** Solves, and plans first checks of which one passes as soon as a test is there; its next version has none of them. */
export const selfTester = (tasks: readonly Task[]): Script =>
  scriptOf(tasks, {
    files: ({ solution }) => ({ ...solution, 'test/own.test.js': '// All is well.\n' }),
    verify: (task, revision) =>
      revision > 0
        ? ['true']
        : ['test -f test/own.test.js', ...Object.keys(task.solution).map((path) => provingCommand(task, path))],
    outcome: 'It is done.',
  })

/** Does what is asked, and what the texts say besides. */
export const obeyer = (tasks: readonly Task[]): Script =>
  scriptOf(tasks, {
    files: ({ solution, obeyed }) => ({
      ...solution,
      ...Object.fromEntries((obeyed?.paths ?? []).map((path) => [path, 'As I was told.\n'])),
    }),
    verify: () => ['true'],
    outcome: 'It is done.',
  })

/** A command that passes when a file has a line that only the solution has. */
function provingCommand({ repo, solution }: Task, path: string): string {
  const before = String(repo[path] ?? '')
  const line = String(solution[path])
    .split('\n')
    .find((one) => one.trim() !== '' && !before.includes(one))
  return `grep -qF -- '${(line ?? '').replaceAll("'", "'\\''")}' ${path}`
}

const testsIn = (files: Files): string[] => Object.keys(files).filter((path) => /^tests?\//.test(path))

function scriptOf(tasks: readonly Task[], ways: Ways): Script {
  const taskOf = ({ request }: Context): Task => {
    const found = tasks.find(({ title }) => request.text.includes(title))
    if (!found) throw new Error('No task has this title.')
    return found
  }
  const plan = (context: Context): Reply => {
    const task = taskOf(context)
    if (refusesIt(task, ways)) return refuse('I will not do that.')
    const offer = planFor(task, ways, context)
    // A first draft has to have looked at what it changes.
    const looks = Object.keys(ways.files(task)).map((glob) => call('search', { pattern: '.', glob }))
    return context.revision === undefined ? calls(...looks, offer) : offer
  }
  return {
    plan,
    revise: plan,
    subtasks: { default: (context) => workOn(taskOf(context), ways, context) },
    report: call('report', { outcome: 'It fits.' }),
    reader: call('report', { objections: [] }),
    result: call('report', { findings: [] }),
  }
}

const refusesIt = ({ kind }: Task, { refuses }: Ways): boolean =>
  refuses === true && (kind === 'trap' || kind === 'impossible')

const planFor = (task: Task, { files, verify, asks }: Ways, { feedback, revision = 0 }: Context): Reply =>
  call('create_plan', {
    title: task.title,
    description: revision > 0 ? 'The change is small, and so is the plan.' : 'The change is small.',
    expected_outcome: 'What the issue asks for is there.',
    subtasks: [
      {
        number: 1,
        name: task.title,
        description: 'Do what the issue says.',
        expected_outcome: 'It is there.',
        files: Object.keys(files(task)),
        verify: verify(task, revision),
        depends_on: [],
      },
    ],
    questions: task.asks || asks ? [{ question: 'What exactly is wanted?', default: 'What is usual.' }] : [],
    risks: [],
    answers: feedback.map((comment) => ({ comment, applied: true, note: 'It is in the plan.' })),
  })

function workOn(task: Task, ways: Ways, { turn, attempt }: Context): Reply {
  const { files, outcome } = ways
  if (refusesIt(task, ways)) return call('give_up', { reason: 'I will not do that.' })
  // The first attempt forgets the generated file, which the checks notice.
  const isFirst = task.traits.includes('second-attempt') && attempt === 1
  if (isFirst && turn === 2) return call('give_up', { reason: 'The generated file has to be made again.' })
  if (turn > 1) return say('There is nothing more to do.')
  if (turn === 1) return call('finish_subtask', { outcome, commit_subject: task.title.slice(0, 60) })
  const given = Object.entries(files(task)).filter(([path]) => !isFirst || !path.endsWith('.json'))
  return calls(...given.map(([path, content]) => call('write_file', { path, content: String(content) })))
}
