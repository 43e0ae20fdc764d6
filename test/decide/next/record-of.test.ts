import { describe, expect, test } from 'vitest'
import { isRecordDue, namedByRecord, recordOf } from '../../../src/decide/next/record-of.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { parseRecord, renderRecord } from '../../../src/plan/record.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { committing, lastId, person, planned, reply, RULES, withRecord } from '../../thread.ts'

const snapshotOf = (thread: Thread) => ({ thread, state: stateOf(thread, RULES) })
const BASIS: Parameters<typeof recordOf>[1] = {
  trees: new Map(),
  permissions: new Map([['bob', 'write']]),
  verifyCommand: 'npm test',
  runs: [77],
  models: ['one', 'two', 'one'],
  action: 'octo/action@v1',
}

const PLAN = planOf([subtask(1, { verify: ['make test'] }), subtask(2)])
const approved = reply(planned(PLAN), 'bob', 'approve 1')
const approval = lastId(approved)

const committed = (thread: Thread, trailers: object): Thread =>
  committing(thread, { entry: { subject: 'Add one', body: 'It works.', trailers: { seen: 0, ...trailers } } })

const executed = committed(approved, {
  subtask: 1,
  version: approved.branch?.planFile?.blob,
  approvedBy: [{ login: 'bob', comment: approval }],
  checks: [{ before: 'failed', without: 'failed', planned: 'passed', digest: 'd'.repeat(64) }],
  usage: { input: 10, cached: 1, output: 2 },
  run: 5,
})
const done = committed(committed(executed, { subtask: 2, state: 'abandoned', command: 9 }), { state: 'done' })

const recorded = (thread: Thread) => {
  const head = thread.branch?.head ?? ''
  const trees = new Map(namedByRecord(snapshotOf(thread)).commits.map((sha) => [sha, sha.replace(/^./, 'f')]))
  return { head, record: recordOf(snapshotOf(thread), { ...BASIS, trees }) }
}

describe('a record', () => {
  test('a plan record collects commits, comments and settings, and parses back unchanged', () => {
    const { head, record } = recorded(done)
    const sha = done.branch?.commits.find(({ entry }) => entry?.trailers.subtask === 1)?.sha ?? ''
    expect(record).toMatchObject({
      format: 2,
      issue: 12,
      state: 'done',
      versions: [{ number: 1, blob: approved.branch?.planFile?.blob }],
      approvals: [
        { comment: approval, login: 'bob', id: person('bob').id, permission: 'write', version: 1, subtasks: [1] },
      ],
      subtasks: [
        {
          number: 1,
          state: 'done',
          commit: sha,
          tree: sha.replace(/^./, 'f'),
          checks: [
            { command: 'make test', before: 'failed', after: 'passed', verdict: 'proving', digest: 'd'.repeat(64) },
            { command: 'npm test', before: null, digest: null },
          ],
        },
        { number: 2, state: 'abandoned', commit: null, checks: [] },
      ],
      journal: head,
      tree: head.replace(/^./, 'f'),
      runs: [5, 77],
      models: ['one', 'two'],
      action: 'octo/action@v1',
    })
    expect(record && parseRecord(renderRecord(record))).toEqual(record)
  })

  test('in a plan record a deleted approval comment leaves the approver’s id and time empty', () => {
    const { pull } = done
    const gone = { ...done, pull: pull && { ...pull, comments: pull.comments.filter(({ id }) => id !== approval) } }
    expect(recordOf(snapshotOf(gone), BASIS)?.approvals).toMatchObject([{ comment: approval, id: null, at: null }])
  })

  test('a plan record has an approver’s permission as stored with the subtask, else the current one', () => {
    const by = { login: 'bob', comment: approval }
    const begun = (permission?: 'read' | 'admin') =>
      committed(approved, { subtask: 1, approvedBy: [{ ...by, ...(permission ? { permission } : {}) }] })
    const roles = [begun(), begun('read'), begun('admin')].map((one) => recorded(one).record?.approvals[0]?.permission)
    expect(roles).toEqual(['write', 'read', 'admin'])
  })

  test('a plan record is written when the plan is done, and again after later commits', () => {
    const due = (thread: Thread) => isRecordDue(thread, stateOf(thread, RULES))
    expect([due(executed), due(done), due(withRecord(done))]).toEqual([false, true, false])
    expect(due(committed(withRecord(done), { subtask: 1, state: 'abandoned', command: 11 }))).toBe(true)
  })
})

test.each([
  ['no JSON', '{'],
  ['another format', '{"format":2}'],
  ['what is too long', ' '.repeat(1 << 21)],
])('parsing a plan record rejects %s', (_, text) => {
  expect(parseRecord(text)).toBeUndefined()
})
