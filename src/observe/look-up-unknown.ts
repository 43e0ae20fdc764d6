import type { Comment } from '../github/forge.ts'
import type { Sources } from './sources.ts'
import type { Thread, Person } from '../decide/thread.ts'
import { stateOf } from '../decide/state.ts'

/**
 * Looks up what the state cannot be trusted without: the permission of everybody whose comments matter, and whether
 * comments were edited. Asks until nothing more is needed.
 */
export async function lookUpUnknown(sources: Sources, thread: Thread): Promise<Thread> {
  const { unknownPeople, unknownEdits, unknownWriters } = stateOf(thread, sources.rules)
  if (unknownPeople.length + unknownEdits.length + unknownWriters.length === 0) return thread
  const [asked, written, now] = await Promise.all([
    Promise.all(unknownPeople.map(async (login) => [login, await lookUpPerson(sources, thread, login)] as const)),
    Promise.all(unknownWriters.map(async (sha) => [sha, await sources.forge.peopleOf(sha)] as const)),
    lookUpEdits(sources.forge, thread, unknownEdits),
  ])
  return lookUpUnknown(sources, {
    ...now,
    people: new Map([...thread.people, ...asked]),
    writers: new Map([...(thread.writers ?? []), ...written]),
  })
}

async function lookUpEdits(forge: Sources['forge'], thread: Thread, unknown: readonly Comment[]): Promise<Thread> {
  if (unknown.length === 0) return thread
  const edited = await forge.editedAmong(unknown.map(({ nodeId }) => nodeId))
  const ids = new Set(unknown.map(({ id }) => id))
  const told = (comments: readonly Comment[]): Comment[] =>
    comments.map((one) => (ids.has(one.id) ? { ...one, wasEdited: edited.has(one.nodeId) } : one))
  return {
    ...thread,
    comments: told(thread.comments),
    pull: thread.pull && { ...thread.pull, comments: told(thread.pull.comments) },
  }
}

async function lookUpPerson({ forge, mayApprove }: Sources, thread: Thread, login: string): Promise<Person> {
  const permission = await forge.permission(login)
  return { permission, ...(await mayApprove(login, permission, thread)) }
}
