/**
 * The program that a check begins with: a bare name. Undefined where it begins with something else, such as a path, a
 * variable or a quote.
 */
export const programOf = (command: string): string | undefined =>
  /^\s*([A-Za-z0-9_][\w.+-]*)(?=[\s;&|]|$)/.exec(command)?.[1]

/** A shell command that prints those of the names, one a line, that are no program, builtin or word of the shell. */
export const missingAmong = (names: readonly string[]): string =>
  `for name in ${names.join(' ')}; do command -v "$name" >/dev/null 2>&1 || echo "$name"; done`
