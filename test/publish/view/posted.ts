import { joinSections, type NoteText } from '../../../src/publish/view/text/text.ts'

/** The same comment as the text that is posted. */
export const posted =
  <A extends unknown[]>(write: (...args: A) => NoteText) =>
  (...args: A): string =>
    textOf(write(...args))

/** The text of a note as it is posted, where nothing has to be redacted. */
export const textOf = (note: NoteText): string => `${joinSections(note)}\n\n${note.marker}`
