import { call, type Context, type Reply, type Script, type Step } from '../../fakes/model/script.ts'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import { finishedPart, planArguments, writtenPart } from '../../test/good-plan.ts'

// A model that never errs: three subtasks, the second of which needs the first, and every revision as it was. Where the
// base conflicts or checks fail, one more subtask mends that.

const PLAN = planArguments(3, { 2: [1] })

/** A plan that says what was heard: each revision is another text. */
const offer = (feedback: readonly number[], more: readonly object[] = []): Reply =>
  call('create_plan', {
    ...PLAN,
    subtasks: [...PLAN.subtasks, ...more],
    risks: feedback.map((id) => `Comment ${id} may be taken otherwise.`),
    answers: feedback.map((comment) => ({ comment, applied: true, note: 'As you said.' })),
  })

/** What is added to the plan later has numbers of its own. Only the first part is ever in conflict. */
const [FIRST_MERGE, FIRST_FIX] = [1_000, 5_000]
const added = (number: number) =>
  number < FIRST_FIX
    ? { ...PLAN.subtasks[0], number, name: `Merge as ${number}`, verify: ['grep -q merged src/part1.js'] }
    : { ...PLAN.subtasks[0], number, name: `Mend as ${number}`, files: [`src/part${number}.js`], verify: ['true'] }

/** What was added before, which has to stay, and a subtask for a conflict or for checks that failed. */
function addedFor({ request, feedback }: Context): object[] {
  const known = [...request.raw.matchAll(/Me(?:rge|nd) as (\d{4})/g)].map(([, number]) => Number(number))
  const conflicts = request.newest.includes('It conflicts with this branch in: `src/part1.js`.')
  const fails = request.newest.includes('These checks failed on the head of the branch.')
  const next = [
    ...(conflicts ? [FIRST_MERGE + ((feedback.at(-1) ?? 0) % 4_000)] : []),
    ...(fails ? [Math.max(FIRST_FIX, ...known) + 1] : []),
  ]
  return [...new Set([...known, ...next])].map(added)
}

const write: Step = ({ subtask: number = 0 }) =>
  call(
    'write_file',
    number >= FIRST_MERGE && number < FIRST_FIX
      ? { path: 'src/part1.js', content: `merged ${number}\n` }
      : writtenPart(number),
  )

const finish: Step = ({ subtask: number = 0 }) => call('finish_subtask', finishedPart(number))

/** The third part tries a package that no approved text names, which is refused, and does without. */
const manifest = REPOSITORY['package.json'] ?? ''
const withPackage = call('write_file', {
  path: 'package.json',
  content: String(manifest).replace('"type"', '"dependencies": { "made-up": "1.0.0" }, "type"'),
})
const withoutPackage = call('write_file', { path: 'package.json', content: manifest })

export const GOOD_MODEL: Script = {
  plan: [call('read_file', { path: 'src/index.js' }), offer([])],
  revise: (context) => offer(context.feedback, addedFor(context)),
  ask: call('answer', { text: 'In `src/index.js`.' }),
  reader: ({ request }) =>
    call('report', { objections: request.raw.includes('may be taken otherwise') ? [] : ['Nothing tests it.'] }),
  result: call('report', { findings: [] }),
  subtasks: { default: [write, finish], 3: [write, withPackage, finish, withoutPackage, finish] },
}
