import type { LastWords, Pull } from '../../github/forge.ts'
import type { ClaimNote } from './run-scope.ts'
import { noteMarker } from '../thread/markers.ts'
import { parseMessage } from '../thread/trailers.ts'

/** What is known of a plan at a glance: its pull request, the head of its branch, its claim, and the newest words. */
export type Glance = {
  pull: Pull
  head: { author: string; message: string; planBlob: string | undefined }
  claim: ClaimNote | undefined
  onPull: LastWords | undefined
  onIssue: LastWords | undefined
}

/**
 * Whether a plan waits for people, and nobody has said anything: the last word is the bot's, it fits the state of the
 * branch, and the run that wrote it came to its end. A closer look would find nothing to do. When in doubt, it is not.
 */
export function isQuiet({ pull, head, claim, onPull, onIssue }: Glance): boolean {
  const bot = pull.author.login
  const trailers = head.author === bot ? parseMessage(head.message)?.trailers : undefined
  const last = onPull?.comment
  if (!trailers || last?.author !== bot || claim?.state === 'held') return false
  const isReviewed = onPull?.reviewedAt !== undefined && onPull.reviewedAt >= last.createdAt
  const isTold = onIssue?.comment?.author === bot && onIssue.comment.body.includes(noteMarker(`plan-${pull.number}`))
  if (isReviewed || !isTold) return false
  switch (trailers.state) {
    case undefined:
      // What was announced is what stands there, and no subtask was begun.
      return claim !== undefined && trailers.subtask === undefined && last.body.includes(` blob=${head.planBlob} -->`)
    case 'halted':
      return claim !== undefined && last.body.includes('<!-- measure-twice:note halted-')
    case 'done':
      return !pull.draft && /<!-- measure-twice:(?:note closing-|version )/.test(last.body)
    default:
      return false
  }
}
