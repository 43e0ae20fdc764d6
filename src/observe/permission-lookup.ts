import type { Sources } from './sources.ts'
import type { Thread, Person } from '../decide/thread.ts'
import { stateOf } from '../decide/state.ts'

/** Looks up the permission of everybody whose comments matter, until the state needs no more of them. */
export async function lookUpPermissions(sources: Sources, thread: Thread): Promise<Thread> {
  const { unknownPeople } = stateOf(thread, sources.rules)
  if (unknownPeople.length === 0) return thread
  const asked = await Promise.all(
    unknownPeople.map(async (login) => [login, await lookUpPerson(sources, thread, login)] as const),
  )
  return lookUpPermissions(sources, { ...thread, people: new Map([...thread.people, ...asked]) })
}

async function lookUpPerson({ forge, mayApprove }: Sources, thread: Thread, login: string): Promise<Person> {
  const permission = await forge.permission(login)
  return { permission, approver: await mayApprove(login, permission, thread) }
}
