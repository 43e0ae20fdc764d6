import { git, tryGit, perRepository, type Repository } from './git.ts'

/** Makes the work tree equal to a commit. Ignored files, such as dependencies and caches, stay. */
export async function checkout(repo: Repository, commit: string): Promise<void> {
  await refreshIndex(repo, commit)
  await git(repo, ['reset', '-q', '--hard', commit])
  await git(repo, ['clean', '-q', '-ffd'])
}

const indexOf = perRepository((): { refreshed?: Promise<void> } => ({}))

/** Refreshes the index once, early: the runner checked out most files, and a checkout writes what differs. */
export function refreshIndex(repo: Repository, commit: string): Promise<void> {
  return (indexOf(repo).refreshed ??= readIntoIndex(repo, commit))
}

/** Marks the index of an empty work tree as fresh: there are no files to compare it with. */
export const skipIndexRefresh = (repo: Repository): void => void (indexOf(repo).refreshed = Promise.resolve())

async function readIntoIndex(repo: Repository, commit: string): Promise<void> {
  await git(repo, ['read-tree', commit])
  // A non-zero exit code means that some files differ. The reset in `checkout` restores them.
  await tryGit(repo, ['update-index', '-q', '--refresh'])
}

/** Makes the work tree equal to a tree that `writeWorkTree` returned. Ignored files stay. */
export async function restoreTree(repo: Repository, tree: string): Promise<void> {
  await restoreFiles(repo, tree)
  await git(repo, ['clean', '-q', '-ffd'])
}

/** Restores the tracked files of a tree; untracked files stay. */
export const restoreFiles = async (repo: Repository, tree: string): Promise<void> =>
  void (await git(repo, ['read-tree', '--reset', '-u', tree]))

/** The entries of `git ls-files` in latin1, because names may not be UTF-8. Throws `GitError`. */
export async function listFiles(repo: Repository, ...options: readonly string[]): Promise<string[]> {
  const listed = await git(repo, ['ls-files', '-z', ...options], { encoding: 'latin1' })
  return listed.split('\0').filter(Boolean)
}

/**
 * Lists the files of the work tree but the ignored ones, in latin1, and which of them differ from the index, by `git ls-files -t`: `H` is a file of the
 * index, and `?` one that is not in it. One that differs has a `C` entry as well, and a deleted one an `R` entry
 * besides. A nested repository ends in a slash. Throws `GitError`.
 */
export async function filesInWorkTree(repo: Repository) {
  const options = ['--cached', '--modified', '--deleted', '--others', '--exclude-standard']
  const listed = await listFiles(repo, '-t', ...options)
  const byTag = Map.groupBy(listed, (entry) => entry.charAt(0))
  const tagged = (tag: string): string[] => (byTag.get(tag) ?? []).map((entry) => entry.slice(2))
  const deleted = new Set(tagged('R'))
  const changed = [...tagged('?'), ...tagged('C')].map((path) => path.replace(/\/$/, ''))
  const paths = [...new Set(changed)].filter((path) => !deleted.has(path))
  // `--replace` removes a file that became a directory when the files below it are added.
  const parents = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  const directories = new Set(paths.flatMap(parents))
  return {
    all: new Set([...tagged('H'), ...tagged('?')]),
    untracked: new Set(tagged('?')),
    deleted: [...deleted],
    present: paths.filter((path) => !directories.has(path)),
  }
}

/**
 * Writes the present state of the work tree as a tree object and returns its id. Includes new files, but not ignored
 * ones. Does not use `git add`: in a nested repository that runs `git status`, and so the filters of that repository's
 * configuration. Throws `GitError`.
 */
export async function writeWorkTree(
  repo: Repository,
  files?: Awaited<ReturnType<typeof filesInWorkTree>>,
): Promise<string> {
  const { deleted, present } = files ?? (await filesInWorkTree(repo))
  const update = async (paths: readonly string[], options: readonly string[]) => {
    const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
    if (paths.length > 0) await git(repo, ['update-index', ...options, '-z', '--stdin'], { input })
  }
  await update(deleted, ['--force-remove'])
  await update(present, ['--add', '--remove', '--replace'])
  return git(repo, ['write-tree'])
}
