import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { GitHub } from '../github/github.ts'
import type { JournalEntry, WebhookEvent } from '../github/types.ts'
import type { Model } from '../model/model.ts'
import type { ModelRequest } from '../model/request.ts'
import { checkout, checkoutOf } from './checkout.ts'
import { actionDefaults, inputVariables, parseFileCommands, runnerVariables } from './environment.ts'
import { furnish, type Machine } from './machine.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export type RunOptions = {
  github: GitHub
  model?: Model | undefined
  event: WebhookEvent
  inputs?: Record<string, string | undefined>
  env?: Record<string, string>
  /** The script to run instead of the built action; its `action.yml` is the one at the root of the project. */
  bundle?: string
  /** The commit to check out instead of the event's, and the depth of the history (0 = all). */
  at?: { sha?: string; depth?: number }
  attempt?: number
  /** Whether later jobs of the same workflow run follow, so that GitHub does not say that it has ended. */
  isFollowed?: boolean
  onLine?: (line: string) => void
  /** `temp` is the run's RUNNER_TEMP. */
  onStart?: (child: ChildProcess, temp: string) => void
  signal?: AbortSignal
  timeoutMs?: number
}

/** The result of a run. `temp` is its RUNNER_TEMP; `remove` deletes all its files. Times are wall-clock. */
export type Run = {
  code: number | null
  signal: NodeJS.Signals | null
  log: string
  outputs: Record<string, string>
  summary: string
  ms: number
  peakMiB: number
  journal: JournalEntry[]
  requests: ModelRequest[]
  /** The decoy secrets on the machine and the secrets given to the run. None may appear in any output. */
  secrets: string[]
  temp: string
  workspace: string
  remove(): Promise<void>
}

/** What a run begins with: a fresh machine with a checkout, and the variables that the action is given on it. */
export type Begun = {
  home: string
  machine: Machine
  variables: Record<string, string>
  /** The key for the model, which nobody may see. */
  apiKey: string
  /** The job has ended, however it did: GitHub says so of its run from then on. */
  end: () => void
}

let count = 0

/** Makes ready what GitHub's runner makes ready before it starts the action. `home` has to be removed afterwards. */
export async function begin(options: Omit<RunOptions, 'bundle'>): Promise<Begun> {
  const { github, model, event, inputs = {}, env = {}, attempt = 1 } = options
  const home = await mkdtemp(join(tmpdir(), 'runner-'))
  const machine = await furnish(home, github.name, event.payload)
  const place = await checkoutOf(github, event)
  await checkout(machine.workspace, { github, place: { ...place, ...options.at }, depth: options.at?.depth ?? 1 })
  const apiKey = `sk-test-${randomUUID().replaceAll('-', '')}`
  const values = {
    ...(await actionDefaults(join(ROOT, 'action.yml'))),
    'openai-api-key': apiKey,
    ...(model ? { 'openai-base-url': model.url, model: 'scripted' } : {}),
    ...inputs,
  }
  const run = ++count
  const variables = {
    ...runnerVariables({ github, event, machine, place, run, attempt, actionPath: ROOT }),
    ...machine.decoys,
    ...inputVariables(values, github.token),
    ...env,
  }
  const id = Number(variables['GITHUB_RUN_ID'])
  const tell = (ended: boolean) => void github.workflowRuns.set(id, { attempt, ended })
  tell(false)
  return { home, machine, variables, apiKey, end: () => (options.isFollowed ? undefined : tell(true)) }
}

/** What came of a run itself. */
export type Ended = Pick<Run, 'code' | 'signal' | 'log' | 'ms' | 'peakMiB' | 'outputs' | 'summary'>

/**
 * Runs the action as GitHub's runner does: on a fresh machine (workspace, home, temp), after a checkout like that of
 * `actions/checkout`, with inputs that default to those of `action.yml`, and with the runner's variables and files.
 * Resolves when the process and everything that it started have ended.
 */
export const runAction = (options: RunOptions): Promise<Run> => runBy(byBundle, options)

/** The same with something else than the bundle that carries out what was begun. */
export async function runBy(
  carryOut: (begun: Begun, options: RunOptions) => Promise<Ended>,
  options: RunOptions,
): Promise<Run> {
  const { github, model } = options
  const begun = await begin(options)
  const { home, machine, apiKey } = begun
  const [journalFrom, requestsFrom] = [github.journal.length, model?.requests.length ?? 0]
  const ended = await carryOut(begun, options).finally(begun.end)
  return {
    ...ended,
    journal: github.journal.slice(journalFrom),
    requests: model?.requests.slice(requestsFrom) ?? [],
    secrets: [apiKey, github.token, ...machine.secrets],
    temp: machine.temp,
    workspace: machine.workspace,
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 3 }),
  }
}

async function byBundle({ machine, variables }: Begun, options: RunOptions): Promise<Ended> {
  const { bundle = join(ROOT, 'dist/index.js') } = options
  return {
    ...(await execute({ bundle, cwd: machine.workspace, env: variables }, options)),
    outputs: parseFileCommands(await readFile(machine.files.GITHUB_OUTPUT, 'utf8')),
    summary: await readFile(machine.files.GITHUB_STEP_SUMMARY, 'utf8'),
  }
}

type Started = { bundle: string; cwd: string; env: Record<string, string> }

/** Runs the bundle in its own process group, so that everything it starts can be ended with it. */
async function execute(
  { bundle, cwd, env }: Started,
  { github, onLine, onStart, signal, timeoutMs = 120_000 }: RunOptions,
): Promise<Omit<Ended, 'outputs' | 'summary'>> {
  const started = performance.now()
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), [bundle], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = (): void => killGroup(child)
  github.onKill = kill
  process.on('exit', kill) // a test that timed out must leave no process behind
  child.on('spawn', () => onStart?.(child, env['RUNNER_TEMP'] ?? ''))
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
  limit.addEventListener('abort', kill)
  const log = collect(child, onLine)
  const watch = watchMemory(child)
  const [code, ending] = await new Promise<[number | null, NodeJS.Signals | null]>((settle, reject) => {
    child.on('error', reject)
    child.on('exit', kill) // processes that it left behind would keep its output open
    child.on('close', (...how) => settle(how))
  })
  limit.removeEventListener('abort', kill)
  process.off('exit', kill)
  if (github.onKill === kill) github.onKill = undefined
  return { code, signal: ending, log: log(), ms: performance.now() - started, peakMiB: await watch() }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // it has ended already
  }
}

/** Passes each line of a process's output to `onLine`, and returns a function that gives the whole output. */
function collect(child: ChildProcess, onLine: (line: string) => void = () => undefined): () => string {
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      lines.forEach(onLine)
    })
    stream?.on('end', () => rest && onLine(rest))
  }
  return () => log
}

/** The peak of resident memory in MiB, as Linux counts it. 0 on machines without /proc. */
function watchMemory(child: ChildProcess): () => Promise<number> {
  let peak = 0
  const look = async (): Promise<void> => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }
  const timer = setInterval(() => void look(), 100)
  return async () => {
    clearInterval(timer)
    return Math.round(peak / 1024)
  }
}
