import { PERMISSIONS, type Permission } from '../../github/forge.ts'
import { verdictOf, type ProofAnswers, checksFor } from '../../plan/plan.ts'
import type { PlanRecord } from '../../plan/record.ts'
import { noUsage } from '../../plan/usage.ts'
import type { Status } from '../approval/subtask-status.ts'
import { numberIn, type JournalEntry } from '../thread/trailers.ts'
import { closingKey, isNoted } from '../thread/people.ts'
import type { PlanBranch, Thread } from '../thread/thread.ts'
import type { Snapshot, State } from './decision.ts'

/** What a record needs besides the state. `trees` has those of the commits, and `permissions` those of approvers. */
type RecordBasis = {
  trees: ReadonlyMap<string, string>
  permissions: ReadonlyMap<string, Permission>
  verifyCommand: string | undefined
  runs: readonly number[]
  models: readonly string[]
  action: string | undefined
}

/** The newest commit of ours, which the record of a plan names. */
const journalEnd = ({ commits }: Pick<PlanBranch, 'commits'>): string | undefined =>
  commits.findLast(({ entry }) => entry !== undefined)?.sha

/** A record is due when a plan is done and not reported yet, or cancelled after something was executed. */
export function isRecordDue(thread: Thread, state: State): boolean {
  const { branch, pull } = thread
  const { history, phase } = state
  if (!branch || !pull || branch.record?.journal === journalEnd(branch)) return false
  if (phase === 'abandoned') return history.executed.size + history.undone.size > 0
  return phase === 'done' && !isNoted(thread, 'pull', closingKey(state))
}

/** The commits whose trees a record names, and the logins whose permission it does. */
export const namedByRecord = ({ thread, state }: Snapshot): { commits: string[]; logins: string[] } => ({
  commits: [thread.branch?.head ?? [], state.statuses.flatMap(({ sha }) => sha ?? [])].flat(),
  logins: [...new Set(state.statuses.flatMap((one) => approversNamed(thread, one)).map(({ login }) => login))],
})

const entryOf = ({ branch }: Thread, { sha }: Status): JournalEntry | undefined =>
  branch?.commits.find((commit) => commit.sha === sha)?.entry

const approversNamed = (thread: Thread, status: Status) => entryOf(thread, status)?.trailers.approvedBy ?? []

/** The record of a plan that has ended. Undefined before it has a branch, a pull request and commits of ours. */
export function recordOf({ thread, state }: Snapshot, basis: RecordBasis): PlanRecord | undefined {
  const { branch, pull, issue } = thread
  const journal = branch && journalEnd(branch)
  if (!branch || !pull || journal === undefined) return undefined
  return {
    format: 2,
    issue: issue.number,
    pull_request: pull.pull.number,
    state: state.phase === 'done' ? 'done' : 'abandoned',
    request: requestOf(thread, state),
    versions: state.versions.map(({ version, blob, comment }) => ({ number: version, blob, comment })),
    approvals: approvalsIn(thread, state, basis),
    subtasks: state.statuses.map((status) => subtaskOf(thread, state, { status, basis })),
    base: branch.commits[0]?.parents[0] ?? thread.base.sha,
    journal,
    head: branch.head,
    tree: basis.trees.get(branch.head) ?? '',
    usage: state.history.usage,
    runs: [...new Set([...state.statuses.flatMap(({ run }) => run ?? []), ...basis.runs])],
    models: [...new Set(basis.models)],
    action: basis.action ?? null,
  }
}

const LONGEST_REQUEST = 4_000

function requestOf({ issue, comments }: Thread, { history }: State): PlanRecord['request'] {
  const comment = comments.find(({ id }) => String(id) === history.request)
  return {
    comment: numberIn(history.request) ?? null,
    login: history.requester?.login ?? comment?.author.login ?? '',
    id: history.requester?.id ?? comment?.author.id ?? null,
    text: (comment?.body ?? issue.title).slice(0, LONGEST_REQUEST),
  }
}

/** The approvals that subtasks were carried out with, as their commits name them. */
function approvalsIn(thread: Thread, { statuses, versions }: State, basis: RecordBasis): PlanRecord['approvals'] {
  const used = statuses.flatMap((status) =>
    approversNamed(thread, status).map((by) => ({
      ...by,
      number: status.subtask.number,
      blob: entryOf(thread, status)?.trailers.version,
    })),
  )
  return [...Map.groupBy(used, ({ comment }) => comment)].map(([id, uses]) => {
    const { login = '', blob } = uses[0] ?? {}
    const posted = thread.pull?.comments.find((one) => one.id === id)
    const earlier = versions.filter(({ comment }) => comment < id)
    return {
      comment: id,
      login,
      id: posted?.author.id ?? null,
      permission: permissionIn(uses) ?? basis.permissions.get(login) ?? 'none',
      at: posted?.createdAt ?? null,
      version: versionOf(earlier, blob) ?? versionOf(versions, blob),
      subtasks: uses.map(({ number }) => number),
    }
  })
}

/** The lowest permission that GitHub reported before any of the subtasks. */
const permissionIn = (uses: readonly { permission?: Permission | undefined }[]): Permission | undefined =>
  PERMISSIONS.find((role) => uses.some(({ permission }) => permission === role))

function recordedAnswers(answers: ProofAnswers | undefined) {
  const answerOn = (of: 'before' | 'without' | 'planned') => (answers && answers[of] !== 'not run' ? answers[of] : null)
  const last = answers?.earlier === undefined ? { planned: answerOn('planned') } : { earlier: answers.earlier }
  return { before: answerOn('before'), without: answerOn('without'), ...last }
}

const versionOf = (versions: State['versions'], blob: string | undefined): number | null =>
  versions.findLast((one) => one.blob === blob)?.version ?? null

function subtaskOf(
  thread: Thread,
  { versions }: State,
  { status, basis }: { status: Status; basis: RecordBasis },
): PlanRecord['subtasks'][number] {
  const { subtask, state, sha, text } = status
  const entry = entryOf(thread, status)
  const checked = state === 'done' ? checksFor(subtask, basis.verifyCommand) : []
  return {
    number: subtask.number,
    state,
    subject: entry?.subject ?? subtask.name,
    outcome: state === 'done' ? text : '',
    version: versionOf(versions, entry?.trailers.version),
    commit: sha ?? null,
    tree: basis.trees.get(sha ?? '') ?? null,
    usage: entry?.trailers.usage ?? noUsage,
    // A subtask whose checks do not pass is not done.
    checks: [...new Set(checked)].map((command) => {
      const answers = status.checks?.[checked.indexOf(command)]
      const verdict = (answers && verdictOf({ passed: true, ...answers })) ?? null
      return {
        command,
        ...recordedAnswers(answers),
        after: 'passed' as const,
        verdict,
        digest: answers?.digest ?? null,
      }
    }),
  }
}
