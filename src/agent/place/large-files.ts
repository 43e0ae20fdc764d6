import { git, tryGit, type Repository } from '../../git/git.ts'
import { changesBetweenTrees, isNew, pathsForGit, type Change } from '../../git/objects.ts'
import { bytesOf } from '../../git/store/tree-content.ts'
import { isThere } from './untracked-files.ts'

/**
 * Replaces new content of Git LFS files, which is not uploaded, by the committed pointer. Returns the tree to commit,
 * or a problem: a new pointer would be committed without an object on the LFS server. The index must hold the tree.
 */
export async function withoutNewPointers(
  repo: Repository,
  head: string,
  tree: string,
): Promise<string | { problem: string }> {
  const changes = (await changesBetweenTrees(repo, head, tree)).filter(({ to }) => to.mode.startsWith('100'))
  const large = await keptByLfs(repo, changes)
  if (large.length === 0) return tree
  // The object of a moved or copied file is on the server already.
  const stored = await blobsIn(repo, head)
  const missing = large.filter(({ to }) => !stored.has(to.blob))
  if (missing.length === 0) return tree
  await putBack(repo, head, missing)
  return { problem: `This cannot be committed:\n${missing.map(problemOf).join('\n')}` }
}

const problemOf = (change: Change): string =>
  isNew(change)
    ? `- \`${change.path}\` would be kept by Git LFS, where nothing can be stored from here. Leave it out, or have \`.gitattributes\` not cover it.`
    : `- \`${change.path}\` is kept by Git LFS, where nothing can be stored from here. It was put back; do without a change of it.`

/**
 * Whether a `.gitattributes` in the worktree may apply to a file. Most repositories have none, which saves a git
 * process.
 */
export function mayHaveAttributes(repo: Repository, change: Change): boolean {
  const path = bytesOf(change)
  const folders = ['', ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))]
  return folders.some((folder) => isThere(repo, `${folder}.gitattributes`))
}

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

async function putBack(repo: Repository, head: string, changes: readonly Change[]): Promise<void> {
  await git(repo, ['read-tree', '--reset', head])
  const input = pathsForGit(changes.filter((change) => !isNew(change)))
  // If the runner's checkout lacks the LFS object, the pointer is restored.
  await tryGit(repo, ['checkout-index', '-q', '-f', '-z', '--stdin'], { input })
}
