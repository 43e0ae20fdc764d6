import type { Thread } from '../../decide/thread/thread.ts'
import type { ReadComment } from '../../decide/thread/comments.ts'
import { issueOf } from '../../git/plan-refs.ts'
import { ourAccounts, type Sources } from '../../observe/sources.ts'
import { told } from '../view/comments/replies.ts'
import { plansPage } from '../view/comments/plans-page.ts'
import type { PublishRoom } from '../write/publish-room.ts'
import { say } from './say.ts'

/**
 * All open plans as one page. Their commit statuses say what each waits for and since when, so it takes one request for
 * a hundred pull requests, and two at most.
 */
export async function openPlansPage({ forge, repository, branchPrefix, own }: Sources): Promise<string> {
  const [open, ours] = await Promise.all([forge.openStatuses(own.context), ourAccounts(forge)])
  const logins = new Set(ours.map(({ login }) => login))
  const plans = open.filter(
    ({ branch, isFork, author }) => !isFork && logins.has(author) && issueOf(branch, branchPrefix) !== undefined,
  )
  return plansPage(plans, repository)
}

/** Answers a comment with the page of all open plans. */
export const tellPlans = async (
  room: PublishRoom,
  thread: Thread,
  { comment }: { comment: ReadComment },
): Promise<Thread> =>
  say(room, thread, {
    place: 'issue',
    text: told(await openPlansPage(room.sources), comment.id),
    unclaimed: true,
  })
