import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { GitHub } from '../../fakes/github/github.ts'
import { runAction, type Run, type RunOptions } from '../../fakes/runner/run.ts'
import { worldOn } from '../../fakes/runner/world.ts'
import { parsePlan } from '../../src/plan/markdown.ts'
import { openQuestion, type Plan } from '../../src/plan/plan.ts'
import { addUsage, noUsage, Usage } from '../../src/plan/usage.ts'
import type { Arm } from './arms.ts'
import type { Entry } from './results.ts'
import type { Task } from './tasks.ts'

/** What plays a run, instead of the bundle. */
export type PlayRun = (options: RunOptions) => Promise<Run>

/** How the action is run: its bundle, inputs and environment. */
export type Action = {
  bundle: string
  inputs: Record<string, string>
  env: Record<string, string>
  stop: AbortSignal
  perform?: PlayRun | undefined
}

/** What a whole conversation left behind. `first` and `approved` are the plans of the first and the last version. */
export type Played = {
  first: Plan | undefined
  approved: Plan | undefined
  versions: number
  branch: string | undefined
  state: string
  said: string
  seconds: number
} & Counts

/**
 * What the transcripts of all agents count. `mistakes` are calls that failed. `corrections` are the turns after
 * something was sent back: a plan or a finished subtask that was refused, a revision, another attempt. `refused` is what
 * the model said in ending its work without a result; empty when it did not. `planning` is what planners took, and who
 * read their plans.
 */
type Counts = Pick<Entry, 'turns' | 'mistakes' | 'corrections' | 'refused' | 'usage'> & {
  planning: { turns: number; tokens: number }
}

export const LONGEST_RUN = 6 * 60 * 60 * 1_000
const MOST_CONTINUATIONS = 20

/** Plays request, plan, approval and execution, in one arm feedback too, each run as GitHub would start it. */
export async function play(github: GitHub, task: Task, { arm, ...action }: Action & { arm: Arm }): Promise<Played> {
  const { bundle, inputs, env, stop, perform = runAction } = action
  const playing: PlayRun = async (options) => {
    stop.throwIfAborted()
    const ended = await perform(options)
    stop.throwIfAborted()
    return ended
  }
  const settings = { bundle, inputs, env, signal: stop, timeoutMs: LONGEST_RUN, play: playing }
  await using world = worldOn({ github, model: undefined }, settings)
  const say = async (login: string, number: number, text: string): Promise<void> => {
    await world.say(login, number, text)
    await world.settle({}, MOST_CONTINUATIONS)
  }
  const { issue } = await world.ask(`/plan ${task.request}`.trim(), { title: task.title, body: task.body })
  await world.settle({}, MOST_CONTINUATIONS)
  const pull = (await github.pulls()).at(-1)
  const first = pull && (await planOn(github, pull.branch))
  if (pull && first && arm === 'plan+feedback')
    await say(
      'bob',
      pull.number,
      [task.feedback, first.questions.length > 0 && !task.asks && ANSWER].filter(Boolean).join('\n\n'),
    )
  const approved = pull && (await planOn(github, pull.branch))
  if (pull && approved) await say('alice', pull.number, 'approve')
  const { runs } = world
  const counts = await countsOf(runs)
  return {
    first,
    approved,
    ...counts,
    refused: counts.refused || declinedIn(approved),
    versions: first && pull ? await versionsOf(github, pull.branch) : 0,
    branch: pull?.branch,
    state: runs.findLast(({ outputs }) => outputs['plan-state'])?.outputs['plan-state'] ?? '',
    said: await lastWords(github, pull?.number ?? issue),
    seconds: runs.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  }
}

/** Why a plan plans nothing, which is how a planner declines, or the question that holds back its approval. */
const declinedIn = (plan: Plan | undefined): string => {
  const why = plan?.subtasks.length === 0 ? plan.description : plan && openQuestion(plan)?.question
  return why?.replace(/\s+/g, ' ').trim().slice(0, 300) ?? ''
}

/** What people answer to questions that the feedback does not speak of. */
const ANSWER = 'What you asked besides: take your defaults; where there is none, what the request says.'

async function planOn(github: GitHub, branch: string): Promise<Plan | undefined> {
  const text = await github.file(`refs/heads/${branch}`, 'PLAN.md')
  const parsed = text === undefined ? undefined : parsePlan(text)
  return parsed?.kind === 'parsed' ? parsed.plan : undefined
}

/** How many commits wrote another text of the plan. */
async function versionsOf(github: GitHub, branch: string): Promise<number> {
  const log = await github.git([
    'log',
    '--format=%H',
    '--diff-filter=AM',
    `main..refs/heads/${branch}`,
    '--',
    'PLAN.md',
  ])
  return log.split('\n').filter(Boolean).length
}

const Author = z.looseObject({ type: z.string() })

/** The first lines of the action's last comment, which says why there is nothing more. */
async function lastWords(github: GitHub, number: number): Promise<string> {
  const comments = await github.commentsOf(number)
  const own = comments.findLast(({ user }) => Author.safeParse(user).data?.type === 'Bot')
  const text = (own?.body ?? '').replace(/<!--[\s\S]*?-->/g, '').replace(/\s+/g, ' ')
  return text.trim().slice(0, 300)
}

const Line = z.looseObject({
  kind: z.string(),
  usage: Usage.optional(),
  failed: z.boolean().optional(),
  call: z.looseObject({ name: z.string() }).optional(),
  order: z.looseObject({ kind: z.string(), of: z.string().optional(), attempt: z.number().optional() }).optional(),
  how: z.string().optional(),
  text: z.string().optional(),
})
type Line = z.infer<typeof Line>

const HANDED_IN = ['create_plan', 'finish_subtask']
/** How an agent ends that says why it does not do something. */
const REFUSED = ['refused', 'gave-up', 'silent']

/** Counts what the transcripts of some runs say. */
export async function countsOf(runs: readonly Run[]): Promise<Counts> {
  const transcripts = (await Promise.all(runs.map(transcriptsOf))).flat()
  const lines = transcripts.flat()
  const isReply = ({ kind }: Line): boolean => kind === 'reply'
  const replies = lines.filter(isReply)
  const isPlanning = (one: readonly Line[]): boolean => one.some(({ order }) => order?.kind === 'plan')
  const planning = transcripts.filter(isPlanning).flat().filter(isReply)
  const { input, output } = usageOf(planning)
  return {
    turns: replies.length,
    mistakes: lines.filter(({ failed }) => failed).length,
    corrections: lines.filter(isCorrection).length,
    refused: lines.findLast(isRefusal)?.text?.replace(/\s+/g, ' ').trim().slice(0, 300) ?? '',
    usage: usageOf(replies),
    planning: { turns: planning.length, tokens: input + output },
  }
}

const usageOf = (replies: readonly Line[]): Usage => addUsage(...replies.map(({ usage = noUsage }) => usage))

const isCorrection = ({ failed, call, order }: Line): boolean =>
  (failed === true && HANDED_IN.includes(call?.name ?? '')) ||
  order?.of === 'revision' ||
  (order?.kind === 'execute' && (order.attempt ?? 1) > 1)

const isRefusal = ({ kind, how = '', call, failed, text = '' }: Line): boolean =>
  text.trim() !== '' &&
  ((kind === 'end' && REFUSED.includes(how)) || (call?.name === 'propose_plan_change' && failed === false))

/** The lines of each agent, with those of its sub-agents. */
async function transcriptsOf({ temp }: Run): Promise<Line[][]> {
  const agents = new Map<string, Line[]>()
  for await (const file of glob('measure-twice/**/*.jsonl', { cwd: temp })) {
    const text = await readFile(join(temp, file), 'utf8')
    const lines = text.split('\n').filter(Boolean)
    const agent = file.replace(/-(?:delegate-\d+|reader)\.jsonl$/, '.jsonl')
    agents.set(agent, [...(agents.get(agent) ?? []), ...lines.map((line) => Line.parse(JSON.parse(line)))])
  }
  return [...agents.values()]
}
