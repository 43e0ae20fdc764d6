import { UserError } from '../lib/errors.ts'

/** How the id token of a job becomes a token for the model's endpoint. Nothing in it is a secret. */
export type TokenExchange = {
  url: string
  audience: string
  body: 'json' | 'form'
  /** The fields of the body, in order; the id token is filled into the empty one. */
  fields: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  /** The hosts that the token may be sent to. Undefined for a custom exchange. */
  hosts?: RegExp
}

type InputLines = Readonly<Record<string, string>>

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const JWT = 'urn:ietf:params:oauth:token-type:jwt'

/**
 * What differs from provider to provider, where `<name>` stands for a line of the input, `<name?text>` for one that may
 * be missing. The sources name the fields.
 */
const PRESETS: Readonly<Record<string, TokenExchange>> = {
  // https://developers.openai.com/api/reference/workload-identity-federation
  openai: {
    url: 'https://auth.openai.com/oauth/token',
    audience: 'https://api.openai.com/v1',
    body: 'json',
    fields: {
      grant_type: TOKEN_EXCHANGE,
      subject_token: '',
      subject_token_type: JWT,
      identity_provider_id: '<identity-provider-id>',
      service_account_id: '<service-account-id>',
    },
    hosts: /^(?:[a-z]+\.)?api\.openai\.com$/,
  },
  // https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow (federated credential)
  azure: {
    url: 'https://login.microsoftonline.com/<tenant-id>/oauth2/v2.0/token',
    audience: 'api://AzureADTokenExchange',
    body: 'form',
    fields: {
      grant_type: 'client_credentials',
      client_id: '<client-id>',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: '',
      scope: '<scope?https://ai.azure.com/.default>',
    },
    hosts: /\.(?:openai|cognitiveservices|services\.ai)\.azure\.com$/,
  },
  // https://platform.claude.com/docs/en/manage-claude/wif-reference
  anthropic: {
    url: 'https://api.anthropic.com/v1/oauth/token',
    audience: 'https://api.anthropic.com',
    body: 'json',
    fields: {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: '',
      federation_rule_id: '<federation-rule-id>',
      organization_id: '<organization-id>',
      service_account_id: '<service-account-id>',
      workspace_id: '<workspace-id?>',
    },
    headers: { 'anthropic-beta': 'oauth-2025-04-20,oidc-federation-2026-04-01' },
    hosts: /^api\.anthropic\.com$/,
  },
  // https://openrouter.ai/docs/guides/overview/auth/workload-identity-federation
  openrouter: {
    url: 'https://openrouter.ai/api/v1/oauth/token',
    audience: 'https://openrouter.ai/api/v1',
    body: 'form',
    fields: {
      grant_type: TOKEN_EXCHANGE,
      subject_token: '',
      subject_token_type: JWT,
      federation_policy_id: '<federation-policy-id>',
    },
    hosts: /^openrouter\.ai$/,
  },
}

const PLACEHOLDER = /<([\w-]+)(?:\?([^>]*))?>/g

/** The names of a custom exchange, without a preset. Every other name is a fixed field of the body. */
const CUSTOM_FIELDS = ['url', 'audience', 'body', 'grant-type', 'field'] as const

/** Parses a preset or a custom exchange from lines `name: value`. A problem follows the input's name in the error. */
export function parseTokenExchange(text: string): TokenExchange | { problem: string } | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const given: Record<string, string> = {}
  for (const line of lines.filter(Boolean)) {
    const [, name, value] = /^([A-Za-z][\w-]*)\s*:\s*(\S.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return { problem: `must be lines such as \`provider: openai\`` }
    if (Object.hasOwn(given, name)) return { problem: `must name \`${name}\` once` }
    given[name] = value
  }
  if (Object.keys(given).length === 0) return undefined
  return given['provider'] === undefined ? customExchange(given) : presetExchange(given)
}

function presetExchange({ provider = '', ...given }: InputLines): TokenExchange | { problem: string } {
  const preset = Object.hasOwn(PRESETS, provider) ? PRESETS[provider] : undefined
  if (!preset) return { problem: `must name a provider out of ${Object.keys(PRESETS).join(', ')}` }
  const placeholders = [...[preset.url, ...Object.values(preset.fields)].join('\n').matchAll(PLACEHOLDER)]
  const required = placeholders.flatMap(([, name = '', otherwise]) => (otherwise === undefined ? [name] : []))
  const allowed = [...placeholders.map(([, name]) => name), 'audience']
  const unknown = Object.keys(given).find((name) => !allowed.includes(name))
  if (unknown !== undefined) return { problem: `must not name \`${unknown}\`; ${provider} takes ${allowed.join(', ')}` }
  const wrong = required.find((name) => !/^(?!\.*$)[\w.-]+$/.test(given[name] ?? ''))
  if (wrong !== undefined)
    return { problem: `must have a line \`${wrong}: …\` with an identifier of letters, digits, \`.\`, \`_\` and \`-\`` }
  const fillIn = (text: string): string =>
    text.replace(PLACEHOLDER, (_, name: string, otherwise = '') => given[name] ?? otherwise)
  const fields = Object.entries(preset.fields).map(([name, text]) => [name, fillIn(text)] as const)
  return {
    ...preset,
    url: fillIn(preset.url),
    audience: given['audience'] ?? preset.audience,
    fields: Object.fromEntries(fields.filter(([name, text]) => text !== '' || preset.fields[name] === '')),
  }
}

function customExchange(given: InputLines): TokenExchange | { problem: string } {
  const { url = '', audience = '', body = 'json', 'grant-type': grant = '', field = '', ...fixed } = given
  const missing = CUSTOM_FIELDS.find((name) => name !== 'body' && given[name] === undefined)
  if (missing !== undefined) return { problem: `must have a line \`provider: …\`, or else \`${missing}: …\`` }
  if (body !== 'json' && body !== 'form') return { problem: 'must have `body: json` or `body: form`' }
  if (!isSafe(url)) return { problem: 'must have an https address as `url`' }
  // The field of the id token keeps its place, and stays empty whatever another line says of it.
  return { url, audience, body, fields: { grant_type: grant, [field]: '', ...fixed, [field]: '' } }
}

/** Whether an id token may be sent to an address: https without credentials, or loopback. */
function isSafe(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'https:') return url.username === '' && url.password === ''
  return url?.protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
}

/** Throws `UserError` for inputs that do not go together: a token of a provider goes to that provider's hosts alone. */
export function checkExchange(
  { hosts }: TokenExchange,
  { apiKey, baseUrl }: { apiKey: string | undefined; baseUrl: string },
): void {
  if (apiKey !== undefined) {
    throw new UserError(
      'input',
      'The inputs `openai-api-key` and `token-exchange` are both set, and only one of them can be used.',
      'Remove `openai-api-key` from the workflow, and the secret that it names.',
    )
  }
  const { hostname, protocol, port, origin } = new URL(baseUrl)
  if (hosts === undefined) return
  if (protocol !== 'https:' || port !== '' || !hosts.test(hostname)) {
    throw new UserError(
      'input',
      `The token of the input \`token-exchange\` goes to its provider alone, and \`openai-base-url\` is at ${origin}.`,
      'Set `openai-base-url` to an https address of that provider without a port, or `provider` to the one at that address.',
    )
  }
}
