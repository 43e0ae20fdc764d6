import type { Place } from './thread.ts'

/** What the runner says started this run. The payload is a webhook's body, of which nothing is taken for granted. */
export type Event = { name: string; payload: unknown }

/** The inputs that bear on whether an event is ours. */
export type Interest = { token: string }

/**
 * Where an event says to look, or undefined when it is nothing to us. Decided from the payload alone, without a
 * request: a comment by a bot, or text on an issue that is no command, must cost next to nothing.
 */
export function placeOf(event: Event, interest: Interest): Place | undefined {
  const payload = record(event.payload)
  switch (event.name) {
    case 'issue_comment':
      return payload.action === 'created' ? commented(payload, interest) : undefined
    case 'workflow_dispatch':
      return numbered(record(payload.inputs).number)
    default:
      return undefined
  }
}

function commented(payload: Fields, interest: Interest): Place | undefined {
  const issue = record(payload.issue)
  const comment = record(payload.comment)
  if (record(comment.user).type !== 'User') return undefined
  const ours = issue.pull_request ? mayBePlan(issue, interest) : readsAsIssueCommand(text(comment.body))
  const place = ours ? numbered(issue.number) : undefined
  return place && { ...place, isPull: Boolean(issue.pull_request) }
}

/** With a token of an app our pull requests are opened by an app, so those of people can be told without asking. */
const mayBePlan = (issue: Fields, { token }: Interest): boolean =>
  !token.startsWith('ghs_') || record(issue.user).type === 'Bot'

/** The first line decides. This is the cheap half of the grammar, and admits everything that the whole of it would. */
const readsAsIssueCommand = (body: string): boolean => /^[\s\u200b-\u200f\u2060\ufeff]*\/(plan|ask|help)\b/i.test(body)

type Fields = Record<string, unknown>
const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function numbered(value: unknown): Place | undefined {
  const number =
    typeof value === 'number' ? value : /^[1-9]\d{0,9}$/.test(text(value).trim()) ? Number(value) : undefined
  return number === undefined ? undefined : { number }
}

/** The branch that pull requests go to by default, as the payload tells it. */
export function defaultBranchOf(event: Event): string {
  return text(record(record(event.payload).repository).default_branch) || 'main'
}
