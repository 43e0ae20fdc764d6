/** Cuts a text to `longest` characters, and says at its end how many more there were. */
export const shorten = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest)} [… ${text.length - longest} more characters]`
