import { lstatSync, readdirSync, type BigIntStats } from 'node:fs'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { git, type Repository } from '../git/git.ts'

/**
 * What lies in the work tree besides the files of the index: path → what shows a change of it. Paths are relative, in
 * latin1, because names may not be UTF-8. Directories end in no slash.
 */
export type Look = ReadonlyMap<string, string>

/** How a later look differs from an earlier one. */
export type Difference = { added: string[]; changed: string[]; removed: string[] }

/** How many files are looked at in one go, without a thread for each, which takes four times as long. */
const BATCH = 512

/** The path for the file system: as bytes, unless it is plain ASCII, which is faster. */
export const inWorkTree = ({ workTree }: Repository, path: string): string | Buffer =>
  /[^\x20-\x7e]/.test(path)
    ? Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
    : `${workTree}/${path}`

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
    paths = paths.concat(batch.flatMap((path) => lookAt(repo, path, look)))
    await letOthersRun()
  }
  return look
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** Notes a path, and returns what lies directly in it. */
function lookAt(repo: Repository, path: string, look: Map<string, string>): string[] {
  const stats = statsOf(repo, path)
  if (!stats) return []
  look.set(path, signOf(stats))
  if (!stats.isDirectory()) return []
  return namesIn(repo, path).map((name) => `${path}/${name}`)
}

const statsOf = (repo: Repository, path: string): BigIntStats | undefined =>
  orElse(() => lstatSync(inWorkTree(repo, path), { bigint: true, throwIfNoEntry: false }), undefined)

const namesIn = (repo: Repository, path: string): string[] =>
  orElse(() => readdirSync(inWorkTree(repo, path), { encoding: 'latin1' }), [])

/** What cannot be read is as if it were empty: nothing that runs as the same user reads it either. */
function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** A directory has changed when something in it has, which is seen there. */
const signOf = (stats: BigIntStats): string =>
  stats.isDirectory() ? `${stats.mode} ${stats.uid}` : `${stats.mode} ${stats.ino} ${stats.size} ${stats.ctimeNs}`

/** What came, changed and went since a look, each without what lies below another path of its list. */
export async function changedSince(repo: Repository, before: Look): Promise<Difference> {
  const now = await lookAround(repo)
  const gone = [...before.keys()].filter((path) => !now.has(path))
  // What is there and no longer looked at has become part of the tree.
  return {
    added: outermost([...now.keys()].filter((path) => !before.has(path))),
    changed: outermost([...now].flatMap(([path, sign]) => (before.has(path) && before.get(path) !== sign ? path : []))),
    removed: outermost(gone.filter((path) => !statsOf(repo, path))),
  }
}

function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths)
  const parents = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return paths.filter((path) => !parents(path).some((parent) => all.has(parent))).toSorted()
}
