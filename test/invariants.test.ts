import { describe, expect, test } from 'vitest'
import { noteMarker, versionMarker } from '../src/decide/thread/people.ts'
import type { Trailers } from '../src/decide/thread/trailers.ts'
import type { Thread } from '../src/decide/thread/thread.ts'
import { ALWAYS, AT_REST, breachesOf, lifeOf, UNDISTURBED, type Life } from './invariants.ts'
import { checklistOf } from './oracle.ts'
import { planOf, subtask } from './plan/samples.ts'
import { BOT, committing, lastId, planned, reply, saying } from './thread.ts'

// Each promise is broken once here, in the smallest way: one that nothing breaks would promise nothing.

const PLAN = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const offered = planned(PLAN)
const approved = reply(offered, 'bob', 'approve')
const blob = offered.branch?.planFile?.blob ?? ''

const record = (thread: Thread, trailers: Partial<Trailers>): Thread =>
  committing(thread, { entry: { subject: 'A commit', body: '', trailers } })
const execute = (thread: Thread, number: number, by: { login: string; comment: number }): Thread =>
  record(thread, { subtask: number, version: blob, approvedBy: [by] })

const voice = { login: 'bob', comment: lastId(approved) }
const both = execute(execute(approved, 1, voice), 2, voice)
const said = new Map([[voice.comment, { login: 'bob', body: 'approve', untouched: true }]])
const done = record(both, { state: 'done' })
const body = (thread: Thread): string => checklistOf(thread).join('\n')
const lived = (thread: Thread, more: Partial<Life> = {}): Life =>
  lifeOf(thread, { body: body(thread), said, writers: new Set(['bob']), ...more })

const ALL = [...ALWAYS, ...AT_REST, ...UNDISTURBED]
const brokenIn = (life: Life): string[] => [
  ...new Set(breachesOf(life, ALL).map((breach) => breach.split(': ')[0] ?? '')),
]
const twice = (thread: Thread, text: string): Thread =>
  [text, text].reduce((before, one) => saying(before, { at: 'pull', by: BOT, body: one }), thread)
const other = { login: 'carol', comment: voice.comment }

describe('a life', () => {
  test('recorded histories without faults violate no invariant', () => {
    expect([offered, done].map((thread) => brokenIn(lived(thread)))).toEqual([[], []])
  })

  test.each<[string, Life]>([
    ['no subtask is carried out twice', lived(record(execute(both, 2, voice), { state: 'done' }))],
    [
      'nothing is carried out that people did not approve',
      lived(record(execute(execute(approved, 1, voice), 2, other), { state: 'done' })),
    ],
    [
      'a subtask comes after those that it depends on',
      lived(record(execute(execute(approved, 2, voice), 1, voice), { state: 'done' })),
    ],
    [
      'a plan has three versions for failing checks at most',
      lived(
        [1, 2, 3, 4].reduce(
          (thread, n) => record(thread, { fix: { code: 'a'.repeat(40), digest: String(n).repeat(16) } }),
          offered,
        ),
      ),
    ],
    ['nothing is pushed by force', lived(done, { forced: ['refs/heads/plan/issue-12'] })],
    ['what people wrote and pushed is kept', lived(done, { lost: ['The body lost a line.'] })],
    ['no comment stands twice', lived(twice(done, noteMarker('closing-1')))],
    [
      'each version has one number, and they rise by one',
      lived(saying(done, { at: 'pull', by: BOT, body: versionMarker(3, blob) })),
    ],
    ['a plan has one open pull request', lived(done, { openPulls: 2 })],
    [
      'a box is ticked when its commit is there, and only then',
      lived(done, { body: body(done).replace('[x] 2.', '[ ] 2.') }),
    ],
    ['what is approved is carried out', lived(execute(approved, 1, voice))],
    ['a plan is done when nothing of it is left', lived(both)],
    [
      'the text that waits for people is announced to them',
      lived(
        committing(offered, {
          entry: { subject: 'x', body: '', trailers: {} },
          plan: '# Plan: Another\n\nx\n\n**Expected outcome:** y\n\n## Subtasks\n\n### 1. z\n\nz\n\n- **Expected outcome:** z\n',
        }),
      ),
    ],
    [
      'no package comes that no approved text names',
      lived(done, { packages: { before: '{}', now: '{ "made-up": "1" }' } }),
    ],
    ['nothing is paid for twice', lived(done, { paid: ['subtask 1', 'subtask 2', 'subtask 1'] })],
  ])('a recorded history that violates: %s', (promise, life) => expect(brokenIn(life)).toEqual([promise]))

  test.each([
    ['by a comment that is none', 'bob', new Map()],
    [
      'by words that approve nothing',
      'bob',
      new Map([[voice.comment, { login: 'bob', body: 'LGTM', untouched: true }]]),
    ],
    ['by somebody who may not', 'bob', said],
  ])('a history with a subtask approved %s violates the approval gate', (name, _login, words) => {
    const writers = new Set(name.endsWith('may not') ? ['alice'] : ['bob'])
    const held = words.size > 0 ? words : new Map([[1, { login: 'bob', body: 'approve', untouched: true }]])
    expect(brokenIn(lived(done, { said: held, writers }))).toEqual([
      'nothing is carried out that people did not approve',
    ])
  })

  test('changes that people made to the bot’s own texts do not count as violations', () => {
    expect(brokenIn(lived(twice(done, versionMarker(7, blob)), { tampered: true }))).toEqual([])
  })
})

test('every invariant has a unique name', () => {
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
})
