import type { Account, HeadChecks } from '../../github/forge.ts'
import type { Command, CommandName } from '../words/command.ts'
import type { Remark } from '../../plan/plan.ts'
import type { OpenMerge } from '../../plan/open-merge.ts'
import type { ReadComment, Refusal } from '../thread/people.ts'

/** `via` is what the journal calls the request: the id of a comment, a label, or the issue itself. */
export type DraftRequest = {
  kind: 'draft'
  comment: ReadComment | undefined
  by: Account
  via: string
  request: string
}

/** There is a plan already, of which something is carried out. */
export type Link = { kind: 'link'; comment: ReadComment; pull: number }

/** Checks that failed on `code`, the newest commit that changed more than the plan file; `digest` identifies them. */
export type Fix = { code: string; digest: string; checks: HeadChecks }

/** Something that a person with write permission asked for and that is not done. */
export type Pending =
  | PlainRequest
  | DraftRequest
  | Link
  | { kind: 'ask'; comment: ReadComment; question: string }
  /** An answer that needs no model, as Markdown of ours. */
  | { kind: 'tell'; comment: ReadComment; text: string }
  | Skip
  | Undo
  | Feedback

/** A note that answers no comment, posted once: its key, and Markdown of ours. */
export type Notice = { key: string; text: string }

/** The commands that say all by their name, such as `/doctor`. A note asks for nothing. */
export type PlainCommand = Exclude<
  { [K in CommandName]: keyof Extract<Command, { kind: K }> extends 'kind' ? K : never }[CommandName],
  'note'
>

type PlainRequest = { [K in PlainCommand]: { kind: K; comment: ReadComment } }[PlainCommand]

/** Subtasks to skip: that of the command, then those that depend on it. */
export type Skip = { kind: 'skip'; comment: ReadComment; numbers: number[]; reason: string }
/** `executed` gets a revert commit each, the last executed first, that of the command last; `left` was not executed. */
export type Undo = { kind: 'undo'; comment: ReadComment; executed: number[]; left: number[]; reason: string }

/** What people want changed in the plan. `fresh` asks for a new start, without the conversation so far. */
export type Feedback = {
  kind: 'revise'
  comments: ReadComment[]
  remarks: Remark[]
  fresh: boolean
  merge?: OpenMerge
  fix?: Fix | undefined
}

export const isKind =
  <K extends Pending['kind']>(...kinds: readonly K[]) =>
  (one: Pending): one is Extract<Pending, { kind: K }> =>
    kinds.some((kind) => kind === one.kind)

export const isFeedback = isKind('revise')

/** What gets an answer and nothing else: it does not change the plan, and need not wait. */
export const isAnswer = isKind('ask', 'tell', 'link', 'doctor', 'help', 'verify')
export const changesPlan = isKind('skip', 'undo', 'update', 'revise')

/** What is to be carried out. A commit that comes first must not count it as seen. A `/retry` counts once it is posted. */
export type PendingStep = Exclude<Pending, { kind: 'retry' }>
export const isStep = (one: Pending): one is PendingStep => one.kind !== 'retry'

export const commentsOf = (one: Pending): ReadComment[] =>
  'comments' in one ? one.comments : one.comment ? [one.comment] : []

export type PendingOrRefusal = Pending | Refusal

/** What another version is to bring, for the planner, and what it rests on. */
export type WantedChange = { text: string } & Partial<Pick<Feedback, 'fresh' | 'merge' | 'fix'>>
