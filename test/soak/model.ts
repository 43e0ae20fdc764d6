import { call, type Reply, type Script, type Step } from '../../fakes/model/script.ts'
import { finishedPart, planArguments, writtenPart } from '../good-plan.ts'

// A model that never errs: three subtasks, the second of which needs the first, and every revision as it was.

const PLAN = planArguments(3, { 2: [1] })

/** A plan that says what was heard: each revision is another text. */
const offer = (feedback: readonly number[]): Reply =>
  call('create_plan', {
    ...PLAN,
    risks: feedback.map((id) => `Comment ${id} may be taken otherwise.`),
    answers: feedback.map((comment) => ({ comment, applied: true, note: 'As you said.' })),
  })

const write: Step = ({ subtask: number = 0 }) => call('write_file', writtenPart(number))

const finish: Step = ({ subtask: number = 0 }) => call('finish_subtask', finishedPart(number))

export const GOOD_MODEL: Script = {
  plan: [call('read_file', { path: 'src/index.js' }), offer([])],
  revise: ({ feedback }) => offer(feedback),
  ask: call('answer', { text: 'In `src/index.js`.' }),
  subtasks: { default: [write, finish] },
}
