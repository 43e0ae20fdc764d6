import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startClock } from '../../runner/clock.ts'
import { problemText, UserError } from '../../lib/errors.ts'
import { commitAt, environmentForGit, initRepository, type Repository, checkGit } from '../../git/git.ts'
import { fetchRefs } from '../../git/remote.ts'
import { jsonIn } from '../../guard/json.ts'
import { rawInput } from '../../runner/env.ts'
import { readInputs, secretsOf } from '../../runner/inputs.ts'
import { needKey, contextOpener, type OpenContext } from '../../tasks/open-context.ts'
import { isInput, TaskInput, type Result } from '../../tasks/tasks.ts'
import { usageOutputs, type RunOutcome } from '../../runner/outputs.ts'
import { keepTurns, logLine } from '../../runner/log.ts'
import { addUsage, type Prices } from '../../plan/usage.ts'
import { work } from '../../tasks/run-task.ts'
import { unpacked, writeResult } from './result-folder.ts'
import type { Attempt } from '../../plan/plan.ts'

/** Runs the task of the input `work-order` in the checkout, and writes its result to a folder. Has no GitHub token. */
export async function runWork({ env, stop }: { env: NodeJS.ProcessEnv; stop: AbortSignal }): Promise<RunOutcome> {
  const turns = keepTurns()
  try {
    const inputs = readInputs((name) => rawInput(env, name))
    const input = readOrder(inputs['work-order'])
    if (inputs['dry-run']) {
      logLine(`A dry run: order ${input.id} would run here.`)
      return { outputs: {}, summary: '', problems: [] }
    }
    const secrets = secretsOf(inputs, env)
    const { redact } = secrets
    const temp = env.RUNNER_TEMP ?? tmpdir()
    const folder = join(temp, 'measure-twice', 'result', input.id)
    const result = await resultOf(input, { inputs, env, secrets, temp, folder, turns, stop }).catch(async (error) => {
      if (!(error instanceof UserError)) throw error
      const { code, message, remedy } = error
      await writeResult(folder, { input, problem: { code, message: redact(message), remedy: redact(remedy) } })
      throw error
    })
    await writeResult(folder, redacted(result, redact))
    logLine(`The result is in ${folder}, for the job that publishes.`)
    const outcome = outcomeOf(result, inputs.prices, redact)
    return { ...outcome, summary: outcome.summary + turns.summary() }
  } catch (error) {
    if (!(error instanceof UserError)) logLine(error instanceof Error ? (error.stack ?? '') : String(error))
    const text = problemText(error, 'The work could not be done')
    return { outputs: {}, summary: turns.summary(), problems: [{ text }] }
  }
}

type WorkContext = Pick<Parameters<typeof contextOpener>[0], 'inputs' | 'env' | 'secrets' | 'turns'> & {
  temp: string
  folder: string
  stop: AbortSignal
}

async function resultOf(input: TaskInput, { temp, folder, stop, ...context }: WorkContext): Promise<Result> {
  const { inputs, env } = context
  // Checked first: a workflow without a key leaves the checkout out, too, and the missing key is the better message.
  if (input.kind !== 'doctor' && !isInput(input, 'changes')) await needKey(inputs)
  const home = await mkdtemp(join(temp, 'measure-twice-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) }
  const git = await cloneCheckout(join(home, 'git'), input, env)
  using clock = startClock(inputs['time-budget'])
  const ending = AbortSignal.any([clock.signal, stop])
  const openContext = contextOpener({ ...context, git, home, transcripts: folder, left: clock.left, ending })
  return await carryOut(input, openContext({ signal: ending }), inputs['max-attempts'])
}

function readOrder(text: string | undefined): TaskInput {
  const remedy = 'Set it to one element of the output `work` of the job that decides, as JSON.'
  if (text === undefined) throw new UserError('work-order', 'The input `work-order` is empty.', remedy)
  const { success, data, error } = TaskInput.safeParse(jsonIn(text))
  if (success) return unpacked(data)
  const why = z.prettifyError(error).split('\n')[0] ?? ''
  throw new UserError('work-order', `The input \`work-order\` holds no order: ${why}`, remedy)
}

/** Clones the checkout's git directory, so that the model's commands cannot reach the private copy. */
async function cloneCheckout(gitDir: string, { kind, head }: TaskInput, env: NodeJS.ProcessEnv): Promise<Repository> {
  const workTree = env.GITHUB_WORKSPACE ?? process.cwd()
  const local = { gitDir, workTree, env: environmentForGit(env) }
  const repo: Repository = { ...local, remote: { url: workTree, token: undefined } }
  initRepository(repo)
  await checkGit(repo)
  const hasHead = await fetchRefs(repo, ['+HEAD:refs/mt/checkout'], { kind: 'new' }).catch(() => false)
  // A subtask that resolves a merge also starts from the base.
  await fetchRefs(repo, ['+refs/remotes/*:refs/remotes/*'], { kind: 'new' }).catch(() => false)
  if (kind === 'doctor' || (hasHead && (await commitAt(repo, head)) !== undefined)) return local
  throw new UserError(
    'work-checkout',
    `The checkout does not hold the commit ${head}.`,
    'Check it out before this action, with `ref` set to the `head` of the order, with `fetch-depth: 0`, and without `filter`.',
  )
}

/** Retries a failed subtask in the same job, up to the input `max-attempts`. */
async function carryOut(input: TaskInput, ctx: ReturnType<OpenContext>, maxAttempts: number): Promise<Result> {
  const attempts: Attempt[] = []
  for (let now = input; ;) {
    const result = await work(now, ctx)
    logLine(`${input.id}: ${result.kind} after ${result.turns} turns.`)
    if (!isInput(now, 'execute') || result.kind !== 'failed' || now.attempt >= maxAttempts)
      return { input, attempts, result }
    const { reason, checks, usage } = result
    attempts.push({ reason, checks, usage })
    now = { ...now, attempt: now.attempt + 1, failures: [...now.failures, { reason, checks, usage }] }
  }
}

/** Redacts the texts of a result. Patches are unchanged: they are checked when made and when applied. */
function redacted(result: Result, redact: (text: string) => string): Result {
  const patches: string[] = []
  const hide = (key: string, value: unknown): unknown =>
    key === 'patch' ? `patch ${patches.push(String(value)) - 1}` : value
  const text = redact(JSON.stringify({ attempts: result.attempts, result: result.result }, hide))
  const show = (key: string, value: unknown): unknown =>
    key === 'patch' ? patches[Number(String(value).slice('patch '.length))] : value
  return { ...JSON.parse(text, show), input: result.input }
}

function outcomeOf({ input, attempts, result }: Result, prices: Prices | undefined, redact: (text: string) => string) {
  const usage = addUsage(result.usage, ...attempts.map((attempt) => attempt.usage))
  const end = result.kind === 'failed' ? `failed. ${result.reason.split('\n')[0] ?? ''}` : result.kind
  return { outputs: usageOutputs(usage, prices), summary: redact(`${input.id}: ${end}.\n`), problems: [] }
}
