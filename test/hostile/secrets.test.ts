import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withoutCredentials, withoutCredentialsIn } from '../../src/guard/credentials.ts'
import { redactor } from '../../src/guard/redact.ts'
import { JWT_HEADER, NEW_TOKEN, PASSES, SHAPES, SPELLINGS, TOKEN } from './secrets.ts'

const redact = redactor([TOKEN])
const leaves = async (text: string): Promise<string> => withoutCredentials(redact(text))

/** Every piece of eight characters of a text that is long enough to guess the rest. */
const piecesOf = (text: string): string[] => Array.from({ length: text.length - 7 }, (_, at) => text.slice(at, at + 8))

describe('a secret of ours does not leave', () => {
  test.each(SPELLINGS)('an input’s secret is redacted $name', async ({ text }) => {
    const left = await leaves(`before ${text} after`)
    expect(left).toMatch(/^before .*\[redacted\].* after$/s)
    expect(piecesOf(text).filter((piece) => left.includes(piece))).toEqual([])
  })
})

describe('a coding that passes is named in SECURITY.md:', () => {
  const security = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8')
  const passing = security.split('\n').find((line) => line.includes('pass redaction')) ?? ''

  test.each(PASSES)('SECURITY.md names the encoding that redaction misses: $name', async ({ name, text }) => {
    expect(passing).toContain(name)
    expect(await leaves(`a ${text} b`)).toBe(`a ${text} b`)
  })
})

describe('a credential of anybody does not leave:', () => {
  test.each(SHAPES)('a credential is recognized and redacted: $name', async ({ text, secret = text.slice(-20) }) => {
    expect(await leaves(`x = "${text}"\n`)).toContain('[redacted]')
    expect(await leaves(`x = "${text}"\n`)).not.toContain(secret)
  })

  test('a GitHub token in the JWT format is redacted completely, whether known or not', async () => {
    expect(redactor([])(`a ${NEW_TOKEN} b`)).toBe('a [redacted] b')
    expect(redactor([NEW_TOKEN])(`a ${NEW_TOKEN} b`)).toBe('a [redacted] b')
    for (const part of [NEW_TOKEN.slice(-200), NEW_TOKEN.slice(-259, -120)])
      expect(redactor([NEW_TOKEN])(`a ${part} b`)).toBe('a [redacted] b')
  })
})

test('the common prefix of GitHub’s JWT tokens is not redacted, because source files may hold it', () => {
  const source = `const HEADER = '${JWT_HEADER}' // {"alg":"RS256","typ":"JWT"}\nconst begin = 'eyJhbGciOiJSUzI1NiIs'\n`
  for (const redact of [redactor([NEW_TOKEN]), redactor([NEW_TOKEN, TOKEN])]) {
    expect(redact(source)).toBe(source)
    expect(redact('a `ghs_` prefix and ghs_<app>_<jwt>')).toBe('a `ghs_` prefix and ghs_<app>_<jwt>')
  }
})

test('example passwords, and passwords of local hosts, are not redacted', async () => {
  for (const text of [
    'postgres://app:devdevdev9@db:5432/app',
    'mysql://a:b-c-d-e9@localhost/x',
    'https://user:password@example.com',
    'amqp://guest:guest123@127.0.0.1:5672',
    'redis://app:devdevdev9@redis.internal:6379',
    'http://localhost:8080/@scope/pkg and a@b.io',
    'Server=localhost;Password=devdevdev9;',
    'git clone https://github.com:443/o/r.git, ask me@corp.io',
  ])
    expect(await leaves(text)).toBe(text)
})

test.each(['$PASSWORD', '<password>', '${DB_PASSWORD}', 'password', 'changeme', '****', 'xxxx'])(
  'the password placeholder %s is not redacted',
  (place) => {
    const text = `amqps://app:${place}@mq.prod.corp.io/vhost`
    expect(redactor([])(text)).toBe(text)
  },
)

test('secrets are redacted in every text of a model’s result except its patch, which is checked later', async () => {
  const token = `dckr_pat_${'aB3dE6gH9jK2mN5pQ8rS1tU4vW7'}`
  const check = { command: token, passed: true, exit: token, tail: token }
  const told = {
    outcome: token,
    subject: token,
    body: token,
    checks: [check],
    steps: [{ title: token, state: 'done' }],
  } as const
  const spent = { usage: { input: 1, cached: 0, output: 1 }, turns: 1 }
  const result = { kind: 'executed', patch: token, ...told, ...spent } as const
  const admitted = await withoutCredentialsIn(structuredClone(result), ['patch'])
  expect(JSON.stringify(admitted).split(token)).toHaveLength(2)
  expect(admitted).toMatchObject({ patch: token, ...spent })
})
