/** Where only a machine's own network looks, a password is an example: every compose file has one. */
const LOCAL = String.raw`/@(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+)(?::\d+)?(?:[\/?#\s"'\x60]|$)/`
const OPTIONS: Record<string, object> = {
  '@secretlint/secretlint-rule-database-connection-string': { allows: [LOCAL] },
}
/** Comments of the text itself could switch the others off. */
const UNWANTED = '@secretlint/secretlint-rule-filter-comments'

/**
 * Takes out of a text whatever the rules of secretlint (https://github.com/secretlint/secretlint) know as a credential. They are
 * loaded when first needed, which is long after the first request to the model.
 */
export async function withoutCredentials(text: string): Promise<string> {
  if (text === '') return text
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ])
  const used = rules.filter(({ meta }) => meta.id !== UNWANTED)
  const { messages } = await lintSource({
    source: { filePath: 'text', content: text, contentType: 'text' },
    options: {
      noPhysicFilePath: true,
      config: { rules: used.map((rule) => ({ id: rule.meta.id, rule, options: OPTIONS[rule.meta.id] ?? {} })) },
    },
  })
  const found = messages.flatMap(({ data, range: [from, to] }) => {
    // Some rules tell what they found better than where.
    const told = Object.values<unknown>(data ?? {}).filter((value) => typeof value === 'string')
    const values = told.filter((value) => value.length >= SHORTEST && text.includes(value))
    return values.length > 0 ? values : [text.slice(from, to)]
  })
  return found
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text)
}

/** Characters; what is shorter is the name of something. */
const SHORTEST = 8

/** Any data with every text in it cleaned so; what must stay byte by byte is left out by its name. */
export async function withoutCredentialsIn(data: unknown, except: readonly string[]): Promise<unknown> {
  // Nearly always there is nothing to be found, which one look at all of it tells.
  const all = textsIn(data, except).join('\n\n')
  return (await withoutCredentials(all)) === all ? data : eachCleaned(data, except)
}

const textsIn = (data: unknown, except: readonly string[]): string[] =>
  typeof data === 'string' ? [data] : fieldsOf(data, except).flatMap(([, value]) => textsIn(value, except))

async function eachCleaned(data: unknown, except: readonly string[]): Promise<unknown> {
  if (typeof data === 'string') return withoutCredentials(data)
  if (typeof data !== 'object' || data === null) return data
  const cleaned = await Promise.all(
    fieldsOf(data, except).map(async ([name, value]) => [name, await eachCleaned(value, except)] as const),
  )
  return Array.isArray(data) ? cleaned.map(([, value]) => value) : { ...data, ...Object.fromEntries(cleaned) }
}

const fieldsOf = (data: unknown, except: readonly string[]): [string, unknown][] =>
  typeof data === 'object' && data !== null ? Object.entries(data).filter(([name]) => !except.includes(name)) : []
