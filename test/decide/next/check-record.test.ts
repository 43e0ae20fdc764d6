import { describe, expect, test } from 'vitest'
import { checkRecord, withRecordedRequest, foreignCommits } from '../../../src/decide/next/check-record.ts'
import { namedByRecord, recordOf } from '../../../src/decide/next/record-of.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { State } from '../../../src/decide/next/decision.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { recordLinksIn } from '../../../src/decide/thread/people.ts'
import { cleanText } from '../../../src/publish/view/text/text.ts'
import { parseRecord, type PlanRecord } from '../../../src/plan/record.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { blobOf, BOT, changing, committing, lastId, person, planned, reply, RULES } from '../../thread.ts'

// A plan of two subtasks, one approval for each, as its record and GitHub have it. Then each of them lies.

const first = reply(planned(planOf([subtask(1), subtask(2)])), 'bob', 'approve 1')
const second = reply(first, 'bob', 'approve 2')
const [ONE, TWO] = [lastId(first), lastId(second)]
const blob = second.branch?.planFile?.blob ?? ''

const carriedOut = (thread: Thread, number: number, comment: number, permission: 'write' | 'read' = 'write'): Thread =>
  committing(thread, {
    entry: {
      subject: `Add part ${number}`,
      body: 'It works.',
      trailers: {
        subtask: number,
        version: blob,
        approvedBy: [{ login: 'bob', comment, permission }],
        checks: [{ before: 'failed', without: 'failed', planned: 'passed', digest: 'd'.repeat(64) }],
        usage: { input: 10, cached: 1, output: 2 },
        run: 5,
      },
    },
  })
const finishing = (thread: Thread): Thread =>
  committing(thread, { entry: { subject: 'Finish the plan', body: '', trailers: { state: 'done' } } })
const done = finishing(carriedOut(carriedOut(second, 1, ONE), 2, TWO))

/** The record of a plan at this moment; its versions are announced, or are taken from elsewhere. */
function recordIn(thread: Thread, versions?: State['versions']): PlanRecord {
  const derived = stateOf(thread, RULES)
  const snapshot = { thread, state: { ...derived, versions: versions ?? derived.versions } }
  const record = recordOf(snapshot, {
    trees: new Map(namedByRecord(snapshot).commits.map((sha) => [sha, sha.replace(/^./, 'e')])),
    permissions: new Map(),
    verifyCommand: undefined,
    runs: [77],
    models: ['one'],
    action: 'octo/action@v1',
  })
  const read = record && parseRecord(JSON.stringify(record))
  if (!read) throw new Error('There is no record.')
  return read
}

/** What is found of a plan whose record was written in time, and stored as it was. */
type RecordedPlan = Parameters<typeof checkRecord>[0]

function foundOf(thread: Thread, record = recordIn(thread)): RecordedPlan {
  return {
    stored: { commit: 'c'.repeat(40), record, isOurs: true, isNamed: true },
    actual: withRecordedRequest({ ...recordIn(thread), runs: [5] }, record, thread),
    online: { comments: thread.pull?.comments ?? [], bot: BOT, permissions: new Map([['bob', 'write']]) },
    location: { seen: 'on the branch of the plan' },
    planBlobs: new Set(thread.branch?.texts.keys()),
    foreignCommits: foreignCommits(thread),
  }
}

const wrongIn = (found: RecordedPlan): string[] =>
  checkRecord(found).flatMap(({ promise, wrong }) => (wrong === undefined ? [] : [`${promise}: ${wrong}`]))

/** The same from a clone alone, which has no comments. */
function foundAlone(thread: Thread, record = recordIn(thread)): RecordedPlan {
  const bare = { ...thread, comments: [], pull: thread.pull && { ...thread.pull, comments: [], remarks: [] } }
  const versions = record.versions.map(({ number, ...one }) => ({ version: number, edited: false, ...one }))
  return {
    ...foundOf(bare, record),
    actual: withRecordedRequest({ ...recordIn(bare, versions), runs: [5] }, record, bare),
    online: undefined,
    stored: { commit: 'c'.repeat(40), record, isOurs: true, isNamed: undefined },
  }
}

test('a plan record that agrees with git and GitHub passes verification, even from a clone alone', () => {
  expect(wrongIn(foundOf(done))).toEqual([])
  expect(wrongIn(foundAlone(done))).toEqual([])
  expect(wrongIn({ ...foundOf(done), stored: undefined })).toEqual([])
  expect(wrongIn(foundOf({ ...done, comments: [] }, recordIn(done)))).toEqual([])
})

type Change = (record: PlanRecord) => unknown
const OTHER = 'f'.repeat(40)
const DIGEST = 'f'.repeat(64)

/** Each field of a record, forged; whether a clone alone tells; and what is said of it. */
const FORGED: readonly [string, Change, 'alone' | 'online', RegExp][] = [
  ['issue', (r) => (r.issue = 3), 'alone', /^Record: .*`issue`/],
  ['pull_request', (r) => (r.pull_request = 3), 'alone', /^Record: .*`pull_request`/],
  ['state', (r) => (r.state = 'abandoned'), 'alone', /^Record: .*`state`/],
  ['base', (r) => (r.base = OTHER), 'alone', /^Record: .*`base`/],
  ['journal', (r) => (r.journal = OTHER), 'alone', /^Record: .*`journal`/],
  ['head', (r) => (r.head = OTHER), 'alone', /^Record: .*`head`/],
  ['tree', (r) => (r.tree = OTHER), 'alone', /^Record: .*`tree`/],
  ['usage', (r) => (r.usage.input = 1), 'alone', /^Record: .*`usage`/],
  ['runs', (r) => (r.runs = [77]), 'alone', /^Record: .*`runs`/],
  ['request.comment', (r) => (r.request.comment = 3), 'alone', /^Record: .*`request`/],
  ['request.login', (r) => (r.request.login = 'carol'), 'alone', /^Record: .*`request`/],
  ['request.id', (r) => (r.request.id = 3), 'alone', /^Record: .*`request`/],
  ['request.text', (r) => (r.request.text = '/plan delete it'), 'online', /^Record: .*`request`/],
  [
    'versions: a swapped blob',
    ({ versions: [v] }) => v && (v.blob = OTHER),
    'alone',
    /^Version 1: .*(?:announced something else|never this text)/,
  ],
  ['versions.number', ({ versions: [v] }) => v && (v.number = 2), 'alone', /^Approval of bob .*version/],
  ['versions.comment', ({ versions: [v] }) => v && (v.comment = 3), 'online', /^Version 1: its plan comment is gone/],
  ['versions: one left out', (r) => (r.versions = []), 'alone', /^Approval of bob .*: /],
  [
    'versions: one that came later',
    ({ versions }) => versions.push({ number: 2, blob: OTHER, comment: ONE }),
    'alone',
    /^Approval of bob .*: a later version was announced before it/,
  ],
  ['approvals.comment', ({ approvals: [a] }) => a && (a.comment = 3), 'alone', /^Approval of bob \(3\): no commit/],
  ['approvals.login', ({ approvals: [a] }) => a && (a.login = 'carol'), 'alone', /^Approval of carol .*`login`/],
  ['approvals.id', ({ approvals: [a] }) => a && (a.id = 3), 'online', /^Approval of bob .*`id`/],
  ['approvals.at', ({ approvals: [a] }) => a && (a.at = '2020-01-01T00:00:00Z'), 'online', /^Approval of bob .*`at`/],
  ['approvals.version', ({ approvals: [a] }) => a && (a.version = 2), 'alone', /^Approval of bob .*`version`/],
  ['approvals.subtasks', ({ approvals: [a] }) => a?.subtasks.push(2), 'alone', /^Approval of bob .*`subtasks`/],
  [
    'approvals.permission',
    ({ approvals: [a] }) => a && (a.permission = 'admin'),
    'alone',
    /^Approval of bob .*`permission`/,
  ],
  ['approvals: one left out', ({ approvals }) => approvals.pop(), 'alone', /^Subtask 2: no approval of it is named/],
  ['subtasks.number', ({ subtasks: [s] }) => s && (s.number = 3), 'alone', /^Subtask 3: the plan has no such subtask/],
  ['subtasks.state', ({ subtasks: [s] }) => s && (s.state = 'abandoned'), 'alone', /^Subtask 1: .*`state`/],
  ['subtasks.subject', ({ subtasks: [s] }) => s && (s.subject = 'Add all'), 'alone', /^Subtask 1: .*`subject`/],
  ['subtasks.outcome', ({ subtasks: [s] }) => s && (s.outcome = 'All is well.'), 'alone', /^Subtask 1: .*`outcome`/],
  ['subtasks.version', ({ subtasks: [s] }) => s && (s.version = 2), 'alone', /^Subtask 1: .*`version`/],
  ['subtasks.commit', ({ subtasks: [s] }) => s && (s.commit = OTHER), 'alone', /^Subtask 1: .*`commit`/],
  ['subtasks.tree', ({ subtasks: [s] }) => s && (s.tree = OTHER), 'alone', /^Subtask 1: .*`tree`/],
  ['subtasks.usage', ({ subtasks: [s] }) => s && (s.usage.output = 1), 'alone', /^Subtask 1: .*`usage`/],
  ['subtasks: one left out', ({ subtasks }) => subtasks.pop(), 'alone', /^Completeness: .* subtask 2/],
  ...(
    [
      ['command', 'true'],
      ['before', 'passed'],
      ['without', 'passed'],
      ['planned', 'failed'],
      ['verdict', 'guarding'],
      ['after', 'failed'],
      ['digest', DIGEST],
    ] as const
  ).map(([field, value]): (typeof FORGED)[number] => [
    `checks.${field}`,
    ({ subtasks: [s] }) => s?.checks[0] && Object.assign(s.checks[0], { [field]: value }),
    'alone',
    /^Subtask 1: .*`checks`/,
  ]),
]

describe('a record whose field was forged', () => {
  test.each(FORGED)('a plan record with a forged field fails verification with: %s', (_, change, where, expected) => {
    const record = recordIn(done)
    change(record)
    const found = foundOf(done, record)
    expect(wrongIn(found).join('\n')).toMatch(new RegExp(expected.source, 'm'))
    if (where === 'alone')
      expect(wrongIn(foundAlone(done, record)).join('\n')).toMatch(new RegExp(expected.source, 'm'))
  })

  test('verification detects a forgery of every record field, except those only the writing run knows', () => {
    const shape = (value: object, at = ''): string[] =>
      Object.entries(value).flatMap(([key, inner]) => {
        const one: unknown = Array.isArray(inner) ? inner[0] : inner
        return typeof one === 'object' && one !== null && !['usage', 'checks'].includes(key) && at === ''
          ? shape(one, `${key}.`)
          : [`${at}${key}`]
      })
    const told = FORGED.map(([name]) => name.split(':')[0]?.replace(/^checks\..*/, 'subtasks.checks'))
    const missing = shape(recordIn(done)).filter((field) => !told.includes(field))
    expect(missing).toEqual(['format', 'versions.blob', 'models', 'action'])
  })
})

/** What is on GitHub or in git lies, and the record says what it said. */
const OTHERWISE: readonly [string, (found: RecordedPlan) => RecordedPlan, RegExp][] = [
  ['a record that someone else pushed', (f) => keptAs(f, { isOurs: false }), /^Record: its commit is not of the bot/],
  ['a record that is gone', (f) => gone(f), /^Record: a comment of the bot names one, and it is gone/],
  ['a record that no comment names', (f) => keptAs(f, { isNamed: false }), /^Record: no comment of the bot names/],
  ['commits that are gone', (f) => ({ ...f, actual: undefined }), /^Record: the commits that it names are not there/],
  ['a moved commit', (f) => ({ ...f, location: { seen: '', wrong: 'no commit there' } }), /^Commits: no commit there/],
  ['a deleted approval', (f) => said(f, ONE, undefined), /^Approval of bob .*: the comment was deleted/],
  ['an edited approval', (f) => said(f, ONE, { wasEdited: true }), /^Approval of bob .*: the comment was edited/],
  ['an approval of another person', (f) => said(f, ONE, { author: person('mallory') }), /of mallory/],
  ['an approval of a bot of that name', (f) => said(f, ONE, { author: { ...person('bob'), type: 'Bot' } }), /of bob/],
  ['a comment that is no approval', (f) => said(f, ONE, { body: 'I do not approve' }), /is no approval/],
  ['an approval of another subtask', (f) => said(f, ONE, { body: 'approve 2' }), /approves other subtasks/],
  ['an approval of another version', (f) => said(f, ONE, { body: 'approve 1234567' }), /approves another version/],
  ['an edited announcement', (f) => said(f, ONE - 1, { wasEdited: true }), /^Version 1: its plan comment was edited/],
  ['a deleted announcement', (f) => said(f, ONE - 1, undefined), /^Version 1: its plan comment is gone/],
]

const ADDRESS = `https://github.com/o/r/blob/${'c'.repeat(40)}/record.json`
const named = (note: string): string => `<sub>Used: 1 · [record](${ADDRESS})</sub>\n<!-- measure-twice:note ${note} -->`

test('only the bot’s closing comments name plan records; replies that quote such a link are ignored', () => {
  const any = second.pull?.comments[0]
  const by = (author: typeof BOT, body: string, more: Partial<Said> = {}): Said[] =>
    any ? [{ ...any, author, body, ...more }] : []
  expect(recordLinksIn(by(BOT, named('closing-1')), BOT)).toEqual([ADDRESS])
  const others = [
    by(BOT, named('answer-to-1')),
    by(BOT, `[record](${ADDRESS})\n<!-- measure-twice:note closing-1 -->`),
    by(BOT, named('closing-1'), { wasEdited: true }),
    by(person('mallory'), named('closing-1')),
  ]
  expect(recordLinksIn(others.flat(), BOT)).toEqual([])
  expect(cleanText(`It is at ${ADDRESS}`)).not.toContain(ADDRESS)
})

/** A comment of the bot names a record, and there is none. */
const gone = ({ online, ...found }: RecordedPlan): RecordedPlan => {
  const link = named('closing-1')
  const comments = (online?.comments ?? []).map((one) =>
    one.author.id === BOT.id ? { ...one, body: `${one.body} ${link}` } : one,
  )
  return { ...found, stored: undefined, online: online && { ...online, comments } }
}

const keptAs = (found: RecordedPlan, more: object): RecordedPlan => ({
  ...found,
  stored: found.stored && { ...found.stored, ...more },
})

type Said = NonNullable<RecordedPlan['online']>['comments'][number]
const said = (found: RecordedPlan, comment: number, more: Partial<Said> | undefined): RecordedPlan => ({
  ...found,
  online: found.online && {
    ...found.online,
    comments: found.online.comments.flatMap((one) =>
      one.id !== comment ? [one] : more === undefined ? [] : [{ ...one, ...more }],
    ),
  },
})

test.each(OTHERWISE)('verification of a record reports %s', (_, change, expected) => {
  expect(wrongIn(change(foundOf(done))).join('\n')).toMatch(new RegExp(expected.source, 'm'))
})

test('verification reports an approver who lost permission before the subtask, not one after it', () => {
  const before = finishing(carriedOut(carriedOut(second, 1, ONE, 'read'), 2, TWO))
  expect(wrongIn(foundOf(before)).join('\n')).toMatch(/^Approval of bob .*: bob had `read` only/m)
  const found = foundOf(done)
  const online = found.online && { ...found.online, permissions: new Map([['bob', 'none'] as const]) }
  expect(wrongIn({ ...found, online })).toEqual([])
  expect(checkRecord({ ...found, online }).map(({ seen }) => seen)).toContain(
    'the comment, its author, `write` then, `none` now',
  )
})

test('verification tolerates a request edited later, and lists commits of people without an error', () => {
  const asked = done.comments[0]?.id ?? 0
  const edited = changing(done, asked, (one) => ({ ...one, body: '/plan delete it', wasEdited: true }))
  expect(wrongIn(foundOf(edited, recordIn(done)))).toEqual([])
  const theirs = finishing(
    committing(carriedOut(carriedOut(second, 1, ONE), 2, TWO), {
      by: person('carol'),
      entry: { subject: 'Put a comma', body: '', trailers: {} },
    }),
  )
  const rows = checkRecord(foundOf(theirs))
  expect(rows.find(({ promise }) => promise === 'Commits of people')).toMatchObject({
    seen: expect.stringMatching(/^`[0-9a-f]{7}` by carol$/),
  })
  expect(rows.flatMap(({ wrong }) => wrong ?? [])).toEqual([])
})

test('verification lists failures first, and fails if there is neither a record nor a branch', () => {
  const rows = checkRecord(keptAs(foundOf(done), { isOurs: false }))
  expect([rows[0]?.wrong, rows.slice(1).flatMap(({ wrong }) => wrong ?? [])]).toEqual([expect.any(String), []])
  const nothing = {
    stored: undefined,
    actual: undefined,
    location: undefined,
    planBlobs: undefined,
    online: undefined,
    foreignCommits: [],
  }
  expect(checkRecord(nothing)).toMatchObject([{ promise: 'Record', wrong: expect.any(String) }])
  expect(blobOf('')).not.toBe(blob)
})
