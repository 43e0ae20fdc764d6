import type { Account, Comment, Permission } from '../../github/forge.ts'
import type { PlanRecord } from '../../plan/record.ts'
import { mayWrite } from '../thread/approvers.ts'
import { isEdited } from '../thread/markers.ts'
import { isApproval, parseCommand } from '../words/command.ts'

/** One promise of a plan: what was looked at, and what is wrong where it does not hold. */
export type CheckedPromise = { promise: string; seen: string; wrong?: string | undefined }

/** What was found of a plan. What is undefined could not be looked at, as GitHub from a clone alone. */
export type RecordedPlan = {
  /** The record that is kept: whether its commit is ours, and whether a comment of ours names it. */
  kept: { commit: string; record: PlanRecord; isOurs: boolean; isNamed: boolean | undefined } | undefined
  /** What the record would say now. Undefined when the commits are not there. */
  again: PlanRecord | undefined
  /** What is on GitHub: comments of the pull request, with who wrote them, and what people may do now. */
  online: { comments: readonly Comment[]; bot: Account; permissions: ReadonlyMap<string, Permission> } | undefined
  /** Where the commits are now. */
  place: { seen: string; wrong?: string | undefined } | undefined
  /** Commits of people on the branch. */
  others: readonly string[]
}

/** Whether a plan is what its record says, and what does not hold first. Pure. */
export function checkRecord(found: RecordedPlan): CheckedPromise[] {
  const record = found.kept?.record ?? found.again
  if (!record) return [{ promise: 'Record', seen: '', wrong: 'there is neither a record nor a branch to look at' }]
  const rows = [
    recordRow(found),
    ...record.versions.map((one) => versionRow(found, one)),
    ...record.approvals.map((one) => approvalRow(found, record, one)),
    ...record.subtasks.map((one) => subtaskRow(found, one)),
    ...leftOut(found, record),
    ...(found.place ? [{ promise: 'Commits', ...found.place }] : []),
    ...(found.others.length > 0 ? [{ promise: 'Commits of people', seen: found.others.join(', ') }] : []),
  ]
  return [...rows.filter(({ wrong }) => wrong !== undefined), ...rows.filter(({ wrong }) => wrong === undefined)]
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The first of these that is wrong. */
const firstWrong = (...problems: (string | false | undefined)[]): string | undefined =>
  problems.find((one) => typeof one === 'string') || undefined

/** Names the fields in which two values differ. */
function differing<T extends object>(one: T, other: T, fields: readonly (keyof T & string)[]): string | undefined {
  const wrong = fields.filter((field) => !same(one[field], other[field]))
  return wrong.length === 0
    ? undefined
    : `the record says something else of ${wrong.map((name) => `\`${name}\``).join(', ')}`
}

const WHOLE = ['issue', 'pull_request', 'state', 'base', 'journal', 'head', 'tree', 'usage'] as const

function recordRow({ kept, again, online }: RecordedPlan): CheckedPromise {
  const promise = 'Record'
  if (!kept) return { promise, seen: 'none is kept yet; the branch is looked at' }
  const { record } = kept
  return {
    promise,
    seen: `\`${kept.commit.slice(0, 7)}\`; of models, release and runs only the record tells`,
    wrong: firstWrong(
      !kept.isOurs && 'its commit is not of the bot',
      kept.isNamed === false && 'no comment of the bot names its commit',
      !again && 'the commits that it names are not there',
      again && differing(record, again, WHOLE),
      again &&
        differing(record.request, again.request, online ? ['comment', 'login', 'id', 'text'] : ['login', 'id']) &&
        'the record says something else of the `request`',
    ),
  }
}

function versionRow({ again, online }: RecordedPlan, version: PlanRecord['versions'][number]): CheckedPromise {
  const now = online && again?.versions.find(({ number }) => number === version.number)
  const said = online?.comments.find(({ id }) => id === version.comment)
  return {
    promise: `Version ${version.number}`,
    seen: online ? `\`${version.blob.slice(0, 7)}\`, and its announcement` : `\`${version.blob.slice(0, 7)}\``,
    wrong: firstWrong(
      online && !said && 'its announcement is gone',
      said && isEdited(said) && 'its announcement was edited',
      online && !same(now, version) && 'the bot announced something else',
    ),
  }
}

function approvalRow(
  { again, online }: RecordedPlan,
  record: PlanRecord,
  approval: PlanRecord['approvals'][number],
): CheckedPromise {
  const { comment, login, permission } = approval
  const now = again?.approvals.find((one) => one.comment === comment)
  const said = online?.comments.find(({ id }) => id === comment)
  const announced = record.versions.find(({ number }) => number === approval.version)
  const may = online?.permissions.get(login)
  return {
    promise: `Approval of ${login} (${comment})`,
    seen: online
      ? `the comment, its author, \`${permission}\` then${may === permission ? '' : `, \`${may}\` now`}`
      : 'the commits that name it',
    wrong: firstWrong(
      again && !now && 'no commit of a subtask names it',
      now &&
        differing(approval, now, online && said ? ['login', 'id', 'at', 'version', 'subtasks'] : ['login', 'subtasks']),
      online && !said && 'the comment was deleted',
      said && isEdited(said) && 'the comment was edited',
      said && (said.author.login !== login || said.author.type !== 'User') && `the comment is of ${said.author.login}`,
      said && !isApproval(parseCommand(said.body, 'pull')) && 'the comment is no approval',
      online && !announced && 'it is of no version that the record knows',
      announced && comment <= announced.comment && 'it is older than the version',
      !mayWrite({ permission }) && `${login} had \`${permission}\` only`,
    ),
  }
}

const SUBTASK = ['state', 'commit', 'tree', 'subject', 'outcome', 'usage'] as const

function subtaskRow({ again, online }: RecordedPlan, subtask: PlanRecord['subtasks'][number]): CheckedPromise {
  const now = again?.subtasks.find(({ number }) => number === subtask.number)
  return {
    promise: `Subtask ${subtask.number}`,
    seen: subtask.commit ? `\`${subtask.commit.slice(0, 7)}\`, its tree and its trailers` : subtask.state,
    wrong: firstWrong(
      again && !now && 'the plan has no such subtask',
      now && differing(subtask, now, online ? [...SUBTASK, 'version'] : SUBTASK),
      now && !areChecksOf(subtask, now) && 'the record says something else of its `checks`',
    ),
  }
}

type CheckedLine = Pick<PlanRecord['subtasks'][number], 'checks'>

/** The checks of the plan, and perhaps the `verify-command` of that time, which no commit names. */
function areChecksOf(recorded: CheckedLine, planned: CheckedLine): boolean {
  const [said, meant] = [recorded, planned].map(({ checks }) => checks.map(({ command }) => command))
  return (said ?? []).length <= (meant ?? []).length + 1 && (meant ?? []).every((command, i) => command === said?.[i])
}

/** What the branch has, and the record leaves out. */
function leftOut({ again }: RecordedPlan, record: PlanRecord): CheckedPromise[] {
  const missing = [
    ...(again?.subtasks ?? []).flatMap(({ number }) =>
      record.subtasks.some((one) => one.number === number) ? [] : [`subtask ${number}`],
    ),
    ...(again?.approvals ?? []).flatMap(({ comment, login }) =>
      record.approvals.some((one) => one.comment === comment) ? [] : [`the approval of ${login} (${comment})`],
    ),
    ...(again?.versions ?? []).flatMap(({ number }) =>
      record.versions.some((one) => one.number === number) ? [] : [`version ${number}`],
    ),
  ]
  return missing.length === 0
    ? []
    : [{ promise: 'Completeness', seen: 'the branch', wrong: `the record leaves out ${missing.join(', ')}` }]
}
