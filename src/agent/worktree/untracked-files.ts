import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, type BigIntStats } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Repository } from '../../git/git.ts'
import { listFiles } from '../../git/work-tree.ts'
import { inBackground } from '../../lib/async.ts'
import { valueOr } from '../../lib/errors.ts'

/**
 * A snapshot of untracked paths: each path with a fingerprint (mode, inode, size, change time), joined to one
 * text, which is fast to compare. Paths are relative and in latin1, because names may not be UTF-8. Directories have no
 * trailing slash. `roots` are the outermost paths, `submodules` those of them that the index holds as submodules.
 */
export type UntrackedSnapshot = { roots: readonly string[]; submodules: readonly string[]; entries: string }

export type Difference = { added: string[]; changed: string[]; removed: string[] }

/** Files per batch of synchronous `lstat` calls; asynchronous ones are four times slower. */
const BATCH = 512

/** The path for file system calls: as bytes, unless it is plain ASCII, which is faster. */
export const inWorkTree = ({ workTree }: Repository, path: string): string | Buffer =>
  /[^\x20-\x7e]/.test(path)
    ? Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
    : `${workTree}/${path}`

/** A snapshot of all untracked paths, also of ignored ones, which the agent controls. `pendingScan` is an earlier scan. */
export async function scan(
  repo: Repository,
  { submodules = [], pendingScan }: { submodules?: readonly string[]; pendingScan?: PendingScan | undefined } = {},
): Promise<UntrackedSnapshot> {
  const roots = [...(await rootsOf(repo)), ...submodules]
  const isUsable = pendingScan?.roots.join('\0') === roots.join('\0')
  return { roots, submodules, entries: await (isUsable ? pendingScan.entries : entriesBelow(repo, roots)) }
}

/** The outermost paths that the index does not hold, in latin1. */
export async function rootsOf(repo: Repository): Promise<string[]> {
  return (await listFiles(repo, '--others', '--directory')).map((path) => path.replace(/\/$/, ''))
}

/** A scan that runs while git writes the tree. It is used only if the untracked roots are still the same. */
type PendingScan = { roots: readonly string[]; entries: Promise<string> }

/** Starts a scan of the roots of an earlier snapshot. */
export const beginScan = (repo: Repository, { roots }: UntrackedSnapshot): PendingScan => ({
  roots,
  entries: inBackground(entriesBelow(repo, roots)),
})

/** These paths and what is below them, with fingerprints, as a text that `fingerprintsIn` reads. */
export async function entriesBelow(repo: Repository, paths: readonly string[]): Promise<string> {
  return (await findBelow(repo, paths)) ?? (await walkBelow(repo, paths))
}

/** By absolute path: the `PATH` may begin with a folder that the agent writes to. */
const FIND = ['/usr/bin/find', '/bin/find'].find((path) => existsSync(path))

/** The `-printf` format for one entry, as `fingerprintOf` renders it; its paths begin with `./`. */
const ENTRY = ['-type', 'd', '-printf', String.raw`%p\0d%m %U\0`, '-o', '-printf', String.raw`%p\0%m %i %s %C@\0`]

/** Lists paths and what is below them with GNU `find` from 4.9, faster than Node. Undefined where it is missing. */
async function findBelow({ workTree, env }: Repository, paths: readonly string[]): Promise<string | undefined> {
  if (FIND === undefined) return undefined
  const options = { cwd: workTree, env: { ...env, LC_ALL: 'C' }, encoding: 'latin1', maxBuffer: 1 << 30 } as const
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const child = execFile(FIND, ['-P', '-files0-from', '-', ...ENTRY], options, (error, stdout) => {
    const isWhole = error === null || (error.code === 1 && !error.killed)
    resolve(isWhole && stdout !== '' ? stdout : undefined)
  })
  // An older `find` ends before it has read its input.
  child.stdin?.on('error', () => undefined).end(paths.map((path) => `./${path}\0`).join(''), 'latin1')
  return promise
}

/** Lists untracked files by walking the folders, for systems without `find`. */
async function walkBelow(repo: Repository, from: readonly string[]): Promise<string> {
  const entries: string[] = []
  let paths = [...from]
  while (paths.length > 0) {
    const batch = paths.splice(-BATCH)
    paths = paths.concat(batch.flatMap((path) => addEntry(repo, path, entries)))
    await nextTurn()
  }
  return entries.join('')
}

function addEntry(repo: Repository, path: string, entries: string[]): string[] {
  const stats = statsOf(repo, path)
  if (!stats) return []
  entries.push(`${path}\0${fingerprintOf(stats)}\0`)
  if (!stats.isDirectory()) return []
  return namesIn(repo, path).map((name) => `${path}/${name}`)
}

// An unreadable path counts as empty: processes of the same user cannot read it either.

const statsOf = (repo: Repository, path: string): BigIntStats | undefined =>
  valueOr(() => lstatSync(inWorkTree(repo, path), { bigint: true, throwIfNoEntry: false }), undefined)

export const exists = (repo: Repository, path: string): boolean => statsOf(repo, path) !== undefined

const namesIn = (repo: Repository, path: string): string[] =>
  valueOr(() => readdirSync(inWorkTree(repo, path), { encoding: 'latin1' }), [])

/** The fingerprint of a path, in the format of `find`. Changes in a directory show in its entries. */
function fingerprintOf(stats: BigIntStats): string {
  const mode = (stats.mode & 0o7777n).toString(8)
  if (stats.isDirectory()) return `d${mode} ${stats.uid}`
  const fraction = String(stats.ctimeNs % 1_000_000_000n).padStart(9, '0')
  return `${mode} ${stats.ino} ${stats.size} ${stats.ctimeNs / 1_000_000_000n}.${fraction}0`
}

/** The outermost paths added, changed and removed since a snapshot. */
export async function changedSince(
  repo: Repository,
  { entries, submodules }: UntrackedSnapshot,
  pendingScan?: PendingScan,
): Promise<Difference> {
  const snapshot = await scan(repo, { submodules, pendingScan })
  if (snapshot.entries === entries) return { added: [], changed: [], removed: [] }
  const [before, now] = [fingerprintsIn(entries), fingerprintsIn(snapshot.entries)]
  const missing = [...before.keys()].filter((path) => !now.has(path))
  // A path that exists but is no longer untracked is in the index now, so it does not count as removed.
  return {
    added: outermost([...now.keys()].filter((path) => !before.has(path))),
    changed: outermost(
      [...now].flatMap(([path, fingerprint]) => (before.has(path) && before.get(path) !== fingerprint ? path : [])),
    ),
    removed: outermost(missing.filter((path) => !statsOf(repo, path))),
  }
}

export function fingerprintsIn(entries: string): Map<string, string> {
  const fields = entries.split('\0')
  const fingerprints = new Map<string, string>()
  for (let i = 0; i + 1 < fields.length; i += 2)
    fingerprints.set((fields[i] ?? '').replace(/^\.\//, ''), fields[i + 1] ?? '')
  return fingerprints
}

function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths)
  const parents = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return paths.filter((path) => !parents(path).some((parent) => all.has(parent))).toSorted()
}
