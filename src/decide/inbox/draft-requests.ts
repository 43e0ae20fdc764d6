import { type ReadComment, mayWrite, refused } from '../thread/people.ts'
import type { Facts, PendingOf, PendingOrReason } from '../thread/facts.ts'
import { OPENING, type UncommentedRequest } from '../thread/thread.ts'
import { needsPlan } from '../words/needs-plan.ts'

/** The draft of a new plan, a link to the plan if some of it is carried out, or why there can be none. */
export function draftOf(comment: ReadComment, request: string, { thread, history }: Facts): PendingOrReason {
  if (thread.theirs?.isFork)
    return refused(
      'pull-from-fork',
      'This pull request comes from a fork, and plans are made for branches of this repository.',
      'Push its branch here and open a pull request from that, or comment `/plan` on an issue.',
    )
  if (thread.issue.state === 'closed')
    return thread.issue.isPull
      ? refused(
          'pull-closed',
          'This pull request is closed, and plans are made for open ones.',
          'Reopen it and comment `/plan` again, or comment `/plan` on an issue.',
        )
      : refused('issue-closed', 'This issue is closed.', 'Reopen it, then comment `/plan` again.')
  const pull = thread.pull?.pull
  if (pull?.state === 'open' && history.executed.size > 0) return { kind: 'link', comment, pull: pull.number }
  const via = comment.id === OPENING ? 'issue' : String(comment.id)
  return { kind: 'draft', comment, by: comment.author, via, request }
}

/** The draft that a label or a new issue asks for. Without permission nothing happens, silently. */
export function draftWithoutComment(facts: Facts): PendingOf<'draft'>[] {
  const { asked, issue, earlierPlans } = facts.thread
  if (!asked || issue.state === 'closed' || earlierPlans.some((opened) => opened >= asked.at)) return []
  if (!isNewRequest(asked, facts)) return []
  // The bot chooses a plan for a new issue by itself. One that begins with a command says what it wants.
  if (asked.kind === 'opened' && (asked.body !== undefined || !needsPlan('', issue).isComplex)) return []
  if (!mayWrite(facts.person(asked.by.login))) return []
  const via = asked.kind === 'label' ? `label:${asked.by.login}` : 'issue'
  return [{ kind: 'draft', comment: undefined, by: asked.by, via, request: '' }]
}

/** Before anything is executed, a label set after the last version asks for another draft. Times are GitHub's own. */
function isNewRequest(asked: UncommentedRequest, { thread: { branch, pull }, history, versions }: Facts): boolean {
  if (!branch && !pull) return true
  if (asked.kind !== 'label' || pull?.pull.state !== 'open') return false
  if (history.executed.size > 0 || history.finished) return false
  const announced = pull.comments.filter(({ id }) => versions.some(({ comment }) => comment === id))
  return [pull.pull, ...announced].every(({ createdAt }) => createdAt < asked.at)
}
