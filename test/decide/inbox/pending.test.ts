import { describe, expect, test } from 'vitest'
import type { Rules } from '../../../src/decide/thread/facts.ts'
import { answerTo, noteMarker, refusalOf, withoutEffectOf } from '../../../src/decide/thread/people.ts'
import { decide } from '../../../src/decide/next/decide.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Account } from '../../../src/github/forge.ts'
import type { UncommentedRequest, Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import {
  BOT,
  changing,
  committing,
  lastId,
  newThread,
  person,
  planned,
  reply,
  CALM,
  RULES,
  saying,
  stateIn,
  timeOf,
  recording,
  closed,
  noting,
  seenBy,
  settled,
} from '../../thread.ts'

const pending = (thread: Thread, more: Partial<Rules> = {}) => stateIn(thread, more).pending.map(({ kind }) => kind)
const refusals = (thread: Thread) => stateIn(thread).refusals.map(({ why, remedy }) => `${why} ${remedy}`)

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const thread = planned(plan)
const COMPLEX = 'Refactor the `main.py` file to improve its structure and add error handling'

describe('a label, or a new issue', () => {
  const at = timeOf(50)
  const asked = (login: string, kind: UncommentedRequest['kind'] = 'label', title = COMPLEX): Thread => ({
    ...newThread({ asked: { kind, by: person(login), at } }),
    issue: { ...newThread().issue, title },
  })
  const labelled = (before: Thread, login = 'bob'): Thread => ({
    ...before,
    asked: { kind: 'label', by: person(login), at: timeOf(900) },
  })
  const executed = recording(reply(thread, 'bob', 'approve 1'), { subtask: 1 })
  const closedIssue = { ...asked('bob').issue, state: 'closed' as const }

  test.each<[string, Thread, string[]]>([
    ['by somebody who may', asked('bob'), ['draft']],
    ['by somebody who may not', asked('tess'), []],
    ['of something simple, by a label', asked('bob', 'label', 'What is the time?'), ['draft']],
    ['of something simple, by a new issue', asked('bob', 'opened', 'What is the time?'), []],
    ['of something complex, by a new issue', asked('bob', 'opened'), ['draft']],
    ['on a closed issue', { ...asked('bob'), issue: closedIssue }, []],
    ['where a plan is open that came later', { ...thread, asked: asked('bob').asked }, []],
    ['where a plan is open that came before', labelled(thread), ['draft']],
    ['where a plan is open that came before, by somebody who may not', labelled(thread, 'tess'), []],
    ['where a part of the plan is executed', labelled(executed), []],
    ['where the plan is done', labelled(recording(thread, { state: 'done' })), []],
    ['where the plan is closed', labelled(closed(thread)), []],
    ['where a branch waits for its pull request', { ...thread, asked: asked('bob').asked, pull: undefined }, []],
    ['after an older plan was closed', { ...asked('bob'), earlierPlans: [timeOf(49)] }, ['draft']],
    ['from before a plan that was closed, when its run is repeated', { ...asked('bob'), earlierPlans: [at] }, []],
  ])('what a label or a new issue requests %s: %j', (_, now, expected) => {
    expect(pending(now)).toEqual(expected)
    expect(refusals(now), 'silence').toEqual([])
  })

  test('a request by a label or a new issue is recorded with its author and its source', () => {
    expect(stateIn(asked('bob')).pending).toMatchObject([{ via: 'label:bob', by: { login: 'bob' }, request: '' }])
    expect(stateIn(asked('bob', 'opened')).pending).toMatchObject([{ via: 'issue', by: { login: 'bob' } }])
  })

  test('of a label and a later `/plan` comment only the newest counts as the request', () => {
    const both = saying(asked('bob'), { at: 'issue', by: person('carol'), body: '/plan that' })
    expect(stateIn(both).pending).toMatchObject([{ kind: 'draft', request: 'that', via: String(lastId(both)) }])
  })
})

describe('the text of a new issue', () => {
  const opened = (body: string, { by = 'bob', now = body } = {}): Thread => ({
    ...newThread({ asked: { kind: 'opened', by: person(by), at: timeOf(50), body } }),
    issue: { ...newThread().issue, title: COMPLEX, body: now },
  })

  test.each<[string, Thread, string[], number]>([
    ['asks for a plan', opened('/plan it'), ['draft'], 0],
    ['asks a question', opened('/ask why?'), ['ask'], 0],
    ['asks for a plan, with other line ends', opened('/plan it\r\nnow', { now: '/plan it\nnow' }), ['draft'], 0],
    ['was written by somebody who may not', opened('/plan it', { by: 'tess' }), [], 1],
    ['was edited', opened('/plan it', { now: '/plan that' }), [], 1],
    ['was edited to something else', opened('/plan it', { now: 'It is slow.' }), [], 0],
    ['has a plan already', { ...thread, asked: opened('/plan it').asked, issue: opened('/plan it').issue }, [], 0],
    [
      'was refused',
      saying(opened('/plan it', { now: '/plan x' }), { at: 'issue', by: BOT, body: noteMarker(refusalOf(0)) }),
      [],
      0,
    ],
  ])('a new issue whose text %s', (_, now, expected, refused) => {
    expect([pending(now), refusals(now).length]).toEqual([expected, refused])
  })

  test('a new issue’s text after `/plan` is the request, recorded as coming from the issue', () => {
    expect(stateIn(opened('/plan add\nit')).pending).toMatchObject([
      { via: 'issue', request: 'add\nit', by: { login: 'bob' } },
    ])
  })

  test('a `/plan` comment replaces an earlier `/plan` in the text of the issue', () => {
    const both = saying(opened('/plan it'), { at: 'issue', by: person('carol'), body: '/plan that' })
    expect(stateIn(both).pending).toMatchObject([{ kind: 'draft', request: 'that' }])
  })
})

describe('on a pull request of a person', () => {
  const on = (body: string, more: Partial<Thread> = {}, state: 'open' | 'closed' = 'open'): Thread =>
    saying(
      { ...newThread(more), issue: { ...newThread().issue, isPull: true, state } },
      { at: 'issue', by: person('bob'), body },
    )
  const theirs = { isFork: false }

  test.each<[string, Thread, string[], string]>([
    ['a plan can be asked for', on('/plan it', { theirs }), ['draft'], ''],
    ['a question is nothing', on('/ask why?', { theirs }), [], ''],
    ['help is nothing', on('/help', { theirs }), [], ''],
    ['from a fork there is none', on('/plan it', { theirs: { isFork: true } }), [], 'fork'],
    ['that is closed there is none', on('/plan it', { theirs }, 'closed'), [], 'is closed'],
  ])('on a pull request that is no plan, %s', (_, now, expected, why) => {
    expect(pending(now)).toEqual(expected)
    expect(refusals(now).join()).toMatch(why === '' ? /^$/ : new RegExp(why))
  })
})

describe('a question', () => {
  const ask = (body: string, title = 'Hello'): Thread =>
    saying({ ...newThread(), issue: { ...newThread().issue, title } }, { at: 'issue', by: person('bob'), body })
  const interactive = { interactive: true }

  test.each<[string, Thread, string]>([
    ['a simple one', ask('/ask what is the time?'), 'ask'],
    ['a complex one', ask(`/ask ${COMPLEX}`), 'draft'],
    ['an empty one on a complex issue', ask('/ask', COMPLEX), 'draft'],
    ['a simple one on a complex issue', ask('/ask what is the time?', COMPLEX), 'ask'],
  ])('an `/ask` becomes a plan request only in interactive mode and by its content: %s', (_, now, expected) => {
    expect(pending(now, interactive)).toEqual([expected])
    expect(pending(now)).toEqual(['ask'])
  })
})

describe('a request from before an earlier plan', () => {
  const asked = saying(newThread(), { at: 'issue', by: person('bob'), body: '/plan' })
  const marked = (eyes: number, rocket: number, earlierPlans: readonly string[]): Thread => ({
    ...changing(asked, lastId(asked), (one) => ({ ...one, reactions: { eyes, rocket, confused: 0 } })),
    earlierPlans,
  })
  const [before, after] = [timeOf(lastId(asked) - 1), timeOf(lastId(asked) + 1)]

  test.each<[string, Thread, string[]]>([
    ['that was carried out is none any more', marked(1, 1, [after]), []],
    ['that nobody took up still counts', marked(0, 0, [after]), ['draft']],
    ['that was taken up, and not carried out, still counts', marked(1, 0, [after]), ['draft']],
    ['is no request from after it', marked(1, 1, [before]), ['draft']],
  ])('a request from before an earlier plan %s', (_, now, expected) => {
    expect(pending(now)).toEqual(expected)
  })
})

describe('of a plan that is done', () => {
  const done = recording(recording(reply(thread, 'bob', 'approve'), { subtask: 1 }), { state: 'done' })

  test.each<[string, string[], RegExp[]]>([
    ['approve', [], []],
    ['make it blue', [], []],
    ['/note thanks', [], []],
    ['/help', ['help'], []],
    ['cancel', [], [/nothing runs any more\. To drop its commits, close this pull request; .* `\/undo 1`/]],
    ['/retry', [], [/is finished/]],
    ['/skip 2', [], [/is finished/]],
    ['/revise more', ['revise'], []],
  ])('%j on a finished plan gets the documented reply', (body, expected, refused) => {
    const now = reply(done, 'bob', body)
    expect(pending(now)).toEqual(expected)
    expect(refusals(now)).toEqual(refused.map((why) => expect.stringMatching(why)))
  })

  test('an approval of a finished plan has no effect, even if it or the plan comment was edited', () => {
    const said = reply(done, 'bob', 'approve')
    const touched = (id: number): Thread => changing(said, id, (one) => ({ ...one, updatedAt: timeOf(9999) }))
    const announcement = done.pull?.comments[0]?.id ?? 0
    for (const now of [touched(lastId(said)), touched(announcement)]) {
      expect([pending(now), refusals(now)]).toEqual([[], []])
    }
  })

  test('a cancel of a finished plan is refused, and stays without effect when its pull request is closed', () => {
    expect(pending(closed(reply(done, 'bob', 'cancel')))).toEqual([])
  })
})

describe('/skip', () => {
  const skip = (before: Thread, body: string) => stateIn(reply(before, 'bob', body)).pending
  const chain = planned(
    planOf([subtask(1), subtask(2, { depends_on: [1] }), subtask(3), subtask(4, { depends_on: [2] })]),
  )

  test('`/skip` also skips all direct and indirect dependants, and records its reason', () => {
    expect(skip(chain, '/skip 1 too dear')).toMatchObject([{ numbers: [1, 2, 4], reason: 'too dear' }])
    expect(skip(chain, '/skip 3')).toMatchObject([{ numbers: [3], reason: '' }])
  })

  test('a `/skip` interrupted before its own subtask was committed is still pending', () => {
    const asked = reply(chain, 'bob', '/skip 1')
    const cutOff = recording(asked, { subtask: 4, state: 'abandoned', command: lastId(asked), seen: lastId(asked) })
    const whole = recording(cutOff, { subtask: 1, state: 'abandoned', command: lastId(asked), seen: lastId(asked) })
    expect([cutOff, whole].map((now) => stateIn(now).pending)).toMatchObject([[{ kind: 'skip', numbers: [1, 2] }], []])
  })

  test.each<[string, Thread, RegExp]>([
    ['/skip 99', chain, /no subtask 99.*Skip one of 1, 2, 3 and 4/],
    ['/skip 1', recording(chain, { subtask: 1 }), /1 is already done/],
    ['/skip 1', recording(chain, { subtask: 1, state: 'abandoned', command: 7 }), /1 is already skipped/],
  ])('%j is refused with the reason and what to do', (body, now, why) => {
    expect(pending(reply(now, 'bob', body))).toEqual([])
    expect(refusals(reply(now, 'bob', body))).toEqual([expect.stringMatching(why)])
  })

  test('`/skip` is refused when the plan file cannot be read', () => {
    const broken = committing(thread, { entry: { subject: 'x', body: '', trailers: {} }, plan: 'no plan' })
    expect(refusals(reply(broken, 'bob', '/skip 1'))).toEqual([
      expect.stringMatching(/cannot be read, so there is nothing to approve or to skip/),
    ])
  })
})

test.each(['/skip', 'approve 2-1', '/revise'])(
  '%j without write access is refused for that, not for its syntax',
  (body) => {
    expect(refusals(reply(thread, 'mallory', body))).toEqual([
      expect.stringMatching(/^@mallory, commands need write access/),
    ])
  },
)

describe('/retry', () => {
  const approved = reply(thread, 'bob', 'approve')

  test.each<[string, Thread, RegExp]>([
    ['while it waits', thread, /not paused.*`approve`/],
    ['while it is carried out', approved, /not paused.*Subtask 1 is next/],
  ])('`/retry` of a plan that is not paused is refused, %s', (_, now, why) => {
    expect(refusals(reply(now, 'bob', '/retry'))).toEqual([expect.stringMatching(why)])
  })

  const told = (by: Account, remedy: string) =>
    saying(approved, { at: 'pull', by, body: `${remedy}\n\n${noteMarker('problem-x')}` })
  test.each<[string, Thread, string[]]>([
    ['a problem that names it', told(BOT, 'Restore it and comment `/retry`.'), []],
    ['one that does not', told(BOT, 'Run the job again.'), ['nothing-to-retry']],
    ['one that somebody else wrote', told(person('mallory'), 'Comment `/retry`.'), ['nothing-to-retry']],
    ['one before the last commit', recording(told(BOT, 'Comment `/retry`.'), { subtask: 1, seen: lastId(told(BOT, '')) }), ['nothing-to-retry']], // prettier-ignore
  ])('whether `/retry` of a plan that is not paused is accepted after %s', (_, now, codes) => {
    const after = reply(now, 'bob', '/retry')
    expect(stateIn(after).refusals.map(({ code }) => code)).toEqual(codes)
  })

  test('`/retry` ends an earlier pause, unless it was edited or refused', () => {
    const halted = (before: Thread) => recording(before, { state: 'halted', reason: 'budget', seen: lastId(before) })
    const retried = reply(halted(approved), 'bob', '/retry')
    const touched = changing(retried, lastId(retried), (one) => ({ ...one, updatedAt: timeOf(9999) }))
    const refused = saying(retried, { at: 'pull', by: BOT, body: noteMarker(refusalOf(lastId(retried))) })
    const early = halted(reply(approved, 'bob', '/retry'))
    expect([retried, touched, refused, early].map((now) => stateIn(now).halt?.reason)).toEqual([
      undefined,
      'budget',
      'budget',
      'budget',
    ])
  })
})

describe('a cancel', () => {
  const cancelled = reply(thread, 'bob', 'cancel')
  const rocket = (now: Thread, id: number) =>
    changing(now, id, (one) => ({ ...one, reactions: { ...one.reactions, rocket: 1 } }))

  test.each<[string, Thread, string[]]>([
    ['that closed its pull request is brought to its end', closed(cancelled), ['cancel']],
    ['that was brought to its end is over', rocket(closed(cancelled), lastId(cancelled)), []],
    ['that came after a person closed it changes nothing', closed(cancelled, lastId(cancelled) - 1), []],
    ['in the very second that it was closed counts', closed(cancelled, lastId(cancelled)), ['cancel']],
  ])('a cancel %s', (_, now, expected) => {
    expect(pending(now)).toEqual(expected)
  })

  test.each(['approve', 'approve 1'])('a cancel and %j in the same second cancel the plan, in either order', (body) => {
    for (const words of [
      ['cancel', body],
      [body, 'cancel'],
    ]) {
      const now = words.reduce((before, one, i) => reply(before, i === 0 ? 'alice' : 'bob', one), thread)
      const second = changing(now, lastId(now), (one) => ({
        ...one,
        createdAt: timeOf(lastId(now) - 1),
        updatedAt: timeOf(lastId(now) - 1),
      }))
      expect(pending(second)).toEqual(['cancel'])
      expect(stateIn(second).refusals).toEqual([])
    }
  })
})

describe('what is written on an issue and belongs elsewhere', () => {
  const told = (now: Thread): string[] =>
    stateOf(now, RULES).pending.map((one) => (one.kind === 'tell' ? one.text : one.kind))
  const onIssue = (now: Thread, body: string, login = 'bob'): string[] =>
    told(saying(now, { at: 'issue', by: person(login), body }))

  test.each(['approve', 'stop', '/retry', '/skip 2', '/undo', '/revise use redis'])(
    '%s on the issue gets a reply that points to the plan',
    (body) => {
      expect(onIssue(thread, body)).toEqual(['Comment that on the plan, #13: here it has no effect.'])
      expect(onIssue(newThread(), body)).toEqual([])
    },
  )

  test.each([
    ['/plan: use redis', '/plan [request]'],
    ['/aks why', '/ask question'],
  ])('the unknown command %s gets a suggestion', (body, meant) => {
    const word = [`There is no such command. Did you mean \`${meant}\`?`]
    expect([onIssue(newThread(), body), onIssue(thread, body)]).toEqual([word, word])
  })

  test.each(['/plan/issue-1 is the branch', '/note x', '/etc/hosts', 'please approve'])('%s gets no reply', (body) => {
    expect(onIssue(thread, body)).toEqual([])
  })

  test('a plan command on the issue by a person without write access gets no reply', () =>
    expect(onIssue(thread, 'approve', 'mallory')).toEqual([]))
})

test.each([
  ['/plan x', /^Comment that on the issue, #12: /],
  ['/plans', /^Comment that on the issue, #12: /],
  ['/frobnicate', /^There is no such command: `\/help`/],
  ['/cancle', / `cancel`\?$/],
  ['/retyr', / `\/retry`\?$/],
  ['/aprove', / `approve`\?$/],
])('%s on a plan gets a hint and no new version', (body, word) => {
  const waiting = settled(plan)
  for (const now of [waiting, reply(waiting, 'alice', 'approve')]) {
    const said = reply(now, 'bob', body)
    expect(stateOf(said, RULES).pending).toEqual([
      { kind: 'tell', comment: expect.objectContaining({ body }), text: expect.stringMatching(word) },
    ])
  }
  const said = reply(waiting, 'bob', body)
  const told = noting(noting(seenBy(said), answerTo(lastId(said))), withoutEffectOf(lastId(said)))
  expect(decide(told, stateOf(told, RULES), CALM)).toMatchObject({
    kind: 'react',
    reaction: 'confused',
    comment: { body },
  })
})

test('on a paused plan a person’s first question gets a hint, and other comments get no reply', () => {
  const halted = recording(reply(thread, 'bob', 'approve'), { state: 'halted', reason: 'budget' })
  const said = (now: Thread): string[] =>
    stateOf(now, RULES).pending.map((one) => (one.kind === 'tell' ? one.text : one.kind))
  const asked = reply(reply(halted, 'bob', 'What does that mean?'), 'bob', 'Hello?')
  expect(said(asked)).toEqual(['The plan is paused. To ask something, comment `/ask <question>`; to go on, `/retry`.'])
  expect(said(reply(halted, 'bob', 'make it blue'))).toEqual([])
})
