import { errorText } from '../../lib/errors.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { viewOf, type GitHubContext } from '../write/github-context.ts'
import { commitStatus } from '../view/body/commit-status.ts'

/** The context that people choose in the rules of a branch. */
export const CONTEXT = 'Measure Twice'

const NOT_ALLOWED = `The commit status "${CONTEXT}" is left out, because the token may not write it. Give the job \`permissions: statuses: write\`.`

export type StatusWriter = (thread: Thread) => Promise<void>

/** Writes the status when a run comes to rest, and logs once that the token may not. Never throws. */
export function openStatusWriter(ctx: GitHubContext, log: (line: string) => void): StatusWriter {
  let isAllowed = true
  return async (thread) => {
    try {
      if (isAllowed && !(await writeStatus(ctx, thread))) {
        isAllowed = false
        log(NOT_ALLOWED)
      }
    } catch (error) {
      log(ctx.redact(`The commit status was not written: ${errorText(error)}`))
    }
  }
}

async function writeStatus(ctx: GitHubContext, thread: Thread): Promise<boolean> {
  const { forge } = ctx.sources
  const wanted = thread.pull?.pull.state === 'open' ? commitStatus(viewOf(ctx, thread)) : undefined
  const head = thread.branch?.head
  if (!wanted || head === undefined) return true
  const status = { ...wanted, description: ctx.outward(wanted.description), context: CONTEXT }
  if (!thread.thisRun.written.commits.includes(head)) {
    const present = await forge.commitStatus(head, CONTEXT)
    if (present?.state === status.state && present.description === status.description) return true
  }
  return forge.setCommitStatus(head, status)
}
