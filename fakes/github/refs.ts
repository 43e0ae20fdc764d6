import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { git, gitOnce } from './git.ts'

/**
 * Reads and writes refs as files, because nothing is ever packed here. They are read before and after every push and
 * for every pull request in an answer. A git process each time would cost more than all other work of this server.
 */

/** The id that a ref holds, or undefined when there is no such ref. */
const refAt = (dir: string, ref: string): Promise<string | undefined> =>
  readFile(join(dir, ref), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )

/** The commit that a revision names, or undefined. */
export async function commitAt(dir: string, revision: string): Promise<string | undefined> {
  if (revision.startsWith('refs/heads/')) return refAt(dir, revision)
  const object = revision.startsWith('refs/') ? await refAt(dir, revision) : revision
  if (object === undefined) return undefined
  const ask = /^[0-9a-f]{40}$/.test(object) ? gitOnce : git
  return ask(dir, ['rev-parse', '-q', '--verify', '--end-of-options', `${object}^{commit}`]).catch(() => undefined)
}

/** All refs, as name → id. */
export async function refsOf(dir: string): Promise<Map<string, string>> {
  const names = (await filesBelow(join(dir, 'refs'))).map((path) => relative(dir, path)).sort()
  const found = await Promise.all(names.map(async (name) => [name, await refAt(dir, name)] as const))
  return new Map(found.flatMap(([name, sha]) => (sha ? [[name, sha]] : [])))
}

/** Git removes empty folders, so a folder may vanish before it is read. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : path.endsWith('.lock') ? [] : [path]
  })
  return (await Promise.all(found)).flat()
}

/** Moves a ref that nobody but this server writes. */
export async function pointTo(dir: string, ref: string, sha: string): Promise<void> {
  await mkdir(dirname(join(dir, ref)), { recursive: true })
  await writeFile(join(dir, ref), `${sha}\n`)
}

/** Moves, creates (`old` undefined) or deletes (`now` undefined) a ref. Rejects when it is no longer at `old`. */
export async function updateRef(
  dir: string,
  ref: string,
  { now, old }: { now?: string | undefined; old?: string | undefined },
): Promise<void> {
  const expected = old ?? (now ? '0'.repeat(40) : '')
  await git(dir, ['update-ref', ...(now ? [ref, now, expected] : ['-d', ref, ...(old ? [old] : [])])])
}

/** Restores all refs to an earlier result of `refsOf`. Objects are not removed. */
export async function setRefs(dir: string, refs: ReadonlyMap<string, string>): Promise<void> {
  const now = await refsOf(dir)
  const gone = [...now.keys()].filter((ref) => !refs.has(ref)).map((ref) => `delete ${ref}\n`)
  const moved = [...refs].filter(([ref, sha]) => now.get(ref) !== sha).map(([ref, sha]) => `update ${ref} ${sha}\n`)
  if (gone.length + moved.length > 0) await git(dir, ['update-ref', '--stdin'], { input: [...gone, ...moved].join('') })
}
