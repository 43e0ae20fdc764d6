import type { Account } from '../github/forge.ts'
import type { Target } from '../decide/thread/thread.ts'
import { parseCommand } from '../decide/words/command.ts'
import { isOn, rawInput } from '../runner/env.ts'
import { BLANK } from '../guard/hidden.ts'

/** The event that started this run. The payload is a webhook's body, and any field may be missing. */
export type Event = { name: string; payload: unknown }

/** The inputs that decide whether an event is handled. */
type EventSettings = ReturnType<typeof eventSettingsOf>

/** What to observe: one issue or pull request, every open plan, or what the repository allows (`/doctor`). */
export type Destination = { kind: 'target'; target: Target } | { kind: 'all-plans' } | { kind: 'repository' }

/** The raw inputs for filtering events, which are not validated yet. */
export const eventSettingsOf = (env: NodeJS.ProcessEnv) => ({
  token: rawInput(env, 'github-token'),
  branchPrefix: rawInput(env, 'branch-prefix') || 'plan/',
  planLabel: rawInput(env, 'plan-label') || 'plan',
  interactive: isOn(rawInput(env, 'interactive-planning')) || isOn(env.ENABLE_INTERACTIVE_PLANNING),
  workflow: workflowIn(env.GITHUB_WORKFLOW_REF ?? ''),
})

/** What to observe for an event, by the payload alone, so that ignored events need no request. */
export function destinationOf(event: Event, settings: EventSettings): Destination | undefined {
  if (event.name === 'schedule') return { kind: 'all-plans' }
  const payload = record(event.payload)
  if (event.name === 'workflow_dispatch' && (record(payload.inputs).number ?? '') === '') return { kind: 'repository' }
  const row = Object.hasOwn(EVENTS, event.name) ? EVENTS[event.name] : undefined
  const isMatchingAction = row && (row.action === undefined || row.action === payload.action)
  const target = isMatchingAction ? row.targetIn(payload, settings) : undefined
  return target && { kind: 'target', target }
}

type EventRow = { action?: string; targetIn: (payload: PayloadFields, settings: EventSettings) => Target | undefined }

const EVENTS: Readonly<Record<string, EventRow>> = {
  issue_comment: { action: 'created', targetIn: targetOfComment },
  pull_request_review: { action: 'submitted', targetIn: targetOfReview },
  pull_request_review_comment: { action: 'created', targetIn: targetOfReview },
  // Side refs of a plan are deleted when its pull request is closed.
  pull_request: { action: 'closed', targetIn: targetOfPlan },
  issues: { targetIn: targetOfIssue },
  workflow_run: { action: 'completed', targetIn: (all, by) => targetOfChecks(all, record(all.workflow_run), by) },
  check_suite: { action: 'completed', targetIn: (all, by) => targetOfChecks(all, record(all.check_suite), by) },
  workflow_dispatch: { targetIn: (all) => targetTyped(record(all.inputs).number, all) },
  repository_dispatch: { targetIn: (all) => targetTyped(record(all.client_payload).number, all) },
}

function targetOfComment(payload: PayloadFields, settings: EventSettings): Target | undefined {
  const issue = record(payload.issue)
  const comment = record(payload.comment)
  if (!isPerson(comment.user)) return undefined
  const isPull = Boolean(issue.pull_request)
  const isPlanRequest = isPull && asksInText(text(comment.body), 'pull')
  const isForUs = isPull ? isPlanRequest || mayBePlan(issue, settings) : readsAsIssueCommand(text(comment.body))
  const target = isForUs ? targetNumbered(issue.number) : undefined
  return target && { ...target, isPull, comment: commentBy(comment), ...(isPlanRequest ? { plansPull: true } : {}) }
}

const commentBy = ({ id, user }: PayloadFields): NonNullable<Target['comment']> => ({
  id: Number(id) || 0,
  by: text(record(user).login),
})

/** Whether a pull request may be a plan: with an app's token, plans are opened by a bot, not by people. */
const mayBePlan = (issue: PayloadFields, { token }: EventSettings): boolean =>
  !token.startsWith('ghs_') || record(issue.user).type === 'Bot'

/** Whether a text asks the model for something, by a cheap pattern instead of the grammar. */
export const asksInText = (body: string, on: 'issue' | 'pull'): boolean =>
  (on === 'pull' ? PLAN_REQUEST : MODEL_REQUEST).test(body)
const PLAN_REQUEST = new RegExp(String.raw`^${BLANK}*/plan\b`, 'i')
const MODEL_REQUEST = new RegExp(String.raw`^${BLANK}*/(?:plan|ask)\b`, 'i')
const readsAsIssueCommand = (body: string): boolean => parseCommand(body, 'issue').kind !== 'nothing'

function targetOfReview(payload: PayloadFields, settings: EventSettings): Target | undefined {
  const remark = record(payload.review ?? payload.comment)
  const target = isPerson(remark.user) ? targetOfPlan(payload, settings) : undefined
  return target && { ...target, comment: { ...commentBy(remark), id: 0 } }
}

/** The plan of a pull request, if it is from a branch of this repository with a plan's name. */
function targetOfPlan(payload: PayloadFields, { branchPrefix }: EventSettings): Target | undefined {
  const pull = record(payload.pull_request)
  const head = record(pull.head)
  const isOurs =
    record(head.repo).full_name === record(payload.repository).full_name && text(head.ref).startsWith(branchPrefix)
  const target = isOurs ? targetNumbered(pull.number) : undefined
  return target && { ...target, isPull: true }
}

/** The plan whose branch was checked, by other workflows than ours: by pull request, or by the branch name. */
function targetOfChecks(payload: PayloadFields, endedRun: PayloadFields, settings: EventSettings): Target | undefined {
  const branch = text(endedRun.head_branch)
  const { full_name: here } = record(payload.repository)
  const from = endedRun.head_repository === undefined ? here : record(endedRun.head_repository).full_name
  if (!branch.startsWith(settings.branchPrefix) || from !== here) return undefined
  if (settings.workflow && workflowIn(text(endedRun.path)) === settings.workflow) return undefined
  const pulls: unknown[] = Array.isArray(endedRun.pull_requests) ? endedRun.pull_requests : []
  const pull = pulls.map(record).find(({ head }) => record(head).ref === branch)
  const target = pull && targetNumbered(pull.number)
  if (target) return { ...target, isPull: true, checked: true }
  const issue = targetNumbered(/^issue-(\d{1,10})(?:-\d+)?$/.exec(branch.slice(settings.branchPrefix.length))?.[1])
  return issue && { ...issue, isPull: false, checked: true }
}

/** The path of a workflow in a reference such as `owner/name/.github/workflows/plan.yml@refs/heads/main`. */
const workflowIn = (reference: string): string => /\.github\/workflows\/[^@]*/.exec(reference)?.[0] ?? ''

/** A label that asks for a plan, or a new issue that begins with a command, or any new one in interactive mode. */
function targetOfIssue(payload: PayloadFields, { planLabel, interactive }: EventSettings): Target | undefined {
  const issue = record(payload.issue)
  if (issue.pull_request) return undefined
  const isLabel = payload.action === 'labeled' && record(payload.label).name === planLabel
  const body = payload.action === 'opened' && asksInText(text(issue.body), 'issue') ? text(issue.body) : undefined
  if (!isLabel && body === undefined && !(payload.action === 'opened' && interactive)) return undefined
  // The text of an issue is its author's, even if another person transferred it here.
  const requester = isLabel ? payload.sender : issue.user
  const target = isPerson(requester) ? targetNumbered(issue.number) : undefined
  const by: Account = { login: text(record(requester).login), id: Number(record(requester).id) || 0, type: 'User' }
  const asked = { kind: isLabel ? ('label' as const) : ('opened' as const), by, at: text(issue.updated_at) }
  return target && { ...target, isPull: false, asked: { ...asked, ...(body === undefined ? {} : { body }) } }
}

type PayloadFields = Record<string, unknown>
const record = (value: unknown): PayloadFields => (typeof value === 'object' && value !== null ? { ...value } : {})
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const isPerson = (user: unknown): boolean => record(user).type === 'User'

function targetNumbered(value: unknown): Target | undefined {
  const number = typeof value === 'number' ? value : /^\d{1,10}$/.test(text(value).trim()) ? Number(value) : 0
  return Number.isSafeInteger(number) && number > 0 ? { number } : undefined
}

/** A number as people type it: `12`, `#12`, or the URL of an issue or pull request of this repository. */
function targetTyped(value: unknown, payload: PayloadFields): Target | undefined {
  const typed = text(value).trim()
  const [, repository = '', number] = ISSUE_URL.exec(typed) ?? []
  if (number === undefined) return targetNumbered(typed === '' ? value : typed.replace(/^#/, ''))
  const here = text(record(payload.repository).full_name)
  return repository.toLowerCase() === here.toLowerCase() ? targetNumbered(number) : undefined
}

const ISSUE_URL = /^https?:\/\/[^/\s]+\/([^/\s]+\/[^/\s]+)\/(?:issues|pull)\/(\d{1,10})(?:[/?#]|$)/

export const defaultBranchOf = (event: Event): string =>
  text(record(record(event.payload).repository).default_branch) || 'main'
