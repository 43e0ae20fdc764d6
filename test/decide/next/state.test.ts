import { describe, expect, test } from 'vitest'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import {
  announcing,
  committing,
  lastId,
  newThread,
  person,
  planned,
  reply,
  saying,
  stateIn,
  recording,
  closed,
  edited,
  RULES,
} from '../../thread.ts'

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const thread = planned(plan)
const pending = (now: Thread) => stateIn(now).pending.map(({ kind }) => kind)
const refusals = (now: Thread) => stateIn(now).refusals.map(({ why }) => why)
const ready = (now: Thread) =>
  stateIn(now)
    .statuses.filter((status) => status.ready)
    .map(({ subtask }) => subtask.number)

describe('the phase', () => {
  const approved = reply(thread, 'bob', 'approve')
  const failed = recording(approved, { subtask: 1, state: 'failed', attempts: 3 })
  test.each<[string, Thread, string]>([
    ['none without a plan', newThread(), 'none'],
    ['todo while it waits for its first approval', thread, 'todo'],
    ['in progress once something may begin', approved, 'in_progress'],
    ['in progress while the rest waits', recording(reply(thread, 'bob', 'approve 1'), { subtask: 1 }), 'in_progress'],
    ['halted when only what failed is left', failed, 'halted'],
    ['halted by a spent budget', recording(approved, { state: 'halted', reason: 'budget' }), 'halted'],
    ['in progress after a retry', reply(failed, 'bob', '/retry'), 'in_progress'],
    ['done after the last commit', recording(approved, { state: 'done' }), 'done'],
    ['done also when it is closed then', closed(recording(approved, { state: 'done' })), 'done'],
    ['abandoned when its pull request is closed', closed(approved), 'abandoned'],
  ])('the state of a plan is %s', (_, now, phase) => {
    expect(stateIn(now).phase).toBe(phase)
  })
})

describe('the version that can be approved', () => {
  const second = renderPlan(planOf([subtask(1), subtask(2)], { title: 'Another' }))

  test('only the last announced version can be approved, and only while the branch still holds it', () => {
    expect(stateIn(thread).current?.version).toBe(1)
    const moved = recording(thread, {}, second)
    expect(stateIn(moved).current).toBeUndefined()
    expect(stateIn(announcing(moved, 2)).current?.version).toBe(2)
  })

  test('no abbreviated id that also fits an earlier version of the plan approves the current one', () => {
    const moved = announcing(recording(thread, {}, second), 2)
    const blob = stateIn(moved).current?.blob ?? ''
    const ground = blob.slice(0, 15) + (blob[15] === '0' ? '1' : '0').repeat(25)
    const announced = announcing(recording(announcing(thread, 1, ground), {}, second), 2)
    const texts = new Map([[ground, 'Ground.'], ...(moved.branch?.texts ?? [])])
    const pushed = { ...moved, branch: moved.branch && { ...moved.branch, texts } }
    for (const now of [announced, pushed]) {
      const short = stateIn(reply(now, 'bob', `approve ${blob.slice(0, 7)}`))
      expect([short.approvals, short.refusals.map(({ code }) => code)]).toEqual([[], ['other-version']])
      expect(stateIn(reply(now, 'bob', `approve ${blob.slice(0, 16)}`)).approvals).toHaveLength(1)
    }
  })

  test('an earlier text restored on the branch must be announced again before it can be approved', () => {
    const back = recording(announcing(recording(thread, {}, second), 2), {}, renderPlan(plan))
    expect(stateIn(back).current).toBeUndefined()
  })

  test('after the plan comment was edited, only an approve with the version’s id is accepted', () => {
    const now = edited(thread, lastId(thread))
    const blob = stateIn(now).current?.blob ?? ''
    expect(stateIn(now).current).toMatchObject({ version: 1, edited: true })
    const all = stateIn(reply(now, 'bob', 'approve'))
    expect([all.approvals.length, all.refusals.map(({ remedy }) => remedy)]).toEqual([
      0,
      [`Read the plan file on the branch, then comment \`approve ${blob.slice(0, 16)}\`.`],
    ])
    expect(stateIn(reply(now, 'bob', `approve ${blob.slice(0, 10)}`)).approvals).toHaveLength(1)
    expect(stateIn(reply(now, 'bob', 'approve 1')).approvals).toHaveLength(0)
  })

  test('a version whose plan file cannot be read cannot be approved', () => {
    const broken = announcing(recording(thread, {}, 'no plan at all'), 2)
    expect(stateIn(broken)).toMatchObject({ reading: { kind: 'problem' }, statuses: [], approvals: [] })
  })

  test('a plan whose approved test names an existing file is reported as unreadable, unless the plan is done', () => {
    const test = { path: 'a.test.ts', run: 'x', content: 'y\n' }
    const tested = planOf([subtask(1, { files: ['a.test.ts'] })], { acceptance: [test] })
    const written = recording(thread, {}, renderPlan(tested))
    const taken = { ...written, branch: written.branch && { ...written.branch, takenPaths: ['a.test.ts'] } }
    const tests = { protectedPaths: [], planFile: 'PLAN.md', testFiles: [] }
    const readBy = (now: Thread) => stateOf(now, { ...RULES, tests }).reading
    expect(readBy(written)).toMatchObject({ kind: 'parsed', plan: { acceptance: [test] } })
    expect(readBy(taken)).toMatchObject({ kind: 'problem', line: 27, reason: expect.stringMatching(/`a\.test\.ts` exists/) }) // prettier-ignore
    expect(readBy(recording(taken, { state: 'done' }))).toMatchObject({ kind: 'parsed' })
  })

  test('the text of a finished plan is still known after its plan file was deleted', () => {
    const done = committing(reply(thread, 'bob', 'approve'), {
      entry: { subject: 'x', body: '', trailers: { state: 'done' } },
      plan: null,
    })
    expect(stateIn(done)).toMatchObject({ phase: 'done', reading: { kind: 'parsed' } })
    expect(stateIn(done).statuses).toHaveLength(2)
  })
})

describe('an approval', () => {
  test('an approval does not count until the permission of its author was looked up', () => {
    const stranger = reply({ ...thread, people: new Map() }, 'zoe', 'approve')
    expect(ready(stranger)).toEqual([])
    expect(stateIn(stranger).questions.people).toContain('zoe')
  })
})

describe('a pause', () => {
  const approved = reply(thread, 'bob', 'approve')

  test('a pause for a proposed change ends when the new version is approved', () => {
    const proposed = recording(
      recording(approved, { state: 'halted', reason: 'change' }),
      {},
      renderPlan(planOf([subtask(1)])),
    )
    const offered = announcing(proposed, 2)
    expect(stateIn(offered)).toMatchObject({ phase: 'halted', halt: { reason: 'change' } })
    expect([offered, announcing(offered, 3)].map((one) => stateIn(one).halt?.revised)).toEqual([undefined, true])
    expect(ready(offered)).toEqual([])
    expect(ready(reply(offered, 'mallory', 'approve'))).toEqual([])
    const gone = reply(offered, 'bob', 'approve')
    expect(stateIn(gone).halt).toBeUndefined()
    expect(ready(gone)).toEqual([1])
  })

  test('a plan pauses for a failed subtask only when no other subtask can be executed', () => {
    const three = planned(planOf([subtask(1), subtask(2)]))
    const failed = recording(reply(three, 'bob', 'approve'), { subtask: 1, state: 'failed', attempts: 3 })
    expect(stateIn(failed).halt).toBeUndefined()
    expect(stateIn(recording(failed, { subtask: 2 })).halt).toEqual({ reason: 'failed', since: expect.any(Number) })
  })
})

describe('what people say on the pull request', () => {
  test('commands and feedback on the pull request are processed in comment order', () => {
    const now = reply(reply(reply(thread, 'bob', 'make it blue'), 'bob', '/skip 2'), 'bob', '/help')
    expect(pending(now)).toEqual(['revise', 'skip', 'help'])
    expect(pending(reply(reply(thread, 'bob', '/skip 2'), 'bob', 'make it blue'))).toEqual(['skip', 'revise'])
  })

  test('all open feedback comments on the pull request are answered by one revision', () => {
    const [one] = stateIn(reply(reply(thread, 'bob', 'blue'), 'carol', 'round')).pending
    expect(one).toMatchObject({
      remarks: [
        { author: 'bob', text: 'blue' },
        { author: 'carol', text: 'round' },
      ],
    })
  })

  test('edited feedback stays feedback; an edited command has no effect, and gets a reply', () => {
    const feedback = reply(thread, 'bob', 'make it blue')
    expect(pending(edited(feedback, lastId(feedback)))).toEqual(['revise'])
    const command = reply(thread, 'bob', 'cancel')
    expect(pending(edited(command, lastId(command)))).toEqual([])
    expect(refusals(edited(command, lastId(command)))).toEqual([expect.stringContaining('Edited')])
  })
})

describe('what people say on the issue', () => {
  const ask = (before: Thread, body: string) => saying(before, { at: 'issue', by: person('bob'), body })

  test('a second `/plan` replaces a plan without executed subtasks, and otherwise gets a link to it', () => {
    expect(pending(ask(thread, '/plan anew'))).toEqual(['draft'])
    expect(pending(ask(recording(thread, { subtask: 1 }), '/plan anew'))).toEqual(['link'])
  })

  test('a request on a closed issue is refused', () => {
    const issue = { ...newThread().issue, state: 'closed' as const }
    expect(refusals(ask(newThread({ issue }), '/plan'))).toEqual([expect.stringContaining('closed')])
  })
})

const swap = (text: string): string =>
  text.replace('### 1. ', '### 1. Evil and ').replace('### 2. ', '### 2. Evil and ')
const names = (one: Thread): string[] => stateIn(one).statuses.map(({ subtask: { name } }) => name)

test('a done subtask keeps its approved text, whatever the plan file says later', () => {
  const now = stateIn(thread).current?.blob
  const executed = recording(reply(thread, 'bob', 'approve 1'), { subtask: 1, version: now })
  const other = announcing(recording(executed, {}, swap(renderPlan(plan))), 2)
  const [first = '', second = ''] = names(thread)
  expect(names(other)).toEqual([first, `Evil and ${second}`])
  expect(stateIn(other).reading).toMatchObject({
    plan: { subtasks: [{ name: first }, { name: `Evil and ${second}` }] },
  })
  const foreign = recording(reply(thread, 'bob', 'approve 1'), { subtask: 1, version: 'f'.repeat(40) })
  expect(names(recording(foreign, {}, swap(renderPlan(plan))))).toEqual([`Evil and ${first}`, `Evil and ${second}`])
})

test('a skipped subtask keeps the text it had when skipped, whatever the plan file says later', () => {
  const skipped = recording(reply(thread, 'bob', '/skip 2'), { subtask: 2, state: 'abandoned', command: 1 })
  const [first = '', second = ''] = names(thread)
  expect(names(announcing(recording(skipped, {}, swap(renderPlan(plan))), 2))).toEqual([`Evil and ${first}`, second])
  // Its text of then is not known where an earlier text came back: then that of now is all there is.
  const back = recording(recording(skipped, {}, swap(renderPlan(plan))), {}, renderPlan(plan))
  expect(names(recording(back, {}, swap(renderPlan(plan))))).toEqual([`Evil and ${first}`, `Evil and ${second}`])
})

const second = renderPlan({ ...plan, title: 'Another' })
const apart = planned(planOf([subtask(1), subtask(2)]))
const approved = reply(thread, 'bob', 'approve')
const failure = (number: number) => ({ subtask: number, state: 'failed', attempts: 3 })
const branchOf = (now: Thread, more: object): Thread => ({ ...now, branch: now.branch && { ...now.branch, ...more } })

describe('the plan that a branch holds', () => {
  test('a plan file deleted from the branch before the plan is done is reported as a problem', () => {
    const reason = 'the plan file is no longer on the branch'
    expect(stateIn(recording(thread, {}, null)).reading).toEqual({ kind: 'problem', blob: '', line: undefined, reason })
  })

  test('a plan file that is a link and not a text is reported as a problem', () => {
    const planFile = { kind: 'unreadable', path: 'PLAN.md', blob: 'abc', why: 'it is a link' }
    const reading = { kind: 'problem', blob: 'abc', line: undefined, reason: 'it is a link' }
    expect(stateIn(branchOf(thread, { planFile })).reading).toEqual(reading)
  })

  test('the text of a finished plan is the last committed one, however the texts are listed', () => {
    const done = recording(recording(thread, {}, second), { state: 'done' }, null)
    const texts = new Map([...(done.branch?.texts ?? [])].toReversed())
    for (const now of [done, branchOf(done, { texts })])
      expect(stateIn(now).reading).toMatchObject({ kind: 'parsed', plan: { title: 'Another' } })
  })
})

describe('an approval', () => {
  const failed = recording(approved, failure(1))

  test('after `/retry` approvals are accepted until a subtask fails again', () => {
    const retried = reply(failed, 'bob', '/retry')
    expect(refusals(reply(retried, 'carol', 'approve'))).toEqual([])
    expect(refusals(reply(recording(retried, failure(1)), 'carol', 'approve'))).toEqual([
      expect.stringContaining('paused'),
    ])
  })

  test('a new version can be approved even if the previous version had a failure', () => {
    const offered = announcing(recording(failed, {}, second), 2)
    const again = reply(offered, 'carol', 'approve')
    expect([refusals(again), ready(again)]).toEqual([[expect.stringContaining('version 1')], [1]])
  })

  test('an approval given between a failure and the pause of the plan still counts', () => {
    const between = reply(recording(reply(apart, 'bob', 'approve'), failure(1)), 'carol', 'approve')
    expect(refusals(recording(between, { state: 'halted', reason: 'budget' }))).toEqual([])
  })
})

describe('what is counted', () => {
  const usage = { input: 900, cached: 10, output: 100 }

  test('token usage of the current run’s attempts counts for the plan', () => {
    const attempts = new Map([[1, [{ reason: 'x', checks: [], usage }]]])
    expect(stateIn({ ...thread, thisRun: { ...thread.thisRun, attempts } }).usage).toEqual(usage)
  })
})

describe('a plan that fails or is cut off', () => {
  test('when several subtasks fail, the plan pauses at the last failure', () => {
    const first = recording(reply(apart, 'bob', 'approve'), failure(1))
    const both = recording(reply(first, 'bob', '/note x'), failure(2))
    expect(stateIn(both).halt).toEqual({ reason: 'failed', since: lastId(both) })
    const other = recording(reply(recording(reply(apart, 'bob', 'approve'), failure(2)), 'bob', '/note x'), failure(1))
    expect(stateIn(other).halt).toEqual({ reason: 'failed', since: lastId(other) })
  })

  test('a plan exists as soon as it has a branch or a pull request', () => {
    expect(stateIn({ ...thread, pull: undefined }).phase).toBe('todo')
    expect(stateIn({ ...thread, branch: undefined }).phase).toBe('todo')
  })

  test('a plan is in progress after an attempt was interrupted', () => {
    expect(stateIn(recording(thread, { subtask: 1, state: 'in_progress', attempts: 1 })).phase).toBe('in_progress')
  })
})
