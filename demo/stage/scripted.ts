import { call, calls, type Context, type Part, type Reply, type Script, type Step } from '../../fakes/model/script.ts'
import type { planIn } from '../../test/oracle.ts'
import { ROUNDS, type Round } from '../rounds.ts'
import { APPROVED_TEST, SCRIPT } from '../script.ts'

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

const NO_OTHER =
  'A script plays the model here, and it knows one revision: the limit becomes an option. With OPENAI_API_KEY a real model answers you.'

/**
 * The part of the model where people say what they like. The script knows one plan, one revision of it, what to do
 * about a check that fails and about a review, and one answer; for anything else it says so.
 */
export function stageScript(control: Control): Script {
  return {
    plan: SCRIPT.plan ?? [],
    revise: (context) => (context.turn === 0 ? revision(context, control) : unchanged(context, control)),
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

/** Offers the plan as it is. */
async function unchanged({ turn, feedback }: Context, { plan }: Control): Promise<Reply | undefined> {
  const current = turn === 1 ? await plan() : undefined
  const answers = feedback.map((comment) => ({ comment, applied: false, note: NO_OTHER }))
  return current && call('create_plan', { ...current, answers })
}

const first = SCRIPT.revise

async function revision(context: Context, { plan }: Control): Promise<Reply | undefined> {
  const round = ROUNDS.find((one) => one.isAsked(context))
  const current = await plan()
  if (round && current && !partOf(round, current)) return withRound(context, round, current)
  if (current && !current.acceptance && wantsTestsFirst(context)) return withTest(context, current)
  if (typeof first !== 'function') return undefined
  const reply = await first(context)
  const [planned] = reply?.calls ?? []
  if (!planned) return reply
  const { answers, ...rest } = JSON.parse(planned.arguments)
  const noted = isForeseen(context) ? answers : answers.map((one: object) => ({ ...one, note: NO_OTHER }))
  const { acceptance } = current ?? {}
  return call('create_plan', { ...(acceptance ? { ...namingTest(rest), acceptance } : rest), answers: noted })
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
    one.number === 1 ? { ...one, files: [...new Set([...one.files, APPROVED_TEST.path])] } : one,
  ),
})

/** What the script was written for: the limit is to be an option. */
const isForeseen = ({ request }: Context): boolean => /\boption\b/i.test(request.newest)

const partOf = ({ subtask }: Round, { subtasks }: Plan) => subtasks.find(({ name }) => name === subtask.name)

/** Offers the plan with one subtask more. */
function withRound({ feedback }: Context, { subtask, note }: Round, plan: Plan): Reply {
  const number = Math.max(...plan.subtasks.map((one) => one.number)) + 1
  const answers = feedback.map((comment) => ({ comment, applied: true, note: `${note}, in subtask ${number}` }))
  return call('create_plan', { ...plan, subtasks: [...plan.subtasks, { number, ...subtask }], answers })
}

const UNKNOWN: Step = call('give_up', { reason: 'The script that plays the model does not know this subtask.' })

async function carryOut(context: Context, control: Control): Promise<Reply | undefined> {
  const { request, subtask: number, turn } = context
  if (turn === 0 && control.lie) [control.lie, control.lying] = [undefined, { about: number, how: control.lie }]
  if (control.lying && control.lying.about === number) return LIES[control.lying.how][turn]
  const round = ROUNDS.find(({ subtask }) => request.text.includes(`Subtask ${number}: ${subtask.name}\n`))
  const steps = round?.steps ?? listOf(SCRIPT.subtasks?.[number ?? 0])
  const step = steps[turn]
  return typeof step === 'function' ? step(context) : step
}

const listOf = (part: Part | undefined): readonly Step[] => (Array.isArray(part) ? part : [UNKNOWN])

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
