import { call, type Reply, type Script, type Step } from '../../fakes/model/script.ts'

// A model that never errs: three subtasks, the second of which needs the first, and every revision as it was.

const subtask = (number: number, depends_on: readonly number[]) => ({
  number,
  name: `Do part ${number}`,
  description: `Write what part ${number} needs.`,
  expected_outcome: `Part ${number} is there.`,
  files: [`src/part${number}.js`],
  verify: [`test -s src/part${number}.js`],
  depends_on,
})

const PLAN = {
  title: 'Limit the rate of requests',
  description: 'A token bucket for each client, in `src/index.js`.',
  expected_outcome: 'The eleventh request of a minute is refused.',
  subtasks: [subtask(1, []), subtask(2, [1]), subtask(3, [])],
  questions: [],
  answers: [],
}

/** A plan that says what was heard: each revision is another text. */
const offer = (feedback: readonly number[]): Reply =>
  call('create_plan', {
    ...PLAN,
    risks: feedback.map((id) => `Comment ${id} may be taken otherwise.`),
    answers: feedback.map((comment) => ({ comment, applied: true, note: 'As you said.' })),
  })

const write: Step = ({ subtask: number }) =>
  call('write_file', { path: `src/part${number}.js`, content: `export const part = ${number}\n` })

const finish: Step = ({ subtask: number }) =>
  call('finish_subtask', { outcome: `Part ${number} works.`, commit_subject: `Add part ${number}` })

export const GOOD_MODEL: Script = {
  plan: [call('read_file', { path: 'src/index.js' }), offer([])],
  revise: ({ feedback }) => offer(feedback),
  ask: call('answer', { text: 'In `src/index.js`.' }),
  subtasks: { default: [write, finish] },
}
