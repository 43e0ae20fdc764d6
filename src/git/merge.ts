import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asMap } from '../lib/async.ts'
import { UserError } from '../lib/errors.ts'
import { commitAt, commonAncestor, GitError, isPartOf, tryGit, type Repository, git } from './git.ts'
import { entryAt, textAt, treeWith, treeOf, writeBlob, bytesOf, type Change } from './objects.ts'

/** The result of a merge. Files in conflict hold both sides between conflict markers. */
export type BaseMerge = { tree: string; conflicts: string[] }

/**
 * Merges `base` into `head`, without a work tree and its attributes. The plan file of `head` stays as it is: people
 * approved it. Throws `UserError` for a git that is too old, and `GitError`.
 */
async function mergeBaseInto(
  repo: Repository,
  { head, base, planFile }: { head: string; base: string; planFile: string },
): Promise<BaseMerge> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', head, base]
  const { code, stdout, stderr } = await tryGit({ ...repo, workTree: repo.gitDir }, args)
  if (code === 129) {
    throw new UserError(
      'git-merge',
      'The git of this runner is too old to merge without a work tree.',
      'Install git 2.38 or newer before this action.',
    )
  }
  if (code > 1) throw new GitError(`git merge-tree ended with ${code}: ${stderr.trim()}`)
  const [merged = '', ...conflicts] = stdout.split('\0').filter(Boolean)
  const fork = await commonAncestor(repo, head, base)
  const before = fork === undefined ? undefined : await entryAt(repo, fork, planFile)
  const entry = await entryAt(repo, head, planFile)
  const tree = entry?.id === before?.id ? merged : await treeWith(repo, merged, { path: planFile, entry })
  return { tree, conflicts: conflicts.filter((path) => path !== planFile) }
}

/** The commit of the base that a subtask still has to merge; the current tip if the base was force-pushed since. */
export async function mergeOf(
  repo: Repository,
  { head, base, wanted }: { head: string; base: string; wanted: string | undefined },
): Promise<string | undefined> {
  if (wanted === undefined) return undefined
  const target = (await commitAt(repo, wanted)) ?? base
  return (await isPartOf(repo, target, head)) ? undefined : target
}

/** Sentences on the files among `paths` that still hold markers of a conflict. */
export async function unresolvedIn(repo: Repository, tree: string, paths: readonly string[]): Promise<string[]> {
  const texts = await asMap(paths, (path) => textAt(repo, { commit: tree, path }))
  const found = [...texts].filter(([, text = '']) => /^<{7} [0-9a-f]{40}$|^>{7} [0-9a-f]{40}$/m.test(text))
  return found.map(([path]) => `\`${path}\` still holds markers of a conflict. Resolve it.`)
}

/** The difference between two trees as a git patch in base64, because files may not be UTF-8. Throws `GitError`. */
export async function patchBetween(repo: Repository, from: string, to: string): Promise<string> {
  const flags = ['-r', '-p', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv']
  return git(repo, ['diff-tree', ...flags, from, to], { encoding: 'base64' })
}

/** Applies a patch (base64) to a commit or tree by a three-way merge. Returns the tree; undefined for a conflict. */
export const applyPatch = (repo: Repository, onto: string, patch: string): Promise<string | undefined> =>
  withIndex(repo, onto, async (env) => {
    const input = Buffer.from(patch, 'base64')
    if (input.length > 0) {
      // Without the work tree, whose `.gitattributes` would choose the merge drivers.
      const bare = { ...repo, workTree: repo.gitDir }
      const { code } = await tryGit(bare, ['apply', '--cached', '--3way', '--whitespace=nowarn', '-'], { env, input })
      if (code !== 0) return undefined
    }
    return git(repo, ['write-tree'], { env })
  })

/** A file of a tree. The mode 000000 removes it. */
type FileInTree = Pick<Change, 'path' | 'bytes'> & Change['to']

/** The id of the tree of `onto` with these files laid over it. Touches neither the work tree nor its index. */
export const layOver = (repo: Repository, onto: string, files: readonly FileInTree[]): Promise<string> =>
  withIndex(repo, onto, async (env) => {
    // Removals come first, because a file may have become a folder.
    const sorted = files.toSorted((a, b) => Number(a.mode) - Number(b.mode))
    const entries = sorted.map((file) => `${file.mode} ${file.blob}\t${bytesOf(file)}\0`)
    const input = Buffer.from(entries.join(''), 'latin1')
    if (input.length > 0) await git(repo, ['update-index', '--add', '--replace', '-z', '--index-info'], { env, input })
    return git(repo, ['write-tree'], { env })
  })

type Texts = readonly { path: string; content: string }[]

/** Writes these texts as plain files into a tree, and returns the id of the new tree. */
export async function layTexts(repo: Repository, onto: string, texts: Texts): Promise<string> {
  if (texts.length === 0) return onto
  const files = texts.map(async ({ path, content }) => ({
    path,
    mode: '100644',
    blob: await writeBlob(repo, content),
  }))
  return layOver(repo, onto, await Promise.all(files))
}

/** What a subtask starts from: a commit, or its merge with the base, and the approved tests (`tests`). */
export async function startOf(
  repo: Repository,
  { head, merge, planFile, tests = [] }: { head: string; merge: string | undefined; planFile: string; tests?: Texts },
): Promise<BaseMerge> {
  const start =
    merge === undefined
      ? { tree: await treeOf(repo, head), conflicts: [] }
      : await mergeBaseInto(repo, { head, base: merge, planFile })
  return { ...start, tree: await layTexts(repo, start.tree, tests) }
}

/** Reads a tree into a temporary index, so that neither the work tree nor its index is touched. */
async function withIndex<T>(
  repo: Repository,
  tree: string,
  use: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const index = join(repo.gitDir, `index.${randomUUID()}`)
  const env = { GIT_INDEX_FILE: index }
  try {
    await git(repo, ['read-tree', tree], { env })
    return await use(env)
  } finally {
    await rm(index, { force: true })
  }
}
