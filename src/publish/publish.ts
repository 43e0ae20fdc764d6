import type { Step, StepOf } from '../decide/step.ts'
import type { WorkResult } from '../work/order.ts'
import type { Thread } from '../decide/thread.ts'
import { fixLimit, help, planExists, refusal, reviewRefusal, told } from './view/comments.ts'
import type { PublishRoom } from './room.ts'
import { finish, redraft } from './finish.ts'
import { withoutSecrets } from './without-secrets.ts'
import { publishResult } from './publish-result.ts'
import { show } from './show.ts'
import { continueInNextRun, recordHalt, recordInterruption, tellHalt } from './halt.ts'
import { recordFailure, skip } from './subtasks.ts'
import { undo } from './undo.ts'
import { learn } from './lessons.ts'
import { readyUnlessConflicting, reportWithOutlook, update } from './update.ts'
import { placeOf, react, sayOnce, type NewComment } from './say.ts'
import { sayAsOne } from './say-as-one.ts'
import { cancel, deleteBranch } from './cancel.ts'
import { announce, tellPlanFileProblem, tellIssue } from './announce.ts'
import { open } from './open-pull.ts'
import { tellNoPlan } from './studying.ts'
import type { Snapshot } from '../decide/state.ts'

/** A step, and the result of the model's room if the step needs one. */
export type StepAndResult = { step: Step; result?: WorkResult }

/** Carries out one step on GitHub. Returns the thread as it is then. */
export function publish(room: PublishRoom, snapshot: Snapshot, { step, result }: StepAndResult): Promise<Thread> {
  const { thread } = snapshot
  if (step.kind === 'nothing') return Promise.resolve(thread)
  switch (step.kind) {
    case 'refuse':
    case 'refuse-review':
    case 'help':
    case 'tell':
    case 'link':
      return sayAsOne(room, thread, answerTo(snapshot, step, room.links.errors))
    case 'react':
      return react(room, thread, step)
    case 'open':
      return open(room, snapshot)
    case 'tell-fix-limit':
      return sayOnce(room, thread, { place: 'pull', key: step.key, text: fixLimit(step.key) })
    case 'redraft':
      return redraft(room, thread)
    case 'announce':
      return announce(room, snapshot, step)
    case 'tell-issue':
      return tellIssue(room, snapshot, step)
    case 'tell-no-plan':
      return tellNoPlan(room, thread)
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
      return recordFailure(room, snapshot, step)
    case 'interrupt':
      return recordInterruption(room, snapshot, [step.status, ...(step.others ?? [])])
    case 'continue':
      return continueInNextRun(room, thread)
    case 'halt':
      return recordHalt(room, snapshot, step.reason)
    case 'finish':
      return finish(room, snapshot)
    case 'ready':
      return readyUnlessConflicting(room, thread)
    case 'report':
      return reportWithOutlook(room, snapshot)
    case 'tell-halt':
      return tellHalt(room, snapshot, step)
    case 'cancel':
      return cancel(room, snapshot)
    case 'delete-branch':
      return deleteBranch(room, snapshot)
    case 'show':
      return show(room, thread)
    default:
      return withoutSecrets(result).then((clean) => publishResult(room, snapshot, { step, result: clean }))
  }
}

/** What is said in answer to a comment or review, without the model. */
function answerTo(
  snapshot: Snapshot,
  step: StepOf<'refuse' | 'refuse-review' | 'help' | 'tell' | 'link'>,
  errors: string | undefined,
): NewComment {
  switch (step.kind) {
    case 'refuse': {
      const { comment, ...refused } = step.refusal
      return { place: placeOf(snapshot.thread, comment), text: refusal({ ...refused, id: comment.id }, errors) }
    }
    case 'refuse-review':
      return { place: 'pull', text: reviewRefusal(step, errors) }
    case 'help':
      return { place: step.place, text: help(step.place, step.comment.id) }
    case 'tell':
      return { place: placeOf(snapshot.thread, step.comment), text: told(step.text, step.comment.id) }
    case 'link':
      return { place: 'issue', text: planExists(snapshot, step.comment.id) }
  }
}
