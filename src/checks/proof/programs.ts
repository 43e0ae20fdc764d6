/**
 * The program that a check begins with, as a bare name. Undefined if it begins with a path, a variable, a quote or the
 * like.
 */
export const programOf = (command: string): string | undefined =>
  /^\s*([A-Za-z0-9_][\w.+-]*)(?=[\s;&|]|$)/.exec(command)?.[1]

/** A shell command that prints the names, one per line, that are no program, builtin or keyword of the shell. */
export const missingAmong = (names: readonly string[]): string =>
  `for name in ${names.join(' ')}; do command -v "$name" >/dev/null 2>&1 || echo "$name"; done`
