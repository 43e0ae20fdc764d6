import { git, tryGit, type Repository } from '../../git/git.ts'
import { changesBetweenTrees, isNew, type Change } from '../../git/objects.ts'
import { isThere } from './untracked-files.ts'

/**
 * The tree as it may be committed where Git LFS keeps files, or why not: a pointer would be committed, and no file
 * behind it. What the agent changed of such files is put back. The index must hold the tree.
 */
export async function withoutNewPointers(
  repo: Repository,
  head: string,
  tree: string,
): Promise<string | { problem: string }> {
  const changes = (await changesBetweenTrees(repo, head, tree)).filter(({ to }) => to.mode.startsWith('100'))
  const large = await keptByLfs(repo, changes)
  if (large.length === 0) return tree
  // One that was moved or copied is stored already.
  const stored = await blobsIn(repo, head)
  const unstored = large.filter(({ to }) => !stored.has(to.blob))
  const untouched = await committedAsTheyAre(repo, unstored)
  const missing = unstored.filter((change) => !untouched.includes(change))
  if (missing.length === 0) return untouched.length === 0 ? tree : treeWithout(repo, untouched)
  await putBack(repo, head, missing)
  return { problem: `This cannot be committed:\n${missing.map(problemOf).join('\n')}` }
}

/** Files that were committed before Git LFS was to keep them, and that nobody changed since. */
async function committedAsTheyAre(repo: Repository, changes: readonly Change[]): Promise<Change[]> {
  const known = changes.filter((change) => !isNew(change))
  if (known.length === 0) return []
  const input = known.map(({ path }) => `${path}\n`).join('')
  const ids = (await git(repo, ['hash-object', '--no-filters', '--stdin-paths'], { input })).split('\n')
  return known.filter(({ from }, i) => ids[i] === from.blob)
}

async function treeWithout(repo: Repository, changes: readonly Change[]): Promise<string> {
  const input = changes.map(({ path, from }) => `${from.mode} ${from.blob}\t${path}\0`).join('')
  await git(repo, ['update-index', '-z', '--index-info'], { input })
  return git(repo, ['write-tree'])
}

const problemOf = (change: Change): string =>
  isNew(change)
    ? `- \`${change.path}\` would be kept by Git LFS, where nothing can be stored from here. Leave it out, or have \`.gitattributes\` not cover it.`
    : `- \`${change.path}\` is kept by Git LFS, where nothing can be stored from here. It was put back; do without a change of it.`

/**
 * Whether a `.gitattributes` in the work tree may have a say about a file. In most repositories none has, and git need
 * not be asked.
 */
export function mayHaveAttributes(repo: Repository, { path }: Change): boolean {
  const folders = ['', ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))]
  const isThereIn = (folder: string) => isThere(repo, Buffer.from(`${folder}.gitattributes`).toString('latin1'))
  // A name that is not UTF-8 was not read as it is.
  return path.includes('\ufffd') || folders.some(isThereIn)
}

async function keptByLfs(repo: Repository, all: readonly Change[]): Promise<Change[]> {
  const changes = all.filter((change) => mayHaveAttributes(repo, change))
  if (changes.length === 0) return []
  const input = changes.map(({ path }) => `${path}\0`).join('')
  const fields = (await git(repo, ['check-attr', '--cached', '-z', '--stdin', 'filter'], { input })).split('\0')
  const kept = new Set(fields.flatMap((value, i) => (i % 3 === 2 && value === 'lfs' ? (fields[i - 2] ?? []) : [])))
  return changes.filter(({ path }) => kept.has(path))
}

async function blobsIn(repo: Repository, tree: string): Promise<Set<string>> {
  const listed = await git(repo, ['ls-tree', '-r', '-z', '--full-tree', tree])
  return new Set([...listed.matchAll(/ blob ([0-9a-f]+)\t/g)].map(([, id = '']) => id))
}

async function putBack(repo: Repository, head: string, changes: readonly Change[]): Promise<void> {
  await git(repo, ['read-tree', '--reset', head])
  const input = changes.flatMap((change) => (isNew(change) ? [] : [`${change.path}\0`])).join('')
  // Where the runner's checkout does not have the file, its pointer comes back.
  await tryGit(repo, ['checkout-index', '-q', '-f', '-z', '--stdin'], { input })
}
