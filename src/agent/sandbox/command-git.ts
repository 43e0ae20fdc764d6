import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Mount, ResolvedSandboxSpec } from './visible-to-commands.ts'

/** The folders in the git directory of commands at which they see objects that are not theirs, read-only. */
const SHARED_OBJECTS = 'shared'
const CHECKOUT_OBJECTS = 'checkout'

type WithGit = ResolvedSandboxSpec & { gitDir: string }

/** Where the git directory that commands see as `.git` lies: a link, since each new state has a folder of its own. */
const commandGitOf = ({ scratch }: ResolvedSandboxSpec): string => join(scratch, 'git')

/** The git directory of the runner's own checkout, if there is one. Its configuration may hold a token. */
function checkoutOf({ mountPath }: ResolvedSandboxSpec): string | undefined {
  const path = join(mountPath, '.git')
  return lstatSync(join(path, 'objects'), { throwIfNoEntry: false })?.isDirectory() ? path : undefined
}

/**
 * The git directory of commands. It is a copy of HEAD, index and branches, with a configuration of its own: installers
 * of hooks, `git stash`, `git tag` and `git config` work there, and nothing of it reaches the git that commits.
 * `refresh` has to be called before each command: it begins anew when our HEAD moves, and brings our index when that
 * was written. Without a `gitDir`, commands see none.
 */
export function commandGit(spec: ResolvedSandboxSpec): { mounts: Mount[]; refresh: () => void } {
  const { gitDir } = spec
  const mounts = mountsOfGit(spec)
  if (gitDir === undefined) return { mounts, refresh: () => undefined }
  let copied = { head: '', index: '' }
  const refresh = (): void => {
    const current = { head: headOf(gitDir), index: indexOf(gitDir) }
    const isSameHead = copied.head === current.head
    if (isSameHead && copied.index === current.index) return
    if (!isSameHead || !replaceIndex({ ...spec, gitDir })) recreate({ ...spec, gitDir })
    copied = current
  }
  return { mounts, refresh }
}

const textIfPresent = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

function headOf(gitDir: string): string {
  const head = textIfPresent(join(gitDir, 'HEAD'))
  const ref = /^ref: (.+)/.exec(head)?.[1]
  return ref === undefined ? head : head + textIfPresent(join(gitDir, ref))
}

function indexOf(gitDir: string): string {
  const stats = statSync(join(gitDir, 'index'), { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
}

/** Replaces the index by a rename, because a write could follow a link that commands left. False if they left a folder. */
function replaceIndex(spec: WithGit): boolean {
  const copy = join(spec.scratch, `index-${randomUUID()}`)
  try {
    copyFileSync(join(spec.gitDir, 'index'), copy)
    renameSync(copy, join(commandGitOf(spec), 'index'))
    return true
  } catch {
    rmSync(copy, { force: true })
    return false
  }
}

function recreate(spec: WithGit): void {
  const { scratch, gitDir } = spec
  const path = join(scratch, `git-${randomUUID()}`)
  for (const name of ['objects/info', 'refs/heads', 'refs/tags', 'hooks', SHARED_OBJECTS, CHECKOUT_OBJECTS])
    mkdirSync(join(path, name), { recursive: true, mode: 0o700 })
  for (const name of ['HEAD', 'index']) copyIfThere(join(gitDir, name), join(path, name))
  // Of what was fetched, only the base becomes a branch for commands; refs of plans are not copied.
  copyIfThere(join(gitDir, 'refs/remotes'), join(path, 'refs/remotes'))
  copyIfThere(join(gitDir, 'refs/remotes/origin'), join(path, 'refs/heads'))
  copyIfThere(join(gitDir, 'refs/heads'), join(path, 'refs/heads'))
  writeFileSync(join(path, 'config'), CONFIG)
  writeFileSync(join(path, 'objects/info/alternates'), `../${SHARED_OBJECTS}\n../${CHECKOUT_OBJECTS}\n`)
  writeHistory(spec, path)
  const link = `${path}-link`
  symlinkSync(path, link)
  renameSync(link, commandGitOf(spec))
}

function copyIfThere(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}

const CONFIG = `[core]
	repositoryformatversion = 0
	bare = false
[user]
	name = Measure Twice
	email = measure-twice@users.noreply.github.com
`

/** Tags and the end of the history: the runner's checkout may hold more of both than was fetched for a plan. */
function writeHistory(spec: WithGit, path: string): void {
  const checkout = checkoutOf(spec)
  if (checkout !== undefined) {
    const tags = textIfPresent(join(checkout, 'packed-refs'))
      .split('\n')
      .filter((line) => /^[0-9a-f]{40} refs\/tags\//.test(line))
    writeFileSync(join(path, 'packed-refs'), tags.map((line) => `${line}\n`).join(''))
    copyIfThere(join(checkout, 'refs/tags'), join(path, 'refs/tags'))
  }
  const shallow = textIfPresent(join(spec.gitDir, 'shallow'))
  if (shallow !== '' && !(checkout && !existsSync(join(checkout, 'shallow')) && holdsParents(spec, checkout, shallow)))
    writeFileSync(join(path, 'shallow'), shallow)
}

function holdsParents({ gitDir, objects, trustedPath }: WithGit, checkout: string, shallow: string) {
  const input = shallow
    .trim()
    .split('\n')
    .map((sha) => `${sha}^@\n`)
  const { status } = spawnSync('git', ['--shallow-file', '/dev/null', 'rev-list', '--no-walk', '--quiet', '--stdin'], {
    input: input.join(''),
    env: {
      ...{ PATH: trustedPath, GIT_DIR: gitDir, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      ...(objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: objects }),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(checkout, 'objects'),
    },
  })
  return status === 0
}

/** The configuration in the workspace's own `.git` may hold a token, so it is always covered. */
function mountsOfGit(spec: ResolvedSandboxSpec): Mount[] {
  const { workspace, mountPath, gitDir, objects } = spec
  const path = join(mountPath, '.git')
  const stats = lstatSync(join(workspace, '.git'), { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) return [{ kind: 'read', path, source: '/dev/null' }]
  if (gitDir === undefined) return stats ? [{ kind: 'empty', path }] : []
  const checkout = checkoutOf(spec)
  return [
    { kind: 'write', path, source: commandGitOf(spec) },
    { kind: 'read', path: join(path, SHARED_OBJECTS), source: objects ?? join(gitDir, 'objects') },
    ...(checkout === undefined
      ? []
      : [{ kind: 'read' as const, path: join(path, CHECKOUT_OBJECTS), source: join(checkout, 'objects') }]),
  ]
}
