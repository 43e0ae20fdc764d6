import { tryGit, type Repository } from '../../git/git.ts'
import type { AgentStep, Check, Settings } from '../../plan/plan.ts'
import type { Usage } from '../../plan/usage.ts'
import type { AgentEvent, Model } from '../../model/model.ts'
import type { Sandbox } from '../sandbox/run-command.ts'
import { openWorkspace, type Workspace } from '../worktree/workspace.ts'

type WorkSettings = Pick<
  Settings,
  | 'planFile'
  | 'protectedPaths'
  | 'maxTurns'
  | 'maxSubtasks'
  | 'verifyCommand'
  | 'setupCommand'
  | 'proof'
  | 'testFiles'
  | 'newPackages'
>

/** One entry of a transcript: an event, or first the task input with what a replay needs of its surroundings. */
export type TranscriptEntry =
  | AgentEvent
  | { kind: 'order'; order: TaskHeader; settings: WorkSettings; root: string }
  | ({ kind: 'check' } & RanCheck)

/** One run of a check. `code` describes the tested code in words; `output` is all that it printed, redacted. */
export type RanCheck = { check: Check; code: string; milliseconds: number; output: string }

/** A run of a check as an entry of a transcript, with all that it printed if it failed. */
export const checkEntry = (run: RanCheck): TranscriptEntry => ({
  kind: 'check',
  ...run,
  output: run.check.passed ? '' : run.output,
})

/** A running check; `milliseconds` returns its duration so far. */
export type RunningCheck = { command: string; code: string; milliseconds: () => number }

/** Identifies a task; `attempt` and `subtask` are set for an attempt at a subtask. */
type TaskHeader = { id: string; kind: string; number: number; subtask?: number; attempt?: number }

/** The part of an agent context that depends on the worktree in which its commands run. */
export type WorktreeContext = Pick<
  AgentContext,
  'repo' | 'mountPath' | 'sandbox' | 'freshSandbox' | 'setUp' | 'setUpAgain'
>

/** Everything that agents work with. It holds no GitHub credentials, so nothing in it can write to GitHub. */
export type AgentContext = {
  model: Model
  planner: Model
  /** The reviewer model: reads each version before people do. */
  reader?: Model | undefined
  /** The private clone. Agents read and write its worktree. */
  repo: Repository
  /** Resolves when the worktree is at the commit of the task, for agents that need its files. */
  checkedOut?: Promise<void>
  /** The path at which commands see the worktree, if it is mounted elsewhere. */
  mountPath?: string | undefined
  /** Opens the sandbox of `setup-command` on first use, because planning needs none. */
  sandbox: () => Promise<Sandbox>
  /** A new sandbox for this use: an empty temporary directory, and the home that `setup-command` left. */
  freshSandbox: (use: 'agent' | 'checks') => Promise<Sandbox>
  /** Prepares the worktree for a subtask. Runs `setup-command` once per run. Throws `UserError` when it fails. */
  setUp: () => Promise<void>
  /** Runs `setup-command` again. Undefined when the input is empty. Throws `UserError` when it fails. */
  setUpAgain: ((sandbox: Sandbox) => Promise<void>) | undefined
  /** A worktree for commands that run on the base while the planner reads. Undefined without a sandbox. */
  openBaseWorktree?: ((signal: AbortSignal) => Promise<WorktreeContext | undefined>) | undefined
  /** A copy of the worktree, for commands that run while an agent works in it. Undefined without a sandbox. */
  openSpareWorktree?: (() => Promise<WorktreeContext | undefined>) | undefined
  settings: WorkSettings
  onCheck?: ((run: RanCheck) => void) | undefined
  /** Called when a check begins, and periodically while it runs. */
  onRunning?: ((run: RunningCheck) => void) | undefined
  /** Check results of this job and check runs in progress, by tree and command. The runs never reject. */
  known: { checks: Map<string, Check>; running: Map<string, Promise<void>> }
  /** The subject of the job's OIDC token, if it was exchanged for a token of the model's provider. */
  subject?: (() => string | undefined) | undefined
  /** Redacts secrets in text that goes to a model or leaves the agent context. */
  redact: (text: string) => string
  signal: AbortSignal
  /** Called before each turn of the agents. An error ends them. */
  beforeTurn?: (() => Promise<void>) | undefined
  /** Called with the steps of a subtask's agents whenever they change. */
  onSteps?: ((steps: AgentStep[]) => void) | undefined
  /** Usage by other agents that share this allowance, since this context was opened. */
  spentByOthers?: (() => Usage) | undefined
  /** Called with the total usage of this context's agents whenever it grows. */
  onUsage?: ((usage: Usage) => void) | undefined
  /** Returns a recorder for the messages and calls of the agent with this name. */
  transcript: (name: string) => (entry: TranscriptEntry) => void
}

export const stopOf = ({ reason }: AbortSignal): 'cancelled' | 'time' => (reason === 'time' ? 'time' : 'cancelled')

/** Why an agent was stopped from outside, by the reason of the signal. Undefined when it ended by itself. */
export function externalStop(why: string, signal: AbortSignal): 'cancelled' | 'time' | 'budget' | undefined {
  if (why === 'budget') return 'budget'
  return why === 'aborted' ? stopOf(signal) : undefined
}

/** What reading tools need. They redact before they truncate, because truncation could cut a secret in half. */
export type ReadingToolContext = Pick<AgentContext, 'redact'> & {
  workspace: Workspace
  /** Runs git on the private clone whose worktree is the workspace. Resolves also when git fails. */
  git: (args: string[], options?: { signal?: AbortSignal; input?: string }) => ReturnType<typeof tryGit>
}

export const readingToolContext = async (ctx: AgentContext): Promise<ReadingToolContext> => ({
  workspace: await openWorkspace({ root: ctx.repo.workTree, mountPath: ctx.mountPath, ...ctx.settings }),
  git: (args, options) => tryGit(ctx.repo, args, options),
  redact: ctx.redact,
})
