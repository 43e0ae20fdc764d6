import type { State } from '../../../decide/next/snapshot.ts'
import type { Thread } from '../../../decide/thread/thread.ts'
import type { AgentStep } from '../../../plan/plan.ts'
import type { Settings } from '../../../plan/settings.ts'

/** A subtask that is being executed, and the agent's own steps for it. */
export type LiveSubtask = { number: number; attempt: number; steps: readonly AgentStep[] }

/**
 * What goes on at this moment: the subtask that is being executed, if it is one, the agent's own steps for it, and a
 * wait for the model's endpoint, with when it ends and how long it has taken by then, in milliseconds.
 */
export type Live = {
  number?: number
  attempt?: number
  /** When the attempt began, as ISO 8601. */
  since?: string
  steps: readonly AgentStep[]
  /** Other subtasks that are being executed at the same time. */
  siblings?: readonly LiveSubtask[]
  /** The run was stopped from outside, and ends with this. */
  stopped?: boolean
  waiting?: { until: number; total: number } | undefined
}

/** Everything that is being executed. */
export const liveSubtasks = ({ number, attempt = 1, steps, siblings: beside = [] }: Live): LiveSubtask[] => [
  ...(number === undefined ? [] : [{ number, attempt, steps }]),
  ...beside,
]

/** What every view is rendered from. Views are never read back: what they say is in the branch and the comments. */
export type View = Pick<Settings, 'maxAttempts' | 'approvalsRequired' | 'prices' | 'allowance' | 'planFile'> & {
  thread: Thread
  state: State
  live: Live | undefined
  /** Addresses on the server: `https://github.com/owner/name` and this run's page. */
  /** `errors` is the page about errors of the release that runs, where its address is known. */
  links: { repository: string; run: string; errors?: string | undefined }
}
