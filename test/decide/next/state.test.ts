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
  ])('the phase is %s', (_, now, phase) => {
    expect(stateIn(now).phase).toBe(phase)
  })
})

describe('the version that can be approved', () => {
  const second = renderPlan(planOf([subtask(1), subtask(2)], { title: 'Another' }))

  test('the version that can be approved is the last that was announced, while it is what the branch holds', () => {
    expect(stateIn(thread).current?.version).toBe(1)
    const moved = recording(thread, {}, second)
    expect(stateIn(moved).current).toBeUndefined()
    expect(stateIn(announcing(moved, 2)).current?.version).toBe(2)
  })

  test('the version that can be approved is approved by no id that fits an earlier version, announced or only on the branch, as well', () => {
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

  test('the version that can be approved is not an earlier one that the branch came back to', () => {
    const back = recording(announcing(recording(thread, {}, second), 2), {}, renderPlan(plan))
    expect(stateIn(back).current).toBeUndefined()
  })

  test('the version that can be approved is announced once, also when somebody edits the plan comment: then only its id approves it', () => {
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

  test('no version of a plan file that cannot be read can be approved', () => {
    const broken = announcing(recording(thread, {}, 'no plan at all'), 2)
    expect(stateIn(broken)).toMatchObject({ reading: { kind: 'problem' }, statuses: [], approvals: [] })
  })

  test('no version of a plan file whose tests cannot be approved can be approved, unless the plan is done', () => {
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

  test('the version that can be approved stays known when the plan is done and its file is gone', () => {
    const done = committing(reply(thread, 'bob', 'approve'), {
      entry: { subject: 'x', body: '', trailers: { state: 'done' } },
      plan: null,
    })
    expect(stateIn(done)).toMatchObject({ phase: 'done', reading: { kind: 'parsed' } })
    expect(stateIn(done).statuses).toHaveLength(2)
  })
})

describe('an approval', () => {
  test('an approval of somebody who was not asked for counts nothing, and says whom to ask', () => {
    const stranger = reply({ ...thread, people: new Map() }, 'zoe', 'approve')
    expect(ready(stranger)).toEqual([])
    expect(stateIn(stranger).questions.people).toContain('zoe')
  })
})

describe('a pause', () => {
  const approved = reply(thread, 'bob', 'approve')

  test('a pause by a proposed change ends with the approval of the new version', () => {
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

  test('a pause waits until nothing else can be executed', () => {
    const three = planned(planOf([subtask(1), subtask(2)]))
    const failed = recording(reply(three, 'bob', 'approve'), { subtask: 1, state: 'failed', attempts: 3 })
    expect(stateIn(failed).halt).toBeUndefined()
    expect(stateIn(recording(failed, { subtask: 2 })).halt).toEqual({ reason: 'failed', since: expect.any(Number) })
  })
})

describe('what people say on the pull request', () => {
  test('what people say on the pull request is taken in the order of the comments', () => {
    const now = reply(reply(reply(thread, 'bob', 'make it blue'), 'bob', '/skip 2'), 'bob', '/help')
    expect(pending(now)).toEqual(['revise', 'skip', 'help'])
    expect(pending(reply(reply(thread, 'bob', '/skip 2'), 'bob', 'make it blue'))).toEqual(['skip', 'revise'])
  })

  test('what people say on the pull request is answered together', () => {
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

  test('a second request throws a plan away that nothing was executed of, and else points to it', () => {
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

test('what was done stands as it was approved, whatever a later edit of the file says of it', () => {
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

test('what was skipped stands as the file had it then, whatever a later edit says of it', () => {
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
  test('the plan that a branch holds is a problem when its file is gone before the plan is done', () => {
    const reason = 'the plan file is no longer on the branch'
    expect(stateIn(recording(thread, {}, null)).reading).toEqual({ kind: 'problem', blob: '', line: undefined, reason })
  })

  test('the plan that a branch holds is a problem when its file is no text', () => {
    const planFile = { kind: 'unreadable', path: 'PLAN.md', blob: 'abc', why: 'it is a link' }
    const reading = { kind: 'problem', blob: 'abc', line: undefined, reason: 'it is a link' }
    expect(stateIn(branchOf(thread, { planFile })).reading).toEqual(reading)
  })

  test('the plan that a branch holds is the last text that was committed when the plan is done, however the texts are listed', () => {
    const done = recording(recording(thread, {}, second), { state: 'done' }, null)
    const texts = new Map([...(done.branch?.texts ?? [])].toReversed())
    for (const now of [done, branchOf(done, { texts })])
      expect(stateIn(now).reading).toMatchObject({ kind: 'parsed', plan: { title: 'Another' } })
  })
})

describe('an approval', () => {
  const failed = recording(approved, failure(1))

  test('an approval counts again after a retry, until something fails again', () => {
    const retried = reply(failed, 'bob', '/retry')
    expect(refusals(reply(retried, 'carol', 'approve'))).toEqual([])
    expect(refusals(reply(recording(retried, failure(1)), 'carol', 'approve'))).toEqual([
      expect.stringContaining('paused'),
    ])
  })

  test('an approval counts in a new version, whatever failed in the one before', () => {
    const offered = announcing(recording(failed, {}, second), 2)
    const again = reply(offered, 'carol', 'approve')
    expect([refusals(again), ready(again)]).toEqual([[expect.stringContaining('version 1')], [1]])
  })

  test('an approval between a failure and the pause of the whole plan still counts', () => {
    const between = reply(recording(reply(apart, 'bob', 'approve'), failure(1)), 'carol', 'approve')
    expect(refusals(recording(between, { state: 'halted', reason: 'budget' }))).toEqual([])
  })
})

describe('what is counted', () => {
  const usage = { input: 900, cached: 10, output: 100 }

  test('usage of this run’s attempts counts for the plan', () => {
    const attempts = new Map([[1, [{ reason: 'x', checks: [], usage }]]])
    expect(stateIn({ ...thread, thisRun: { ...thread.thisRun, attempts } }).usage).toEqual(usage)
  })
})

describe('a plan that fails or is cut off', () => {
  test('a plan that fails or is cut off pauses at the last of its failures', () => {
    const first = recording(reply(apart, 'bob', 'approve'), failure(1))
    const both = recording(reply(first, 'bob', '/note x'), failure(2))
    expect(stateIn(both).halt).toEqual({ reason: 'failed', since: lastId(both) })
    const other = recording(reply(recording(reply(apart, 'bob', 'approve'), failure(2)), 'bob', '/note x'), failure(1))
    expect(stateIn(other).halt).toEqual({ reason: 'failed', since: lastId(other) })
  })

  test('a plan is there as soon as its branch is', () => {
    expect(stateIn({ ...thread, pull: undefined }).phase).toBe('todo')
    expect(stateIn({ ...thread, branch: undefined }).phase).toBe('todo')
  })

  test('a plan that fails or is cut off is in progress when an attempt was cut off', () => {
    expect(stateIn(recording(thread, { subtask: 1, state: 'in_progress', attempts: 1 })).phase).toBe('in_progress')
  })
})
