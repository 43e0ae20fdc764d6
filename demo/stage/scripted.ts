import { call, calls, type Context, type Reply, type Script, type Step } from '../../fakes/model/script.ts'
import { SCRIPT } from '../script.ts'

/** What the page can make the scripted model do. */
export type Control = {
  /** The next subtask that is begun is only said to be done, in all its attempts. */
  lie: boolean
  /** Which subtask that is, once it has begun. */
  lyingAbout: number | undefined
  /** The plan on the branch, for a revision that cannot be taken because parts of the plan are done. */
  plan: () => Promise<object | undefined>
}

const NO_OTHER =
  'A script plays the model here, and it knows one revision: the limit becomes an option. With OPENAI_API_KEY a real model answers you.'

/**
 * The part of the model where people say what they like. The script knows one plan, one revision of it and one answer;
 * for anything else it says so.
 */
export function stageScript(control: Control): Script {
  return {
    plan: SCRIPT.plan ?? [],
    revise: (context) => (context.turn === 0 ? revision(context) : unchanged(context, control)),
    ask: [
      calls(call('search', { pattern: 'createServer' }), call('read_file', { path: 'src/server.ts' })),
      call('answer', {
        text:
          '`createBoard` in `src/server.ts` answers every request: it knows `GET /notes` and `POST /notes`, and returns 404 otherwise. Nothing limits how often a client may call it.\n\n' +
          '_A script plays the model here, and this is the one answer that it knows._',
      }),
    ],
    subtasks: { 1: partOf(1, control), 2: partOf(2, control), 3: partOf(3, control), default: giveUp },
  }
}

/** Offers the plan as it is. */
async function unchanged({ turn, feedback }: Context, { plan }: Control): Promise<Reply | undefined> {
  const current = turn === 1 ? await plan() : undefined
  const answers = feedback.map((comment) => ({ comment, applied: false, note: NO_OTHER }))
  return current && call('create_plan', { ...current, answers })
}

const first = SCRIPT.revise

async function revision(context: Context): Promise<Reply | undefined> {
  if (typeof first !== 'function') return undefined
  const reply = await first(context)
  const [planned] = reply?.calls ?? []
  if (!planned || isForeseen(context)) return reply
  const { answers, ...plan } = JSON.parse(planned.arguments)
  return call('create_plan', { ...plan, answers: answers.map((one: object) => ({ ...one, note: NO_OTHER })) })
}

/** What the script was written for: the limit is to be an option. */
const isForeseen = ({ request }: Context): boolean => /\boption\b/i.test(request.newest)

const giveUp: Step = call('give_up', { reason: 'The script that plays the model does not know this subtask.' })

function partOf(number: number, control: Control): (context: Context) => Promise<Reply | undefined> {
  const part = SCRIPT.subtasks?.[number]
  const steps = Array.isArray(part) ? part : []
  return async (context) => {
    if (context.turn === 0 && control.lie) [control.lie, control.lyingAbout] = [false, number]
    if (control.lyingAbout === number) return lie(context)
    const step: Step | undefined = steps[context.turn]
    return typeof step === 'function' ? step(context) : step
  }
}

const lie = ({ turn }: Context): Reply =>
  turn < 2
    ? call('finish_subtask', { outcome: 'Everything works, trust me', commit_subject: 'Do it all' })
    : call('give_up', { reason: 'The work is done. The check must be wrong.' })
