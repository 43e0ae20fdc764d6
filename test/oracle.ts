import { baseWarningOf, noteMarker, refusalOf } from '../src/decide/thread/people.ts'
import { parsePlan } from '../src/plan/markdown.ts'
import type { Plan } from '../src/plan/plan.ts'
import type { Trailers } from '../src/decide/thread/trailers.ts'
import type { Thread } from '../src/decide/thread/thread.ts'
import { BOT, blobOf } from './thread.ts'

// What must hold of a conversation, worked out without the code that sees to it.

/** Every way to approve all of a plan. */
export const APPROVE = ['approve', '/approve', '`approve`', '"/Approve".', 'APPROVE!']

const fileOf = ({ branch }: Thread): string | undefined =>
  branch?.planFile?.kind === 'text' ? branch.planFile.text : undefined

/** The plan that stands on the branch, when it can be read. */
export function planIn(thread: Thread): Plan | undefined {
  const parsed = parsePlan(fileOf(thread) ?? '')
  return parsed.kind === 'parsed' ? parsed.plan : undefined
}

/** The comment that announced the very text that stands on the branch, if it is the last one. `edited` is whether somebody touched it. */
export function announced(thread: Thread): { id: number; blob: string; edited: boolean } | undefined {
  const blob = blobOf(fileOf(thread) ?? '')
  const last = (thread.pull?.comments ?? []).findLast(
    ({ author, body }) => author.login === BOT.login && body.includes('measure-twice:version'),
  )
  return last?.body.includes(`blob=${blob} `)
    ? { id: last.id, blob, edited: last.updatedAt !== last.createdAt }
    : undefined
}

/** Whether a comment of these words approves a subtask of the version with this blob. */
export function covers(body: string, number: number, blob: string): boolean {
  const [, id] = /^approve ([0-9a-f]{7,40})$/.exec(body) ?? []
  const [, list = ''] = /^\/?approve ([1-9][\d, -]*)$/i.exec(body) ?? []
  const isIn = list.split(',').some((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return list !== '' && from <= number && number <= to
  })
  return APPROVE.includes(body) || (id !== undefined && blob.startsWith(id)) || (id === undefined && isIn)
}

/** Who has approved a subtask, in the version that stands on the branch, and may do so at this moment. */
export function voicesFor(thread: Thread, number: number): Set<string> {
  const comments = thread.pull?.comments ?? []
  const version = announced(thread)
  if (!version) return new Set()
  const refused = (id: number) =>
    comments.some(
      ({ author, body }) =>
        author.login === BOT.login && [refusalOf(id), baseWarningOf(id)].some((key) => body.includes(noteMarker(key))),
    )
  return new Set(
    comments
      .filter(({ id, createdAt, updatedAt }) => id > version.id && updatedAt === createdAt && !refused(id))
      .filter(
        ({ body }) => covers(body, number, version.blob) && (!version.edited || /^approve [0-9a-f]{10}$/.test(body)),
      )
      .filter(({ author }) => author.type === 'User' && thread.people.get(author.login)?.approver)
      .map(({ author }) => author.login),
  )
}

type Entry = Trailers & { sha: string }

/** What the bot's own commits say, the oldest first. */
export const journalOf = (thread: Thread): Entry[] =>
  (thread.branch?.commits ?? []).flatMap(({ author, entry, sha }) =>
    author.name === BOT.login && entry ? [{ ...entry.trailers, sha }] : [],
  )

/** The commits that carried a subtask out, the oldest first. */
export const executedIn = (thread: Thread): (Entry & { subtask: number })[] =>
  journalOf(thread).flatMap((entry) =>
    entry.subtask !== undefined && entry.state === undefined ? [{ ...entry, subtask: entry.subtask }] : [],
  )

/** The plan is done, no other was drafted in its place since, and no later text of it stands on the branch. */
export function isDone(thread: Thread): boolean {
  const { commits = [], commitOfPlanBlob, planFile } = thread.branch ?? {}
  const entries = commits.map(({ author, entry }) => (author.name === BOT.login ? entry?.trailers : undefined))
  const done = entries.findLastIndex((one) => one?.state === 'done')
  const isReplaced = entries.slice(done).some((one) => one?.request !== undefined || one?.feedback?.length || one?.fix)
  const written = commits.findIndex(({ sha }) => sha === commitOfPlanBlob?.get(planFile?.blob ?? ''))
  return done >= 0 && !isReplaced && written < done
}

/** The subtasks that need nothing more: their commits are there, or they were left out. */
export const settledIn = (thread: Thread): number[] =>
  journalOf(thread).flatMap(({ subtask, state }) =>
    subtask !== undefined && (state === undefined || state === 'abandoned') ? [subtask] : [],
  )

/** Subtasks that could be executed, and that nothing holds up: no failure, no halt, nothing that they depend on. */
export function leftUndone(thread: Thread, needed: number): number[] {
  const journal = journalOf(thread)
  if (thread.pull?.pull.state !== 'open' || isDone(thread) || journal.some(({ state }) => state === 'halted')) return []
  const settled = settledIn(thread)
  const failed = journal.flatMap(({ subtask, state }) => (state === 'failed' && subtask !== undefined ? [subtask] : []))
  return (planIn(thread)?.subtasks ?? [])
    .filter(({ number }) => ![...settled, ...failed].includes(number) && voicesFor(thread, number).size >= needed)
    .filter(({ depends_on }) => depends_on.every((number) => settled.includes(number)))
    .map(({ number }) => number)
}

/** Whether the version that is announced waits for somebody to approve some of it. */
export const awaitsApproval = (thread: Thread, needed: number): boolean =>
  announced(thread) !== undefined &&
  (planIn(thread)?.subtasks ?? []).some(
    ({ number }) => !settledIn(thread).includes(number) && voicesFor(thread, number).size < needed,
  )

/** How the line of each subtask in the checklist must begin, by what the commits say. */
export function checklistOf(thread: Thread): string[] {
  const journal = journalOf(thread)
  return (planIn(thread)?.subtasks ?? []).map(({ number, name }) => {
    const last = journal.findLast(
      ({ subtask, state }) => subtask === number && (state === undefined || state === 'abandoned'),
    )
    if (last && last.state === undefined) return `- [x] ${number}. ${name} · ${last.sha.slice(0, 7)}`
    return last ? `- [ ] ~~${number}. ${name}~~` : `- [ ] ${number}. ${name}`
  })
}
