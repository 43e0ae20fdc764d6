import { inOrder } from '../../plan/dependencies.ts'
import { type Plan, type Subtask, type SubtaskState, type Settings, nameSubtasks } from '../../plan/plan.ts'
import { withTestCommands } from '../../plan/acceptance.ts'
import type { ExecutedSubtask, History } from '../thread/history.ts'
import { approversOf, areEnough, filesLackingApproval, ownerName } from '../thread/people.ts'
import type { Approvers, Approval, PlanOwners, OwnedFiles } from '../thread/people.ts'

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
  const ordered = inOrder(plan)
  return ordered.map((subtask) => {
    const approvals = approversOf(facts.approvals, subtask.number)
    const approved = areEnough(facts.owners?.get(subtask.number), approvals, facts.rules.approvalsRequired)
    const recorded = recordedStatusOf(facts, subtask.number)
    const ready = recorded.state === 'todo' && approved && subtask.depends_on.every((number) => settled.has(number))
    return { subtask: withTestCommands(plan, subtask), approvals, approved, ready, ...recorded }
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
  const ownAttempts = thisRun.attempts.get(number) ?? []
  const gaveUp = ownAttempts.at(-1)?.gaveUp === true
  return { state: 'todo', sha: undefined, text: '', attempts: before + ownAttempts.length, ...(gaveUp && { gaveUp }) }
}

export const isExhausted = ({ attempts, gaveUp }: Status, { maxAttempts }: Pick<Settings, 'maxAttempts'>): boolean =>
  attempts >= maxAttempts || gaveUp === true

/** Whether every subtask was skipped, so that there is nothing to review. */
export const allSkipped = (statuses: readonly Status[]): boolean =>
  statuses.length > 0 && statuses.every(({ state }) => state === 'abandoned')

export const unapproved = (statuses: readonly Status[]): Status[] =>
  statuses.filter(({ state, approved }) => state === 'todo' && !approved)

/** Subtasks that wait for the same people, and who these are, as the end of a sentence in Markdown. */
type Asked = { numbers: number[]; of: string }

/** A subtask that has to be approved, with the approvals that it has. */
type Waiting = { number: number; approvals?: readonly Approval[] }

/** Who has to approve what, so far as it is not anybody with write permission. */
export function askedFor(
  { approvers, approvalsRequired }: Pick<Settings, 'approvalsRequired'> & { approvers?: Approvers },
  owners: PlanOwners | undefined,
  waiting: readonly Waiting[],
): Asked[] {
  if (!approvers || (approvers.kind === 'permission' && approvers.least === 'write')) return []
  const asked = waiting.map(({ number, approvals = [] }) => {
    const files = filesLackingApproval(owners?.get(number) ?? [], approvals, approvalsRequired)
    return { number, of: peopleFor(approvers, files) }
  })
  const groups = Map.groupBy(asked, ({ of }) => of)
  if (groups.size === 1 && groups.has(ANYBODY)) return []
  return [...groups].map(([of, members]) => ({ numbers: members.map(({ number }) => number), of }))
}

const ANYBODY = 'anybody with write permission'

function peopleFor(approvers: Approvers, files: readonly OwnedFiles[]): string {
  switch (approvers.kind) {
    case 'permission':
      return `someone with the permission ${approvers.least}`
    case 'list':
      return anyOf([...approvers.users, ...approvers.teams].map((name) => `@${name}`))
    case 'codeowners': {
      const owned = files.filter(({ owners }) => owners.length > 0)
      return [...new Set(owned.map(({ owners }) => anyOf(owners)))].join(', and of ') || ANYBODY
    }
  }
}

/** `@bob, @carol or a member of @octo/core`. */
function anyOf(owners: readonly string[]): string {
  const names = owners.map(ownerText)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

const ownerText = (owner: string): string => {
  const name = ownerName(owner)
  if (name === undefined) return `\`${owner}\` (which GitHub ties to no account here)`
  return name.includes('/') ? `a member of @${name}` : `@${name}`
}

/** `It needs the approval of @carol.` or `Subtask 1 needs that of @carol, …`; empty when anybody may approve. */
export function askedText(asked: readonly Asked[]): string {
  const [only, ...others] = asked
  if (!only) return ''
  if (others.length === 0) return `It needs the approval of ${only.of}.`
  const parts = asked.map(({ numbers, of }) => `${nameSubtasks(numbers)} of ${of}`)
  return `It needs approvals: ${parts.join('; ')}.`
}
