import type { Permission } from '../../github/forge.ts'
import { isCancel } from '../words/command.ts'
import { mayWrite } from '../thread/people.ts'
import type { Snapshot } from './decision.ts'
import type { Place } from '../thread/thread.ts'

/** A run of a workflow, by the id that GitHub gave it, and which attempt at it. */
export type Holder = { run: string; attempt: number }

/** `overJobs`: held for later jobs too, without renewal. `renewed`: when the holder did, if another run wrote it. */
export type ClaimNote = Holder & { state: 'held' | 'free'; overJobs?: boolean; renewed?: number }

const OVER_JOBS = '\n\nIt is held for later jobs of the run.'

/** The message of such a commit. `subject` is for people who look at the ref. */
export function renderClaim(subject: string, { run, attempt, state, overJobs, renewed }: ClaimNote): string {
  const since = renewed === undefined ? '' : `\n\nRenewed: ${renewed}`
  return `${subject}${overJobs ? OVER_JOBS : ''}${since}\n\nClaim-Run: ${run}\nClaim-Attempt: ${attempt}\nClaim-State: ${state}\n`
}

/** What a commit says of a claim. Undefined when it is none of ours. */
export function parseClaim(message: string): ClaimNote | undefined {
  const match = /\n\nClaim-Run: (\d{1,15})\nClaim-Attempt: (\d{1,6})\nClaim-State: (held|free)\s*$/.exec(message)
  if (!match) return undefined
  const [, run = '', attempt, state] = match
  const [, renewed] = /\n\nRenewed: (\d{1,15})\n/.exec(message) ?? []
  return {
    run,
    attempt: Number(attempt),
    state: state === 'held' ? 'held' : 'free',
    ...(message.includes(OVER_JOBS) ? { overJobs: true } : {}),
    ...(renewed === undefined ? {} : { renewed: Number(renewed) }),
  }
}

export const isSameRun = (one: Holder, other: Holder): boolean => one.run === other.run && one.attempt === other.attempt

/** A run only replies to a `cancel`, and for people without write permission. `unknown`: whose has to be fetched. */
export type RunRole = { kind: 'works' } | { kind: 'replies'; why: string } | { kind: 'unknown'; login: string }

/** The role of a run, by its event. Without a person's comment, such as on a schedule, it works. Pure. */
export function roleOf({ said, asked }: Place, { thread, state }: Snapshot, permission?: Permission): RunRole {
  const by = said?.by ?? asked?.by.login
  if (by === undefined) return { kind: 'works' }
  const { issue, pull } = state.comments
  if (said && [...issue, ...pull].some((one) => one.id === said.id && isCancel(one.command)))
    return { kind: 'replies', why: 'This run came for a cancel' }
  const person = permission ? { permission } : thread.people.get(by)
  if (!person) return { kind: 'unknown', login: by }
  return mayWrite(person) ? { kind: 'works' } : { kind: 'replies', why: `${by} has no write access` }
}
