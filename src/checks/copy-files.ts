import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { UserError } from '../lib/errors.ts'
import type { Repository } from '../git/git.ts'
import { nameOf } from '../git/objects.ts'
import { inWorkTree } from '../agent/worktree/untracked-files.ts'

/** Copies paths (in latin1, relative) from one folder to another, in batches that fit a command line. */
export async function copyPaths(
  paths: readonly string[],
  { env, from, to }: Pick<Repository, 'env'> & { from: string; to: string },
): Promise<void> {
  if (paths.length === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const cp = ['cp', '-a', '--reflink=auto', '--parents', '-t', to, '--']
  const child = execFile('xargs', ['-0', ...cp], { cwd: from, env, maxBuffer: 1 << 30 }, (error, _, errors) => {
    if (!error) resolve()
    else reject(typeof error.code === 'string' ? error : notCopied(errors.split('\n')[0] ?? ''))
  })
  child.stdin?.on('error', () => undefined).end(paths.map((path) => `${path}\0`).join(''), 'latin1')
  await promise
}

const notCopied = (why: string): UserError =>
  new UserError(
    'setup-failed',
    'The files of `setup-command` could not be copied for parallel work.',
    'Free space on its disk, let `setup-command` leave only what can be read, or set `parallel: 1`. Then comment `/retry`.',
    { cause: why },
  )

/** Removes a path (in latin1) of the worktree. Throws `UserError`. */
export const removeAt = (repo: Repository, path: string): Promise<void> =>
  removeLeft(inWorkTree(repo, path), nameOf(path))

/** Removes files that a command left. `name` is for the error message. Throws `UserError` if they cannot be removed. */
export const removeLeft = (path: Parameters<typeof rm>[0], name: string): Promise<void> =>
  rm(path, { recursive: true, force: true }).catch(() => {
    throw new UserError(
      'setup-failed',
      `\`${name}\` cannot be removed.`,
      'Make it writable; what a container made as root needs `sudo chown`.',
    )
  })
