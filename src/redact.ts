const REDACTED = '[redacted]'

/** Shorter texts occur by chance; hiding them would hide what people need to read. */
const SHORTEST = 6

/** Texts that look like credentials, whoever's they are. Every expression runs in linear time: it never looks far and then fails. */
const SHAPES: readonly RegExp[] = [
  // GitHub, OpenAI and Anthropic, AWS, Slack
  /gh[pousr]_[A-Za-z0-9_]{20,}|github_pat_[A-Za-z0-9_]{20,}/,
  /(?<![A-Za-z0-9_-])sk-(?=[A-Za-z_-]{0,200}\d)[A-Za-z0-9_-]{20,}/,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/,
  /xox[abeoprs]-[A-Za-z0-9-]{10,}/,
  // npm, Google, GitLab, Hugging Face, PyPI, Stripe, SendGrid
  /npm_[A-Za-z0-9]{36,}|AIza[0-9A-Za-z_-]{35}|glpat-[\w-]{20,}|hf_[A-Za-z0-9]{30,}|pypi-AgEI[\w-]{40,}/,
  /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[0-9a-zA-Z]{16,}|SG\.[\w-]{22}\.[\w-]{43}/,
  // JSON web tokens; private keys, also when their end was cut off
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----)[\s\S])*-----END [A-Z ]{0,60}-----|(?:\s*[A-Za-z0-9+/=]{40,})+(?:\s*[A-Za-z0-9+/=]+)?)/,
]

/**
 * A function that replaces, in any text, each secret by `[redacted]`: as it is and as base64 (at each of the three
 * alignments), hex, URL-encoded, JSON-escaped and reversed; and whatever has the shape of a well-known credential.
 * Secrets shorter than six characters are left alone. Applying it twice changes nothing more.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const values = [...new Set(secrets.flatMap(spellings))].filter((text) => text.length >= SHORTEST)
  // A longer spelling may contain a shorter one, and what is left of it would show.
  const literals = values.sort((a, b) => b.length - a.length).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp([...literals, ...SHAPES.map((shape) => shape.source)].join('|'), 'g')
  return (text) => text.replace(pattern, REDACTED)
}

function spellings(secret: string): string[] {
  const trimmed = secret.trim()
  if (trimmed.length < SHORTEST) return []
  // The lines of a key in several lines are printed one by one often enough.
  const lines = trimmed.split(/\r?\n/).filter((line) => line.length >= 16)
  return [...new Set([secret, trimmed, ...lines])].flatMap(encodings)
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

/** The base64 digits that depend on `text` alone when it begins `offset` bytes after a group of three, in both alphabets. */
function base64At(text: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
  const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)]
  return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)]
}

/**
 * Takes the machine's own paths out of a text: people have no use for them, and they tell how a runner is built.
 * `places` are absolute paths and what to call them; the first that fits is taken, so the innermost comes first.
 */
export function placeRemover(places: readonly (readonly [path: string, name: string])[]): (text: string) => string {
  const known = places.filter(([path]) => path.length > 1)
  const escaped = known.map(([path]) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (known.length === 0) return (text) => text
  const pattern = new RegExp(`(${escaped.join('|')})(?![\\w.-])`, 'g')
  return (text) => text.replace(pattern, (path) => known.find(([known]) => known === path)?.[1] ?? path)
}
