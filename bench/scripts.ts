import type { Reply, Step } from '../fakes/model/script.ts'
import { call, calls } from '../fakes/model/script.ts'

/** A plan of so many subtasks as models write it, each after the one before. */
export const planOf = (count: number) => ({
  title: 'Limit the rate of requests',
  description:
    'Requests are counted per address in `src/limiter.js`, and the router asks it before it calls a handler. `src/index.js` holds the only entry, and `test/index.test.js` shows how tests are written here.',
  expected_outcome: 'The eleventh request of one address within a second is answered with 429; all tests pass.',
  subtasks: Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    name: `Part ${i + 1} of the limiter`,
    description: `Add \`src/part${i + 1}.js\` with the function \`part${i + 1}\`, which takes an address and the time in milliseconds and tells whether the request may pass. Use the clock that is handed in; keep no global state. Write it as \`hello\` in \`src/index.js\` is written.`,
    expected_outcome: `\`part${i + 1}\` lets ten requests of a second pass and refuses the eleventh.`,
    files: [`src/part${i + 1}.js`],
    verify: [`test -f src/part${i + 1}.js`],
    depends_on: i === 0 ? [] : [i],
  })),
  questions: [],
  risks: [],
})

export const createPlan = (plan: object): Reply => call('create_plan', { ...plan, answers: [] })

/** What a model does in one subtask: looks, says its steps, writes, and finishes. */
export const subtaskSteps: readonly Step[] = [
  call('read_file', { path: 'src/index.js' }),
  ({ subtask }) =>
    calls(
      call('update_steps', { steps: [{ title: 'write the module', state: 'in_progress' }] }),
      call('write_file', { path: `src/part${subtask}.js`, content: `export const part${subtask} = () => true\n` }),
    ),
  call('run_command', { command: 'ls src' }),
  ({ subtask }) => finish(`Part ${subtask} is there`),
]

export const finish = (outcome: string): Reply => call('finish_subtask', { outcome, commit_subject: outcome })
