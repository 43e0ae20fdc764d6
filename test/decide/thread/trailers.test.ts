import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mailOf,
  parseMessage,
  renderMessage,
  type JournalEntry,
  type Trailers,
} from '../../../src/decide/thread/trailers.ts'
import { parseAnswers, renderPlanningNotes } from '../../../src/decide/thread/planning-notes.ts'
import { PERMISSIONS } from '../../../src/github/forge.ts'
import { cleanCommitBody, cleanSubject } from '../../../src/publish/view/text/commit-text.ts'

/** An entry with every trailer. */
const entry: JournalEntry = {
  subject: 'Add the limiter',
  body: 'A token bucket for each client.\n\nIt lives in src/limit.js.',
  trailers: {
    issue: 12,
    subtask: 3,
    state: 'updated',
    reason: 'budget',
    attempts: 2,
    request: 'label:plan',
    feedback: [4, 8],
    fix: { code: 'c'.repeat(40), digest: 'd'.repeat(16) },
    command: 6,
    merge: { subtask: 5, base: 'b'.repeat(40) },
    look: 'e'.repeat(40),
    version: 'a'.repeat(40),
    approvedBy: [
      { login: 'alice', comment: 7, permission: 'write' },
      { login: 'bob-2', comment: 9 },
    ],
    usage: { input: 100, cached: 40, output: 5 },
    run: 19_876_543_210,
    proof: { proving: 1, guarding: 2 },
    checks: [
      { before: 'not run', without: 'failed', planned: 'passed', digest: 'f'.repeat(64) },
      { before: 'failed', without: 'passed', planned: 'not run' },
    ],
    passed: [{ command: '1'.repeat(32), counts: { ran: 12, skipped: 1 } }, { command: '2'.repeat(32) }],
    brokenTests: ['test/a b.test.js', 'test/c.test.js'],
    brokenSet: ['test/d.test.js'],
    verify: ['3'.repeat(64), '4'.repeat(64)],
    seen: 10,
    coAuthor: { login: 'alice', id: 101 },
  },
}

test('all commit trailers are written in one block in a fixed order', () => {
  expect(renderMessage(entry)).toBe(`Add the limiter

A token bucket for each client.

It lives in src/limit.js.

Plan-Issue: 12
Plan-Subtask: 3
Plan-State: updated
Plan-Reason: budget
Plan-Attempts: 2
Plan-Request: label:plan
Plan-Feedback: 4, 8
Plan-Fix: ${'c'.repeat(40)} ${'d'.repeat(16)}
Plan-Command: 6
Plan-Merge: 5 ${'b'.repeat(40)}
Plan-Look: ${'e'.repeat(40)}
Plan-Version: ${'a'.repeat(40)}
Plan-Approved-By: alice (7)
Plan-Approved-By: bob-2 (9)
Plan-Permission: alice write
Plan-Usage: input=100 cached=40 output=5
Plan-Run: 19876543210
Plan-Proof: proving=1 guarding=2
Plan-Checks: nfnp:${'f'.repeat(64)} fpnn
Plan-Passed: ${'1'.repeat(32)}:12/1 ${'2'.repeat(32)}
Plan-Broken-Test: test/a b.test.js
Plan-Broken-Test: test/c.test.js
Plan-Broken-Set: test/d.test.js
Plan-Verify: ${'3'.repeat(64)} ${'4'.repeat(64)}
Plan-Seen: 10
Co-authored-by: alice <101+alice@users.noreply.github.com>
`)
})

// ---- any entry reads back as it was written

const id = fc.nat({ max: 2 ** 40 })
const login = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}(\[bot\])?$/)
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const said = fc.constantFrom('passed', 'failed', 'not run')
const permission = fc.constantFrom(...PERMISSIONS)
const digest = fc.stringMatching(/^[0-9a-f]{64}$/)
const answers = { before: said, without: said, planned: said, earlier: fc.constantFrom('passed', 'failed') }
const checkSaid = fc.record({ ...answers, digest }, { requiredKeys: ['before', 'without', 'planned'] })
const count = fc.nat({ max: 999_999_999 })
const passed = fc.record(
  { command: fc.stringMatching(/^[0-9a-f]{32}$/), counts: fc.record({ ran: count, skipped: count }) },
  { requiredKeys: ['command'] },
)
const anyTrailers = fc
  .record({
    issue: fc.integer({ min: 1, max: 99999 }),
    seen: id,
    subtask: some(fc.integer({ min: 1, max: 9999 })),
    version: some(fc.stringMatching(/^[0-9a-f]{40}$/)),
    approvedBy: fc.uniqueArray(fc.record({ login, comment: id, permission }, { requiredKeys: ['login', 'comment'] }), {
      maxLength: 3,
      selector: (one) => one.login,
    }),
    request: some(
      fc.oneof(
        id.map(String),
        login.map((name) => `label:${name}`),
        fc.constant('issue'),
      ),
    ),
    feedback: fc.array(id, { maxLength: 3 }),
    state: some(fc.constantFrom('abandoned', 'failed', 'in_progress', 'halted', 'done')),
    command: some(id),
    attempts: some(fc.nat({ max: 99 })),
    reason: some(fc.constantFrom('budget', 'change', 'continuation', 'environment', 'acceptance')),
    usage: fc.record({ input: id, cached: id, output: id }),
    run: some(id),
    verify: some(fc.array(fc.stringMatching(/^[0-9a-f]{64}$/), { minLength: 1, maxLength: 3 })),
    proof: some(
      fc.record(
        { proving: fc.nat({ max: 99 }), guarding: fc.nat({ max: 99 }), unplanned: fc.nat({ max: 99 }) },
        { requiredKeys: ['proving', 'guarding'] },
      ),
    ),
    checks: some(fc.array(checkSaid, { minLength: 1, maxLength: 4 })),
    passed: some(fc.array(passed, { minLength: 1, maxLength: 4 })),
    brokenTests: some(fc.array(fc.stringMatching(/^[a-z]+\/[a-z é]*[a-z]\.test\.ts$/), { minLength: 1, maxLength: 2 })),
    coAuthor: some(fc.record({ login, id })),
  })
  .map((all): Trailers => {
    const { issue, seen, ...rest } = all
    return { issue, seen, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) }
  })

/** Text that tries to be taken for the end of the message. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Plan-Issue: 1',
        'Plan-Subtask: 9',
        'Plan-State: done',
        'Plan-Seen: 999',
        'Plan-Approved-By: x (1)',
      ),
      fc.constantFrom('', ' ', '\t', '---', 'Signed-off-by: x', 'Co-authored-by: x <1+x@users.noreply.github.com>'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    ),
    { maxLength: 8 },
  )
  .chain((lines) => fc.constantFrom('\n', '\r\n', '\n\n', '\r', '\u2028').map((glue) => lines.join(glue)))

test.each(['', '-1', '1.5', '12 ', '0x12', '1234567890123456', '../../1', '1](https://evil.example)'])(
  'a `Plan-Run` trailer without a valid number is ignored: %j',
  (run) => {
    const message = renderMessage(entry).replace('Plan-Run: 19876543210', `Plan-Run: ${run}`)
    expect(parseMessage(message)?.trailers.run).toBe(run === '12 ' ? 12 : undefined)
  },
)

test.each<[string, string]>([
  ['Plan-Proof', 'proving=1'],
  ['Plan-Proof', 'proving=-1 guarding=0'],
  ['Plan-Checks', 'pfx'],
  ['Plan-Checks', 'pf'],
  ['Plan-Checks', 'pff:9f86'],
  ['Plan-Checks', ''],
  ['Plan-Passed', ''],
  ['Plan-Passed', '9f86'],
  ['Plan-Passed', `${'a'.repeat(32)}:1`],
  ['Plan-Passed', `${'a'.repeat(32)}:-1/0`],
  ['Plan-Passed', `${'a'.repeat(32)}:1/0 npm`],
])('a malformed %s trailer with %j is ignored', (name, value) => {
  const { trailers } = parseMessage(`Add it\n\nPlan-Issue: 12\n${name}: ${value}\n`) ?? {}
  expect(trailers).not.toHaveProperty('proof')
  expect(trailers).not.toHaveProperty('checks')
  expect(trailers).not.toHaveProperty('passed')
})

describe('a message', () => {
  test('trailers are read back from a commit message as written, whatever its subject and body are', () => {
    fc.assert(
      fc.property(hostile, hostile, anyTrailers, (subject, body, trailers) => {
        const message = renderMessage({ subject: cleanSubject(subject), body: cleanCommitBody(body), trailers })
        expect(parseMessage(message)?.trailers).toEqual(trailers)
      }),
    )
  })

  test('trailers are read back from a commit message even when its body was not sanitized', () => {
    fc.assert(
      fc.property(hostile, anyTrailers, (body, trailers) => {
        expect(parseMessage(renderMessage({ subject: 'A subject', body, trailers }))?.trailers).toEqual(trailers)
      }),
    )
  })

  test('a commit message with every trailer is read back with its subject and paragraphs', () => {
    expect(parseMessage(renderMessage(entry))).toEqual(entry)
  })

  test('a commit message with CRLF line ends gives the same trailers as with LF', () => {
    const message = renderMessage(entry)
    expect(parseMessage(message.replaceAll('\n', '\r\n'))).toEqual(parseMessage(message))
  })
})

test.each([
  ['no trailers at all', 'A subject\n\nA body\n'],
  ['trailers above the last paragraph', 'A subject\n\nPlan-Issue: 1\nPlan-Subtask: 2\n\nAnd more words\n'],
  ['trailers above those of somebody else', 'A subject\n\nPlan-Issue: 1\n\nSigned-off-by: x <x@y>\n'],
  ['an issue that is no number', 'A subject\n\nPlan-Issue: twelve\nPlan-Subtask: 2\n'],
  ['an issue that is too long', `A subject\n\nPlan-Issue: ${'1'.repeat(16)}\n`],
  ['a lower-case name', 'A subject\n\nplan-issue: 1\n'],
  ['nothing', ''],
])('a message with %s is not a commit of the bot', (_, message) => {
  expect(parseMessage(message)).toBeUndefined()
})

test.each<[string, Partial<Trailers>]>([
  ['Plan-Subtask: x', {}],
  ['Plan-Seen: -5', { seen: 0 }],
  ['Plan-State: finished', {}],
  ['Plan-Reason: mood', {}],
  ['Plan-Approved-By: alice', { approvedBy: [] }],
  ['Plan-Approved-By: alice (7) and bob', { approvedBy: [] }],
  ['Plan-Feedback: 1, x, 3', { feedback: [1, 3] }],
  ['Plan-Usage: much', { usage: { input: 0, cached: 0, output: 0 } }],
  ['Co-authored-by: alice <alice@example.com>', {}],
  ['Plan-Subtask: 3\nPlan-Subtask: 4', { subtask: 3 }],
  // Trailers that an earlier release wrote, and this one does not know, are skipped.
  ['Plan-Lesson: 4 AGENTS.md 13:101,17:203 Run the linter.', {}],
  ['Plan-Subtask: 3\nPlan-Lesson: none', { subtask: 3 }],
  ['Plan-Proof: proving=1 guarding=0 unplanned=1', { proof: { proving: 1, guarding: 0, unplanned: 1 } }],
  // Earlier releases asked something else in the third place.
  ['Plan-Checks: nfp', { checks: [{ before: 'not run', without: 'failed', planned: 'not run', earlier: 'passed' }] }],
  ['Plan-Checks: nfn', { checks: [{ before: 'not run', without: 'failed', planned: 'not run' }] }],
  // A state that a later release may know is no execution.
  ['Plan-Subtask: 3\nPlan-State: paused', {}],
])('the trailer %j is read as %j', (line, trailers) => {
  const nothing = { issue: 1, seen: 0, approvedBy: [], feedback: [], usage: { input: 0, cached: 0, output: 0 } }
  expect(parseMessage(`A subject\n\nPlan-Issue: 1\n${line}\n`)?.trailers).toEqual({ ...nothing, ...trailers })
})

test('a commit author’s email is GitHub’s noreply address with the account’s id', () => {
  expect(mailOf({ login: 'github-actions[bot]', id: 41898282 })).toBe(
    '41898282+github-actions[bot]@users.noreply.github.com',
  )
})

test('answers to comments are read back from a commit as written, each on one line', () => {
  const note = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(fc.array(fc.record({ comment: id, applied: fc.boolean(), note })), (answers) => {
      const expected = answers.map((answer) => ({ ...answer, note: answer.note.replace(/\s+/g, ' ').trim() }))
      expect(parseAnswers(renderPlanningNotes({ answers, today: undefined }))).toEqual(expected)
    }),
  )
  expect(parseAnswers('Comment 1: perhaps. x\nsome words\n')).toEqual([])
})
