import type { Snapshot } from '../decide/state.ts'
import type { Status } from '../decide/status.ts'
import type { Trailers } from '../decide/trailers.ts'
import type { Usage } from '../plan/usage.ts'
import { planSeen } from './plan-seen.ts'

/** The trailers of the commit of a subtask. */
export function subtaskTrailers({ thread, state }: Snapshot, status: Status, usage: Usage): Trailers {
  const { requester } = state.history
  return {
    issue: thread.issue.number,
    subtask: status.subtask.number,
    ...(state.current ? { version: state.current.blob } : {}),
    approvedBy: status.approvals.map(({ login, comment }) => ({ login, comment })),
    usage,
    seen: planSeen(thread, state),
    ...(requester ? { coAuthor: requester } : {}),
  }
}
