import { lazily } from '../lib/async.ts'

const loadSecretlint = lazily(() =>
  Promise.all([import('@secretlint/core'), import('@secretlint/secretlint-rule-preset-recommend')]),
)

/** Connection strings to a local host are allowed. Their passwords are examples, as in most compose files. */
const LOCAL_CONNECTIONS = String.raw`/@(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+)(?::\d+)?(?:[\/?#\s"'\x60]|$)/`
const RULE_OPTIONS: Record<string, object> = {
  '@secretlint/secretlint-rule-database-connection-string': { allows: [LOCAL_CONNECTIONS] },
}
/** This rule is left out: it would let comments in the text switch the other rules off. */
const FILTER_RULE = '@secretlint/secretlint-rule-filter-comments'

/** Redacts what secretlint's recommended rules find. They are loaded on first use, not at start-up. */
export async function withoutCredentials(text: string): Promise<string> {
  if (text === '') return text
  const [{ lintSource }, { rules }] = await loadSecretlint()
  const named = rules.map((rule) => ({ id: rule.meta.id, rule, options: RULE_OPTIONS[rule.meta.id] ?? {} }))
  const enabledRules = named.filter(({ id }) => id !== FILTER_RULE)
  const { messages } = await lintSource({
    source: { filePath: 'text', content: text, contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules: enabledRules } },
  })
  const found = messages.flatMap(({ data, range: [from, to] }) => {
    // Some rules report a wider range than the credential itself, so a reported value is preferred.
    const reported = Object.values<unknown>(data ?? {}).filter((value) => typeof value === 'string')
    const values = reported.filter((value) => value.length >= SHORTEST && text.includes(value))
    return values.length > 0 ? values : [text.slice(from, to)]
  })
  return found
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
}

/** The shortest reported value that is redacted, in characters. Shorter ones are names, not secrets. */
const SHORTEST = 8

/** Applies `withoutCredentials` to every string in JSON data, but for the fields named in `except`. */
export async function withoutCredentialsIn(data: unknown, except: readonly string[]): Promise<unknown> {
  // Most data holds no credential, so a single scan of all texts comes first.
  const all = textsIn(data, except).join('\n\n')
  return (await withoutCredentials(all)) === all ? data : redactStrings(data, except)
}

const textsIn = (data: unknown, except: readonly string[]): string[] =>
  typeof data === 'string' ? [data] : fieldsOf(data, except).flatMap(([, value]) => textsIn(value, except))

async function redactStrings(data: unknown, except: readonly string[]): Promise<unknown> {
  if (typeof data === 'string') return withoutCredentials(data)
  if (typeof data !== 'object' || data === null) return data
  const cleaned = await Promise.all(
    fieldsOf(data, except).map(async ([name, value]) => [name, await redactStrings(value, except)] as const),
  )
  return Array.isArray(data) ? cleaned.map(([, value]) => value) : { ...data, ...Object.fromEntries(cleaned) }
}

const fieldsOf = (data: unknown, except: readonly string[]): [string, unknown][] =>
  typeof data === 'object' && data !== null ? Object.entries(data).filter(([name]) => !except.includes(name)) : []
