import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../lib/errors.ts'
import { git, initRepository, isShallow, type Repository } from '../git/git.ts'
import { objectsOf } from '../git/store/loose.ts'
import { withoutFiles } from '../git/work-tree.ts'
import { besideTree, removeLeft } from './clean-worktree.ts'

/** Where one agent works: a work tree with its git directory, and a folder for its home and temporary files. */
export type AgentPlace = { repo: Repository; scratch: string }

/**
 * A place beside another, for an agent that works at the same time. It has a work tree and an index of its own, on the
 * objects of the other, so the history is not copied. Nothing is in its work tree yet.
 */
export function placeBeside({ repo: main }: AgentPlace, folder: string): AgentPlace {
  const { remote: _, ...own } = main
  const repo = {
    ...own,
    gitDir: join(folder, 'git'),
    workTree: join(folder, 'tree'),
    env: { ...main.env, GIT_OBJECT_DIRECTORY: objectsOf(main) },
  }
  initRepository(repo)
  withoutFiles(repo)
  linkLargeFiles(main, repo)
  return { repo, scratch: join(folder, 'sandbox') }
}

/** In `.git`. */
const LARGE_FILES = 'lfs'

/** Files of Git LFS are taken from where the runner's checkout keeps them. */
function linkLargeFiles(main: Repository, repo: Repository): void {
  const kept = join(main.workTree, '.git', LARGE_FILES)
  if (!existsSync(kept)) return
  mkdirSync(join(repo.workTree, '.git'), { recursive: true })
  symlinkSync(kept, join(repo.workTree, '.git', LARGE_FILES))
}

/**
 * Copies what lies in the work tree of one place besides the files of the index, and its home, to another: what
 * `setup-command` left, and what was there before. Shares blocks where the file system can. Throws `UserError`.
 */
export async function copySetUp(from: AgentPlace, to: AgentPlace): Promise<void> {
  const { env } = from.repo
  const workTrees = { env, from: from.repo.workTree, to: to.repo.workTree }
  const scratch = { env, from: from.scratch, to: to.scratch }
  await Promise.all([
    copyHistoryLimit(from.repo, to.repo),
    copyPaths([...(await besideTree(from.repo)), ...(await submodulesOf(from.repo))], workTrees),
    mkdir(to.scratch, { recursive: true, mode: 0o700 }).then(() =>
      copyPaths(existsSync(join(from.scratch, 'home')) ? ['home'] : [], scratch),
    ),
  ])
}

/** Where the fetched history ends, git reads in a file. */
const copyHistoryLimit = async (from: Repository, to: Repository): Promise<void> =>
  isShallow(from) ? copyFile(join(from.gitDir, 'shallow'), join(to.gitDir, 'shallow')) : undefined

/** The paths of submodules, in latin1. The runner may have checked them out, which we do not. */
async function submodulesOf(repo: Repository): Promise<string[]> {
  if (!existsSync(join(repo.workTree, '.gitmodules'))) return []
  const listed = Buffer.from(await git(repo, ['ls-files', '-z', '-s'], { encoding: 'base64' }), 'base64')
  const entries = listed.toString('latin1').split('\0')
  return entries.flatMap((entry) => (entry.startsWith('160000 ') ? entry.slice(entry.indexOf('\t') + 1) : []))
}

/** Copies paths (in latin1, relative) from one folder to another. The names may be more than one command takes. */
async function copyPaths(
  paths: readonly string[],
  { env, from, to }: Pick<Repository, 'env'> & { from: string; to: string },
): Promise<void> {
  if (paths.length === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const cp = ['cp', '-a', '--reflink=auto', '--parents', '-t', to, '--']
  const child = spawn('xargs', ['-0', ...cp], { cwd: from, env, stdio: ['pipe', 'ignore', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  child.on('error', reject)
  child.on('close', resolve)
  child.stdin.on('error', () => undefined)
  child.stdin.end(Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1'))
  if ((await promise) !== 0) throw notCopied(said.join('').split('\n')[0] ?? '')
}

const notCopied = (why: string): UserError =>
  new UserError(
    'setup-failed',
    'The files of `setup-command` could not be copied for parallel work.',
    'Free space on its disk, let `setup-command` leave only what can be read, or set `parallel: 1`. Then comment `/retry`.',
    { cause: why },
  )

/**
 * Without walls, git in a command finds the history by the work tree alone. The files share the objects of `main`. What
 * the commands of an earlier subtask left there goes: commits, stashes, settings. Throws `UserError`.
 */
export async function showHistory(main: Repository, { repo }: AgentPlace): Promise<void> {
  const shown = { ...repo, gitDir: join(repo.workTree, '.git'), env: main.env }
  await forgetHistory(shown.gitDir)
  initRepository(shown)
  await mkdir(join(shown.gitDir, 'objects/info'), { recursive: true })
  await writeFile(join(shown.gitDir, 'objects/info/alternates'), `${objectsOf(main)}\n`)
  await copyHistoryLimit(main, shown)
  await git(shown, ['reset', '-q', '--mixed', await git(repo, ['rev-parse', 'HEAD'])])
}

async function forgetHistory(gitDir: string): Promise<void> {
  const names = await readdir(gitDir).catch(() => [])
  const old = names.filter((name) => name !== LARGE_FILES)
  await Promise.all(old.map((name) => removeLeft(join(gitDir, name), '.git')))
}
