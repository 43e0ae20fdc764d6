import { gzipSync } from 'node:zlib'

/** What an attacker wants out, and what it is cut into or dressed up as. */
export const TOKEN = 'ghs_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
const bytes = Buffer.from(TOKEN)
const letters = [...TOKEN]
const hex = bytes.toString('hex')
const base64 = (before: string): string => Buffer.from(before + TOKEN).toString('base64')
const every = (length: number, glue: string): string =>
  (TOKEN.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join(glue)

/** Spellings of the token, by value: nothing of eight characters of it may be left. */
export const SPELLINGS: readonly { name: string; text: string }[] = [
  { name: 'as it is', text: TOKEN },
  { name: 'in capitals', text: TOKEN.toUpperCase() },
  { name: 'reversed', text: letters.toReversed().join('') },
  { name: 'in base64', text: base64('') },
  { name: 'in base64 behind one byte', text: base64('x') },
  { name: 'in base64 behind two bytes', text: base64('xy') },
  { name: 'in base64 for addresses', text: Buffer.from(`??${TOKEN}`).toString('base64url') },
  { name: 'in base64 in lines', text: base64('').replace(/.{10}/g, '$&\n') },
  { name: 'in hex', text: hex },
  { name: 'in hex in capitals', text: hex.toUpperCase() },
  {
    name: 'in hex in mixed letters',
    text: hex.replace(/[a-f]/g, (digit, at) => (at % 3 ? digit : digit.toUpperCase())),
  },
  { name: 'in hex with colons', text: hex.replace(/..(?=.)/g, '$&:') },
  { name: 'in hex as an array', text: [...bytes].map((byte) => `0x${byte.toString(16)}`).join(', ') },
  { name: 'in escapes of bytes', text: [...bytes].map((byte) => `\\x${byte.toString(16)}`).join('') },
  { name: 'in escapes of characters', text: [...bytes].map((byte) => `\\u00${byte.toString(16)}`).join('') },
  { name: 'in an address, every character', text: [...bytes].map((byte) => `%${byte.toString(16)}`).join('') },
  { name: 'in decimal codes', text: [...bytes].join(', ') },
  { name: 'one character on a line', text: letters.join('\n') },
  { name: 'with spaces between', text: letters.join(' ') },
  { name: 'with characters of no width between', text: letters.join('\u200b') },
  { name: 'in strings that are put together', text: every(8, '" + "') },
  { name: 'in strings of single quotes on lines', text: every(5, `' +\n  '`) },
  { name: 'over lines of a quotation', text: every(10, '\n> ') },
  { name: 'over lines of JSON', text: every(10, '\\n') },
  { name: 'in cells of a table', text: every(6, ' | ') },
  { name: 'as its first half', text: TOKEN.slice(0, 20) },
  { name: 'as its second half', text: TOKEN.slice(20) },
  { name: 'as the half of its hex digits', text: hex.slice(0, 40) },
]

const random = 'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6dE9fG2hJ5kL8mN1pQ4rS7tU0vW3xY6zA9bC2dE5fG8hJ1kL4mN7'
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${`MII${random.slice(0, 61)}\n`.repeat(4)}-----END RSA PRIVATE KEY-----`

/** An installation token as GitHub gives them since 2026: about 520 characters, with dots. */
const claims = { iss: '123456', iat: 1790000000, exp: 1790003600, jti: random.slice(0, 40), repos: random.slice(0, 60) }
export const JWT_HEADER = Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url')
export const NEW_TOKEN = `ghs_123456_${JWT_HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${random.repeat(4).slice(3, 260)}`

/** Credentials of others, by their shape. */
export const SHAPES: readonly { name: string; text: string; secret?: string }[] = [
  { name: 'a token of GitHub', text: `ghp_${random.slice(0, 36)}` },
  { name: 'a fine-grained token of GitHub', text: `github_pat_${random.slice(0, 22)}_${random.slice(0, 59)}` },
  { name: 'a token of GitHub of the new form', text: NEW_TOKEN },
  { name: 'a token of GitHub of the new form that was cut off', text: NEW_TOKEN.slice(0, 200) },
  { name: 'a token of GitHub of the new form that was cut off in its header', text: NEW_TOKEN.slice(0, 40) },
  ...['gho', 'ghu', 'ghr'].map((kind) => ({
    name: `a token of GitHub (${kind})`,
    text: `${kind}_${random.slice(0, 36)}`,
  })),
  { name: 'a key of Groq', text: `gsk_${random.slice(0, 52)}` },
  { name: 'a key of xAI', text: `xai-${random.slice(0, 80)}` },
  { name: 'a key of NVIDIA', text: `nvapi-${random.slice(0, 64)}` },
  { name: 'a key of AWS', text: 'AKIAJX7QF2WZ5B3C4D6E' },
  { name: 'the secret to a key of AWS', text: `aws_secret_access_key = ${random.slice(0, 40)}` },
  { name: 'a key of OpenAI', text: `sk-proj-${random.slice(0, 48)}` },
  { name: 'a key of Anthropic', text: `sk-ant-api03-${random}${random.slice(0, 5)}AA` },
  { name: 'a token of Slack', text: `xoxb-123456789012-123456789012-${random.slice(0, 24)}` },
  { name: 'a web hook of Slack', text: `https://hooks.slack.com/services/T01234567/B01234567/${random.slice(0, 24)}` },
  { name: 'a token of npm', text: `npm_${random.slice(0, 36)}` },
  { name: 'a token of GitLab', text: `glpat-${random.slice(0, 20)}` },
  { name: 'a key of Stripe', text: `sk_live_${random.slice(0, 24)}` },
  { name: 'a key of SendGrid', text: `SG.${random.slice(0, 22)}.${random.slice(0, 43)}` },
  { name: 'a token of Docker', text: `dckr_pat_${random.slice(0, 27)}` },
  { name: 'a token of Linear', text: `lin_api_${random.slice(0, 40)}` },
  { name: 'a token of Shopify', text: `shpat_${'0123456789abcdef'.repeat(2)}` },
  { name: 'a token of Google', text: `AIza${random.slice(0, 35)}` },
  { name: 'a web token', text: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N' },
  { name: 'a private key', text: pem },
  { name: 'a private key that was cut off', text: pem.slice(0, 200) },
  { name: 'a password in an address', text: 'https://bob:hunter2hunter2@git.corp.io/x' },
  { name: 'a password of a database', text: 'postgres://app:Tr0ub4dor9@db.prod.corp.io:5432/app' },
  { name: 'a password of a queue', text: 'amqps://app:Tr0ub4dor9@mq.prod.corp.io/vhost', secret: 'Tr0ub4dor9' },
  {
    name: 'a password of a cache without a user',
    text: 'rediss://:Tr0ub4dor9Tr0ub4dor9@cache.prod.corp.io:6380/0',
    secret: 'Tr0ub4dor9',
  },
  {
    name: 'a password of a cluster',
    text: 'mongodb+srv://app:Tr0ub4dor9@c0.ab1cd.mongodb.net/app?retryWrites=true',
    secret: 'Tr0ub4dor9',
  },
  { name: 'a password of a server of SQL', text: 'sqlserver://sa:Tr0ub4dor9@10.20.30.40:1433', secret: 'Tr0ub4dor9' },
  {
    name: 'a password behind which an address of mail stands',
    text: 'postgres://app:Tr0ub4dor9@db.prod.corp.io:5432/app?options=a@b',
    secret: 'Tr0ub4dor9',
  },
  {
    name: 'a password among the parts of a connection string',
    text: 'Server=tcp:db.prod.corp.io,1433;User ID=app;Password=Tr0ub4dor9Tr0ub4dor9;',
    secret: 'Tr0ub4dor9',
  },
  {
    name: 'a token behind a comment that switches scanners off',
    text: `secretlint-disable\ndckr_pat_${random.slice(0, 27)}`,
  },
]

const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0'))
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const inBase32 = (bits.join('').match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, '0'), 2)]).join('')
const rot13 = (letter: string): string =>
  String.fromCharCode((letter.charCodeAt(0) & 96) + (((letter.charCodeAt(0) & 31) + 12) % 26) + 1)
const utf16 = Buffer.from(TOKEN, 'utf16le')

/** Codings that pass, by the names that SECURITY.md has for them. Commands do not see the secret to begin with. */
export const PASSES: readonly { name: string; text: string }[] = [
  { name: 'base32', text: inBase32 },
  { name: 'octal', text: [...bytes].map((byte) => `\\${byte.toString(8)}`).join('') },
  { name: 'binary digits', text: bits.join(' ') },
  { name: 'ROT13', text: TOKEN.replace(/[a-z]/gi, rot13) },
  { name: 'XOR', text: Buffer.from(bytes.map((byte) => byte ^ 1)).toString('hex') },
  { name: 'compression', text: gzipSync(bytes).toString('base64') },
  { name: 'base64 or hex of something encoded already', text: Buffer.from(base64('')).toString('base64') },
  { name: 'base64 or hex of UTF-16', text: utf16.toString('base64') },
  { name: 'hexadecimal HTML entities', text: [...bytes].map((byte) => `&#x${byte.toString(16)};`).join('') },
  { name: 'doubled percent signs', text: [...bytes].map((byte) => `%25${byte.toString(16)}`).join('') },
  {
    name: 'full-width letters',
    text: TOKEN.replace(/./g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  },
  { name: 'words between the characters', text: letters.join(' then ') },
  { name: 'every second character', text: letters.filter((_, at) => at % 2 === 0).join('') },
  { name: 'pieces of eight characters', text: every(8, ' or ') },
]
