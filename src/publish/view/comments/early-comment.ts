import { STUDYING } from '../../../decide/thread/people.ts'
import { noteText, type NoteText } from '../text/text.ts'

/**
 * For the issue, before there is a plan. `stopped` is that the run was ended from outside, and the next one goes on.
 */
export const studying = (run: string, stopped = false): NoteText =>
  noteText(
    STUDYING,
    stopped
      ? `The run was cancelled before the plan was ready. [Run it again](${run}) to continue.`
      : `Studying the repository to write a plan. [Watch the run](${run}).`,
  )
