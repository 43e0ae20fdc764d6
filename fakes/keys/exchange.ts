import { createServer, type IncomingMessage } from 'node:http'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'

/** One request for a token, as it arrived. */
export type Exchanged = { contentType: string; headers: IncomingMessage['headers']; raw: string }

/** What the token endpoint says in the place of a fresh token. */
export type Unkind = { status: number; body?: unknown; headers?: Record<string, string>; endless?: true }

export type ExchangeServer = AsyncDisposable & {
  /** Where id tokens are exchanged. */
  url: string
  /** What a job has that may ask for an id token. */
  env: { ACTIONS_ID_TOKEN_REQUEST_URL: string; ACTIONS_ID_TOKEN_REQUEST_TOKEN: string }
  idTokens: string[]
  audiences: (string | null)[]
  exchanges: Exchanged[]
  tokens: string[]
  /** Whether a token was given out and has not ended. */
  isValid: (token: string | undefined) => boolean
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The runner's issuer of id tokens and a provider's token endpoint. As unkind as they are: an id token can be used once,
 * lives five minutes (github.com/actions/toolkit/issues/2048), and a refusal says `invalid_grant` and no more
 * (platform.claude.com/docs/en/manage-claude/wif-reference). `life` is that of a token, in seconds.
 */
export async function startExchange({
  life = 598,
  answer = () => undefined,
}: { life?: number; answer?: (count: number, raw: string) => Unkind | undefined } = {}): Promise<ExchangeServer> {
  const requestToken = `gho_${randomBytes(18).toString('hex')}`
  const idTokens: string[] = []
  const audiences: (string | null)[] = []
  const exchanges: Exchanged[] = []
  const given = new Map<string, number>()
  const used = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks).toString()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://issuer')
    const say = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }
    if (pathname === '/id-token') {
      if (request.headers.authorization !== `Bearer ${requestToken}`) return say(401, {})
      const claims = {
        aud: searchParams.get('audience'),
        sub: 'repo:octo/demo:ref:refs/heads/main',
        jti: idTokens.length,
      }
      const token = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(64).toString('base64url')}`
      idTokens.push(token)
      audiences.push(searchParams.get('audience'))
      return say(200, { value: token })
    }
    if (pathname !== '/token') return say(404, {})
    exchanges.push({ contentType: request.headers['content-type'] ?? '', headers: request.headers, raw })
    const unkind = answer(exchanges.length, raw)
    if (unkind?.endless) {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = setInterval(() => response.write('x'.repeat(65_536)), 5)
      return void response.on('close', () => clearInterval(more))
    }
    if (unkind) return say(unkind.status, unkind.body ?? {}, unkind.headers)
    const assertion = idTokens.find((token) => raw.includes(token))
    if (assertion === undefined || used.has(assertion)) return say(400, { error: 'invalid_grant' })
    used.add(assertion)
    const token = `tok_${randomBytes(24).toString('hex')}`
    given.set(token, Date.now() + life * 1_000)
    say(200, { access_token: token, token_type: 'Bearer', expires_in: life })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${address}/token`,
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${address}/id-token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
    },
    idTokens,
    audiences,
    exchanges,
    get tokens() {
      return [...given.keys()]
    },
    isValid: (token) => token !== undefined && Date.now() < (given.get(token) ?? 0),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
