import fc from 'fast-check'
import { noteMarker, versionMarker } from '../src/decide/thread/markers.ts'
import { renderPlan } from '../src/plan/markdown.ts'
import type { Plan } from '../src/plan/plan.ts'
import { NEW_RUN, type Thread } from '../src/decide/thread/thread.ts'
import { planOf, subtask } from './plan/samples.ts'
import { BOT, changing, committing, lastId, person, saying, shortened, timeOf, type Place } from './thread.ts'

// What people can do to a conversation, each as a change of the thread.

export type Event =
  | { kind: 'say'; at: Place; login: string; body: string }
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

/** Every way to approve all of a plan. */
export const APPROVE = ['approve', '/approve', '`approve`', '"/Approve".', 'APPROVE!']

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

function said(at: Place, bodies: readonly string[]) {
  return fc.record({ kind: kind('say'), at: kind(at), login, body: fc.constantFrom(...bodies) })
}

export const event: fc.Arbitrary<Event> = fc.oneof(...Object.values(acts))

/** A plan of so many subtasks, the second of which needs the first. */
export const planWith = (count: number, title: string): Plan =>
  planOf(
    Array.from({ length: count }, (_, i) => subtask(i + 1, i === 1 ? { depends_on: [1] } : {})),
    { title },
  )

const isOpen = (thread: Thread): boolean => thread.branch !== undefined && thread.pull?.pull.state === 'open'

/** The thread after it. What is not possible there changes nothing. */
export function happen(thread: Thread, what: Event): Thread {
  switch (what.kind) {
    case 'say':
      return what.at === 'pull' && !isOpen(thread)
        ? thread
        : saying(thread, { at: what.at, by: person(what.login), body: what.body })
    case 'say-blob': {
      const blob = what.right ? (thread.branch?.planFile?.blob ?? '') : '0123456789abcdef'
      return isOpen(thread)
        ? saying(thread, { at: 'pull', by: person(what.login), body: `approve ${blob.slice(0, 10)}` })
        : thread
    }
    case 'remark':
      return isOpen(thread) ? remarking(thread, what) : thread
    case 'dismiss':
      return dismissing(thread, what.nth)
    case 'edit':
    case 'delete':
    case 'doctor':
      return changeComment(thread, what)
    case 'push':
    case 'restore':
    case 'break':
    case 'push-code':
    case 'forge':
      return isOpen(thread) ? push(thread, what) : thread
    case 'label':
      return { ...thread, asked: { kind: 'label', by: person(what.login), at: timeOf(lastId(thread)) } }
    case 'close':
    case 'reopen':
      return standing(thread, what.kind === 'close' ? 'closed' : 'open')
    case 'role': {
      const person = { permission: what.write ? ('write' as const) : ('read' as const), approver: what.write }
      return { ...thread, people: new Map(thread.people).set(what.login, person) }
    }
    case 'next-run':
      return nextRun(thread)
  }
}

function remarking(thread: Thread, { login, verdict }: Extract<Event, { kind: 'remark' }>): Thread {
  const remarks = thread.pull?.remarks ?? []
  const at = { id: 900_000 + remarks.length, createdAt: timeOf(lastId(thread)) }
  const remark = { kind: 'review' as const, ...at, author: person(login), body: 'approve', verdict }
  return { ...thread, pull: thread.pull && { ...thread.pull, remarks: [...remarks, remark] } }
}

function dismissing(thread: Thread, nth: number): Thread {
  const remarks = thread.pull?.remarks ?? []
  const chosen = remarks[nth % Math.max(1, remarks.length)]
  const dismissed = remarks.map((one) => (one === chosen ? { ...one, verdict: 'dismissed' as const } : one))
  return { ...thread, pull: thread.pull && { ...thread.pull, remarks: dismissed } }
}

function changeComment(thread: Thread, what: Extract<Event, { kind: 'edit' | 'delete' | 'doctor' }>): Thread {
  const all = thread.pull?.comments ?? []
  const those = all.filter(({ author, body }) =>
    what.kind === 'doctor' ? author.login === BOT.login && body.includes(':version') : author.type === 'User',
  )
  const chosen = those[what.nth % Math.max(1, those.length)]
  if (!chosen || !thread.pull) return thread
  if (what.kind === 'delete')
    return shortened({ ...thread, pull: { ...thread.pull, comments: all.filter((one) => one !== chosen) } }, thread)
  const body = what.kind === 'edit' ? what.body : versionMarker(99, thread.branch?.planFile?.blob ?? '')
  return changing(thread, chosen.id, (one) => ({ ...one, body, updatedAt: timeOf(lastId(thread) + 1000) }))
}

type Push = Extract<Event, { kind: 'push' | 'restore' | 'break' | 'push-code' | 'forge' }>

function push(thread: Thread, what: Push): Thread {
  const entry = { subject: 'Edit', body: '', trailers: what.kind === 'forge' ? { subtask: what.subtask } : {} }
  const text = textOf(thread, what)
  const by = person(what.kind === 'forge' ? 'mallory' : 'bob')
  return committing(thread, { by, entry, ...(text === undefined ? {} : { plan: text }) })
}

function textOf(thread: Thread, what: Push): string | undefined {
  const texts = [...(thread.branch?.texts.values() ?? [])]
  switch (what.kind) {
    case 'push':
      return renderPlan(planWith(what.subtasks, `By hand ${lastId(thread)}`))
    case 'restore':
      return texts[what.nth % Math.max(1, texts.length)]
    case 'break':
      return 'no plan'
    default:
      return undefined
  }
}

const standing = (thread: Thread, state: 'open' | 'closed'): Thread => ({
  ...thread,
  pull: thread.pull && {
    ...thread.pull,
    pull: { ...thread.pull.pull, state, closedAt: state === 'closed' ? timeOf(lastId(thread) + 1) : undefined },
  },
})

/** Another run begins: it knows nothing of the one before, and of a plan that is closed only that it was there. */
function nextRun(thread: Thread): Thread {
  const fresh = { ...thread, asked: undefined, thisRun: NEW_RUN }
  if (thread.pull?.pull.state !== 'closed') return fresh
  const earlierPlans = [...thread.earlierPlans, thread.pull.pull.createdAt]
  const freeBranch = `plan/issue-12-${earlierPlans.length + 1}`
  return shortened({ ...fresh, earlierPlans, freeBranch, branch: undefined, pull: undefined }, thread)
}
