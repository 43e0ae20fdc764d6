/**
 * Something that a person can fix: a wrong input, a missing key, a setting of the repository.
 * `message` is one sentence that says what is wrong, `remedy` one sentence that says what to do.
 * It is the only error whose text people see; everything else that is thrown is an outage or a bug.
 */
export class UserError extends Error {
  readonly code: string
  readonly remedy: string

  constructor(code: string, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UserError'
    this.code = code
    this.remedy = remedy
  }
}

/** The text of whatever was thrown, for logs; never for comments, which must hold no stack and no path. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of `tokenExpired`. */
export const TOKEN_EXPIRED = 'token-expired'

/** GitHub accepted the token at first, and does not any more. The token of a GitHub App lives an hour. */
export const tokenExpired = (cause: unknown): UserError =>
  new UserError(
    TOKEN_EXPIRED,
    'GitHub no longer accepts the token of the input `github-token`, which it took at the start of this run.',
    'Run the job again; with the token of a GitHub App, which lives an hour, set `time-budget: 50`.',
    { cause },
  )
