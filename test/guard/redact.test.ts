import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactor } from '../../src/guard/redact.ts'

const secret = 'S3cr3t/+=value "quoted" & more'

describe('a secret', () => {
  const redact = redactor([secret])

  test.each([
    ['as it is', secret],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['in upper-case hex', Buffer.from(secret).toString('hex').toUpperCase()],
    ['URL-encoded', encodeURIComponent(secret)],
    ['reversed', [...secret].reverse().join('')],
    ['in JSON', JSON.stringify({ a: secret }).slice(6, -2)],
  ])('a secret is redacted if it is written %s', (_, text) => {
    expect(redact(`before ${text} after`)).toBe('before [redacted] after')
  })

  test('a secret is redacted from base64 whatever bytes surround it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), fc.uint8Array({ maxLength: 8 }), (before, after) => {
        const encoded = Buffer.concat([before, Buffer.from(secret), after])
        for (const text of [encoded.toString('base64'), encoded.toString('base64url')]) {
          expect(redact(text)).toContain('[redacted]')
          expect(redact(text).replace('[redacted]', '').length).toBeLessThan(30)
        }
      }),
    )
  })

  test('each line of a secret with several lines is redacted on its own', () => {
    const lines = ['first-line-of-the-key', 'second-line-of-the-key']
    expect(redactor([lines.join('\n')])(`> ${lines[1]}\n> ${lines[0]}`)).toBe('> [redacted]\n> [redacted]')
  })

  test('a secret shorter than six characters is not redacted, nor is an empty one', () => {
    expect(redactor(['12345', '', ' '])('12345 and 0')).toBe('12345 and 0')
  })

  test('a secret that contains another secret is redacted completely', () => {
    expect(redactor(['abcdef', 'abcdefghij'])('abcdefghij')).toBe('[redacted]')
  })
})

describe('by its shape', () => {
  const redact = redactor([])
  const long = 'aB3dE6gH9j'.repeat(5)
  const pem = `-----BEGIN RSA PRIVATE KEY-----\n${`${long}${long}\n`.repeat(3)}-----END RSA PRIVATE KEY-----`

  test.each([
    ...['p', 'o', 'u', 's', 'r'].map((kind) => `gh${kind}_${long.slice(0, 36)}`),
    `github_pat_${long}`,
    `sk-proj-${long}`,
    'AKIAIOSFODNN7EXAMPLE',
    'xoxb-123456789012-abcdef',
    `npm_${long.slice(0, 36)}`,
    `AIza${long.slice(0, 35)}`,
    `glpat-${long.slice(0, 20)}`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N',
    pem,
    pem.slice(0, 150),
  ])('%s is recognized as a secret and redacted', (text) => {
    expect(redact(`x="${text}"`)).toBe('x="[redacted]"')
  })

  test.each([
    'task-list-with-a-very-long-name-1234567890',
    'sk-a-long-name-of-a-style-sheet-class',
    'ghp_short',
    '-----BEGIN CERTIFICATE-----',
    'a -----BEGIN PRIVATE KEY----- line opens a key',
    'eyJ is how JSON begins',
  ])('%s is not mistaken for a secret', (text) => {
    expect(redact(text)).toBe(text)
  })
})

test('redacting a text twice equals redacting it once', () => {
  const redact = redactor([secret, 'abcdef'])
  const text = fc.array(
    fc.constantFrom('abc', 'def', secret, 'ghp_', 'x'.repeat(20), '-----BEGIN PRIVATE KEY-----', '\n'),
  )
  fc.assert(fc.property(text, (parts) => redact(redact(parts.join(''))) === redact(parts.join(''))))
})

test.each(['sk-', 'eyJ', 'eyJ.', '-----BEGIN PRIVATE KEY-----', 'ghp_', 'a', '-eyJaaaaaaaa.eyJaaaaaaaa', 'sk-a-sk-a'])(
  'a megabyte of repeated %s is redacted without a timeout',
  (part) => {
    const text = part.repeat(1_000_000 / part.length)
    expect(redactor([secret])(text).length).toBeLessThanOrEqual(text.length)
  },
)
