import type { HaltReason, PassedCheck, ProofAnswers, ProofCounts, Answer, ResultLook } from '../../plan/plan.ts'
import type { Usage } from '../../plan/usage.ts'

/** How the last line of a subtask's commit begins that lists new files which its plan does not name. */
export const NOT_PLANNED = 'Not in the plan: '

/** The commit of a subtask, and the run of the workflow that made it. */
export type ExecutedSubtask = {
  sha: string
  outcome: string
  /** New files that the plan does not name, as its commit lists them. */
  unplanned?: string | undefined
  /** The blob of the text that was approved. */
  version?: string | undefined
  approvedBy: { login: string; comment: number }[]
  run?: number | undefined
  /** What its checks prove; undefined where that was not asked. */
  proof?: ProofCounts | undefined
  checks?: readonly ProofAnswers[] | undefined
  /** The checks that passed on the tree of its commit. */
  passed?: readonly PassedCheck[] | undefined
  /** Test files whose earlier versions fail on its code, each or only together. */
  brokenTests?: readonly string[] | undefined
  brokenSet?: readonly string[] | undefined
}
type Failure = { attempts: number; evidence: string; seen: number }
type RecordedHalt = { reason: HaltReason; seen: number; text?: string }

/** What the branch says: the journal, read from its oldest commit to its newest. */
export type History = {
  /** `Plan-Request` of the newest draft, and who asked. */
  request?: string | undefined
  requester?: { login: string; id: number } | undefined
  executed: ReadonlyMap<number, ExecutedSubtask>
  abandoned: ReadonlyMap<number, { reason: string; command: number; sha: string }>
  /** What was executed and taken back. It is among the skipped ones, too. */
  undone: ReadonlyMap<number, ExecutedSubtask & { command: number }>
  failed: ReadonlyMap<number, Failure>
  /** Attempts at subtasks that ended because the run was stopped. */
  interrupted: ReadonlyMap<number, { attempts: number; seen: number }>
  halt?: RecordedHalt | undefined
  /** The usage up to the moment when the budget was last spent. */
  spent?: Usage | undefined
  /** The newest answers to feedback, and the `Plan-Seen` of their commit. */
  revision?: { seen: number; answers: Answer[] } | undefined
  finished: boolean
  /** Subtasks that resolve a merge, with the commit of the base that they merge. */
  merges: ReadonlyMap<number, string>
  /** The newest commit of ours that merged the base. */
  merged?: string | undefined
  /** It was finished once, and continues with a later version. */
  reopened: boolean
  /** The `Plan-Seen` of the newest end; undefined when the plan was never finished. */
  finishedSeen?: number | undefined
  /** The comment id of the newest `/undo` since the plan was done. */
  undoAfterEnd?: number | undefined
  /** The versions that were made for checks that failed, since the plan was asked for. */
  fixes: { code: string; digest: string }[]
  /** The findings of the result review, since a subtask was last executed or reverted. */
  look?: ResultLook | undefined
  /** The highest `Plan-Seen`: comments up to this id have had their effect, or have none. */
  seen: number
  /** Comments that a commit answers: feedback and commands. */
  answered: ReadonlySet<number>
  /** Digests of the changes that were handed to another job to be verified. */
  sentForVerification: ReadonlySet<string>
  usage: Usage
  /** Continuations of a run since a subtask was last executed. */
  continuations: number
}

/** Whether a subtask was executed because of this approval. */
export const isUsed = ({ id }: { id: number }, { executed, undone }: History): boolean =>
  [...executed.values(), ...undone.values()].some(({ approvedBy }) => approvedBy.some((by) => by.comment === id))
