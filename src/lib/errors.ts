/** The code of a push that rules or permissions refuse. */
export const PUSH_FORBIDDEN = 'push-forbidden'

/**
 * Something that a person can fix: a wrong input, a missing key, a setting of the repository.
 * `message` is one sentence that says what is wrong, `remedy` one sentence that says what to do.
 * It is the only error whose text people see; everything else that is thrown is an outage or a bug.
 */
export class UserError extends Error {
  readonly code: string
  readonly remedy: string
  /** When it passes by itself. */
  readonly until: Date | undefined
  /** The last lines that a command printed, for a block that people open. */
  readonly output: string | undefined

  constructor(
    code: string,
    message: string,
    remedy: string,
    options?: ErrorOptions & { until?: Date; output?: string },
  ) {
    super(message, options)
    this.name = 'UserError'
    this.code = code
    this.remedy = remedy
    this.until = options?.until
    this.output = options?.output
  }
}

/** Whether `setup-command` failed, or what it left cannot be used. */
export const isSetUpFailure = (error: unknown): error is UserError =>
  error instanceof UserError && error.code === 'setup-failed'

/** The text of whatever was thrown, for logs; never for comments, which must hold no stack and no path. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a run reports of whatever was thrown: what a person can fix and how, or else what failed and why. */
export const problemText = (error: unknown, failed: string): string =>
  error instanceof UserError ? `${error.message} ${error.remedy}` : `${failed}: ${errorText(error)}`

/** What is read, or another value where that throws. */
export function valueOr<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** GitHub accepted the token at first, and does not any more. The token of a GitHub App lives an hour. */
export const tokenExpired = (cause: unknown): UserError =>
  new UserError(
    'token-expired',
    'GitHub no longer accepts the token of the input `github-token`, which it took at the start of this run.',
    'Run the job again; with the token of a GitHub App, keep `time-budget` at 50 minutes or less.',
    { cause },
  )

/** `proxy` is the variable of the runner that names the proxy. `why` is a status or a code of the system. */
type ProxyProblem = { host: string; proxy: string | undefined; why: string | undefined }

/** The proxy on the way to GitHub answers 407, drops connections, or refuses them. */
export function brokenByProxy({ host, proxy = 'HTTPS_PROXY', why }: ProxyProblem, cause: unknown): UserError {
  if (why === '407')
    return new UserError(
      'proxy',
      `The proxy on the way to ${host} wants a name and a password (407).`,
      `Put them into the address in \`${proxy}\` of the runner, or name the host in \`NO_PROXY\`.`,
      { cause },
    )
  return new UserError(
    'proxy',
    `No answer of ${host} came through the proxy (${why ?? 'no reason known'}).`,
    `Let the proxy in \`${proxy}\` of the runner pass connections to this host, or name the host in \`NO_PROXY\`.`,
    { cause },
  )
}

/** Remedies for refusals that apply to every token of an organisation or repository, by words of GitHub's message. */
const CLOSED_REMEDIES: readonly (readonly [words: RegExp, remedy: string])[] = [
  [
    /IP allow list/i,
    'Have an owner of the organisation add the address of this runner to its IP allow list, or take a runner whose address is on it.',
  ],
  [/\barchived so\b/i, 'Unarchive the repository (Settings → General → Danger Zone), then run the job again.'],
]

/** The error for an IP allow list or an archived repository, with GitHub's own words; undefined for other words. */
export function closedRepository(words: string, cause: unknown): UserError | undefined {
  const remedy = CLOSED_REMEDIES.find(([row]) => row.test(words))?.[1]
  const message = `GitHub refuses the request: ${words}${words.endsWith('.') ? '' : '.'}`
  return remedy === undefined ? undefined : new UserError('repository-closed', message, remedy, { cause })
}

const DAMAGED_OBJECT =
  /possible repository corruption|\b(?:object|pack|packfile)\b.{0,300}\b(?:corrupt|damaged|is empty|checksum mismatch)|inflate: data stream error|unable to (?:unpack .{0,100} header|stream [0-9a-f]{40})|hash mismatch [0-9a-f]{40}/i

/** The error for objects that git cannot read back, at GitHub or in the clone of a run. Undefined for other words. */
export function damagedStore(words: string): UserError | undefined {
  if (!DAMAGED_OBJECT.test(words)) return undefined
  const id = /\b[0-9a-f]{2}\/?[0-9a-f]{38}\b/.exec(words)?.[0].replace('/', '')
  const location = /^remote:|remote side/m.test(words) ? 'the repository on GitHub' : 'the clone of this run'
  return new UserError(
    'damaged-objects',
    `The object store of ${location} is damaged: git cannot read ${id === undefined ? 'an object' : `the object \`${id}\``}.`,
    'Run the job again, which fetches everything again. If it comes back, have `git fsck` look at a clone and at the disk of the runner.',
    { cause: words },
  )
}
