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
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { hideFile, type Mount, type SandboxPlace } from './sandbox-place.ts'

/** The folders in the git directory of commands at which they see objects that are not theirs, read-only. */
const SHARED_OBJECTS = 'shared'
const CHECKOUT_OBJECTS = 'checkout'

/** Where the git directory that commands see as `.git` lies: a link, since each new state has a folder of its own. */
const commandGitOf = ({ scratch }: Pick<SandboxPlace, 'scratch'>): string => join(scratch, 'git')

/** The git directory of the runner's own checkout, if there is one. Its configuration may hold a token. */
function checkoutOf({ workspace, seenAt }: SandboxPlace): string | undefined {
  const path = join(seenAt ?? workspace, '.git')
  return lstatSync(join(path, 'objects'), { throwIfNoEntry: false })?.isDirectory() ? path : undefined
}

/**
 * Keeps the git directory of commands up to date. It is a copy of HEAD, index and branches, with a configuration of its
 * own: installers of hooks, `git stash`, `git tag` and `git config` work there, and nothing of it reaches the git that
 * commits. Returns what has to be called before each command: it begins anew when our HEAD moves, and brings our index
 * when that was written.
 */
export function keepCommandGit(place: SandboxPlace & { gitDir: string }): () => void {
  let known = { head: '', index: '' }
  return () => {
    const now = { head: headOf(place.gitDir), index: indexOf(place.gitDir) }
    const isSameHead = known.head === now.head
    if (isSameHead && known.index === now.index) return
    if (!isSameHead || !replaceIndex(place)) beginAnew(place)
    known = now
  }
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

function headOf(gitDir: string): string {
  const head = textOf(join(gitDir, 'HEAD'))
  const ref = /^ref: (.+)/.exec(head)?.[1]
  return ref === undefined ? head : head + textOf(join(gitDir, ref))
}

function indexOf(gitDir: string): string {
  const stats = statSync(join(gitDir, 'index'), { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
}

/** Never writes through what commands left there: a name of theirs may be a link. False where it is a folder. */
function replaceIndex(place: SandboxPlace & { gitDir: string }): boolean {
  const fresh = join(place.scratch, `index-${randomUUID()}`)
  try {
    copyFileSync(join(place.gitDir, 'index'), fresh)
    renameSync(fresh, join(commandGitOf(place), 'index'))
    return true
  } catch {
    rmSync(fresh, { force: true })
    return false
  }
}

function beginAnew(place: SandboxPlace & { gitDir: string }): void {
  const { scratch, gitDir } = place
  const path = join(scratch, `git-${randomUUID()}`)
  for (const name of ['objects/info', 'refs/heads', 'refs/tags', 'hooks', SHARED_OBJECTS, CHECKOUT_OBJECTS])
    mkdirSync(join(path, name), { recursive: true, mode: 0o700 })
  for (const name of ['HEAD', 'index'])
    if (existsSync(join(gitDir, name))) copyFileSync(join(gitDir, name), join(path, name))
  // What was fetched for plans stays ours: of it only the base is a branch of theirs.
  const remotes = join(gitDir, 'refs/remotes')
  if (existsSync(remotes)) {
    cpSync(remotes, join(path, 'refs/remotes'), { recursive: true })
    cpSync(join(remotes, 'origin'), join(path, 'refs/heads'), { recursive: true })
  }
  const own = join(gitDir, 'refs/heads')
  if (existsSync(own)) cpSync(own, join(path, 'refs/heads'), { recursive: true })
  writeFileSync(join(path, 'config'), CONFIG)
  writeFileSync(join(path, 'objects/info/alternates'), `../${SHARED_OBJECTS}\n../${CHECKOUT_OBJECTS}\n`)
  writeHistory(place, path)
  const link = commandGitOf(place)
  const last = `${path}-link`
  symlinkSync(path, last)
  renameSync(last, link)
}

const CONFIG = `[core]
	repositoryformatversion = 0
	bare = false
[user]
	name = Measure Twice
	email = measure-twice@users.noreply.github.com
`

/** Tags and the end of the history: the runner's checkout may hold more of both than was fetched for a plan. */
function writeHistory(place: SandboxPlace & { gitDir: string }, path: string): void {
  const checkout = checkoutOf(place)
  if (checkout !== undefined) {
    const tags = textOf(join(checkout, 'packed-refs'))
      .split('\n')
      .filter((line) => /^[0-9a-f]{40} refs\/tags\//.test(line))
    writeFileSync(join(path, 'packed-refs'), tags.map((line) => `${line}\n`).join(''))
    if (existsSync(join(checkout, 'refs/tags')))
      cpSync(join(checkout, 'refs/tags'), join(path, 'refs/tags'), { recursive: true })
  }
  const shallow = textOf(join(place.gitDir, 'shallow'))
  if (shallow !== '' && !(checkout && !existsSync(join(checkout, 'shallow')) && holdsParents(place, checkout, shallow)))
    writeFileSync(join(path, 'shallow'), shallow)
}

function holdsParents(
  { gitDir, objects, ownPath }: SandboxPlace & { gitDir: string },
  checkout: string,
  shallow: string,
) {
  const input = shallow
    .trim()
    .split('\n')
    .map((sha) => `${sha}^@\n`)
  const { status } = spawnSync('git', ['--shallow-file', '/dev/null', 'rev-list', '--no-walk', '--quiet', '--stdin'], {
    input: input.join(''),
    env: {
      ...{ PATH: ownPath, GIT_DIR: gitDir, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      ...(objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: objects }),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(checkout, 'objects'),
    },
  })
  return status === 0
}

/** The configuration in the workspace's own `.git` may hold a token, so it is always covered. */
export async function gitDirectory(place: SandboxPlace): Promise<Mount[]> {
  const { workspace, seenAt, gitDir, objects } = place
  const path = join(seenAt ?? workspace, '.git')
  const stats = await lstat(join(workspace, '.git')).catch(() => undefined)
  if (stats && !stats.isDirectory()) return [hideFile(path)]
  if (gitDir) {
    const checkout = checkoutOf(place)
    const more = checkout === undefined ? [] : [[CHECKOUT_OBJECTS, join(checkout, 'objects')] as const]
    const sources = [[SHARED_OBJECTS, objects ?? join(gitDir, 'objects')] as const, ...more]
    return [
      { kind: 'write', path, source: commandGitOf(place) },
      ...sources.map(([name, source]): Mount => ({ kind: 'read', path: join(path, name), source })),
    ]
  }
  return stats ? [{ kind: 'empty', path }] : []
}
