import { z } from 'zod'
import { git, isAncestor } from './git.ts'
import { RawPull } from './raw.ts'
import { commitAt, pointTo, refsOf, updateRef } from './refs.ts'
import { noteEnd, touch } from './shapes.ts'
import type { Site } from './types.ts'
import { Refusal } from './types.ts'

type Move = { ref: string; sha: string | undefined; login: string; app?: boolean; force?: boolean }

/** Moves a branch or tag over the API. Answers 422 like github.com when it is protected or the move no fast-forward. */
export async function moveRef(site: Site, { ref, sha, login, app = false, force = false }: Move): Promise<void> {
  const old = await commitAt(site.bare, ref)
  if (site.memory.settings.protectedRefs.includes(ref))
    throw new Refusal(422, `Protected branch update failed for ${ref}`)
  const forced = old !== undefined && sha !== undefined && !(await isAncestor(site.bare, old, sha))
  if (forced && !force) throw new Refusal(422, 'Update is not a fast forward')
  if (app && sha && (await touchesWorkflows(site, sha)))
    throw new Refusal(403, 'Resource not accessible by integration')
  await updateRef(site.bare, ref, { now: sha, old }).catch(() => {
    throw new Refusal(409, 'Reference cannot be updated')
  })
  site.memory.refUpdates.push({ ref, old, now: sha, login, forced })
  await follow(site, login)
}

const touchesWorkflows = async (site: Site, sha: string): Promise<boolean> =>
  (await git(site.bare, ['log', '--format=', '--name-only', sha, '--not', '--all', '--', '.github/workflows'])) !== ''

/** Records which refs a push has moved, by comparison with their state before. */
export async function notePush(site: Site, before: ReadonlyMap<string, string>, login: string): Promise<void> {
  const after = await refsOf(site.bare)
  for (const ref of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(ref), after.get(ref)]
    if (old === now || !/^refs\/(heads|tags|measure-twice)\//.test(ref)) continue
    const both = ref.startsWith('refs/heads/') && old && now
    const forced = both ? !(await isAncestor(site.bare, old, now)) : false
    site.memory.refUpdates.push({ ref, old, now, login, forced })
  }
  await follow(site, login)
}

/**
 * Moves the heads of open pull requests and `refs/pull/N/head` to their branches, and closes pull requests without a
 * branch. `emulate` itself keeps the head that a pull request was opened with.
 */
export async function follow(site: Site, login: string): Promise<void> {
  const open = z.array(RawPull).parse(await site.emulator.list('/pulls?state=open'))
  const refs = await refsOf(site.bare)
  for (const { number } of open) {
    const sides = site.memory.pulls[number]
    if (!sides || sides.fork) continue
    const head = refs.get(`refs/heads/${sides.branch}`)
    if (head === undefined) {
      await site.emulator.write({ login, method: 'PATCH', path: `/pulls/${number}`, body: { state: 'closed' } })
      noteEnd(site, number, 'closed')
      touch(site, `closed:${number}`)
    }
    if (head !== sides.head) touch(site, `issue:${number}`)
    if (head === undefined) continue
    sides.head = head
    if (refs.get(`refs/pull/${number}/head`) !== head) await pointTo(site.bare, `refs/pull/${number}/head`, head)
  }
}
