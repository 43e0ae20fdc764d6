import type { Step, StepOf } from '../decide/next/step.ts'
import type { WorkResult } from '../plan/order/order.ts'
import type { Thread } from '../decide/thread/thread.ts'
import {
  fixLimit,
  help,
  noPlan,
  planExists,
  refusal,
  refusalOfCrowd,
  reviewRefusal,
  told,
} from './view/comments/replies.ts'
import { movedMeanwhile } from './view/comments/around.ts'
import type { PublishRoom } from './write/publish-room.ts'
import { finish } from './steps/finish.ts'
import { withoutSecrets } from './write/without-secrets.ts'
import { publishResult } from './steps/publish-result.ts'
import { redraft, show } from './say/show.ts'
import { tellPlans } from './say/tell-plans.ts'
import { tellCosts } from './say/tell-costs.ts'
import { continueInNextRun, recordHalt, recordInterruption, tellHalt } from './steps/record-halt.ts'
import { recordFailure, skip } from './steps/subtasks.ts'
import { undo } from './steps/revert.ts'
import { tellDay, tellDayIsOver } from './say/tell-day.ts'
import { learn } from './steps/add-lesson.ts'
import { reopen } from './steps/publish-look.ts'
import { readyUnlessConflicting, reportWithOutlook, update } from './steps/update.ts'
import { placeOf, react, say, type Note } from './say/say.ts'
import { tellVerified } from './steps/verify-plan.ts'
import { writeRecord } from './steps/write-record.ts'
import { cancel, deleteBranch } from './steps/cancel.ts'
import { announce, tellPlanFileProblem, tellIssue } from './steps/announce.ts'
import { open } from './steps/open-pull.ts'
import type { Snapshot } from '../decide/next/snapshot.ts'

/** A step, and the result of the model's room if the step needs one. */
export type StepAndResult = { step: Step; result?: WorkResult }

/** Carries out one step on GitHub. Returns the thread as it is then. */
export function publish(room: PublishRoom, snapshot: Snapshot, { step, result }: StepAndResult): Promise<Thread> {
  const { thread } = snapshot
  if (step.kind === 'nothing') return Promise.resolve(thread)
  switch (step.kind) {
    case 'refuse':
    case 'refuse-all':
    case 'refuse-review':
    case 'help':
    case 'tell':
    case 'link':
      return say(room, thread, { ...answerTo(snapshot, step, room.links.errors), unclaimed: true })
    case 'plans':
    case 'cost':
    case 'verify':
      return lookUp(room, snapshot, step)
    case 'react':
      return react(room, thread, step)
    case 'open':
      return open(room, snapshot)
    case 'tell-fix-limit':
    case 'tell-moved':
    case 'tell-no-plan':
      return say(room, thread, wordsOf(thread, step))
    case 'announce':
      return announce(room, snapshot, step)
    case 'tell-issue':
      return tellIssue(room, snapshot, step)
    case 'tell-problem':
      return tellPlanFileProblem(room, snapshot, step)
    case 'skip':
      return skip(room, snapshot, step)
    case 'undo':
      return undo(room, snapshot, step)
    case 'update':
      return update(room, snapshot, step)
    case 'learn':
      return learn(room, snapshot, step)
    case 'fail':
    case 'interrupt':
    case 'continue':
    case 'halt':
    case 'tell-halt':
    case 'tell-day':
    case 'tell-day-over':
      return pause(room, snapshot, step)
    case 'redraft':
    case 'finish':
    case 'reopen':
    case 'record':
    case 'ready':
    case 'report':
    case 'cancel':
    case 'delete-branch':
      return end(room, snapshot, step)
    case 'show':
      return show(room, thread)
    default:
      return withoutSecrets(result).then((clean) => publishResult(room, snapshot, { step, result: clean }))
  }
}

/** Answers with what GitHub and git are asked for first. */
function lookUp(room: PublishRoom, snapshot: Snapshot, step: StepOf<'plans' | 'cost' | 'verify'>): Promise<Thread> {
  switch (step.kind) {
    case 'plans':
      return tellPlans(room, snapshot.thread, step)
    case 'cost':
      return tellCosts(room, snapshot.thread, step)
    case 'verify':
      return tellVerified(room, snapshot, step)
  }
}

/** What is said of itself, without the model. */
function wordsOf({ base }: Thread, step: StepOf<'tell-fix-limit' | 'tell-moved' | 'tell-no-plan'>): Note {
  switch (step.kind) {
    case 'tell-fix-limit':
      return { place: 'pull', text: fixLimit(step.key), once: true }
    case 'tell-moved':
      return { place: 'pull', text: movedMeanwhile(base.branch, step), once: true }
    case 'tell-no-plan':
      return { place: 'planning', text: noPlan() }
  }
}

type PauseStep = StepOf<'fail' | 'interrupt' | 'continue' | 'halt' | 'tell-halt' | 'tell-day' | 'tell-day-over'>

/** What a plan, or this run of it, stops with for now, and goes on with. */
function pause(room: PublishRoom, snapshot: Snapshot, step: PauseStep): Promise<Thread> {
  const { thread } = snapshot
  switch (step.kind) {
    case 'fail':
      return recordFailure(room, snapshot, step)
    case 'interrupt':
      return recordInterruption(room, snapshot, [step.status, ...(step.others ?? [])])
    case 'continue':
      return continueInNextRun(room, thread)
    case 'halt':
      return recordHalt(room, snapshot, step)
    case 'tell-halt':
      return tellHalt(room, snapshot, step)
    case 'tell-day':
      return tellDay(room, thread, step)
    case 'tell-day-over':
      return tellDayIsOver(room, thread)
  }
}

type EndStep = StepOf<'redraft' | 'finish' | 'reopen' | 'record' | 'ready' | 'report' | 'cancel' | 'delete-branch'>

/** What a plan ends with, and how it goes on after that. */
function end(room: PublishRoom, snapshot: Snapshot, step: EndStep): Promise<Thread> {
  switch (step.kind) {
    case 'finish':
      return finish(room, snapshot)
    case 'reopen':
      return reopen(room, snapshot)
    case 'redraft':
      return redraft(room, snapshot.thread)
    case 'record':
      return writeRecord(room, snapshot)
    case 'ready':
      return readyUnlessConflicting(room, snapshot.thread)
    case 'report':
      return reportWithOutlook(room, snapshot)
    case 'cancel':
      return cancel(room, snapshot)
    case 'delete-branch':
      return deleteBranch(room, snapshot)
  }
}

/** What is said in answer to a comment or review, without the model. */
function answerTo(
  snapshot: Snapshot,
  step: StepOf<'refuse' | 'refuse-all' | 'refuse-review' | 'help' | 'tell' | 'link'>,
  errors: string | undefined,
): Note {
  switch (step.kind) {
    case 'refuse': {
      const { comment, ...refused } = step.refusal
      return { place: placeOf(snapshot.thread, comment), text: refusal({ ...refused, id: comment.id }, errors) }
    }
    case 'refuse-all': {
      const [first] = step.refusals
      return {
        place: first ? placeOf(snapshot.thread, first.comment) : 'issue',
        text: refusalOfCrowd(step.refusals, errors),
      }
    }
    case 'refuse-review':
      return { place: 'pull', text: reviewRefusal(step, errors) }
    case 'help':
      return helpAt(placeOf(snapshot.thread, step.comment), step.comment.id)
    case 'tell':
      return { place: placeOf(snapshot.thread, step.comment), text: told(step.text, step.comment.id) }
    case 'link':
      return { place: 'issue', text: planExists(snapshot, step.comment.id) }
  }
}

const helpAt = (place: 'issue' | 'pull', comment: number): Note => ({ place, text: help(place, comment) })
