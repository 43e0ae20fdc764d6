import { call, type Script } from '../fakes/model/script.ts'

type SubtaskArguments = { number: number; depends_on: readonly number[] | undefined }

/** A subtask as the planner names it, which writes `src/partN.js`. */
const subtask = ({ number, depends_on = [] }: SubtaskArguments) => ({
  number,
  name: `Do part ${number}`,
  description: `Write what part ${number} needs.`,
  expected_outcome: `Part ${number} is there.`,
  files: [`src/part${number}.js`],
  verify: [`test -s src/part${number}.js`],
  depends_on,
})

/** The arguments of `create_plan` for a plan of so many subtasks. `dependencies` holds what each needs, by its number. */
export const planArguments = (subtasks: number, dependencies: Record<number, readonly number[]> = {}) => ({
  title: 'Limit the rate of requests',
  description: 'A token bucket for each client, in `src/index.js`.',
  expected_outcome: 'The eleventh request of a minute is refused.',
  subtasks: Array.from({ length: subtasks }, (_, i) => subtask({ number: i + 1, depends_on: dependencies[i + 1] })),
  questions: [],
  risks: [],
  answers: [],
})

/** The arguments with which a part is written, and finished. */
export const writtenPart = (number: number) => ({
  path: `src/part${number}.js`,
  content: `export const part = ${number}\n`,
})
export const finishedPart = (number: number) => ({
  outcome: `Part ${number} works.`,
  commit_subject: `Add part ${number}`,
})

/** A model that never errs: it offers the plan, and does each of its parts. */
export const goodScript = (plan: ReturnType<typeof planArguments>): Script => ({
  plan: [call('create_plan', plan)],
  subtasks: Object.fromEntries(
    plan.subtasks.map(({ number }) => [
      number,
      [call('write_file', writtenPart(number)), call('finish_subtask', finishedPart(number))],
    ]),
  ),
})
