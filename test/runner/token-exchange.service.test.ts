import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startExchange, type ExchangeServer, type Unkind } from '../../fakes/keys/exchange.ts'
import { UserError } from '../../src/lib/errors.ts'
import { tokenAccess } from '../../src/runner/token-access.ts'
import { parseTokenExchange, type TokenExchange } from '../../src/runner/token-exchange.ts'

const read = (text: string): TokenExchange => {
  const exchange = parseTokenExchange(text)
  if (!exchange || 'problem' in exchange) throw new Error(exchange?.problem ?? 'nothing')
  return exchange
}

const spelledOut = (url: string, body = 'json'): TokenExchange =>
  read(
    [
      `url: ${url}`,
      'audience: https://models.example',
      `body: ${body}`,
      'grant-type: g',
      'field: assertion',
      'more: 1\nassertion: of another',
    ].join('\n'),
  )

/** Asks the fake runner for an id token, as the toolkit does. */
const idTokenOf =
  ({ env }: ExchangeServer) =>
  async (audience: string): Promise<string> => {
    const address = `${env.ACTIONS_ID_TOKEN_REQUEST_URL}&audience=${encodeURIComponent(audience)}`
    const headers = { authorization: `Bearer ${env.ACTIONS_ID_TOKEN_REQUEST_TOKEN}` }
    const { value } = (await (await fetch(address, { headers })).json()) as { value: string }
    return value
  }

const JWT = 'header.claims.signature'

/** The request that a preset sends, with its address in the place of the provider's. */
async function sentBy(lines: string): Promise<{ url: string; contentType: string; raw: string; beta: unknown }> {
  await using server = await startExchange({
    answer: () => ({ status: 200, body: { access_token: 't', expires_in: 9 } }),
  })
  const exchange = read(lines)
  const source = tokenAccess({ ...exchange, url: server.url }, { env: {}, idToken: async () => JWT, learn: () => {} })
  await source.token()
  const [{ contentType, raw, headers } = { contentType: '', raw: '', headers: {} }] = server.exchanges
  expect(headers['authorization']).toBeUndefined()
  return { url: exchange.url, contentType, raw, beta: headers['anthropic-beta'] }
}

test('each token exchange preset sends the request that its provider documents', async () => {
  expect(await sentBy('provider: openai\nidentity-provider-id: idp_1\nservice-account-id: user-1')).toEqual({
    url: 'https://auth.openai.com/oauth/token',
    contentType: 'application/json',
    raw: `{"grant_type":"urn:ietf:params:oauth:grant-type:token-exchange","subject_token":"${JWT}","subject_token_type":"urn:ietf:params:oauth:token-type:jwt","identity_provider_id":"idp_1","service_account_id":"user-1"}`,
    beta: undefined,
  })
  expect(await sentBy('provider: azure\ntenant-id: t1\nclient-id: c1')).toEqual({
    url: 'https://login.microsoftonline.com/t1/oauth2/v2.0/token',
    contentType: 'application/x-www-form-urlencoded',
    raw: `grant_type=client_credentials&client_id=c1&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=${JWT}&scope=https%3A%2F%2Fai.azure.com%2F.default`,
    beta: undefined,
  })
  const anthropic = 'provider: anthropic\nfederation-rule-id: fdrl_1\norganization-id: o1\nservice-account-id: svac_1'
  expect(await sentBy(`${anthropic}\nworkspace-id: wrkspc_1`)).toEqual({
    url: 'https://api.anthropic.com/v1/oauth/token',
    contentType: 'application/json',
    raw: `{"grant_type":"urn:ietf:params:oauth:grant-type:jwt-bearer","assertion":"${JWT}","federation_rule_id":"fdrl_1","organization_id":"o1","service_account_id":"svac_1","workspace_id":"wrkspc_1"}`,
    beta: 'oauth-2025-04-20,oidc-federation-2026-04-01',
  })
  expect((await sentBy(anthropic)).raw).not.toContain('workspace_id')
  expect(await sentBy('provider: openrouter\nfederation-policy-id: p1')).toEqual({
    url: 'https://openrouter.ai/api/v1/oauth/token',
    contentType: 'application/x-www-form-urlencoded',
    raw: `grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&subject_token=${JWT}&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Ajwt&federation_policy_id=p1`,
    beta: undefined,
  })
})

test.each([
  ['provider: nobody', 'must name a provider out of openai, azure, anthropic, openrouter'],
  ['provider: constructor', 'must name a provider'],
  ['provider: openai\nidentity-provider-id: idp_1', 'must have a line `service-account-id: …`'],
  ['provider: azure\ntenant-id: ../common\nclient-id: c', 'with an identifier'],
  ['provider: azure\ntenant-id: ..\nclient-id: c', 'with an identifier'],
  ['provider: openrouter\nfederation-policy-id: p\nurl: https://evil.example', 'must not name `url`'],
  ['provider: openai\nprovider: azure', 'must name `provider` once'],
  ['openai', 'must be lines such as'],
  ['url: https://a.example/token', 'must have a line `provider: …`, or else `audience: …`'],
  ['url: http://a.example/token\naudience: a\ngrant-type: g\nfield: f', 'must have an https address'],
  ['url: https://u:p@a.example/token\naudience: a\ngrant-type: g\nfield: f', 'must have an https address'],
  ['url: https://a.example/token\naudience: a\ngrant-type: g\nfield: f\nbody: xml', '`body: json` or `body: form`'],
])('the token exchange %j is rejected', (text, problem) => {
  expect(parseTokenExchange(text)).toEqual({ problem: expect.stringContaining(problem) as string })
})

describe('a token', () => {
  test('an exchanged token is cached until shortly before it expires, and renewed with a new id token', async () => {
    await using server = await startExchange({ life: 100 })
    let now = 0
    const learned: string[] = []
    const source = tokenAccess(spelledOut(server.url), {
      env: {},
      idToken: idTokenOf(server),
      learn: (secret) => learned.push(secret),
      now: () => now,
    })
    const [first, same] = await Promise.all([source.token(), source.token()])
    now = 79_000
    expect([same, await source.token(), server.exchanges.length]).toEqual([first, first, 1])
    now = 80_000
    const second = await source.token()
    source.renew()
    const third = await source.token()
    expect(new Set([first, second, third]).size).toBe(3)
    expect(server.audiences).toEqual(Array(3).fill('https://models.example'))
    expect(learned).toEqual(server.idTokens.flatMap((id, at) => [id, server.tokens[at]]))
  })

  test.each<[string, Unkind, string]>([
    ['a refusal without a reason', { status: 400, body: { error: 'invalid_grant' } }, '400 invalid_grant'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, '302'],
    ['an answer without a token', { status: 200, body: { token: 'x' } }, 'holds no token'],
    ['an answer without end', { status: 200, endless: true }, 'holds no token'],
  ])('a token exchange that fails with %s is an error with a remedy', async (_, unkind, said) => {
    await using server = await startExchange({ answer: () => unkind })
    const source = tokenAccess(spelledOut(server.url), { env: {}, idToken: idTokenOf(server), learn: () => {} })
    const error: unknown = await source.token().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UserError)
    expect(String((error as UserError).message)).toContain(said)
    expect(server.exchanges).toHaveLength(1)
  })

  test('a token exchange is retried after an outage, and a failure is not cached', async () => {
    await using server = await startExchange({ answer: (count) => (count === 1 ? { status: 503 } : undefined) })
    const source = tokenAccess(spelledOut(server.url, 'form'), { env: {}, idToken: idTokenOf(server), learn: () => {} })
    expect(server.isValid(await source.token())).toBe(true)
    expect(server.exchanges.map(({ contentType }) => contentType)).toEqual(
      Array(2).fill('application/x-www-form-urlencoded'),
    )
  })

  test('a token that a refusal echoes is redacted in the error', async () => {
    await using server = await startExchange({
      answer: (_, raw) => ({ status: 401, body: { error: 'bad', error_description: `no: ${raw}` } }),
    })
    const source = tokenAccess(spelledOut(server.url), { env: {}, idToken: idTokenOf(server), learn: () => {} })
    const error = await source.token().catch((thrown: unknown) => thrown as UserError)
    for (const token of server.idTokens) expect(String(error)).not.toContain(token.split('.')[2])
  })
})

test('every token exchange example in docs/models.md is valid', () => {
  const recipes = [...readFileSync('docs/models.md', 'utf8').matchAll(/^( *)token-exchange: \|\n((?:\1 +\S.*\n)+)/gm)]
  expect(recipes).toHaveLength(5)
  for (const [, , lines = ''] of recipes) expect(read(lines).fields).not.toEqual({})
})

test('the subject of an id token is read without its signature', async () => {
  await using server = await startExchange()
  const source = tokenAccess(spelledOut(server.url), { env: {}, idToken: idTokenOf(server), learn: () => {} })
  await source.token()
  expect(source.subject()).toBe('repo:octo/demo:ref:refs/heads/main')
})
