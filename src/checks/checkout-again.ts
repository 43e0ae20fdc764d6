import { chmodSync, lstatSync, utimesSync, type Stats, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Repository, tryGit } from '../git/git.ts'
import { changesBetweenTrees, bytesOf } from '../git/objects.ts'
import { listFiles, restoreFiles } from '../git/work-tree.ts'
import { directoriesOf } from '../agent/place/written-tree.ts'
import {
  entriesBelow,
  inWorkTree,
  valueOr,
  fingerprintsIn,
  type UntrackedSnapshot,
  exists,
  type Difference,
} from '../agent/place/untracked-files.ts'
import { removeAt, copyPaths, removeLeft } from './copy-files.ts'
import { mkdir } from 'node:fs/promises'

/** The tracked files (in latin1) with their fingerprints, and all folders, after a checkout and `setup-command`. */
export type CheckedOut = { files: readonly string[]; entries: string; folders: ReadonlyMap<string, Stats> }

/** Records the tracked files of a worktree and its folders, also those of a snapshot. */
export async function recordCheckout(repo: Repository, snapshot: UntrackedSnapshot): Promise<CheckedOut> {
  const files = (await listFiles(repo)).filter((path) => !snapshot.submodules.includes(path))
  const untracked = [...fingerprintsIn(snapshot.entries)].flatMap(([path, fingerprint]) =>
    fingerprint.startsWith('d') ? path : [],
  )
  const folders = [...foldersOf(files), ...untracked]
    .toSorted()
    .flatMap((path) => folderAt(repo, path).map((at) => [path, at] as const))
  return { files, entries: await entriesBelow(repo, files), folders: new Map(folders) }
}

/**
 * Gives files and folders the content, modes and times that a checkout of the tree gives them, because an agent sets
 * them at will and `make` goes by times. Git itself goes by seconds and by one bit of the mode, so what was touched is
 * removed before. A folder with changes gets the present time, and one of another user, which no command can set, stays
 * as it is. Throws `UserError`.
 */
export async function checkoutAgain(repo: Repository, tree: string, before: CheckedOut): Promise<void> {
  const { folders } = before
  for (const [path, { mode }] of folders)
    for (const found of folderAt(repo, path))
      if (found.mode !== mode) valueOr(() => chmodSync(inWorkTree(repo, path), mode & 0o7777), undefined)
  const changed = (await changesBetweenTrees(repo, 'HEAD', tree)).map(bytesOf)
  const added = foldersOf(changed).filter((path) => !folders.has(path))
  for (const path of new Set([...added, ...changed, ...(await touchedSince(repo, before))])) await removeAt(repo, path)
  await restoreFiles(repo, tree)
  // Git has just written its index.
  const { mtime: now } = lstatSync(join(repo.gitDir, 'index'))
  const parents = new Set([...changed, ...added].map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))))
  for (const [path, { atime, mtime, mtimeMs }] of folders)
    for (const found of folderAt(repo, path))
      if (parents.has(path) || found.mtimeMs !== mtimeMs)
        valueOr(() => utimesSync(inWorkTree(repo, path), atime, parents.has(path) ? now : mtime), undefined)
}

/** The tracked files of which anything differs: content, mode, times, attributes. Each moves the time of change. */
async function touchedSince(repo: Repository, { files, entries }: CheckedOut): Promise<string[]> {
  const now = await entriesBelow(repo, files)
  if (now === entries) return []
  const [before, after] = [fingerprintsIn(entries), fingerprintsIn(now)]
  return files.filter((path) => before.get(path) !== after.get(path))
}

const foldersOf = (paths: readonly string[]): string[] =>
  [...directoriesOf(new Set(paths))].map((path) => path.replace(/\/$/, ''))

/** A folder as a list of one; empty where there is none. */
function folderAt(repo: Repository, path: string): Stats[] {
  const stats = valueOr(() => lstatSync(inWorkTree(repo, path), { throwIfNoEntry: false }), undefined)
  return stats?.isDirectory() ? [stats] : []
}

// The runner may have checked out submodules; this action does not. No command brings their files back, so they are
// copied before an agent begins.

/** The paths of the index's submodules, in latin1. */
export async function submodulesOf(repo: Repository): Promise<string[]> {
  const declared = await tryGit(repo, ['config', '-z', '--blob', ':.gitmodules', '--get-regexp', String.raw`\.path$`])
  if (declared.code !== 0) return []
  const entries = await listFiles(repo, '-s')
  return entries.flatMap((entry) => (entry.startsWith('160000 ') ? entry.slice(entry.indexOf('\t') + 1) : []))
}

const submoduleCopiesFolder = ({ gitDir }: Repository): string => join(gitDir, 'kept-submodules')

/** Copies what is in the submodules. Throws `UserError`. */
export async function keepSubmodules(repo: Repository, submodules: readonly string[]): Promise<void> {
  const to = submoduleCopiesFolder(repo)
  if (existsSync(to)) await removeLeft(to, 'kept-submodules')
  const there = submodules.filter((path) => exists(repo, path))
  if (there.length === 0) return
  await mkdir(to, { recursive: true })
  await copyPaths(there, { env: repo.env, from: repo.workTree, to })
}

/** Puts changed submodules back. Returns what else differs, and the renewed snapshot. Throws `UserError`. */
export async function putBackSubmodules(
  repo: Repository,
  snapshot: UntrackedSnapshot,
  difference: Difference,
): Promise<{ rest: Difference; renewed: UntrackedSnapshot }> {
  const rootOf = (path: string) => snapshot.submodules.find((root) => path === root || path.startsWith(`${root}/`))
  const roots = [...new Set(Object.values(difference).flatMap((paths) => paths.flatMap((path) => rootOf(path) ?? [])))]
  if (roots.length === 0) return { rest: difference, renewed: snapshot }
  for (const root of roots) await removeAt(repo, root)
  const copies = submoduleCopiesFolder(repo)
  const kept = roots.filter((root) => exists({ ...repo, workTree: copies }, root))
  await copyPaths(kept, { env: repo.env, from: copies, to: repo.workTree })
  const others = (paths: readonly string[]): string[] => paths.filter((path) => rootOf(path) === undefined)
  const { added, changed, removed } = difference
  const outside = [...fingerprintsIn(snapshot.entries)].filter(([path]) => !roots.includes(rootOf(path) ?? ''))
  const entries = outside.map(([path, fingerprint]) => `${path}\0${fingerprint}\0`).join('')
  return {
    rest: { added: others(added), changed: others(changed), removed: others(removed) },
    renewed: { ...snapshot, entries: entries + (await entriesBelow(repo, roots)) },
  }
}
