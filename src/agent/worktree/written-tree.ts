import { readFile } from 'node:fs/promises'
import { isFull } from '../../lib/disk-full.ts'
import { GitError, git, tryGit, type Repository } from '../../git/git.ts'
import { changesBetweenTrees, isNew, type Change, bytesOf } from '../../git/objects.ts'
import { filesInWorkTree, writeWorkTree } from '../../git/work-tree.ts'
import { inWorkTree, exists } from './untracked-files.ts'

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
    const uncommitted = uncommittedAttributes(repo, files)
    if (uncommitted.length > 0) return { problem: attributesProblem(uncommitted) }
    const isLeftover = (path: string): boolean =>
      files.untracked.has(path) && LEFTOVERS.test(path) && !isPlanned(Buffer.from(path, 'latin1').toString())
    const present = files.present.filter((path) => !isLeftover(path))
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

/** Resets the index where an earlier write changed it, so that an agent's `git diff` shows all of its change. */
export async function resetIndex(repo: Repository, head: string): Promise<void> {
  const { code } = await tryGit(repo, ['diff-index', '--cached', '--quiet', head])
  if (code !== 0) await git(repo, ['read-tree', '--reset', head])
}

/** `.gitattributes` files that git would apply and that would not be committed. */
function uncommittedAttributes(repo: Repository, { all: paths }: { all: ReadonlySet<string> }): string[] {
  const candidates = [...directoriesOf(paths)].map((directory) => `${directory}.gitattributes`)
  return candidates
    .filter((path) => !paths.has(path) && exists(repo, path))
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
 * came after a file was committed would change it without anybody having edited it. If the change edits
 * attributes, the conversion is intended. The index must hold the tree.
 */
async function withoutConversions(repo: Repository, head: string, tree: string): Promise<string> {
  const changes = await changesBetweenTrees(repo, head, tree)
  if (changes.some(({ path }) => /(?:^|\/)\.gitattributes$/.test(path))) return tree
  let entries = ''
  for (const change of await convertedFiles(repo, changes)) {
    const { from, to, id } = change
    if (id === from.blob || (await isAsCheckedOut(repo, change)))
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

/** Changed files whose bytes differ from their new blob, since attributes converted them; `id` is the bytes' own blob. */
async function convertedFiles(repo: Repository, changes: readonly Change[]): Promise<(Change & { id: string })[]> {
  const files = changes.filter((one) => !isNew(one) && one.to.mode.startsWith('100') && mayHaveAttributes(repo, one))
  const ids = files.length === 0 ? [] : await idsInWorkTree(repo, files)
  return files.flatMap((one, i) => (ids[i] === undefined || ids[i] === one.to.blob ? [] : [{ ...one, id: ids[i] }]))
}

/** Puts pointers of changed Git LFS files back, since nothing is uploaded. A problem where a pointer would be new. */
async function withoutNewPointers(repo: Repository, head: string, tree: string): Promise<string | { problem: string }> {
  const changes = (await changesBetweenTrees(repo, head, tree)).filter(({ to }) => to.mode.startsWith('100'))
  const lfsFiles = await keptByLfs(repo, changes)
  if (lfsFiles.length === 0) return tree
  // The object of a moved or copied file is on the server already.
  const stored = await blobsIn(repo, head)
  const missing = lfsFiles.filter(({ to }) => !stored.has(to.blob))
  if (missing.length === 0) return tree
  await restoreFiles(repo, head, missing)
  return { problem: `This cannot be committed:\n${missing.map(problemOf).join('\n')}` }
}

const problemOf = (change: Change): string =>
  isNew(change)
    ? `- \`${change.path}\` would be kept by Git LFS, where nothing can be stored from here. Leave it out, or have \`.gitattributes\` not cover it.`
    : `- \`${change.path}\` is kept by Git LFS, where nothing can be stored from here. It was put back; do without a change of it.`

/** Whether a `.gitattributes` in the worktree may apply to a file. Mostly there is none, which saves a process. */
const mayHaveAttributes = (repo: Repository, change: Change): boolean =>
  [...directoriesOf(new Set([bytesOf(change)]))].some((folder) => exists(repo, `${folder}.gitattributes`))

async function keptByLfs(repo: Repository, all: readonly Change[]): Promise<Change[]> {
  const changes = all.filter((change) => mayHaveAttributes(repo, change))
  if (changes.length === 0) return []
  const input = pathsForGit(changes)
  // For each path in turn: the path, the attribute, its value.
  const fields = (await git(repo, ['check-attr', '--cached', '-z', '--stdin', 'filter'], { input })).split('\0')
  return changes.filter((_, i) => fields[i * 3 + 2] === 'lfs')
}

async function blobsIn(repo: Repository, tree: string): Promise<Set<string>> {
  const listed = await git(repo, ['ls-tree', '-r', '-z', '--full-tree', tree])
  return new Set([...listed.matchAll(/ blob ([0-9a-f]+)\t/g)].map(([, id = '']) => id))
}

async function restoreFiles(repo: Repository, head: string, changes: readonly Change[]): Promise<void> {
  await git(repo, ['read-tree', '--reset', head])
  const input = pathsForGit(changes.filter((change) => !isNew(change)))
  // If the runner's checkout lacks the LFS object, the pointer is restored.
  await tryGit(repo, ['checkout-index', '-q', '-f', '-z', '--stdin'], { input })
}

/** What programs leave when they run: caches, byte code, coverage. No commit takes it unless it was tracked or planned. */
const LEFTOVERS =
  /(?:^|\/)(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.hypothesis|node_modules|\.npm|\.nyc_output|coverage|htmlcov|\.gradle|\.eslintcache|\.coverage(?:\.[^/]+)?|\.DS_Store|[^/]+\.(?:py[co]|tsbuildinfo|gcda|gcno|profraw))(?:\/|$)/

/** The paths as git reads them with `-z --stdin`. */
const pathsForGit = (changes: readonly Change[]): Buffer =>
  Buffer.from(changes.map((one) => `${bytesOf(one)}\0`).join(''), 'latin1')

/** The ids that the files of the work tree have as blobs, in the order of the changes. Throws `GitError`. */
async function idsInWorkTree(repo: Repository, changes: readonly Change[]): Promise<string[]> {
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`
  // Lines that begin with a quote are read as C strings, so that any name fits into one.
  const lines = changes.map((one) => `"${bytesOf(one).replace(/[^\w/.-]/g, octal)}"\n`)
  return (await git(repo, ['hash-object', '--no-filters', '--stdin-paths'], { input: lines.join('') })).split('\n')
}
