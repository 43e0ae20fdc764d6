import type { GitHub } from '../../fakes/github/github.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import type { Deeds } from '../../test/soak/read-life.ts'

/** Whom the page lets you play, and what they may do in the repository. */
export const PEOPLE = [
  { login: 'alice', role: 'admin' },
  { login: 'bob', role: 'write' },
  { login: 'carol', role: 'maintain' },
  { login: 'reader', role: 'read' },
  { login: 'mallory', role: 'no access' },
] as const

const WRITERS = ['alice', 'bob', 'carol']

/** What people do on the embedded GitHub. `deeds` are what the promises are checked against in the end. */
export type People = {
  deeds: Deeds
  say(login: string, number: number, body: string): Promise<{ id: number; event: WebhookEvent }>
  edit(login: string, id: number, body: string): Promise<void>
  /** Remarks on a line of the plan file. */
  remark(login: string, number: number, remark: { line: number; body: string }): Promise<WebhookEvent[]>
  push(login: string, branch: string, push: { path: string; text: string; message: string }): Promise<string>
}

export function peopleOn(github: GitHub): People {
  const said: Deeds['said'] = new Map()
  const deeds: Deeds = { said, writers: new Set(WRITERS), pushed: [], lines: [], tampered: false }
  return {
    deeds,
    say: async (login, number, body) => {
      const { id, event } = await github.comment(login, number, body)
      said.set(id, { login, body, untouched: true })
      return { id, event }
    },
    edit: async (login, id, body) => {
      await github.editComment(login, id, body)
      said.set(id, { login, body, untouched: false })
    },
    remark: async (login, number, { line, body }) => {
      const { event, events } = await github.review(login, number, { comments: [{ path: 'PLAN.md', line, body }] })
      return [event, ...events]
    },
    push: async (login, branch, { path, text, message }) => {
      const { sha } = await github.push(login, branch, { files: { [path]: text }, message })
      deeds.pushed.push(sha)
      return sha
    },
  }
}
