import { dayNoteKey } from '../../../decide/thread/markers.ts'
import type { Day } from '../../../plan/ledger.ts'
import { noteText, type NoteText } from '../text/comment.ts'
import { renderSpent } from '../text/figures.ts'

/** Says until when nothing begins that asks the model, and what goes on by itself then. */
export const dayNote = (day: Day, { hasComment }: { hasComment: boolean }): NoteText =>
  noteText(
    dayNoteKey(day.day),
    `### ⏳ Waiting until ${momentOf(day.until)}: the budget of the day is spent`,
    renderSpent(day)
      .map(({ input, spent, of }) => `All plans of this repository spent ${spent} of ${of} today (\`${input}\`).`)
      .join('\n'),
    `Until then nothing begins that asks the model. ${hasComment ? GOES_ON : ASK_AGAIN} To go on today, raise the limit in the workflow, then comment again.`,
  )

const GOES_ON = 'What you asked for stays asked for: the next scheduled run after that takes it up.'
/** A label, or the text of an issue, tells no later run that it was not answered. */
const ASK_AGAIN = 'Comment `/plan` here after that.'

/** In the place of it, when work goes on. `at` is when, as ISO 8601. */
export const dayIsOver = (waited: string, at: string): NoteText =>
  noteText(
    `went-on-${waited}`,
    `▶️ Went on at ${momentOf(at)}. The budget of ${waited} was spent, and this waited for more.`,
  )

/** `2026-11-23, 00:00 UTC` */
const momentOf = (at: string): string => `${at.slice(0, 10)}, ${at.slice(11, 16)} UTC`
