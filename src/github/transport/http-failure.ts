import {
  closedRepository,
  brokenByProxy,
  proxyWantsPassword,
  tokenExpired,
  UserError,
  webPageInstead,
} from '../../lib/errors.ts'

/** The HTTP status that an error of the client tells of; 500 when no answer came. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined

/** Gives the answer to a request, and undefined where it has one of these statuses. */
export const unless =
  (...statuses: readonly number[]) =>
  <T>(answer: Promise<T>): Promise<T | undefined> =>
    answer.catch((error: unknown) => {
      if (statuses.includes(statusOf(error) ?? 0)) return undefined
      throw error
    })

/** Not found, or gone. */
export const unlessMissing = unless(404, 410)
/** All of these may hide what the token may not see, or not do. */
export const unlessHidden = unless(403, 404, 410)

/** A success that is cut, empty, or somebody's web page. Whether the request had its effect is not known. */
export class GarbledAnswer extends Error {
  override readonly name = 'GarbledAnswer'
  readonly status = 502
  readonly isPage: boolean

  constructor(message: string, data?: unknown) {
    super(message)
    this.isPage = typeof data === 'string' && /^\s*<(?:!doctype|html|head|body)\b/i.test(data)
  }
}

/** `wasAccepted` tells whether GitHub took the token before, `proxy` the variable that names the proxy on the way. */
export type Circumstances = { host: string; wasAccepted: boolean; proxy: string | undefined }

/** A failed request as a `UserError` where a person can mend it (the token, the proxy), or else the error itself. */
export function explainFailure(error: unknown, { host, wasAccepted, proxy }: Circumstances): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof GarbledAnswer && error.isPage) return webPageInstead(host, error)
  if (statusOf(error) === 401) return wasAccepted ? tokenExpired(error) : tokenRefused(error)
  const closed = statusOf(error) === 403 ? closedRepository(error.message.split(' - ', 1).join(''), error) : undefined
  if (closed) return closed
  const refusal = refusalOfProxy(error)
  if (refusal === '407') return proxyWantsPassword({ host, proxy }, error)
  return proxy !== undefined && hasNoAnswer(error)
    ? brokenByProxy({ host, proxy, why: refusal ?? codeIn(error) }, error)
    : error
}

const tokenRefused = (cause: Error): UserError =>
  new UserError(
    'token-refused',
    `GitHub does not accept the token of the input \`github-token\` (${cause.message.split(' - ')[0]}).`,
    'Leave the input out, or give it a token that is valid for this repository.',
    { cause },
  )

/** The client gives such an error the status 500, and as its cause what went wrong. */
const hasNoAnswer = (error: Error): boolean =>
  statusOf(error) === 500 && error.cause instanceof Error && !('response' in error && error.response)

/** The status with which a proxy refused to open a tunnel, as `fetch` tells it in its causes. */
const refusalOfProxy = (error: unknown): string | undefined =>
  causesOf(error).flatMap(({ message }) => /^Proxy response \((\d+)\)/.exec(message)?.[1] ?? [])[0]

/** The deepest code of the system or of `fetch`, such as `ECONNRESET`. */
const codeIn = (error: unknown): string | undefined =>
  causesOf(error)
    .flatMap((one) => ('code' in one && typeof one.code === 'string' ? [one.code] : []))
    .at(-1)

const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])
