import { nameSubtasks } from '../../plan/plan.ts'
import type { Approvers } from '../thread/people.ts'
import { lackingFiles, nameOf, type OwnedFiles } from '../thread/owners.ts'
import { unapproved, type Status } from './subtask-status.ts'

/** Subtasks that wait for the same people, and who these are, as the end of a sentence in Markdown. */
export type Asked = { numbers: number[]; of: string }

/** A subtask that has to be approved, with the files for which approvals are missing. */
type Waiting = { number: number; files: readonly OwnedFiles[] }

/** Who has to approve what, so far as it is not anybody with write permission. */
export function askedFor(approvers: Approvers, waiting: readonly Waiting[]): Asked[] {
  if (approvers.kind === 'permission' && approvers.least === 'write') return []
  const asked = waiting.map(({ number, files }) => ({ number, of: peopleFor(approvers, files) }))
  const groups = Map.groupBy(asked, ({ of }) => of)
  if (groups.size === 1 && groups.has(ANYBODY)) return []
  return [...groups].map(([of, members]) => ({ numbers: members.map(({ number }) => number), of }))
}

const ANYBODY = 'anybody with write permission'

function peopleFor(approvers: Approvers, files: readonly OwnedFiles[]): string {
  switch (approvers.kind) {
    case 'permission':
      return `someone with the permission ${approvers.least}`
    case 'list':
      return anyOf([...approvers.users, ...approvers.teams].map((name) => `@${name}`))
    case 'codeowners': {
      const owned = files.filter(({ owners }) => owners.length > 0)
      return [...new Set(owned.map(({ owners }) => anyOf(owners)))].join(', and of ') || ANYBODY
    }
  }
}

/** `@bob, @carol or a member of @octo/core`. */
function anyOf(owners: readonly string[]): string {
  const names = owners.map(ownerText)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

const ownerText = (owner: string): string => {
  const name = nameOf(owner)
  if (name === undefined) return `\`${owner}\` (which GitHub ties to no account here)`
  return name.includes('/') ? `a member of @${name}` : `@${name}`
}

/** `It needs the approval of @carol.` or `Subtask 1 needs that of @carol, …`; empty when anybody may approve. */
export function askedText(asked: readonly Asked[]): string {
  const [only, ...others] = asked
  if (!only) return ''
  if (others.length === 0) return `It needs the approval of ${only.of}.`
  const parts = asked.map(({ numbers, of }) => `${nameSubtasks(numbers)} of ${of}`)
  return `It needs approvals: ${parts.join('; ')}.`
}

/** Turns mentions into code, so that GitHub notifies nobody. */
export const quietly = (text: string): string => text.replace(/@[\w./-]*[\w/-]/g, '`$&`')

/** What is still to be approved, with the files for which too few people approved. */
export const waitingIn = (
  statuses: readonly Status[],
  owners: ReadonlyMap<number, readonly OwnedFiles[]> | undefined,
  required: number,
): Waiting[] =>
  unapproved(statuses).map(({ subtask: { number }, approvals }) => ({
    number,
    files: lackingFiles(owners?.get(number) ?? [], approvals, required),
  }))
