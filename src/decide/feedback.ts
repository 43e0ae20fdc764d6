import { approversOf, type Ballot } from './approvals.ts'
import type { Facts } from './facts.ts'
import type { ReviewRemark } from '../github/forge.ts'
import { parsePlan } from '../plan/markdown.ts'
import { isPerson, type Said } from './comments.ts'
import type { Status } from './status.ts'
import { mayAct } from './permissions.ts'
import type { Remark } from '../plan/plan.ts'

type Basis = Facts & { ballot: Ballot; statuses: Status[] }

/** What people want changed in the plan. `fresh` asks for a new start, without the conversation so far. */
export type Feedback = { kind: 'revise'; said: Said[]; remarks: Remark[]; fresh: boolean }

/** Everything that people said about the plan and that no version answers, as one revision. */
export function feedbackOf(basis: Basis, news: readonly Said[]): Feedback[] {
  const said = news.filter((one) => isFeedback(one, basis) && mayAct(basis.person(one.comment.author.login)))
  const remarks = (basis.thread.pull?.remarks ?? [])
    .filter((one) => isOpenRemark(one, basis))
    .map((one) => placed(one, basis))
  if (said.length + remarks.length === 0) return []
  const fresh = said.some((one) => one.command.kind === 'replan')
  return [{ kind: 'revise', said, fresh, remarks: [...said.map(asRemark), ...remarks] }]
}

function isFeedback(one: Said, basis: Basis): boolean {
  const { kind } = one.command
  if (kind === 'revise' || kind === 'replan') return !one.edited
  return kind === 'feedback' && wasWaiting(one.comment.id, basis)
}

const asRemark = ({ comment, command }: Said): Remark => ({
  id: comment.id,
  author: comment.author.login,
  text:
    command.kind === 'replan'
      ? command.request || 'Make a new plan.'
      : command.kind === 'revise' || command.kind === 'feedback'
        ? command.text
        : comment.body,
})

/** Whether the plan awaited an approval when a comment of that id was made: only then are plain words feedback. */
function wasWaiting(id: number, { ballot, statuses, current, rules }: Basis): boolean {
  if (!current || id < current.comment) return true
  const before = ballot.approvals.filter((approval) => approval.comment < id)
  return statuses.some(
    ({ subtask, state }) =>
      state !== 'done' && state !== 'abandoned' && approversOf(before, subtask.number).length < rules.approvalsRequired,
  )
}

/** Reviews have ids of their own; their place among the comments is told by their time. */
function isOpenRemark(one: ReviewRemark, basis: Basis): boolean {
  const { thread, progress } = basis
  if (!isPerson(one.author, thread.bot) || !one.body.trim() || progress.answered.has(one.id)) return false
  const earlier = (thread.pull?.comments ?? []).filter((comment) => comment.createdAt <= one.createdAt)
  return (
    wasWaiting(Math.max(0, ...earlier.map((comment) => comment.id)) + 0.5, basis) &&
    mayAct(basis.person(one.author.login))
  )
}

/** Ties a remark on a line of the plan file to the subtask that the line belongs to. */
function placed(one: ReviewRemark, { thread }: Basis): Remark {
  const remark = { id: one.id, author: one.author.login, text: one.body.trim() }
  if (!one.place) return remark
  const { path, line } = one.place
  const file = thread.branch?.planFile
  const parsed = file?.kind === 'text' && file.path === path ? parsePlan(file.text) : undefined
  const subtask =
    parsed?.kind === 'plan'
      ? [...parsed.lines].find(([, span]) => line !== undefined && line >= span.start && line <= span.end)?.[0]
      : undefined
  return {
    ...remark,
    place: { path, ...(line === undefined ? {} : { line }), ...(subtask === undefined ? {} : { subtask }) },
  }
}
