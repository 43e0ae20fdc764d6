import { chmodSync, existsSync, lstatSync, utimesSync, type Stats } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentContext } from '../agent/context/agent-context.ts'
import {
  beginScan,
  changedSince,
  entriesBelow,
  fingerprintsIn,
  inWorkTree,
  exists,
  rootsOf,
  scan,
  type Difference,
  type UntrackedSnapshot,
} from '../agent/worktree/untracked-files.ts'
import { directoriesOf } from '../agent/worktree/written-tree.ts'
import type { Sandbox } from '../agent/sandbox/run-command.ts'
import { git, perRepository, tryGit, type Repository } from '../git/git.ts'
import { bytesOf, changesBetweenTrees, nameOf } from '../git/objects.ts'
import { checkout, listFiles, restoreFiles, restoreTree } from '../git/work-tree.ts'
import { listInLine } from '../lib/shorten.ts'
import { valueOr } from '../lib/errors.ts'
import { copyPaths, removeAt, removeLeft } from './copy-files.ts'

/** The content of a worktree after its set-up, and a scan of it that was started ahead of the next check. */
type SetUp = {
  snapshot?: UntrackedSnapshot
  checkedOut?: CheckedOut
  pendingScan?: ReturnType<typeof beginScan> | undefined
}
const setUp = perRepository((): SetUp => ({}))

/** Starts the scan for untracked changes after the agent's last command, while git writes the tree. */
export function beginChecks({ repo }: AgentContext): void {
  const { snapshot } = setUp(repo)
  if (snapshot) setUp(repo).pendingScan = beginScan(repo, snapshot)
}

/** Sets up the checked-out worktree for a subtask, or reverts what commands changed since. Throws `UserError`. */
export async function setUpWorktree(ctx: AgentContext, tree: string): Promise<void> {
  const { repo } = ctx
  await ctx.setUp()
  // Commands may have changed files since that scan.
  setUp(repo).pendingScan = undefined
  await revertToSetUp(ctx, tree, { openSandbox: ctx.sandbox, when: 'reverted' })
  const submodules = await submodulesOf(repo)
  await keepSubmodules(repo, submodules)
  const snapshot = await scan(repo, { submodules })
  Object.assign(setUp(repo), { snapshot, checkedOut: await recordCheckout(repo, snapshot) })
}

/** The outermost untracked paths of a worktree after its set-up, in latin1. */
export const untrackedRoots = async (repo: Repository): Promise<readonly string[]> =>
  setUp(repo).snapshot?.roots ?? [...(await rootsOf(repo)), ...(await submodulesOf(repo))]

/** Prepares a worktree for consecutive checks on one commit. Throws `UserError`. */
export async function prepareForChecks(ctx: AgentContext, head: string): Promise<void> {
  if (!setUp(ctx.repo).snapshot) return prepareTemplate(ctx, head)
  await git(ctx.repo, ['update-ref', 'HEAD', head])
  await ctx.setUp()
}

/** Sets up the worktree at a commit as the template for copies of it. Throws `UserError`. */
export async function prepareTemplate(ctx: AgentContext, head: string): Promise<void> {
  await checkout(ctx.repo, head)
  await setUpWorktree(ctx, head)
}

/** `when` says what makes `setup-command` run again: a missing or changed file of it, any reverted path, or always. */
type Revert = { openSandbox: () => Promise<Sandbox>; when: 'missing' | 'reverted' | 'always' }

/**
 * Reverts what commands changed in a worktree since its set-up, and runs `setup-command` again if needed. Returns the
 * untracked paths that were reverted. Throws `UserError`.
 */
export async function revertToSetUp(ctx: AgentContext, tree: string, { openSandbox, when }: Revert): Promise<string[]> {
  const { repo, setUpAgain } = ctx
  const { snapshot, checkedOut, pendingScan } = setUp(repo)
  setUp(repo).pendingScan = undefined
  if (!snapshot || !checkedOut) return []
  const difference = await changedSince(repo, snapshot, pendingScan)
  const { outside, renewed } = await putBackSubmodules(repo, snapshot, difference)
  setUp(repo).snapshot = renewed
  const { added, changed, removed } = outside
  for (const path of [...added, ...changed]) await removeAt(repo, path)
  await checkoutAgain(repo, tree, checkedOut)
  const reasons = changed.length + removed.length + (when === 'missing' ? 0 : added.length)
  if ((reasons > 0 || when === 'always') && setUpAgain) {
    await setUpAgain(await openSandbox())
    await restoreTree(repo, tree)
    setUp(repo).checkedOut = await recordCheckout(repo, renewed)
  }
  return [...new Set(Object.values(difference).flat())].toSorted().map(nameOf)
}

const MAX_NAMED = 3

/** The reverted paths as a sentence. Empty if there are none. */
export function undoneNote(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const named = paths.map((path) => `\`${path}\``)
  return `(What the agent changed among ignored files was left out of the checks: ${listInLine(named, MAX_NAMED)}.)`
}

/** The tracked files (in latin1) with their fingerprints, and all folders, after a checkout and `setup-command`. */
type CheckedOut = { files: readonly string[]; entries: string; folders: ReadonlyMap<string, Stats> }

/** Records the tracked files of a worktree and its folders, also those of a snapshot. */
async function recordCheckout(repo: Repository, snapshot: UntrackedSnapshot): Promise<CheckedOut> {
  const files = (await listFiles(repo)).filter((path) => !snapshot.submodules.includes(path))
  const untracked = [...fingerprintsIn(snapshot.entries)].flatMap(([path, fingerprint]) =>
    fingerprint.startsWith('d') ? path : [],
  )
  const folders = new Map<string, Stats>()
  for (const path of [...foldersOf(files), ...untracked].toSorted()) {
    const found = folderAt(repo, path)
    if (found) folders.set(path, found)
  }
  return { files, entries: await entriesBelow(repo, files), folders }
}

/**
 * Gives files and folders the content, modes and times that a checkout of the tree gives them, because an agent sets
 * them at will and `make` goes by times. Git itself goes by seconds and by one bit of the mode, so what was touched is
 * removed before. A folder with changes gets the present time, and one of another user, which no command can set, stays
 * as it is. Throws `UserError`.
 */
async function checkoutAgain(repo: Repository, tree: string, before: CheckedOut): Promise<void> {
  const { folders } = before
  for (const [path, { mode }] of folders) {
    const found = folderAt(repo, path)
    if (found && found.mode !== mode) valueOr(() => chmodSync(inWorkTree(repo, path), mode & 0o7777), undefined)
  }
  const changed = (await changesBetweenTrees(repo, 'HEAD', tree)).map(bytesOf)
  const added = foldersOf(changed).filter((path) => !folders.has(path))
  for (const path of new Set([...added, ...changed, ...(await touchedSince(repo, before))])) await removeAt(repo, path)
  await restoreFiles(repo, tree)
  // Git has just written its index.
  const { mtime: now } = lstatSync(join(repo.gitDir, 'index'))
  const parents = new Set([...changed, ...added].map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))))
  for (const [path, { atime, mtime, mtimeMs }] of folders) {
    const found = folderAt(repo, path)
    if (found && (parents.has(path) || found.mtimeMs !== mtimeMs))
      valueOr(() => utimesSync(inWorkTree(repo, path), atime, parents.has(path) ? now : mtime), undefined)
  }
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

/** The stats of a folder, which is no link; undefined for anything else. */
function folderAt(repo: Repository, path: string): Stats | undefined {
  const stats = valueOr(() => lstatSync(inWorkTree(repo, path), { throwIfNoEntry: false }), undefined)
  return stats?.isDirectory() ? stats : undefined
}

// The runner may have checked out submodules; this action does not. No command brings their files back, so they are
// copied before an agent begins.

/** The paths of the index's submodules, in latin1. */
async function submodulesOf(repo: Repository): Promise<string[]> {
  const declared = await tryGit(repo, ['config', '-z', '--blob', ':.gitmodules', '--get-regexp', String.raw`\.path$`])
  if (declared.code !== 0) return []
  const entries = await listFiles(repo, '-s')
  return entries.flatMap((entry) => (entry.startsWith('160000 ') ? entry.slice(entry.indexOf('\t') + 1) : []))
}

const submoduleCopiesFolder = ({ gitDir }: Repository): string => join(gitDir, 'kept-submodules')

/** Copies what is in the submodules. Throws `UserError`. */
async function keepSubmodules(repo: Repository, submodules: readonly string[]): Promise<void> {
  const to = submoduleCopiesFolder(repo)
  if (existsSync(to)) await removeLeft(to, 'kept-submodules')
  const checkedOut = submodules.filter((path) => exists(repo, path))
  if (checkedOut.length === 0) return
  await mkdir(to, { recursive: true })
  await copyPaths(checkedOut, { env: repo.env, from: repo.workTree, to })
}

/** Restores changed submodules. Returns what differs outside of them, and the renewed snapshot. Throws `UserError`. */
async function putBackSubmodules(repo: Repository, snapshot: UntrackedSnapshot, difference: Difference) {
  const rootOf = (path: string) => snapshot.submodules.find((root) => path === root || path.startsWith(`${root}/`))
  const roots = [...new Set(Object.values(difference).flatMap((paths) => paths.flatMap((path) => rootOf(path) ?? [])))]
  if (roots.length === 0) return { outside: difference, renewed: snapshot }
  for (const root of roots) await removeAt(repo, root)
  const copies = submoduleCopiesFolder(repo)
  const copied = roots.filter((root) => exists({ ...repo, workTree: copies }, root))
  await copyPaths(copied, { env: repo.env, from: copies, to: repo.workTree })
  const outsideRoots = (paths: readonly string[]): string[] => paths.filter((path) => rootOf(path) === undefined)
  const { added, changed, removed } = difference
  const outside = [...fingerprintsIn(snapshot.entries)].filter(([path]) => !roots.includes(rootOf(path) ?? ''))
  const entries = outside.map(([path, fingerprint]) => `${path}\0${fingerprint}\0`).join('')
  return {
    outside: { added: outsideRoots(added), changed: outsideRoots(changed), removed: outsideRoots(removed) },
    renewed: { ...snapshot, entries: entries + (await entriesBelow(repo, roots)) },
  }
}
