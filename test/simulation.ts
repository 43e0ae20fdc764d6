import type { Step } from '../src/decide/next/step.ts'
import { answerTo, closingKey, noteMarker, refusalOf, refusalOfReview } from '../src/decide/thread/markers.ts'
import { renderPlan } from '../src/plan/markdown.ts'
import type { Plan } from '../src/plan/plan.ts'
import { planSeen } from '../src/decide/next/plan-seen.ts'
import type { State } from '../src/decide/next/snapshot.ts'
import type { Thread } from '../src/decide/thread/thread.ts'
import { NOTHING_PAID } from '../src/decide/thread/paid.ts'
import { noUsage } from '../src/plan/usage.ts'
import type { Trailers } from '../src/decide/thread/trailers.ts'
import {
  announcing,
  BOT,
  changing,
  committing,
  lastId,
  openPull,
  saying,
  timeOf,
  withRecord,
  type Place,
} from './thread.ts'

/** How an attempt, and a question to the planner, ends. */
export type Luck = 'well' | 'badly'
type Look = { thread: Thread; state: State }
type Model = { plan: (thread: Thread) => Plan; luck: () => Luck }

const note = (thread: Thread, at: Place, key: string): Thread => saying(thread, { at, by: BOT, body: noteMarker(key) })

const placeOf = (thread: Thread, id: number): Place =>
  thread.comments.some((comment) => comment.id === id) ? 'issue' : 'pull'

const closed = (thread: Thread): Thread => ({
  ...thread,
  pull: thread.pull && {
    ...thread.pull,
    pull: { ...thread.pull.pull, state: 'closed', closedAt: timeOf(lastId(thread) + 1) },
  },
})

const record = ({ thread, state }: Look, trailers: Partial<Trailers>, plan?: string | null): Thread =>
  committing(thread, {
    entry: { subject: 'A commit', body: '', trailers: { seen: planSeen(thread, state), ...trailers } },
    ...(plan === undefined ? {} : { plan }),
  })

/** What becomes of a thread when a step is carried out: each step in the smallest form that its contract allows. */
export function carryOut(look: Look, step: Step, model: Model): Thread {
  const { thread, state } = look
  switch (step.kind) {
    case 'nothing':
    case 'show':
      return thread
    case 'refuse': {
      const { id } = step.refusal.comment
      return note(thread, placeOf(thread, id), refusalOf(id))
    }
    case 'refuse-all':
      return step.refusals.reduce(
        (before, { comment: { id } }) => note(before, placeOf(before, id), refusalOf(id)),
        thread,
      )
    case 'refuse-review':
      return note(thread, 'pull', refusalOfReview(step.review))
    case 'react':
      return [step.comment, ...(step.others ?? [])].reduce(
        (before, { id }) =>
          changing(before, id, (one) => ({
            ...one,
            reactions: { ...one.reactions, [step.reaction]: one.reactions[step.reaction] + 1 },
            ownSigns: { ...one.ownSigns, [step.reaction]: true },
          })),
        thread,
      )
    case 'help':
    case 'tell':
    case 'link':
    case 'ask':
    case 'doctor':
    case 'verify':
      return note(thread, placeOf(thread, step.comment.id), answerTo(step.comment.id))
    case 'open':
      return openPull(thread)
    case 'announce':
      return announcing(thread, step.version, step.blob)
    case 'tell-issue':
      return note(thread, 'issue', `plan-${step.pull}`)
    case 'tell-no-plan':
      return note(thread, 'issue', 'no-plan')
    case 'tell-problem':
      return note(thread, 'pull', `problem-${step.blob}`)
    case 'report':
      return note(thread, 'pull', closingKey(state))
    case 'tell-fix-limit':
    case 'tell-halt':
      return note(thread, 'pull', step.key)
    case 'record':
      return withRecord(thread)
    case 'ready':
    case 'redraft': {
      const draft = step.kind === 'redraft'
      return { ...thread, pull: thread.pull && { ...thread.pull, pull: { ...thread.pull.pull, draft } } }
    }
    case 'cancel':
      return closed(thread)
    case 'delete-branch':
      return { ...thread, branch: undefined }
    case 'continue':
      return { ...thread, thisRun: { ...thread.thisRun, continued: 'asked' } }
    case 'halt':
      return record(look, { state: 'halted', reason: step.reason })
    case 'look':
    case 'finish':
    case 'accept':
      return record(look, { state: 'done' }, null)
    case 'recheck':
      return { ...thread, paid: { ...(thread.paid ?? NOTHING_PAID), rechecked: step.merge } }
    case 'review':
      return { ...thread, thisRun: { ...thread.thisRun, reviewed: step.after } }
    default:
      return carryOutWork({ thread, state }, step, model)
  }
}

type WorkStep = Extract<
  Step,
  { kind: 'draft' | 'revise' | 'skip' | 'undo' | 'update' | 'execute' | 'fail' | 'interrupt' }
>

function carryOutWork(look: Look, step: WorkStep, { plan, luck }: Model): Thread {
  const { thread, state } = look
  switch (step.kind) {
    case 'draft': {
      const trailers = { request: step.via, seen: planSeen(thread, state, [step]), coAuthor: step.by }
      const written = record(look, trailers, renderPlan(plan(thread)))
      return step.comment ? written : { ...written, asked: undefined }
    }
    case 'revise': {
      const feedback = step.remarks.map(({ id }) => id)
      return record(look, { feedback, seen: planSeen(thread, state, [step]) }, renderPlan(plan(thread)))
    }
    case 'skip': {
      const trailers = { state: 'abandoned' as const, command: step.comment.id }
      const seen = planSeen(thread, state, [step])
      return step.numbers.reduce(
        (before, subtask) => record({ thread: before, state }, { ...trailers, subtask, seen }),
        thread,
      )
    }
    case 'undo': {
      const trailers = { state: 'abandoned' as const, command: step.comment.id }
      const seen = planSeen(thread, state, [step])
      return [...step.left, ...step.executed].reduce(
        (before, subtask) => record({ thread: before, state }, { ...trailers, subtask, seen }),
        thread,
      )
    }
    case 'update':
      return record(look, { state: 'updated', command: step.comment.id, seen: planSeen(thread, state, [step]) })
    case 'execute':
      return attempt(look, step, luck())
    case 'fail':
    case 'interrupt': {
      if (!step.status) throw new Error('Only a run that hands over writes down what belongs to no subtask.')
      const { number } = step.status.subtask
      const attempts = step.status.attempts
      const recorded = step.kind === 'fail' ? ('failed' as const) : ('in_progress' as const)
      return forgetting(record(look, { subtask: number, state: recorded, attempts }), number)
    }
  }
}

function attempt(look: Look, { status }: Extract<Step, { kind: 'execute' }>, luck: Luck): Thread {
  const { number } = status.subtask
  const { thread } = look
  if (luck === 'well') {
    const approvedBy = status.approvals.map(({ login, comment }) => ({ login, comment }))
    return forgetting(record(look, { subtask: number, approvedBy }), number)
  }
  const failed = { reason: 'It did not work.', checks: [], usage: noUsage }
  const attempts = new Map(thread.thisRun.attempts).set(number, [
    ...(thread.thisRun.attempts.get(number) ?? []),
    failed,
  ])
  return { ...thread, thisRun: { ...thread.thisRun, attempts } }
}

function forgetting(thread: Thread, number: number): Thread {
  const attempts = new Map(thread.thisRun.attempts)
  attempts.delete(number)
  return { ...thread, thisRun: { ...thread.thisRun, attempts } }
}
