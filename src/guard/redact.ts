const REDACTED = '[redacted]'

/** The shortest secret that is redacted, in characters. Shorter ones occur by chance in ordinary text. */
const SHORTEST = 6

/** Matches placeholders in place of a password, such as `$PASSWORD`, `<password>` or `changeme`. */
const PLACEHOLDER = String.raw`(?:[$<{*%[(]|(?:my|your)?-?_?(?:pass|password|passwd|pwd?|secret|token|key|changeme|example|x+|\.+)@)`
const EXAMPLE = String.raw`(?:[\w-]{1,63}\.){0,9}(?:example(?:\.(?:com|org|net))?|test|invalid|local|localhost|internal)(?![\w.-])|127(?:\.\d{1,3}){3}`
const PASSWORD_IN_ADDRESS = new RegExp(
  String.raw`(?<=[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/@:"'\x60<>]{0,100}:)(?!${PLACEHOLDER})[^\s/@"'\x60<>]{4,200}(?=@(?!${EXAMPLE})[\w-]{1,63}\.[\w-])`,
)

/** Patterns of well-known credentials. Each runs in linear time, because its look-ahead and repetition are bounded. */
const CREDENTIALS: readonly RegExp[] = [
  // GitHub (installation tokens are `ghs_<app>_<jwt>` since 2026), OpenAI and Anthropic, AWS, Slack
  /gh[pousr]_(?:\d{1,20}_eyJ[\w-]*(?:\.[\w-]*){0,2}|[A-Za-z0-9_]{20,})|github_pat_[A-Za-z0-9_]{20,}/,
  /(?<![A-Za-z0-9_-])sk-(?=[A-Za-z_-]{0,200}\d)[A-Za-z0-9_-]{20,}/,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/,
  /xox[abeoprs]-[A-Za-z0-9-]{10,}/,
  // Groq, xAI, NVIDIA, Perplexity, Cerebras, Replicate
  /(?<![A-Za-z0-9])(?:gsk_[A-Za-z0-9]{20,}|(?:xai|pplx|csk)-[A-Za-z0-9]{32,}|nvapi-[\w-]{32,}|r8_[A-Za-z0-9]{32,})/,
  // npm, Google, GitLab, Hugging Face, PyPI, Stripe, SendGrid
  /npm_[A-Za-z0-9]{36,}|AIza[0-9A-Za-z_-]{35}|glpat-[\w-]{20,}|hf_[A-Za-z0-9]{30,}|pypi-AgEI[\w-]{40,}/,
  /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[0-9a-zA-Z]{16,}|SG\.[\w-]{22}\.[\w-]{43}/,
  // Passwords in addresses and connection strings, except for example domains and local hosts
  PASSWORD_IN_ADDRESS,
  /(?<=(?:[Ss]erver|[Hh]ost|[Dd]ata [Ss]ource)\s?=\s?(?:tcp:)?[\w-]{1,100}\.[^\n;]{1,200};[^\n]{0,200}(?:[Pp]assword|[Pp]wd|PWD)\s?=\s?)(?![$<{*%])[^;\s"']{4,200}/,
  /(?<=AccountKey=)[A-Za-z0-9+/]{60,}={0,2}/,
  // JSON web tokens; private keys, also when their end was cut off
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----)[\s\S])*-----END [A-Z ]{0,60}-----|(?:\s*[A-Za-z0-9+/=]{40,})+(?:\s*[A-Za-z0-9+/=]+)?)/,
]

/**
 * Makes a function that replaces secrets in a text with `[redacted]`. It finds each secret as it is, reversed, and as
 * base64 (at all three alignments), hex, URL encoding and JSON escapes. It also finds a secret in other case, with
 * separators between its characters, and in halves, and it finds well-known credentials by their pattern. Secrets
 * shorter than six characters are ignored. Idempotent.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const texts = [...new Set(secrets.flatMap(secretAndLines))]
  const values = [...new Set(texts.flatMap(encodings))].filter((text) => text.length >= SHORTEST)
  // Longest first: if a shorter spelling matched inside a longer one, the rest would stay visible.
  const literals = values.sort((a, b) => b.length - a.length).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp([...literals, ...CREDENTIALS.map((shape) => shape.source)].join('|'), 'g')
  const redactScattered = scatteredRedactor(texts)
  return (text) => redactScattered(text.replace(pattern, REDACTED))
}

/** The secret and its long lines, because programs often print a multi-line key line by line. */
function secretAndLines(secret: string): string[] {
  const trimmed = secret.trim()
  if (trimmed.length < SHORTEST) return []
  return [secret, trimmed, ...trimmed.split(/\r?\n/).filter((line) => line.length >= 16)]
}

function encodings(text: string): string[] {
  const hex = Buffer.from(text).toString('hex')
  const url = encodeURIComponent(text.toWellFormed())
  return [
    text,
    [...text].reverse().join(''),
    JSON.stringify(text).slice(1, -1),
    hex,
    hex.toUpperCase(),
    url,
    url.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    ...[0, 1, 2].flatMap((offset) => base64At(text, offset)),
  ]
}

/** The base64 digits, in both alphabets, that depend on `text` alone, `offset` bytes into a group of three. */
function base64At(text: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
  const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)]
  return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)]
}

/** Separators between the characters of a scattered secret: escapes, and everything but letters and digits. */
const FILLER = /\\[nrt]|(?:\\x|\\u00|0x)(?=[0-9a-f]{2})|[^a-z0-9]+/gi

/** The letters and digits of a text, in lower case. */
const folded = (text: string): string => text.replace(FILLER, '').toLowerCase()

/** The shortest scattered secret, in characters. Without separators, shorter ones would match by chance. */
const SHORTEST_SCATTERED = 16

/** Makes a function that redacts scattered secrets: over several lines, in quotes, in columns of a dump, in halves. */
function scatteredRedactor(secrets: readonly string[]): (text: string) => string {
  const wholes = secrets.flatMap(spellings).filter((text) => text.length >= SHORTEST_SCATTERED)
  const parts = secrets.filter(isToken).flatMap((secret) => spellings(secretPartOf(secret)).flatMap(halfTokenPieces))
  const needles = [...new Set([...wholes.sort((a, b) => b.length - a.length), ...parts])]
  if (needles.length === 0) return (text) => text
  const pattern = new RegExp(needles.join('|'), 'g')
  return (text) => {
    const flat = folded(text)
    const found = [...flat.matchAll(pattern)]
    return found.length === 0 ? text : redactMatches(text, found)
  }
}

function spellings(secret: string): string[] {
  const codes = [...Buffer.from(secret)]
  const plain = [secret, [...secret].reverse().join(''), codes.join(' '), Buffer.from(secret).toString('hex')]
  return [...plain, ...[0, 1, 2].flatMap((offset) => base64At(secret, offset))].map(folded)
}

/** Whether a secret is a generated token. Parts of other secrets, such as a name or a path, occur in ordinary text. */
const isToken = (secret: string): boolean => /^[\w.-]{20,}$/.test(secret) && /\d/.test(secret)

/** The secret part of a token. Of a JSON web token, this is the signature: headers are all equal, claims are no key. */
const secretPartOf = (token: string): string => {
  const [head = '', claims = '', signature = ''] = token.split('.')
  return head.includes('eyJ') && claims.startsWith('eyJ') ? signature : token
}

/** Overlapping pieces of a token, so that every half of it contains one. A piece without a digit may be a word. */
function halfTokenPieces(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at + 12 <= text.length; at += 6) pieces.push(text.slice(at, at + 12))
  return pieces.filter((piece) => /\d/.test(piece))
}

/** Redacts matches of the folded text in the original one, each extended to whole words. */
function redactMatches(text: string, found: readonly RegExpExecArray[]): string {
  const positions = positionsOf(text)
  let out = ''
  let end = 0
  for (const { 0: match, index } of found) {
    let from = Math.max(end, positions[index] ?? 0)
    let to = (positions[index + match.length - 1] ?? 0) + 1
    if (to <= end) continue
    while (from > end && isWordCharacter(text, from - 1)) from--
    while (isWordCharacter(text, to)) to++
    out += text.slice(end, from) + REDACTED
    end = to
  }
  return out + text.slice(end)
}

const isWordCharacter = (text: string, at: number): boolean => /[\w.-]/.test(text.charAt(at))

/** For each character of the folded text, its position in the original text. */
function positionsOf(text: string): number[] {
  const positions: number[] = []
  let end = 0
  for (const gap of [...text.matchAll(FILLER), { 0: '', index: text.length }]) {
    for (let at = end; at < gap.index; at++) positions.push(at)
    end = gap.index + gap[0].length
  }
  return positions
}

/** Makes a function that replaces the runner's own paths in a text by names. List inner paths before outer ones. */
export function pathRemover(names: readonly (readonly [path: string, name: string])[]): (text: string) => string {
  const replaced = names.filter(([path]) => path.length > 1)
  const escaped = replaced.map(([path]) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (replaced.length === 0) return (text) => text
  const pattern = new RegExp(`(${escaped.join('|')})(?![\\w.-])`, 'g')
  return (text) => text.replace(pattern, (path) => replaced.find(([one]) => one === path)?.[1] ?? path)
}
