/** Cuts a text to `longest` characters, and says at its end how many more there were. */
export const shorten = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest)} [… ${text.length - longest} more characters]`

/** The first texts of a list, and how many more there are, in one line. */
export function listInLine(texts: readonly string[], most: number): string {
  const more = texts.length - most
  return texts.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
