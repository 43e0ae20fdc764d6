import { lazily, retry } from '../lib/async.ts'
import { UserError } from '../lib/errors.ts'
import { field, jsonIn } from '../guard/json.ts'
import type { TokenExchange } from './token-exchange.ts'

type TokenSpec = {
  env: Readonly<Record<string, string | undefined>>
  /** Called with every new token, which is masked in the log and redacted everywhere. */
  learn: (secret: string) => void
  /** Asks the runner for an id token for an audience. It lives five minutes, so each exchange has a fresh one. */
  idToken?: (audience: string) => Promise<string>
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/** Milliseconds: the timeout of one exchange, and the waits before retries after an outage. */
const EXCHANGE_TIMEOUT = 30_000
const RETRY_WAITS = [1_000, 3_000]
/** A token is renewed when a fifth of its life is left, at most a minute, so that it does not end during a request. */
const RENEWAL_SHARE = 0.2
const MAX_RENEWAL_MARGIN = 60_000
/** Seconds of life of a token whose response names none: as long as the id token. */
const DEFAULT_LIFE_SECONDS = 300

/**
 * The tokens for the model's endpoint in the place of a key: id tokens of the job are exchanged one at a time, and each
 * result is cached until shortly before it expires. The first is requested at the first request to the model. `renew`
 * drops a token that the endpoint refused. `subject` is the identity of the job, by which the provider knows it.
 */
export function tokenAccess(
  exchange: TokenExchange,
  { env, learn, idToken = idTokensOf(env), now = () => performance.now() }: TokenSpec,
) {
  let current: { token: Promise<string>; until: number } | undefined
  let subject: string | undefined
  const assertion = async (): Promise<string> => {
    const asked = await idToken(exchange.audience)
    learn(asked)
    subject = subjectOf(asked)
    return asked
  }
  const begin = (): Promise<string> => {
    const began = now()
    const entry = { token: Promise.resolve(''), until: Infinity }
    entry.token = exchangeToken(exchange, assertion).then(({ token, life }) => {
      learn(token)
      entry.until = began + life - Math.min(MAX_RENEWAL_MARGIN, life * RENEWAL_SHARE)
      return token
    })
    entry.token.catch(() => {
      if (current === entry) current = undefined
    })
    current = entry
    return entry.token
  }
  return {
    token: () => (current && now() < current.until ? current.token : begin()),
    renew: () => (current = undefined),
    headers: exchange.headers ?? {},
    subject: () => subject,
  }
}

async function exchangeToken(exchange: TokenExchange, assertion: () => Promise<string>) {
  const token = await retry({
    waits: RETRY_WAITS,
    until: async () => {
      const answer = await sendExchange(exchange, await assertion())
      if (answer.status === 200) return tokenIn(answer.body, exchange)
      const isOutage = answer.status === 0 || answer.status === 429 || answer.status >= 500
      if (!isOutage) throw refused(exchange, answer)
      return undefined
    },
  })
  if (!token) throw new Error(`The token exchange at ${hostOf(exchange)} gives no answer.`)
  return token
}

type ExchangeAnswer = { status: number; body: unknown }

/** Sends one exchange, without redirects, and reads a bounded response. Status 0: no response. */
async function sendExchange({ url, body, fields, headers }: TokenExchange, assertion: string): Promise<ExchangeAnswer> {
  const sent = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text || assertion]))
  const json = body === 'json'
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        ...headers,
        accept: 'application/json',
        'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: json ? JSON.stringify(sent) : new URLSearchParams(sent).toString(),
      signal: AbortSignal.timeout(EXCHANGE_TIMEOUT),
    })
    return { status: response.status, body: jsonIn(await boundedText(response)) }
  } catch {
    return { status: 0, body: undefined }
  }
}

const MAX_ANSWER_LENGTH = 64 * 1024

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_ANSWER_LENGTH) return ''
  }
  return text
}

function tokenIn(body: unknown, exchange: TokenExchange) {
  const token = field(body, 'access_token')
  const life = Number(field(body, 'expires_in') ?? DEFAULT_LIFE_SECONDS)
  if (typeof token !== 'string' || token === '' || /\s/.test(token) || !(life > 0)) {
    throw new UserError(
      'token-exchange',
      `The answer of the token exchange at ${hostOf(exchange)} holds no token.`,
      'Check the input `token-exchange`: its address, and the fields that the provider wants.',
    )
  }
  return { token, life: life * 1_000 }
}

/** Shows only the provider's code and message, redacted: the response may repeat the id token. */
function refused(exchange: TokenExchange, { status, body }: ExchangeAnswer): UserError {
  const texts = ['error', 'error_description'].map((name) => field(body, name))
  const reason = texts
    .filter((text) => typeof text === 'string')
    .join(': ')
    .replace(/eyJ[\w.-]+/g, '[redacted]')
  return new UserError(
    'token-exchange',
    `The token exchange at ${hostOf(exchange)} refuses this job (${[status, reason.slice(0, 300)].filter(Boolean).join(' ')}).`,
    'Check the identifiers in the input `token-exchange`, and the rule at the provider, which has to fit this repository and its branch or environment.',
  )
}

const hostOf = ({ url }: TokenExchange): string => new URL(url).host

const loadToolkit = lazily(() => import('@actions/core'))

/** Asks the runner for id tokens by GitHub's toolkit. Throws `UserError` where the job may not ask for one. */
const idTokensOf =
  (env: TokenSpec['env']) =>
  async (audience: string): Promise<string> => {
    if (!env['ACTIONS_ID_TOKEN_REQUEST_URL'])
      throw new UserError(
        'token-exchange',
        'The input `token-exchange` needs an id token of the job, which this job may not ask for.',
        'Add the line `id-token: write` to the `permissions:` of the job that uses this action; where another workflow calls that one, add it to the calling job as well. A run for a pull request of a fork gets none.',
      )
    return (await loadToolkit()).getIDToken(audience)
  }

/** The identity of a job: the claim `sub` of its id token, without its signature. */
function subjectOf(idToken: string): string | undefined {
  const claims = jsonIn(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  const subject = field(claims, 'sub')
  return typeof subject === 'string' ? subject : undefined
}
