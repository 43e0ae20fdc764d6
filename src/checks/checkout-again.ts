import { chmodSync, lstatSync, utimesSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../git/git.ts'
import { changesBetweenTrees } from '../git/objects.ts'
import { bytesOf } from '../git/store/tree-content.ts'
import { listFiles, restoreFiles } from '../git/work-tree.ts'
import { directoriesOf } from '../agent/place/written-tree.ts'
import { entriesBelow, inWorkTree, orElse, signsIn, type UntrackedSnapshot } from '../agent/place/untracked-files.ts'
import { removeAt } from './left-files.ts'

/**
 * A worktree as a checkout and `setup-command` made it: the tracked files with their fingerprints, and what the system
 * says of all folders. Paths are in latin1.
 */
export type CheckedOut = { files: readonly string[]; entries: string; folders: ReadonlyMap<string, Stats> }

/** Records the tracked files of a worktree and its folders, also those of a snapshot. */
export async function recordCheckout(repo: Repository, look: UntrackedSnapshot): Promise<CheckedOut> {
  const files = (await listFiles(repo)).filter((path) => !look.submodules.includes(path))
  const untracked = [...signsIn(look.entries)].flatMap(([path, sign]) => (sign.startsWith('d') ? path : []))
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
      if (found.mode !== mode) orElse(() => chmodSync(inWorkTree(repo, path), mode & 0o7777), undefined)
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
        orElse(() => utimesSync(inWorkTree(repo, path), atime, parents.has(path) ? now : mtime), undefined)
}

/** The tracked files of which anything differs: content, mode, times, attributes. Each moves the time of change. */
async function touchedSince(repo: Repository, { files, entries }: CheckedOut): Promise<string[]> {
  const now = await entriesBelow(repo, files)
  if (now === entries) return []
  const [before, after] = [signsIn(entries), signsIn(now)]
  return files.filter((path) => before.get(path) !== after.get(path))
}

const foldersOf = (paths: readonly string[]): string[] =>
  [...directoriesOf(new Set(paths))].map((path) => path.replace(/\/$/, ''))

/** A folder as a list of one; empty where there is none. */
function folderAt(repo: Repository, path: string): Stats[] {
  const stats = orElse(() => lstatSync(inWorkTree(repo, path), { throwIfNoEntry: false }), undefined)
  return stats?.isDirectory() ? [stats] : []
}
