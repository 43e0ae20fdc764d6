import type { Snapshot } from '../decide/state.ts'
import type { Thread } from '../decide/thread.ts'
import { forgetAttempts, usageOf } from './attempts.ts'
import { commitAndPush } from './commit.ts'
import { planSeen } from './plan-seen.ts'
import type { PublishRoom } from './room.ts'

/**
 * Records which changes are handed to another job to be verified, with all usage of the plan that is not recorded yet.
 * Whoever brings them back could otherwise bring any others.
 */
export async function recordHandOver(
  room: PublishRoom,
  { thread, state }: Snapshot,
  digests: string[],
): Promise<Thread> {
  const entry = {
    subject: 'Verify again what was made for an earlier commit',
    body: '',
    trailers: {
      issue: thread.issue.number,
      state: 'in_progress' as const,
      usage: usageOf(thread, 0),
      verify: digests,
      seen: planSeen(thread, state),
    },
  }
  const branch = thread.branch?.name ?? ''
  return forgetAttempts(await commitAndPush(room, thread, { branch, commits: async () => [{ entry }] }), [0])
}
