import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { GitHub } from '../../fakes/github/github.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { runAction, type Run } from '../../fakes/runner/run.ts'
import { parsePlan } from '../../src/plan/markdown.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { addUsage, noUsage, Usage } from '../../src/plan/usage.ts'
import type { Task } from './tasks.ts'

/** How the action is run: its bundle, inputs and environment. */
export type Action = { bundle: string; inputs: Record<string, string>; env: Record<string, string>; stop: AbortSignal }

/** What a whole conversation left behind. `first` and `approved` are the plans of the first and the last version. */
export type Played = {
  first: Plan | undefined
  approved: Plan | undefined
  versions: number
  branch: string | undefined
  state: string
  said: string
  seconds: number
  turns: number
  mistakes: number
  usage: Usage
}

const LONGEST_RUN = 6 * 60 * 60 * 1_000
const MOST_CONTINUATIONS = 20

/** Plays request, plan, feedback, approval and execution, each run as GitHub would start it. */
export async function play(github: GitHub, task: Task, action: Action): Promise<Played> {
  const runs: Run[] = []
  const perform = async (event: WebhookEvent): Promise<void> => {
    action.stop.throwIfAborted()
    const { bundle, inputs, env, stop } = action
    runs.push(await runAction({ github, event, bundle, inputs, env, signal: stop, timeoutMs: LONGEST_RUN }))
    action.stop.throwIfAborted()
  }
  const say = async (login: string, number: number, text: string): Promise<void> => {
    await perform((await github.comment(login, number, text)).event)
    for (let n = 0, next = github.takeDispatch(); next && n < MOST_CONTINUATIONS; n++, next = github.takeDispatch())
      await perform(next)
  }
  try {
    const { number } = await github.openIssue('alice', { title: task.title, body: task.body })
    await say('alice', number, `/plan ${task.request}`.trim())
    const pull = (await github.pulls()).at(-1)
    const first = pull && (await planOn(github, pull.branch))
    if (pull && first) await say('bob', pull.number, task.feedback)
    const approved = pull && (await planOn(github, pull.branch))
    if (pull && approved) await say('alice', pull.number, 'approve')
    return {
      first,
      approved,
      versions: first && pull ? await versionsOf(github, pull.branch) : 0,
      branch: pull?.branch,
      state: runs.findLast(({ outputs }) => outputs['plan-state'])?.outputs['plan-state'] ?? '',
      said: await lastWords(github, pull?.number ?? number),
      seconds: runs.reduce((sum, { ms }) => sum + ms, 0) / 1000,
      ...(await countsOf(runs)),
    }
  } finally {
    await Promise.all(runs.map((run) => run.remove()))
  }
}

async function planOn(github: GitHub, branch: string): Promise<Plan | undefined> {
  const text = await github.file(`refs/heads/${branch}`, 'PLAN.md')
  const parsed = text === undefined ? undefined : parsePlan(text)
  return parsed?.kind === 'plan' ? parsed.plan : undefined
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

const Line = z.looseObject({ kind: z.string(), usage: Usage.optional(), failed: z.boolean().optional() })

/** What the transcripts of all agents count: replies, failed calls and tokens. */
async function countsOf(runs: readonly Run[]): Promise<Pick<Played, 'turns' | 'mistakes' | 'usage'>> {
  const lines = (await Promise.all(runs.map(transcriptOf))).flat()
  const replies = lines.filter(({ kind }) => kind === 'reply')
  return {
    turns: replies.length,
    mistakes: lines.filter(({ failed }) => failed).length,
    usage: addUsage(...replies.map(({ usage = noUsage }) => usage)),
  }
}

async function transcriptOf({ temp }: Run): Promise<z.infer<typeof Line>[]> {
  const lines: z.infer<typeof Line>[] = []
  for await (const file of glob('measure-twice/*.jsonl', { cwd: temp })) {
    const text = await readFile(join(temp, file), 'utf8')
    for (const line of text.split('\n').filter(Boolean)) lines.push(Line.parse(JSON.parse(line)))
  }
  return lines
}
