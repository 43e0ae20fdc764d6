import { readFile } from 'node:fs/promises'
import { isFull } from '../../lib/disk-full.ts'
import { git, GitError, tryGit, type Repository } from '../../git/git.ts'
import { changesBetweenTrees, idsInWorkTree, isNew, type Change } from '../../git/objects.ts'
import { bytesOf } from '../../git/store/tree-content.ts'
import { filesInWorkTree, writeWorkTree, type WorkTreeFiles } from '../../git/work-tree.ts'
import { mayHaveAttributes, withoutNewPointers } from './large-files.ts'
import { isLeftover } from './leftovers.ts'
import { inWorkTree, isThere } from './untracked-files.ts'

/**
 * Writes the worktree as a tree object that depends on its files alone, without new files that running programs left,
 * unless `isPlanned` names them. Returns a problem that the agent can fix instead, such as a nested repository or
 * attributes that would not be committed.
 */
export async function writtenTree(
  repo: Repository,
  head: string,
  isPlanned: (path: string) => boolean = () => false,
): Promise<string | { problem: string }> {
  try {
    await resetIndex(repo, head)
    const files = await filesInWorkTree(repo)
    const foreign = foreignAttributes(repo, files)
    if (foreign.length > 0) return { problem: attributesProblem(foreign) }
    const isLeft = (path: string): boolean =>
      files.untracked.has(path) && isLeftover(path) && !isPlanned(Buffer.from(path, 'latin1').toString())
    const present = files.present.filter((path) => !isLeft(path))
    const tree = await writeWorkTree(repo, { ...files, present })
    return await withoutNewPointers(repo, head, await withoutConversions(repo, head, tree))
  } catch (error) {
    if (error instanceof GitError && !isFull(error))
      return { problem: `What is there cannot be committed: ${error.message}` }
    throw error
  }
}

const attributesProblem = (paths: readonly string[]): string =>
  `This cannot be committed:\n${paths.map((path) => `- \`${path}\` is ignored, and git would change other files by it. Remove it.`).join('\n')}`

/**
 * Resets index entries that an earlier write made, under attributes that may be gone: `git diff` of an agent shows all
 * of its change. Usually there are none.
 */
export async function resetIndex(repo: Repository, head: string): Promise<void> {
  const { code } = await tryGit(repo, ['diff-index', '--cached', '--quiet', head])
  if (code !== 0) await git(repo, ['read-tree', '--reset', head])
}

/** `.gitattributes` files that git would apply and that would not be committed. */
function foreignAttributes(repo: Repository, { all: paths }: WorkTreeFiles): string[] {
  const candidates = [...directoriesOf(paths)].map((directory) => `${directory}.gitattributes`)
  return candidates
    .filter((path) => !paths.has(path) && isThere(repo, path))
    .map((path) => Buffer.from(path, 'latin1').toString())
}

/** All directories that contain one of the paths, with a trailing slash; the root is the empty string. */
export function directoriesOf(paths: ReadonlySet<string>): Set<string> {
  const directories = new Set([''])
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const directory = path.slice(0, end + 1)
      if (directories.has(directory)) break
      directories.add(directory)
    }
  }
  return directories
}

/**
 * Puts files back into the tree that are as a checkout of `head` writes them. Attributes (`eol`, `ident`, Git LFS) that
 * came after a file was committed would change it without anybody having edited it. Where attributes change as well,
 * that is what is wanted. The index must hold the tree.
 */
async function withoutConversions(repo: Repository, head: string, tree: string): Promise<string> {
  const changes = await changesBetweenTrees(repo, head, tree)
  if (changes.some(({ path }) => /(?:^|\/)\.gitattributes$/.test(path))) return tree
  let entries = ''
  for (const change of await convertedFiles(repo, changes)) {
    const { from, to, id } = change
    if (!isNew(change) && (id === from.blob || (await isAsCheckedOut(repo, change))))
      entries += `${to.mode} ${from.blob}\t${bytesOf(change)}\0`
  }
  if (entries === '') return tree
  await git(repo, ['update-index', '-z', '--index-info'], { input: Buffer.from(entries, 'latin1') })
  return git(repo, ['write-tree'])
}

/** Whether the file has the bytes that git writes for the committed blob, by its attributes. */
async function isAsCheckedOut(repo: Repository, change: Change): Promise<boolean> {
  const args = ['cat-file', '--filters', `--path=${change.path}`, change.from.blob]
  const { code, stdout } = await tryGit(repo, args, { encoding: 'base64' })
  return code === 0 && stdout === (await readFile(inWorkTree(repo, bytesOf(change)))).toString('base64')
}

/** The changed files whose bytes are others than those of their new blob, by which `id` names them. */
async function convertedFiles(repo: Repository, changes: readonly Change[]): Promise<(Change & { id: string })[]> {
  const files = changes.filter((one) => one.to.mode.startsWith('100') && mayHaveAttributes(repo, one))
  const ids = files.length === 0 ? [] : await idsInWorkTree(repo, files)
  return files.flatMap((one, i) => (ids[i] === undefined || ids[i] === one.to.blob ? [] : [{ ...one, id: ids[i] }]))
}
