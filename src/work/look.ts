import type { BigIntStats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { git, type Repository } from '../git/git.ts'

/**
 * What lies in the work tree besides the files of the index: path → what shows a change of it. Paths are relative, in
 * latin1, because names may not be UTF-8. Directories end in no slash.
 */
export type Look = ReadonlyMap<string, string>

/** How a later look differs from an earlier one. */
export type Difference = { added: string[]; changed: string[]; removed: string[] }

/** How many files are looked at side by side. */
const BATCH = 512

/** The path as bytes, for the file system. */
export const inWorkTree = (repo: Repository, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${repo.workTree}/`), Buffer.from(path, 'latin1')])

/**
 * Looks at everything that the index does not hold, ignored or not: what is ignored is for the agent to say. Reads no
 * content: nobody can change a file without a new change time.
 */
export async function lookAround(repo: Repository): Promise<Look> {
  const listed = await git(repo, ['ls-files', '-z', '--others', '--directory'], { encoding: 'base64' })
  const look = new Map<string, string>()
  let paths = Buffer.from(listed, 'base64').toString('latin1').split('\0').filter(Boolean).map(withoutSlash)
  while (paths.length > 0) {
    const batch = paths.splice(-BATCH)
    const below = await Promise.all(batch.map((path) => lookAt(repo, path, look)))
    paths = paths.concat(...below)
  }
  return look
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** Notes a path, and returns what lies directly in it. */
async function lookAt(repo: Repository, path: string, look: Map<string, string>): Promise<string[]> {
  const stats = await statsOf(repo, path)
  if (!stats) return []
  look.set(path, signOf(stats))
  if (!stats.isDirectory()) return []
  const names = await readdir(inWorkTree(repo, path), { encoding: 'latin1' }).catch(() => [])
  return names.map((name) => `${path}/${name}`)
}

const statsOf = (repo: Repository, path: string): Promise<BigIntStats | undefined> =>
  lstat(inWorkTree(repo, path), { bigint: true }).catch(() => undefined)

/** A directory has changed when something in it has, which is seen there. */
const signOf = ({ mode, ino, size, ctimeNs, ...stats }: BigIntStats): string =>
  (mode & 0o170000n) === 0o040000n ? `${mode} ${stats.uid}` : `${mode} ${ino} ${size} ${ctimeNs}`

/** What came, changed and went since a look, each without what lies below another path of its list. */
export async function changedSince(repo: Repository, before: Look): Promise<Difference> {
  const now = await lookAround(repo)
  const gone = [...before.keys()].filter((path) => !now.has(path))
  // What is there and no longer looked at has become part of the tree.
  const missing = await Promise.all(gone.map(async (path) => ((await statsOf(repo, path)) ? [] : [path])))
  return {
    added: outermost([...now.keys()].filter((path) => !before.has(path))),
    changed: outermost([...now].flatMap(([path, sign]) => (before.has(path) && before.get(path) !== sign ? path : []))),
    removed: outermost(missing.flat()),
  }
}

function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths)
  const parents = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return paths.filter((path) => !parents(path).some((parent) => all.has(parent))).toSorted()
}
