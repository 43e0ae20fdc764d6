import { errorText } from '../../lib/errors.ts'
import { lastProblem, studyingNote } from '../../decide/thread/people.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { studying } from '../view/comments/replies.ts'
import type { GitHubContext } from '../write/github-context.ts'
import { amend, say } from './say.ts'

/** Posts or edits the comment that a plan is being made. Never throws, since a plan does not depend on it. */
export const sayStudying = (ctx: GitHubContext, thread: Thread, note: Log): Promise<Thread> =>
  unlessFailing(postStudying(ctx, thread), { thread, note })

type Log = (what: string) => void

const unlessFailing = (said: Promise<Thread>, { thread, note }: { thread: Thread; note: Log }): Promise<Thread> =>
  said.catch((error: unknown) => {
    note(`The issue could not be told how the plan comes along: ${errorText(error)}`)
    return thread
  })

async function postStudying(ctx: GitHubContext, thread: Thread): Promise<Thread> {
  if (thread.issue.locked || thread.branch || thread.pull) return thread
  const text = studying(ctx.links.run)
  const there = studyingNote(thread) ?? lastProblem(thread)
  return (there && (await amend(ctx, thread, { there, note: text }))) ?? say(ctx, thread, { place: 'issue', ...text })
}

/** Edits the comment on the issue: the run was stopped before there was a plan. The next run continues. */
export async function sayStopped(ctx: GitHubContext, thread: Thread, note: Log): Promise<Thread> {
  const there = studyingNote(thread)
  if (!there) return thread
  const text = studying(ctx.links.run, true)
  const said = amend(ctx, thread, { there, note: text }).then((now) => now ?? thread)
  return unlessFailing(said, { thread, note })
}
