/** The seconds of a time in milliseconds. */
export const seconds = (milliseconds) => milliseconds / 1000

const rounded = (number) => String(Math.round(number * 10) / 10)

/** A time as people say it. */
export function inWords(milliseconds) {
  if (milliseconds < 1000) return `${rounded(milliseconds)} ms`
  if (milliseconds < 60_000) return `${rounded(milliseconds / 1000)} s`
  return `${rounded(milliseconds / 60_000)} min`
}
