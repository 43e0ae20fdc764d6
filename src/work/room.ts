import { tryGit, type Repository } from '../git/git.ts'
import type { WorkOrder } from './order.ts'
import type { AgentStep } from '../plan/plan.ts'
import type { Settings } from '../plan/settings.ts'
import type { Usage } from '../plan/usage.ts'
import type { StopReason } from './agent/loop.ts'
import type { AgentEvent } from './agent/events.ts'
import type { Message, Model } from './agent/model.ts'
import type { Tool } from './agent/tool.ts'
import type { Sandbox } from './sandbox/place.ts'
import type { ReadingPlace } from './tools/place.ts'
import { stripHiddenAndNote } from './untrusted.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

/** The settings for the agents' work. */
export type WorkSettings = Pick<Settings, 'planFile' | 'protectedPaths' | 'maxTurns' | 'maxSubtasks' | 'verifyCommand'>

/**
 * One entry of a transcript. The first is the order with its settings, so that a run can be replayed; the rest are
 * events. `root` is the path of the work tree.
 */
export type TranscriptEntry = AgentEvent | { kind: 'order'; order: WorkOrder; settings: WorkSettings; root: string }

/** The work room: everything that agents work with. Nothing in it can write to GitHub. */
export type WorkRoom = {
  model: Model
  planner: Model
  /** Reads each version before people do. */
  reader?: Model | undefined
  /** The private repository. Agents read and write its work tree. */
  repo: Repository
  /** The path by which commands know the work tree, where it is another one. */
  seenAt?: string | undefined
  /** Opens the sandbox of `setup-command` on first use, because planning needs none. */
  sandbox: () => Promise<Sandbox>
  /**
   * Opens another one, with an empty temporary directory and the home as `setup-command` left it. Ends the last one of
   * that use.
   */
  freshSandbox: (use: 'agent' | 'checks') => Promise<Sandbox>
  /** Makes the place ready for a subtask. Runs `setup-command` once per run of the action. Throws `UserError` when it fails. */
  setUp: () => Promise<void>
  /** Runs `setup-command` again. Undefined when there is none. Throws `UserError` when it fails. */
  setUpAgain: ((sandbox: Sandbox) => Promise<void>) | undefined
  settings: WorkSettings
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

/** The usage and turns of an agent, which every result reports. */
export const usageAndTurns = (end: { usage: Usage; turns: number }): { usage: Usage; turns: number } => ({
  usage: end.usage,
  turns: end.turns,
})

/** Why an agent was stopped from outside, by the reason of the signal. Undefined when it ended by itself. */
export function externalStop(why: StopReason, signal: AbortSignal): 'cancelled' | 'time' | 'budget' | undefined {
  if (why === 'budget') return 'budget'
  if (why !== 'aborted') return undefined
  return signal.reason === 'time' ? 'time' : 'cancelled'
}

/** Opens the workspace that agents read and write. */
export const workspaceOf = ({ repo, seenAt, settings }: WorkRoom): Promise<Workspace> =>
  openWorkspace({ root: repo.workTree, seenAt, ...settings })

/** What the reading tools work on. */
export async function readingPlace(room: WorkRoom): Promise<ReadingPlace> {
  return {
    workspace: await workspaceOf(room),
    git: (args, options) => tryGit(room.repo, args, options),
    redact: room.redact,
  }
}

/** A user message with secrets redacted, and with the images that its text refers to. */
export const userMessage = ({ redact }: WorkRoom, text: string, images: readonly string[] = []): Message => ({
  kind: 'user',
  text: redact(text),
  ...(images.length > 0 ? { images: [...images] } : {}),
})

/** The same tools with their results cleaned: without secrets and without hidden characters. */
export const redactingTools = (tools: readonly Tool[], redact: (text: string) => string): Tool[] =>
  tools.map((tool) => ({
    ...tool,
    call: async (raw, signal) => stripHiddenAndNote(redact(await tool.call(raw, signal))),
  }))
