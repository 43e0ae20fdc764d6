import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git, initRepository, isShallow, type Repository } from '../git/git.ts'
import { objectsOf } from '../git/objects.ts'
import { skipIndexRefresh } from '../git/work-tree.ts'
import { untrackedRoots } from './worktree-set-up.ts'
import { copyPaths, removeLeft } from './copy-files.ts'

/** Where one agent works: a worktree with its git directory, and a scratch folder for its home and temporary files. */
export type AgentWorktree = { repo: Repository; scratch: string }

/** Adds a worktree for a concurrent agent, with its own index and the shared objects. Nothing is checked out yet. */
export function addWorktree({ repo: main }: AgentWorktree, folder: string): AgentWorktree {
  const { remote: _, ...own } = main
  const repo = {
    ...own,
    gitDir: join(folder, 'git'),
    workTree: join(folder, 'tree'),
    env: { ...main.env, GIT_OBJECT_DIRECTORY: objectsOf(main) },
  }
  initRepository(repo)
  skipIndexRefresh(repo)
  // The LFS objects of the runner's checkout are shared by a link.
  const largeFiles = join(main.workTree, '.git', LARGE_FILES)
  if (existsSync(largeFiles)) {
    mkdirSync(join(repo.workTree, '.git'), { recursive: true })
    symlinkSync(largeFiles, join(repo.workTree, '.git', LARGE_FILES))
  }
  return { repo, scratch: join(folder, 'sandbox') }
}

const LARGE_FILES = 'lfs'

/** Copies untracked files and the home between worktrees, by copy-on-write where possible. Throws `UserError`. */
export async function copySetUp(from: AgentWorktree, to: AgentWorktree): Promise<void> {
  const { env } = from.repo
  const home = existsSync(join(from.scratch, 'home')) ? ['home'] : []
  await mkdir(to.scratch, { recursive: true, mode: 0o700 })
  await Promise.all([
    copyHistoryLimit(from.repo, to.repo),
    copyPaths(await untrackedRoots(from.repo), { env, from: from.repo.workTree, to: to.repo.workTree }),
    copyPaths(home, { env, from: from.scratch, to: to.scratch }),
  ])
}

/** Copies `.git/shallow`, the list of commits at which a shallow clone ends. */
const copyHistoryLimit = async (from: Repository, to: Repository): Promise<void> =>
  isShallow(from) ? copyFile(join(from.gitDir, 'shallow'), join(to.gitDir, 'shallow')) : undefined

/** Recreates `.git` for commands without a sandbox: the objects of `main`, no earlier commits. Throws `UserError`. */
export async function showHistory(main: Repository, { repo }: AgentWorktree): Promise<void> {
  const shown = { ...repo, gitDir: join(repo.workTree, '.git'), env: main.env }
  const names = await readdir(shown.gitDir).catch(() => [])
  const old = names.filter((name) => name !== LARGE_FILES)
  await Promise.all(old.map((name) => removeLeft(join(shown.gitDir, name), '.git')))
  initRepository(shown)
  await mkdir(join(shown.gitDir, 'objects/info'), { recursive: true })
  await writeFile(join(shown.gitDir, 'objects/info/alternates'), `${objectsOf(main)}\n`)
  await copyHistoryLimit(main, shown)
  await git(shown, ['reset', '-q', '--mixed', await git(repo, ['rev-parse', 'HEAD'])])
}
