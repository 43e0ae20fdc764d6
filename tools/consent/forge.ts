import type { GitHub } from '../../fakes/github/github.ts'
import { createCommit } from '../../fakes/github/git.ts'
import { defaultPeople } from '../../fakes/github/people.ts'
import { updateRef } from '../../fakes/github/refs.ts'
import type { Files } from '../../fakes/github/types.ts'
import type { Scene } from './scene.ts'

type Forged = { files: Files; message?: string; author: string; from?: string }

const identOf = (login: string) => {
  const id = defaultPeople('octo').find((one) => one.login === login)?.id ?? 0
  return { name: login, email: `${id}+${login}@users.noreply.github.com` }
}

/**
 * Puts a commit on a ref under any name, as anyone who may push can: git asks for no proof of an author. With
 * `from`, in the place of what the ref held.
 */
export async function forge(
  github: GitHub,
  ref: string,
  { files, message = 'x', author, from }: Forged,
): Promise<string> {
  const old = await github.sha(ref)
  const ident = identOf(author)
  const at = Math.floor(Date.now() / 1000)
  const parent = from ?? old
  const now = await createCommit(github.bare, { parent, files, message, author: ident, committer: ident, at })
  await updateRef(github.bare, ref, { now, old })
  await github.follow(author)
  return now
}

/** Commits without a file under the bot's name, which say what its own would. */
export async function claimAll({ gate, github, seat, issue, branch }: Scene): Promise<void> {
  for (const message of seat.claims?.(issue) ?? [])
    await forge(github, `refs/heads/${branch}`, { files: {}, message, author: gate.account })
}
