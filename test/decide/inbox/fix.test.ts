import { describe, expect, test } from 'vitest'
import { noteMarker } from '../../../src/decide/thread/people.ts'
import { planStep } from '../../../src/decide/next/decide.ts'
import { isKind } from '../../../src/decide/words/command.ts'
import { type Thread, NOTHING_PAID } from '../../../src/decide/thread/thread.ts'
import type { HeadChecks } from '../../../src/github/forge.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { announcing, BOT, CALM, committing, recording, person, planned, reply, saying, stateIn } from '../../thread.ts'

const plan = planOf([subtask(1), subtask(2)])
const digest = (name: string): string => name.padEnd(16, '0')
const D1 = digest('d1')
const FAILED: HeadChecks = {
  failed: [{ name: 'build', conclusion: 'failure', summary: 'It does not compile.', annotations: [] }],
  running: 0,
  digest: D1,
  hidden: [],
}
const FINE: HeadChecks = { ...FAILED, failed: [], digest: digest('d0') }

const approved = reply(planned(plan), 'bob', 'approve')
const executed = recording(recording(approved, { subtask: 1 }), { subtask: 2 })
const finished = (thread: Thread): Thread => recording(thread, { state: 'done' }, null)
const done = finished(executed)
const halted = recording(recording(approved, { subtask: 1 }), { state: 'failed', subtask: 2 })

const checked = (thread: Thread, found: HeadChecks): Thread => ({
  ...thread,
  checks: { head: thread.branch?.head ?? '', found },
})
const byEvent = (thread: Thread, found?: HeadChecks): Thread => ({
  ...(found ? checked(thread, found) : thread),
  checked: true,
})
const stepOf = (thread: Thread) => planStep(thread, stateIn(thread), CALM)
const revised = (thread: Thread) => stateIn(thread).pending.find(isKind('revise'))
const noted = (thread: Thread, key: string): Thread => saying(thread, { at: 'pull', by: BOT, body: noteMarker(key) })

/** A plan that is done after versions for checks that failed, known by these digests. Nothing of them was executed. */
const mended = (...names: string[]): Thread =>
  names.reduce((before, name, i) => {
    const text = renderPlan(planOf([subtask(1), subtask(2), subtask(3 + i)]))
    const trailers = { fix: { code: CODE, digest: digest(name) }, feedback: [1] }
    return finished(announcing(recording(before, trailers, text), 2 + i))
  }, done)
/** A plan that is done, after events of which no version came. */
const forNothing = (...names: string[]): Thread => ({
  ...done,
  paid: { ...NOTHING_PAID, fixes: names.map((name) => ({ code: CODE, digest: digest(name) })) },
})
const CODE = executed.branch?.head ?? ''

describe('whether GitHub is asked for the checks of the head', () => {
  const say = (thread: Thread, body = '/fix', login = 'bob'): Thread => reply(thread, login, body)
  test.each<[string, Thread, boolean]>([
    ['no, where nobody asks', done, false],
    ['no, for another command', say(done, '/update'), false],
    ['yes, for /fix on a plan that is done', say(done), true],
    ['yes, for /fix with words', say(done, '/fix the build'), true],
    ['yes, for /fix on a plan that is halted', say(halted), true],
    ['no, while the plan awaits approval', say(planned(plan)), false],
    ['no, while it is carried out', say(recording(approved, { subtask: 1 })), false],
    ['no, for a stranger', say(done, '/fix', 'mallory'), false],
    ['no, when it is known', checked(say(done), FINE), false],
    ['yes, when what is known is of another head', { ...say(done), checks: { head: 'x', found: FINE } }, true],
    ['yes, when a check has ended', byEvent(done), true],
    ['no, when a check has ended while it is carried out', byEvent(recording(approved, { subtask: 1 })), false],
    [
      'no, when whoever asked for the plan may not any longer',
      { ...byEvent(done), people: new Map([...done.people, ['alice', { permission: 'read', approver: false }]]) },
      false,
    ],
  ])('whether GitHub is asked for the checks of the plan’s branch: %s', (_, thread, asked) => {
    expect(stateIn(thread).questions.checks).toBe(asked ? thread.branch?.head : undefined)
  })
})

describe('what comes of a /fix', () => {
  const asked = (thread: Thread, found: HeadChecks, body = '/fix'): Thread => checked(reply(thread, 'bob', body), found)
  test.each<[string, Thread]>([
    ['is done', done],
    ['is halted', halted],
  ])('`/fix` on a plan that %s starts a new version for the failed checks', (_, thread) => {
    expect(revised(asked(thread, FAILED, '/fix the build'))).toMatchObject({
      fix: { digest: D1, checks: FAILED },
      remarks: [{ text: expect.stringContaining('the build') }],
    })
  })

  test('`/fix` looks at the checks of the last code commit, not of the finishing commit', () => {
    expect(revised(asked(done, FAILED))?.fix?.code).toBe(CODE)
    const byHand = committing(done, { by: person('bob'), entry: { subject: 'x', body: '', trailers: {} } })
    expect(revised(asked(byHand, FAILED))?.fix?.code).toBe(byHand.branch?.head)
  })

  test.each<[string, Thread, 'tell' | 'refuse', RegExp]>([
    [
      'the plan awaits approval',
      asked(planned(plan), FAILED),
      'refuse',
      /^`\/fix` works when the plan is done or paused/,
    ],
    ['no check failed', asked(done, FINE), 'tell', /^No check of `[0-9a-f]{7}` has failed\. To have/],
    [
      'some are not over',
      asked(done, { ...FINE, running: 3 }),
      'tell',
      /Some are not over yet: comment `\/fix` again then\./,
    ],
    [
      'check runs are hidden',
      asked(done, { ...FINE, hidden: ['checks'] }),
      'refuse',
      /^The token cannot read all checks/,
    ],
    ['three were made', asked(mended('a', 'b', 'c'), FAILED), 'refuse', /^This plan has had 3 fixes/],
    ['three came to nothing', asked(forNothing('a', 'b', 'c'), FAILED), 'refuse', /^This plan has had 3 fixes/],
  ])('`/fix` where %s is answered with the reason', (_, thread, kind, words) => {
    const { pending, refusals } = stateIn(thread)
    const told = pending.filter(isKind('tell')).map(({ text }) => text)
    expect(kind === 'tell' ? told : refusals.map(({ why }) => why)).toEqual([expect.stringMatching(words)])
    expect(revised(thread)).toBeUndefined()
  })

  test('`/fix` waits until the checks of the current head are known', () => {
    const older = { ...reply(done, 'bob', '/fix'), checks: { head: CODE, found: FAILED } }
    expect([revised(older), stateIn(older).refusals]).toEqual([undefined, []])
  })

  test('`/fix` starts a new version for failed checks also when other checks cannot be read', () => {
    expect(revised(asked(done, { ...FAILED, hidden: ['statuses'] }))?.fix?.digest).toBe(D1)
  })
})

describe('when a check has ended', () => {
  test.each<[string, Thread, string | undefined]>([
    ['a failure is taken up', byEvent(done, FAILED), D1],
    ['nothing failed, and nothing is done', byEvent(done, FINE), undefined],
    ['the same failures of the same code are not', byEvent(mended('d1'), FAILED), undefined],
    ['other failures of the same code are', byEvent(mended('d2'), FAILED), D1],
    ['the same failures of newer code are', byEvent(finished(recording(mended('d1'), { subtask: 3 })), FAILED), D1],
    ['what no version came of is not', byEvent(noted(done, `fix-${CODE.slice(0, 12)}-${D1}`), FAILED), undefined],
    ['three versions are enough', byEvent(mended('a', 'b', 'c'), FAILED), undefined],
    ['two events of which no version came are not', byEvent(forNothing('a', 'b'), FAILED), D1],
    ['three are enough', byEvent(forNothing('a', 'b', 'c'), FAILED), undefined],
    ['what no version came of is not asked again', byEvent(forNothing('d1'), FAILED), undefined],
  ])('after a check of a plan’s branch has ended, %s', (_, thread, digest) => {
    expect(revised(thread)?.fix?.digest).toBe(digest)
  })

  test('once three versions for failed checks were made, one comment says that there are no more', () => {
    const told = saying(mended('a', 'b', 'c'), { at: 'issue', by: BOT, body: noteMarker('plan-13') })
    const spent = byEvent(told, FAILED)
    expect(stepOf(spent)).toMatchObject({ kind: 'tell-once', key: 'fix-limit-4' })
    expect(stepOf(noted(spent, 'fix-limit-4'))?.kind).not.toBe('tell-once')
    expect(stepOf({ ...spent, checked: false })?.kind).not.toBe('tell-once')
  })
})
