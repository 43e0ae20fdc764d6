import { join } from 'node:path'
import { describeStep, type Snapshot, type Step } from '../decide/next/decision.ts'
import { targetLine } from './run-log.ts'
import { logLine, type Turns } from '../runner/log.ts'
import type { Target, Thread } from '../decide/thread/thread.ts'
import { type Sources, ACTIONS_BOT, type Connection } from '../observe/sources.ts'
import type { Claim, Holder } from '../publish/claim/claim.ts'
import type { GitHubContext } from '../publish/write/github-context.ts'
import { type Inputs, modelsOf, secretsOf, settingsOf } from '../runner/inputs.ts'
import { type OpenContext, contextOpener } from '../tasks/open-context.ts'
import { needsPlan } from '../decide/words/needs-plan.ts'
import { observe, byRules } from '../observe/observe.ts'
import { refresh } from '../observe/refresh.ts'
import { refreshBranch } from '../observe/read-plans.ts'
import { guardStep, type StepCounts } from '../decide/next/loop-guard.ts'
import type { Repository } from '../git/git.ts'
import type { Forge } from '../github/forge.ts'
import { pathRemover } from '../guard/redact.ts'
import { UserError } from '../lib/errors.ts'
import { addressOf, type Clone } from '../observe/clone.ts'
import { defaultBranchOf, type Event } from '../observe/event.ts'
import { CONTEXT } from '../publish/say/pull-request.ts'
import type { Clock, startClock } from '../runner/clock.ts'
import { errorsPage, releaseOf } from '../runner/env.ts'
import { isCancel } from '../decide/words/command.ts'
import { mayWrite } from '../decide/thread/people.ts'

export type Run = {
  inputs: Inputs
  /** Identifies this run on claims. All runs outside of a workflow have the same id. */
  holder: Holder
  sources: Sources
  githubContext: GitHubContext
  redact: (text: string) => string
  openContext: OpenContext
  /** Aborted when the run is stopped, or when its time is up. */
  ends: AbortSignal
}

/** One issue or pull request that a run looks at. Error handling reads `progress` when the run was interrupted. */
export type LoopContext = {
  run: Run
  target: Target
  claim: Claim
  stop: AbortSignal
  note: (what: string) => void
  progress: {
    thread: Thread | undefined
    /** Whether a subtask failed in this run. */
    failed: boolean
    /** When everything was last read, in milliseconds of the run's clock. */
    observedAt: number
    role?: RunRole
    stepCounts?: StepCounts
    isLeftToOthers?: boolean
  }
}

/** Runs a single model step in the runner's checkout, or several subtasks in worktrees. Disposal stops all. */
export type OpenPool = AsyncDisposable & {
  delays: (step: Step) => boolean
  /** Runs a model step, or waits until a running one has ended. Returns the updated thread. */
  carryOut: (snapshot: Snapshot, step: Step) => Promise<Thread>
  /** Waits for all running tasks, because the run ends. */
  drain: (thread: Thread) => Promise<Thread>
}

/** Reads an issue or pull request for the first time; undefined if there is nothing for the bot. */
export async function observeTarget({ run, target, progress, note }: LoopContext): Promise<Thread | undefined> {
  const thread = await observe(run.sources, target)
  if (thread?.asked?.kind === 'opened' && thread.asked.body === undefined) {
    const { isComplex, because } = needsPlan('', thread.issue)
    note(`The new issue gets ${isComplex ? 'a' : 'no'} plan, because ${because}.`)
  }
  const { clock } = run.sources
  if (thread && thread.bot.login !== ACTIONS_BOT.login) clock.useOtherToken()
  progress.observedAt = clock.now()
  progress.thread = thread
  if (thread) logLine(run.redact(targetLine(target, thread, run.sources.snapshotAt(thread).state)))
  return thread
}

/** Reads again what another run may have changed, including the branch: it may have created a plan. */
export async function lookAgain({ run: { sources }, target, progress }: LoopContext, thread: Thread) {
  const read = thread.pull
    ? await refresh(sources, await refreshBranch(sources, thread))
    : await observe({ ...sources, firstFetch: undefined, earlyBatch: undefined }, target)
  progress.observedAt = sources.clock.now()
  return read && { ...read, thisRun: { ...thread.thisRun, contended: true } }
}

/** Notes a step. Throws if it repeats an earlier one without progress, because an endless loop would cost money. */
export function beginStep({ progress, note }: LoopContext, snapshot: Snapshot, step: Step): void {
  const verdict = guardStep(progress.stepCounts ?? new Map(), snapshot, step)
  if (verdict.kind === 'loop')
    throw new UserError(
      'loop',
      `${verdict.why} So the run was ended.`,
      'Look at what the run wrote last, and report it with the log as a bug of Measure Twice before you start it again.',
    )
  progress.stepCounts = verdict.taken
  note(describeStep(step))
}

/** What a run gets from its environment. Tests may replace the clock and the agent context. */
export type RunSpec = {
  env: NodeJS.ProcessEnv
  event: Event
  clone: Clone
  connection: Connection | undefined
  stop: AbortSignal
  clock?: typeof startClock
  ctx?: OpenContext
}

type Opening = Omit<RunSpec, 'clock'> & { clock: Clock; turns: Turns }

/** Throws `UserError` outside of a workflow. */
export function openRun(inputs: Inputs, spec: Opening): Run {
  const { env, clone, connection, turns } = spec
  const secrets = secretsOf(inputs, env)
  const { redact } = secrets
  const { temp, home } = clone
  const address = addressOf(env)
  if (address === undefined || connection === undefined) {
    throw new UserError('runner', 'GITHUB_REPOSITORY is not set.', 'Run this as a step of a GitHub Actions workflow.')
  }
  const settings = settingsOf(inputs, env)
  const ends = AbortSignal.any([spec.stop, spec.clock.signal])
  clone.endWith(ends, spec.clock)
  const sources = sourcesOf({ ...spec, connection, inputs, settings })
  const outward = pathRemover([
    [clone.repo.workTree, '.'],
    [temp, '<temp>'],
    [env.RUNNER_WORKSPACE ?? '', '<workspace>'],
    [env.HOME ?? '', '~'],
  ])
  return {
    inputs,
    holder: { run: env.GITHUB_RUN_ID || '0', attempt: Number(env.GITHUB_RUN_ATTEMPT) || 1 },
    sources,
    redact,
    githubContext: {
      sources,
      redact,
      outward: (text: string) => outward(redact(text)),
      links: {
        repository: address,
        run: `${address}/actions/runs/${env.GITHUB_RUN_ID ?? '0'}`,
        errors: errorsPage(env),
      },
      maker: { runs: [Number(env.GITHUB_RUN_ID) || 0], models: modelsOf(inputs), action: releaseOf(env) },
      jobs: inputs.mode === 'all' ? 'one' : 'three',
      workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', sources.base),
      settings,
    },
    openContext:
      inputs.mode === 'all'
        ? (spec.ctx ??
          contextOpener({
            inputs,
            git: sources.repo,
            env,
            secrets,
            home,
            transcripts: join(temp, 'measure-twice'),
            turns,
            left: sources.clock.left,
            ending: ends,
          }))
        : noRoom,
    ends,
  }
}

type SourcesSpec = Opening & {
  connection: Connection
  inputs: Inputs
  settings: ReturnType<typeof settingsOf>
}

const withoutPush = (repo: Repository): Repository =>
  repo.remote ? { ...repo, remote: { ...repo.remote, readOnly: true } } : repo

/** The sources that a run reads: GitHub, the private clone, and the settings that affect what is read. */
function sourcesOf({ inputs, settings, env, event, clone, connection, clock }: SourcesSpec): Sources {
  return {
    forge: connection.forge,
    repo: inputs['dry-run'] ? withoutPush(clone.repo) : clone.repo,
    clock,
    firstFetch: clone.firstFetch,
    earlyBatch: connection.earlyBatch,
    repository: env.GITHUB_REPOSITORY ?? '',
    base: inputs['base-branch'] ?? defaultBranchOf(event),
    branchPrefix: inputs['branch-prefix'],
    planFile: inputs['plan-file'],
    own: {
      run: env.GITHUB_RUN_ID ?? '',
      workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', '').workflow,
      context: CONTEXT,
    },
    ...byRules({ ...settings, approvers: inputs.approvers, tests: settings }),
  }
}

/** Parses `owner/name/.github/workflows/plan.yml@refs/heads/main`. */
function workflowOf(reference: string, otherwise: string): GitHubContext['workflow'] {
  const [path = '', ref = ''] = reference.split('@')
  return { workflow: path.split('/').at(-1) ?? '', ref: ref.replace(/^refs\/(heads|tags)\//, '') || otherwise }
}

/** In three jobs, those that write to GitHub have no model. */
const noRoom = (): never => {
  throw new Error('There is no model in this job.')
}

/** A run only replies to a `cancel`, and for people without write permission. */
type RunRole = { kind: 'works' } | { kind: 'replies'; why: string }

/** The role of a run, by its event. Without a person's comment, such as on a schedule, it works. */
export async function roleOf(
  { comment, asked }: Target,
  { thread, state }: Snapshot,
  forge: Pick<Forge, 'permission'>,
): Promise<RunRole> {
  const by = comment?.by ?? asked?.by.login
  if (by === undefined) return { kind: 'works' }
  const { issue, pull } = state.comments
  if (comment && [...issue, ...pull].some((one) => one.id === comment.id && isCancel(one.command)))
    return { kind: 'replies', why: 'This run came for a cancel' }
  const person = thread.people.get(by) ?? { permission: await forge.permission(by) }
  return mayWrite(person) ? { kind: 'works' } : { kind: 'replies', why: `${by} has no write access` }
}
