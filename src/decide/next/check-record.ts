import type { Account, Comment, Permission } from '../../github/forge.ts'
import type { PlanRecord } from '../../plan/record.ts'
import { isEdited, mayWrite, recordLinksIn } from '../thread/people.ts'
import type { Thread } from '../thread/thread.ts'
import { isApproval, parseCommand } from '../words/command.ts'

/** A row of the answer to `/verify`: what was checked, by what, and the problem, if there is one. */
export type CheckedPromise = { promise: string; seen: string; wrong?: string | undefined }

/** What was found of a recorded plan. Undefined fields could not be read, such as GitHub's from a clone alone. */
type RecordedPlan = {
  /** The record that is kept: whether its commit is ours, and whether a comment of ours names it. */
  stored: { commit: string; record: PlanRecord; isOurs: boolean; isNamed: boolean | undefined } | undefined
  /** The record as commits and comments give it now. Undefined if commits are missing. */
  actual: PlanRecord | undefined
  /** What is on GitHub: comments of the pull request, with who wrote them, and what people may do now. */
  online: { comments: readonly Comment[]; bot: Account; permissions: ReadonlyMap<string, Permission> } | undefined
  location: { seen: string; wrong?: string | undefined } | undefined
  planBlobs: ReadonlySet<string> | undefined
  foreignCommits: readonly string[]
}

/** Whether a plan is what its record says, and what does not hold first. Pure. */
export function checkRecord(found: RecordedPlan): CheckedPromise[] {
  const record = found.stored?.record ?? found.actual
  if (!record) return [{ promise: 'Record', seen: '', wrong: 'there is neither a record nor a branch to look at' }]
  const rows = [
    recordRow(found),
    ...record.versions.map((one) => versionRow(found, record, one)),
    ...record.approvals.map((one) => approvalRow(found, record, one)),
    ...record.subtasks.map((one) => subtaskRow(found, record, one)),
    ...omissions(found, record),
    ...(found.location ? [{ promise: 'Commits', ...found.location }] : []),
    ...(found.foreignCommits.length > 0
      ? [{ promise: 'Commits of people', seen: found.foreignCommits.join(', ') }]
      : []),
  ]
  return [...rows.filter(({ wrong }) => wrong !== undefined), ...rows.filter(({ wrong }) => wrong === undefined)]
}

/** The recomputed record with the recorded request, where the comment that asked was edited since, or deleted. */
export function withRecordedRequest(
  actual: PlanRecord,
  then: PlanRecord | undefined,
  { comments }: Thread,
): PlanRecord {
  if (!then) return actual
  const { request } = actual
  const asked = comments.find(({ id }) => id === request.comment)
  const text = asked && !isEdited(asked) ? request.text : then.request.text
  // Older commits do not name who asked.
  const { login, id } = request.login === '' ? then.request : request
  return { ...actual, request: { ...request, login, id, text } }
}

/** Commits of people on the branch of a plan, except merges: `/verify` names them, and they are no fault. */
export const foreignCommits = ({ branch }: Thread): string[] =>
  (branch?.commits ?? [])
    .filter(({ entry, parents }) => entry === undefined && parents.length === 1)
    .map(({ sha, author }) => `${short(sha)} by ${author.name}`)

const short = (id: string): string => `\`${id.slice(0, 7)}\``
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const firstProblem = (...problems: (string | false | undefined)[]): string | undefined =>
  problems.find((one) => typeof one === 'string') || undefined

function differing<T extends object>(one: T, other: T, fields: readonly (keyof T & string)[]): string | undefined {
  const wrong = fields.filter((field) => !isEqual(one[field], other[field])).map((name) => `\`${name}\``)
  return wrong.length === 0 ? undefined : `the record says something else of ${wrong.join(', ')}`
}

const RECORD_FIELDS = ['issue', 'pull_request', 'state', 'base', 'journal', 'head', 'tree', 'usage'] as const

function recordRow({ stored, actual, online }: RecordedPlan): CheckedPromise {
  const promise = 'Record'
  if (!stored) {
    const isNamed = online !== undefined && recordLinksIn(online.comments, online.bot).length > 0
    const wrong = isNamed ? 'a comment of the bot names one, and it is gone' : undefined
    return { promise, seen: 'none that can be read; the branch is looked at', wrong }
  }
  const { record } = stored
  return {
    promise,
    seen: `${short(stored.commit)}; of models, release and the run that wrote it only the record tells`,
    wrong: firstProblem(
      !stored.isOurs && 'its commit is not of the bot',
      stored.isNamed === false && 'no comment of the bot names its commit',
      !actual && 'the commits that it names are not there',
      actual && differing(record, actual, RECORD_FIELDS),
      actual && !isEqual(record.request, actual.request) && 'the record says something else of the `request`',
      actual?.runs.some((run) => !record.runs.includes(run)) && 'the record leaves out `runs` that its commits name',
    ),
  }
}

function versionRow(
  { actual, online, planBlobs }: RecordedPlan,
  { approvals }: PlanRecord,
  version: PlanRecord['versions'][number],
): CheckedPromise {
  // What was offered and not approved need not have come to the branch.
  const wasUsed = approvals.some((one) => one.version === version.number)
  const actualVersion = online && actual?.versions.find(({ number }) => number === version.number)
  const planComment = online?.comments.find(({ id }) => id === version.comment)
  return {
    promise: `Version ${version.number}`,
    seen: `${short(version.blob)}${online ? ', and its plan comment' : ''}`,
    wrong: firstProblem(
      online && !planComment && 'its plan comment is gone',
      planComment && isEdited(planComment) && 'its plan comment was edited',
      online && !isEqual(actualVersion, version) && 'the bot announced something else',
      wasUsed && planBlobs?.has(version.blob) === false && 'the plan on the branch was never this text',
    ),
  }
}

function approvalRow(
  { actual, online }: RecordedPlan,
  record: PlanRecord,
  approval: PlanRecord['approvals'][number],
): CheckedPromise {
  const { comment, login, permission } = approval
  const actualApproval = actual?.approvals.find((one) => one.comment === comment)
  const posted = online?.comments.find(({ id }) => id === comment)
  const announced = record.versions.find(({ number }) => number === approval.version)
  const permissionNow = online?.permissions.get(login)
  return {
    promise: `Approval of ${login} (${comment})`,
    seen: online
      ? `the comment, its author, \`${permission}\` then${permissionNow === permission ? '' : `, \`${permissionNow}\` now`}`
      : 'the commits that name it',
    wrong: firstProblem(
      actual && !actualApproval && 'no commit of a subtask names it',
      actualApproval &&
        differing(approval, actualApproval, posted ? [...APPROVAL_FIELDS, 'id', 'at'] : APPROVAL_FIELDS),
      online && !posted && 'the comment was deleted',
      posted && isEdited(posted) && 'the comment was edited',
      posted &&
        (posted.author.login !== login || posted.author.type !== 'User') &&
        `the comment is of ${posted.author.login}`,
      !announced && 'it is of no version that the record knows',
      posted && announced && problemOfScope(posted, { blob: announced.blob, subtasks: approval.subtasks }),
      announced && comment <= announced.comment && 'it is older than the version',
      record.versions.some((one) => announced && one.comment > announced.comment && one.comment < comment) &&
        'a later version was announced before it',
      !mayWrite({ permission }) && `${login} had \`${permission}\` only`,
    ),
  }
}

const APPROVAL_FIELDS = ['login', 'permission', 'version', 'subtasks'] as const

function problemOfScope({ body }: Comment, { blob, subtasks }: { blob: string; subtasks: readonly number[] }) {
  const command = parseCommand(body, 'pull')
  if (!isApproval(command)) return 'the comment is no approval'
  const { scope } = command
  if (scope.kind === 'blob' && !blob.startsWith(scope.blob)) return 'the comment approves another version'
  const isWider = scope.kind === 'numbers' && subtasks.some((number) => !scope.numbers.includes(number))
  return isWider ? 'the comment approves other subtasks' : undefined
}

const SUBTASK_FIELDS = ['state', 'commit', 'tree', 'subject', 'outcome', 'usage', 'version', 'checks'] as const

function subtaskRow(
  { actual }: RecordedPlan,
  { approvals }: PlanRecord,
  subtask: PlanRecord['subtasks'][number],
): CheckedPromise {
  const actualSubtask = actual?.subtasks.find(({ number }) => number === subtask.number)
  return {
    promise: `Subtask ${subtask.number}`,
    seen: subtask.commit ? `${short(subtask.commit)}, its tree, its trailers and its approvals` : subtask.state,
    wrong: firstProblem(
      actual && !actualSubtask && 'the plan has no such subtask',
      actualSubtask && differing(subtask, actualSubtask, SUBTASK_FIELDS),
      subtask.state === 'done' &&
        !approvals.some(({ subtasks }) => subtasks.includes(subtask.number)) &&
        'no approval of it is named',
    ),
  }
}

/** Names subtasks, approvals and versions that the branch has and the record leaves out. */
function omissions({ actual }: RecordedPlan, record: PlanRecord): CheckedPromise[] {
  const names = ({ subtasks, approvals, versions }: PlanRecord) => [
    ...subtasks.map(({ number }) => `subtask ${number}`),
    ...approvals.map(({ comment, login }) => `the approval of ${login} (${comment})`),
    ...versions.map(({ number }) => `version ${number}`),
  ]
  const recorded = new Set(names(record))
  const missing = (actual ? names(actual) : []).filter((name) => !recorded.has(name))
  return missing.length === 0
    ? []
    : [{ promise: 'Completeness', seen: 'the branch', wrong: `the record leaves out ${missing.join(', ')}` }]
}
