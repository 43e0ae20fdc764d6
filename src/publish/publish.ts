import type { Step } from '../decide/decide.ts'
import type { WorkResult } from '../work/order.ts'
import type { Thread } from '../decide/thread.ts'
import { help, refusal, stillOpen } from './view/comments.ts'
import type { PublishRoom } from './room.ts'
import { finish, ready, report } from './finish.ts'
import { withoutSecrets } from './without-secrets.ts'
import { takeResult } from './take-result.ts'
import { show } from './show.ts'
import { goOn, recordHalt, recordInterruption, tellHalt } from './halt.ts'
import { recordFailure, skip } from './subtasks.ts'
import { placeOf, react, say } from './say.ts'
import { cancel, deleteBranch } from './cancel.ts'
import { announce, complain, tellIssue } from './announce.ts'
import { open } from './open-pull.ts'
import type { Look } from '../decide/state.ts'

/** A step, and what the model's room brought for it, if it is one of the model's. */
export type StepAndResult = { step: Step; result?: WorkResult }

/** Does one step on GitHub, and gives the thread as it is then. */
export function publish(desk: PublishRoom, look: Look, { step, result }: StepAndResult): Promise<Thread> {
  const { thread } = look
  switch (step.kind) {
    case 'nothing':
      return Promise.resolve(thread)
    case 'refuse': {
      const { comment, ...words } = step.refusal
      return say(desk, thread, { place: placeOf(thread, comment), text: refusal({ ...words, id: comment.id }) })
    }
    case 'react':
      return react(desk, thread, step)
    case 'help':
      return say(desk, thread, { place: step.place, text: help(step.place, step.comment.id) })
    case 'link':
      return say(desk, thread, { place: 'issue', text: stillOpen(thread.pull?.pull.number ?? 0, step.comment.id) })
    case 'open':
      return open(desk, look)
    case 'announce':
      return announce(desk, look, step)
    case 'tell-issue':
      return tellIssue(desk, look, step)
    case 'complain':
      return complain(desk, look, step)
    case 'skip':
      return skip(desk, look, step)
    case 'fail':
      return recordFailure(desk, look, step)
    case 'interrupt':
      return recordInterruption(desk, look, step.status)
    case 'continue':
      return goOn(desk, thread)
    case 'halt':
      return recordHalt(desk, look, step.reason)
    case 'finish':
      return finish(desk, look)
    case 'ready':
      return ready(desk, thread)
    case 'report':
      return report(desk, look)
    case 'tell-halt':
      return tellHalt(desk, look, step)
    case 'cancel':
      return cancel(desk, look)
    case 'delete-branch':
      return deleteBranch(desk, look)
    case 'show':
      return show(desk, thread)
    case 'draft':
    case 'revise':
    case 'execute':
    case 'review':
    case 'ask':
      return withoutSecrets(result).then((admitted) => takeResult(desk, look, { step, result: admitted }))
  }
}
