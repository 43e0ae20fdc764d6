import type { GitHub } from '../../fakes/github/github.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import type { Deeds } from '../../test/read-life.ts'

/** Whom the page lets you play, and what they may do in the repository. */
export const PEOPLE = [
  { login: 'alice', role: 'admin' },
  { login: 'bob', role: 'write' },
  { login: 'carol', role: 'maintain' },
  { login: 'reader', role: 'read' },
  { login: 'mallory', role: 'no access' },
] as const

/** `review` are the words of the review that it is part of. */
export type Remark = { on: { path: string; line: number }; body: string; review?: string }

/** The one file of which remarks are feedback rather than a review. */
export const PLAN_FILE = 'PLAN.md'

const WRITERS = ['alice', 'bob', 'carol']

/** What people do on the embedded GitHub. `deeds` are what the promises are checked against in the end. */
export type People = {
  deeds: Deeds
  say(login: string, number: number, body: string): Promise<{ id: number; event: WebhookEvent }>
  edit(login: string, id: number, body: string): Promise<void>
  /** Remarks on a line of a file. On the code, it is a review that requests changes. Returns the events of it. */
  remark(login: string, number: number, remark: Remark): Promise<WebhookEvent[]>
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
    remark: async (login, number, { on, body, review = '' }) => {
      const event = on.path === PLAN_FILE ? 'COMMENT' : 'REQUEST_CHANGES'
      const given = await github.review(login, number, { event, body: review, comments: [{ ...on, body }] })
      return [given.event, ...given.events]
    },
    push: async (login, branch, { path, text, message }) => {
      const { sha } = await github.push(login, branch, { files: { [path]: text }, message })
      deeds.pushed.push(sha)
      return sha
    },
  }
}
