import { approversOf, areEnough, type Approval, type PlanOwners } from '../thread/owners.ts'
import { inOrder } from '../../plan/dependencies.ts'
import { isSettled, type Plan, type Subtask, type SubtaskState, type Settings } from '../../plan/plan.ts'
import { withRuns } from '../../plan/acceptance.ts'
import type { ExecutedSubtask, History } from '../thread/history.ts'

/** Where one subtask stands; of one that is executed, also the run that did it, and what its checks prove. */
export type Status = Pick<ExecutedSubtask, 'run' | 'proof' | 'checks' | 'unplanned'> & {
  subtask: Subtask
  state: SubtaskState
  /** As many people as required approved it, in this version of the plan; of its code owners where these approve. */
  approved: boolean
  /** It is approved, and everything that it depends on is settled. */
  ready: boolean
  approvals: Approval[]
  sha: string | undefined
  /** Its outcome, the reason why it was skipped, or the evidence of its failure. */
  text: string
  /** Attempts since the last `/retry` or new version. */
  attempts: number
  /** The agent of the last one judged that the subtask cannot be done, so no other attempt follows. */
  gaveUp?: boolean
}

type StatusFacts = {
  plan: Plan
  history: History
  approvals: readonly Approval[]
  rules: Pick<Settings, 'approvalsRequired'>
  countsSince: number
  thisRun: { attempts: ReadonlyMap<number, readonly { gaveUp?: boolean | undefined }[]> }
  owners?: PlanOwners | undefined
}

export function statusesOf(facts: StatusFacts): Status[] {
  const { plan, history } = facts
  const settled = new Set([...history.executed.keys(), ...history.abandoned.keys()])
  const input = inOrder(plan)
  return input.map((subtask) => {
    const approvals = approversOf(facts.approvals, subtask.number)
    const approved = areEnough(facts.owners?.get(subtask.number), approvals, facts.rules.approvalsRequired)
    const recorded = recordedStatusOf(facts, subtask.number)
    const ready = recorded.state === 'todo' && approved && subtask.depends_on.every((number) => settled.has(number))
    return { subtask: withRuns(plan, subtask), approvals, approved, ready, ...recorded }
  })
}

type RecordedStatus = Omit<Status, 'subtask' | 'approved' | 'ready' | 'approvals'>

function recordedStatusOf({ history, countsSince, thisRun }: StatusFacts, number: number): RecordedStatus {
  const executed = history.executed.get(number)
  if (executed) {
    const { sha, run, proof, checks, unplanned, outcome } = executed
    return { state: 'done', sha, run, proof, checks, unplanned, text: outcome, attempts: 0 }
  }
  const abandoned = history.abandoned.get(number)
  if (abandoned) return { state: 'abandoned', sha: undefined, text: abandoned.reason, attempts: 0 }
  const failed = history.failed.get(number)
  if (failed && failed.seen >= countsSince)
    return { state: 'failed', sha: undefined, text: failed.evidence, attempts: failed.attempts }
  const interrupted = history.interrupted.get(number)
  const before = interrupted && interrupted.seen >= countsSince ? interrupted.attempts : 0
  const own = thisRun.attempts.get(number) ?? []
  const gaveUp = own.at(-1)?.gaveUp === true
  return { state: 'todo', sha: undefined, text: '', attempts: before + own.length, ...(gaveUp && { gaveUp }) }
}

export const isExhausted = ({ attempts, gaveUp }: Status, { maxAttempts }: Pick<Settings, 'maxAttempts'>): boolean =>
  attempts >= maxAttempts || gaveUp === true

export const allSettled = (statuses: readonly Status[]): boolean => statuses.length > 0 && statuses.every(isSettled)

/** Whether every subtask was skipped, so that there is nothing to review. */
export const allSkipped = (statuses: readonly Status[]): boolean =>
  statuses.length > 0 && statuses.every(({ state }) => state === 'abandoned')

export const unapproved = (statuses: readonly Status[]): Status[] =>
  statuses.filter(({ state, approved }) => state === 'todo' && !approved)
