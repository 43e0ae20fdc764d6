import type { Repository } from '../../git/git.ts'
import type { AgentStep, Check, Settings } from '../../plan/plan.ts'
import type { Usage } from '../../plan/usage.ts'
import type { StopReason } from '../run-agent.ts'
import type { AgentEvent } from '../../model/model.ts'
import type { Model } from '../../model/model.ts'
import type { Sandbox } from '../sandbox/sandbox-place.ts'
import { openWorkspace, type Workspace } from '../place/workspace.ts'

/** The settings for the agents' work. */
type WorkSettings = Pick<
  Settings,
  'planFile' | 'protectedPaths' | 'maxTurns' | 'maxSubtasks' | 'verifyCommand' | 'proof' | 'testFiles' | 'newPackages'
>

/**
 * One entry of a transcript. The first is the order with its settings, so that a run can be replayed; the rest are
 * events. `root` is the path of the work tree.
 */
export type TranscriptEntry = AgentEvent | { kind: 'order'; order: TaskHeader; settings: WorkSettings; root: string }

/** What every task is known by; `attempt` and `subtask` where it is an attempt at one. */
export type TaskHeader = { id: string; kind: string; number: number; subtask?: number; attempt?: number }

/** What a room has of the place where its commands run. */
export type RoomPlace = Pick<AgentContext, 'repo' | 'seenAt' | 'sandbox' | 'freshSandbox' | 'setUp' | 'setUpAgain'>

/** The work room: everything that agents work with. Nothing in it can write to GitHub. */
export type AgentContext = {
  model: Model
  planner: Model
  /** Reads each version before people do. */
  reader?: Model | undefined
  /** The private repository. Agents read and write its work tree. */
  repo: Repository
  /** When the work tree is at the commit of the order, for those who need its files. */
  checkedOut?: Promise<void>
  /** The path by which commands know the work tree, where it is another one. */
  seenAt?: string | undefined
  /** Opens the sandbox of `setup-command` on first use, because planning needs none. */
  sandbox: () => Promise<Sandbox>
  /**
   * Opens another one, with an empty temporary directory and the home as `setup-command` left it. Ends the last one of
   * that use.
   */
  freshSandbox: (use: 'agent' | 'checks') => Promise<Sandbox>
  /** Makes the place ready for a subtask. Runs `setup-command` once per run. Throws `UserError` when it fails. */
  setUp: () => Promise<void>
  /** Runs `setup-command` again. Undefined when there is none. Throws `UserError` when it fails. */
  setUpAgain: ((sandbox: Sandbox) => Promise<void>) | undefined
  /**
   * A place of its own for what runs on the base while the planner reads; the signal ends its set-up. Undefined without
   * walls.
   */
  basePlace?: ((signal: AbortSignal) => Promise<RoomPlace | undefined>) | undefined
  settings: WorkSettings
  /** What checks said in this job, and their runs that have not ended, by tree and command. The runs never reject. */
  known: { checks: Map<string, Check>; running: Map<string, Promise<void>> }
  /** Whom the provider of the model takes this job for, where an id token of the job was exchanged. */
  subject?: (() => string | undefined) | undefined
  /** Redacts secrets in text that goes to a model or leaves the room. */
  redact: (text: string) => string
  signal: AbortSignal
  beforeTurn: () => Promise<void>
  onSteps: (steps: AgentStep[]) => void
  /** What other agents have spent of the same allowance since this room was opened. */
  spentBeside?: (() => Usage) | undefined
  /** Called with all that the agents of this room have spent so far, whenever it grows. */
  onUsage?: ((usage: Usage) => void) | undefined
  /** Returns a recorder for the messages and calls of the agent with this name. */
  transcript: (name: string) => (entry: TranscriptEntry) => void
}

/** Why an agent was stopped from outside, by the reason of the signal. Undefined when it ended by itself. */
export function externalStop(why: StopReason, signal: AbortSignal): 'cancelled' | 'time' | 'budget' | undefined {
  if (why === 'budget') return 'budget'
  if (why !== 'aborted') return undefined
  return signal.reason === 'time' ? 'time' : 'cancelled'
}

/** Opens the workspace that agents read and write. */
export const workspaceOf = ({ repo, seenAt, settings }: AgentContext): Promise<Workspace> =>
  openWorkspace({ root: repo.workTree, seenAt, ...settings })
