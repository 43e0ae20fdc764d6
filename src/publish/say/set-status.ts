import { errorText } from '../../errors.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { viewOf, type PublishRoom } from '../write/publish-room.ts'
import { commitStatus } from '../view/body/commit-status.ts'

/** The context that people choose in the rules of a branch. */
export const CONTEXT = 'Measure Twice'

const NOT_ALLOWED = `The commit status "${CONTEXT}" is left out, because the token may not write it. Give the job \`permissions: statuses: write\`.`

/** Writes the commit status of a plan's head. */
export type StatusWriter = (thread: Thread) => Promise<void>

/**
 * Opens the writer of a run, which says in the log once when the token may not write. It is for when a run comes to
 * rest, not for each head in between: a head that this run made has no status yet, and any other is asked for the one
 * it has. A status is a courtesy, so nothing is thrown.
 */
export function openStatusWriter(room: PublishRoom, log: (line: string) => void): StatusWriter {
  let isAllowed = true
  return async (thread) => {
    try {
      if (isAllowed && !(await writeStatus(room, thread))) {
        isAllowed = false
        log(NOT_ALLOWED)
      }
    } catch (error) {
      log(room.redact(`The commit status was not written: ${errorText(error)}`))
    }
  }
}

/** False when the token may not. */
async function writeStatus(room: PublishRoom, thread: Thread): Promise<boolean> {
  const { forge } = room.sources
  const wanted = thread.pull?.pull.state === 'open' ? commitStatus(viewOf(room, thread)) : undefined
  const head = thread.branch?.head
  if (!wanted || head === undefined) return true
  const status = { ...wanted, description: room.outward(wanted.description), context: CONTEXT }
  if (!thread.thisRun.written.commits.includes(head)) {
    const present = await forge.commitStatus(head, CONTEXT)
    if (present?.state === status.state && present.description === status.description) return true
  }
  return forge.setCommitStatus(head, status)
}
