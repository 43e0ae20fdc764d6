import fc from 'fast-check'
import { APPROVE } from '../../test/oracle.ts'
import { noteMarker } from '../../src/decide/thread/people.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { planOf, subtask } from '../../test/plan/samples.ts'
import type { Target } from '../../test/thread.ts'

// What people do by chance.

export type Event =
  | { kind: 'say'; at: Target; login: string; body: string }
  /** Approves a version by its id: the one on the branch, or one that never was. */
  | { kind: 'say-blob'; login: string; right: boolean }
  | { kind: 'remark'; login: string; verdict: 'approved' | 'changes_requested' | undefined }
  | { kind: 'dismiss'; nth: number }
  | { kind: 'edit'; nth: number; body: string }
  | { kind: 'delete'; nth: number }
  /** Somebody with write permission changes an announcement of the bot. */
  | { kind: 'doctor'; nth: number }
  | { kind: 'push'; subtasks: number }
  /** Brings back a text that the plan file had before. */
  | { kind: 'restore'; nth: number }
  | { kind: 'break' }
  | { kind: 'push-code' }
  | { kind: 'forge'; subtask: number }
  | { kind: 'label'; login: string }
  | { kind: 'close' }
  | { kind: 'reopen' }
  | { kind: 'role'; login: string; write: boolean }
  | { kind: 'next-run' }

const onPull = [
  ...[...APPROVE, 'approve', 'approve', 'approve 1', 'approve 1-2', 'approve 3', 'approve 2-1', 'cancel', 'stop'],
  ...[
    '/skip 1',
    '/skip 3',
    '/skip',
    '/undo 1',
    '/undo 2',
    '/update',
    '/retry',
    '/retry',
    '/replan',
    '/revise x',
    '/note',
    '/ask why',
    '/help',
  ],
  ...['make it blue', 'LGTM', 'approve please', '> approve', noteMarker('closing')],
]
const onIssue = ['/plan', '/plan again', '/ask why', '/help', 'hello', '/planning']

const login = fc.constantFrom('alice', 'bob', 'carol', 'mallory')
const nth = fc.nat({ max: 20 })
const kind = <K extends string>(name: K) => fc.constant(name)

const acts: Record<Event['kind'], { weight: number; arbitrary: fc.Arbitrary<Event> }> = {
  say: {
    weight: 24,
    arbitrary: fc.oneof(
      { weight: 5, arbitrary: said('pull', onPull) },
      { weight: 1, arbitrary: said('issue', onIssue) },
    ),
  },
  'say-blob': { weight: 2, arbitrary: fc.record({ kind: kind('say-blob'), login, right: fc.boolean() }) },
  remark: {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('remark'),
      login,
      verdict: fc.constantFrom(
        'changes_requested' as const,
        'changes_requested' as const,
        'approved' as const,
        undefined,
      ),
    }),
  },
  dismiss: { weight: 1, arbitrary: fc.record({ kind: kind('dismiss'), nth }) },
  edit: { weight: 2, arbitrary: fc.record({ kind: kind('edit'), nth, body: fc.constantFrom(...onPull) }) },
  delete: { weight: 2, arbitrary: fc.record({ kind: kind('delete'), nth }) },
  doctor: { weight: 1, arbitrary: fc.record({ kind: kind('doctor'), nth }) },
  push: { weight: 2, arbitrary: fc.record({ kind: kind('push'), subtasks: fc.integer({ min: 1, max: 4 }) }) },
  restore: { weight: 1, arbitrary: fc.record({ kind: kind('restore'), nth }) },
  break: { weight: 1, arbitrary: fc.record({ kind: kind('break') }) },
  'push-code': { weight: 1, arbitrary: fc.record({ kind: kind('push-code') }) },
  forge: { weight: 2, arbitrary: fc.record({ kind: kind('forge'), subtask: fc.integer({ min: 1, max: 4 }) }) },
  label: { weight: 1, arbitrary: fc.record({ kind: kind('label'), login }) },
  close: { weight: 1, arbitrary: fc.record({ kind: kind('close') }) },
  reopen: { weight: 1, arbitrary: fc.record({ kind: kind('reopen') }) },
  role: { weight: 2, arbitrary: fc.record({ kind: kind('role'), login, write: fc.boolean() }) },
  'next-run': { weight: 4, arbitrary: fc.record({ kind: kind('next-run') }) },
}

function said(at: Target, bodies: readonly string[]) {
  return fc.record({ kind: kind('say'), at: kind(at), login, body: fc.constantFrom(...bodies) })
}

export const event: fc.Arbitrary<Event> = fc.oneof(...Object.values(acts))

/** A plan of so many subtasks, the second of which needs the first. */
export const planWith = (count: number, title: string): Plan =>
  planOf(
    Array.from({ length: count }, (_, i) => subtask(i + 1, i === 1 ? { depends_on: [1] } : {})),
    { title },
  )
