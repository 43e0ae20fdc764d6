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
import { shown } from './untrusted.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

/** The settings that bear on the model's work. */
export type WorkSettings = Pick<Settings, 'planFile' | 'protectedPaths' | 'maxTurns' | 'maxSubtasks' | 'verifyCommand'>

/**
 * What a transcript holds: first the order, with what its agents' tools go by, so that it can be played again; then what
 * happened. `root` is where the work tree was.
 */
export type TranscriptEntry = AgentEvent | { kind: 'order'; order: WorkOrder; settings: WorkSettings; root: string }

/** The model's room: what its agents work with. Nothing in here reaches GitHub. */
export type WorkRoom = {
  model: Model
  planner: Model
  /** The private git directory; its work tree is where the agents read and write. */
  repo: Repository
  /** Made ready when the first command is to be run: planning never needs it. */
  sandbox: () => Promise<Sandbox>
  /** Runs `setup-command` once in the life of this room. */
  setUp: () => Promise<void>
  settings: WorkSettings
  /** Takes secrets out of what goes to a model or leaves this room. */
  redact: (text: string) => string
  signal: AbortSignal
  beforeTurn: () => Promise<void>
  onSteps: (steps: AgentStep[]) => void
  /** Records an agent's every message and call under this name. */
  transcript: (name: string) => (entry: TranscriptEntry) => void
}

/** What every result tells of its cost. */
export const spentBy = (end: { usage: Usage; turns: number }): { usage: Usage; turns: number } => ({
  usage: end.usage,
  turns: end.turns,
})

/** Whether an agent's end was a stop from outside, nobody's failure. The signal's reason says which. */
export function stopOf(why: StopReason, signal: AbortSignal): 'cancelled' | 'time' | 'budget' | undefined {
  if (why === 'budget') return 'budget'
  if (why !== 'aborted') return undefined
  return signal.reason === 'time' ? 'time' : 'cancelled'
}

export const workspaceOf = ({ repo, settings }: WorkRoom): Promise<Workspace> =>
  openWorkspace({ root: repo.workTree, ...settings })

/** Where the reading tools look. */
export async function readingPlace(room: WorkRoom): Promise<ReadingPlace> {
  return {
    workspace: await workspaceOf(room),
    git: (args, options) => tryGit(room.repo, args, options),
    redact: room.redact,
  }
}

/** A task without secrets, and the images that its text refers to. */
export const userMessage = ({ redact }: WorkRoom, text: string, images: readonly string[] = []): Message => ({
  kind: 'user',
  text: redact(text),
  ...(images.length > 0 ? { images: [...images] } : {}),
})

/** Tools whose results hold no secret and nothing hidden, whatever they read or ran. */
export const discreet = (tools: readonly Tool[], redact: (text: string) => string): Tool[] =>
  tools.map((tool) => ({ ...tool, call: async (raw, signal) => shown(redact(await tool.call(raw, signal))) }))
