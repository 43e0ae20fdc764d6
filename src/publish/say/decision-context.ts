import type { Context } from '../../decide/next/step.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import type { PublishRoom } from '../write/publish-room.ts'
import { isShown } from './show.ts'

/**
 * What a decision needs besides the state: settings, whether the body is up to date, and what this run may still begin.
 */
export const decisionContextOf = (
  room: PublishRoom,
  thread: Thread,
  run: Pick<Context, 'timeIsUp' | 'isSplit'>,
): Context => ({ settings: room.settings, shown: isShown(room, thread), ...run })
