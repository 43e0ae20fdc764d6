import { call, calls, type Context, type Reply, type Script, type Step } from '../../fakes/model/script.ts'
import type { planIn } from '../../test/oracle.ts'
import { ROUNDS, type Round } from '../rounds.ts'
import { APPROVED_TEST, FIRST_PLAN, READING, WITH_OPTION, WORK } from '../script.ts'

type Plan = NonNullable<ReturnType<typeof planIn>>

/** The model claims what it did not do, or empties the test that shows it. */
type Lie = 'claim' | 'edit the test'

/** What the page can make the scripted model do. */
export type Control = {
  /** How the next subtask that is begun is only said to be done, in all its attempts. */
  lie: Lie | undefined
  /** Which subtask that is, once it has begun. */
  lying: { about: number | undefined; how: Lie } | undefined
  /** The plan as it stands, or stood last, on the branch. */
  plan: () => Promise<Plan | undefined>
}

/** What people say comes as the result of the call before, or begins a conversation; else that call was refused. */
const isAsked = ({ last }: Context): boolean => last === '' || /^Revision of version \d/m.test(last)

const NO_OTHER =
  'A script plays the model here, and it knows one revision: the limit becomes an option. With OPENAI_API_KEY a real model answers you.'
const IS_OPTION = 'the limit is an option already'

/**
 * The part of the model where people say what they like. The script knows one plan, one revision of it, what to do
 * about a check that fails and about a review, and one answer; for anything else it says so.
 */
export function stageScript(control: Control): Script {
  return {
    plan: draft,
    revise: async (context) => {
      const plan = await control.plan()
      return plan && (isAsked(context) ? revision(context, plan) : unchanged(context, plan, NO_OTHER))
    },
    // `/doctor` asks for one call of the tool.
    report: call('report', { outcome: 'ready' }),
    ask: [
      calls(call('search', { pattern: 'createServer' }), call('read_file', { path: 'src/server.ts' })),
      ({ last }) =>
        call('answer', {
          text: `${answerTo(last)}\n\n_A script plays the model here, and this is the one answer that it knows._`,
        }),
    ],
    subtasks: { default: (context) => carryOut(context, control) },
  }
}

const answerTo = (server: string): string =>
  '`createBoard` in `src/server.ts` answers every request: it knows `GET /notes` and `POST /notes`, and returns 404 otherwise. ' +
  (server.includes('createLimiter')
    ? 'It asks `createLimiter` of `src/limiter.ts` first, and returns 429 to a client over the limit.'
    : 'Nothing limits how often a client may call it.')

/** The plan. Where commits name subtasks of an earlier one, whose numbers are never used again, its own go on. */
function draft({ turn, last }: Context): Reply | undefined {
  const [, from] = /new subtasks are numbered from (\d+) on/.exec(last) ?? []
  const step = READING[turn]
  if (from === undefined && step) return step
  return turn > READING.length + 1
    ? undefined
    : call('create_plan', { ...numberedFrom(Number(from ?? 1)), answers: [] })
}

const numberedFrom = (first: number) => ({
  ...FIRST_PLAN,
  subtasks: FIRST_PLAN.subtasks.map((one) => ({
    ...one,
    number: one.number + first - 1,
    depends_on: one.depends_on.map((number) => number + first - 1),
  })),
})

/** Offers the plan as it is: nothing is announced then, and approvals stand. */
const unchanged = ({ feedback }: Context, plan: Plan, note: string): Reply =>
  call('create_plan', { ...plan, answers: feedback.map((comment) => ({ comment, applied: false, note })) })

function revision(context: Context, plan: Plan): Reply {
  const round = ROUNDS.find((one) => one.isAsked(context))
  if (round && !partOf(round, plan)) return withRound(context, round, plan)
  if (!plan.acceptance && wantsTestsFirst(context)) return withTest(context, plan)
  if (!isForeseen(context)) return unchanged(context, plan, NO_OTHER)
  const grown = ofScript(2, plan)
  return !grown || grown.description === WITH_OPTION.description
    ? unchanged(context, plan, IS_OPTION)
    : withOption(context, plan, grown.number)
}

/** The subtask of a plan that is the one of the script's plan with this number, whatever its own is. */
const ofScript = (number: number, { subtasks }: Plan) =>
  subtasks.find(({ name }) => name === FIRST_PLAN.subtasks[number - 1]?.name)

function withOption({ feedback }: Context, plan: Plan, number: number): Reply {
  const note = `the limit is an option in subtask ${number}`
  const subtasks = plan.subtasks.map((one) => (one.number === number ? { ...one, ...WITH_OPTION } : one))
  return call('create_plan', {
    ...plan,
    subtasks,
    answers: feedback.map((comment) => ({ comment, applied: true, note })),
  })
}

/** People want to approve a test with the plan. */
const wantsTestsFirst = ({ request }: Context): boolean => /\btests first\b/i.test(request.newest)

/** Offers the plan with a test that decides on its first subtask. */
function withTest({ feedback }: Context, plan: Plan): Reply {
  const answers = feedback.map((comment) => ({ comment, applied: true, note: 'the plan holds a test, for subtask 1' }))
  return call('create_plan', { ...namingTest(plan), acceptance: [APPROVED_TEST], answers })
}

const namingTest = (plan: Plan): Plan => ({
  ...plan,
  subtasks: plan.subtasks.map((one) =>
    one === ofScript(1, plan) ? { ...one, files: [...new Set([...one.files, APPROVED_TEST.path])] } : one,
  ),
})

/** What the script was written for: the limit is to be an option. */
const isForeseen = ({ request }: Context): boolean => /\boption\b/i.test(request.newest)

const partOf = ({ subtask }: Round, { subtasks }: Plan) => subtasks.find(({ name }) => name === subtask.name)

/** Offers the plan with one subtask more. */
function withRound({ feedback }: Context, { subtask, note }: Round, plan: Plan): Reply {
  const number = Math.max(...plan.subtasks.map((one) => one.number)) + 1
  const answers = feedback.map((comment) => ({ comment, applied: true, note: `${note}, in subtask ${number}` }))
  const depends_on = subtask.depends_on.flatMap((one) => ofScript(one, plan)?.number ?? [])
  return call('create_plan', { ...plan, subtasks: [...plan.subtasks, { number, ...subtask, depends_on }], answers })
}

const STUCK = call('give_up', {
  reason:
    'A script plays the model here. It knows one way to do this subtask, and that is used up. Skip the subtask, or set OPENAI_API_KEY for a real model.',
})
const UNKNOWN: Step = call('give_up', { reason: 'The script that plays the model does not know this subtask.' })

async function carryOut(context: Context, control: Control): Promise<Reply | undefined> {
  const { request, subtask: number, turn } = context
  if (turn === 0 && control.lie) [control.lie, control.lying] = [undefined, { about: number, how: control.lie }]
  if (control.lying && control.lying.about === number) return LIES[control.lying.how][turn]
  const isOf = ({ name }: { name: string }): boolean => request.text.includes(`Subtask ${number}: ${name}\n`)
  const round = ROUNDS.find(({ subtask }) => isOf(subtask))
  // People may have given it another name by hand.
  const steps = round?.steps ?? WORK[FIRST_PLAN.subtasks.findIndex(isOf)] ?? WORK[(number ?? 0) - 1] ?? [UNKNOWN]
  const step = steps[turn] ?? STUCK
  return typeof step === 'function' ? step(context) : step
}

const claim = call('finish_subtask', { outcome: 'Everything works, trust me', commit_subject: 'Do it all' })
const EMPTIED = "import { test } from 'node:test'\n\ntest('a client over the limit waits', () => {})\n"

const LIES: Readonly<Record<Lie, readonly Reply[]>> = {
  claim: [claim, call('give_up', { reason: 'The work is done. The check must be wrong.' })],
  'edit the test': [
    call('write_file', { path: APPROVED_TEST.path, content: EMPTIED }),
    claim,
    claim,
    call('give_up', { reason: 'The test was put back, and fails without the work.' }),
  ],
}
