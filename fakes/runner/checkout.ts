import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { GitHub } from '../github/github.ts'
import type { WebhookEvent } from '../github/types.ts'

const run = promisify(execFile)

export type Target = { ref: string; sha: string }

/** The ref and commit that a workflow runs on: the default branch or, for pull request events, their head. */
export async function checkoutOf(github: GitHub, { name, payload }: WebhookEvent): Promise<Target> {
  const pull = payload['pull_request']
  const number = typeof pull === 'object' && pull && 'number' in pull ? pull.number : undefined
  const ref = name.startsWith('pull_request') && number ? `refs/pull/${String(number)}/head` : 'refs/heads/main'
  return { ref, sha: (await github.sha(ref)) ?? '' }
}

type Checkout = { github: GitHub; place: Target; depth: number }

const made = new WeakMap<GitHub, Map<string, Promise<string>>>()

/**
 * Makes the work tree that `actions/checkout` leaves with `persist-credentials: false`. Each commit is checked out
 * once and then copied, because most runs begin with the same commit.
 */
export async function checkout(dir: string, { github, place, depth }: Checkout): Promise<void> {
  const known = made.get(github) ?? new Map<string, Promise<string>>()
  made.set(github, known)
  const key = `${place.ref} ${place.sha} ${depth}`
  const tree =
    known.get(key) ?? make(join(dirname(github.bare), 'checkouts', String(known.size)), { github, place, depth })
  known.set(key, tree)
  await cp(await tree, dir, { recursive: true, verbatimSymlinks: true })
}

/** What `git init`, `git remote add` and `git config gc.auto 0` write. */
const configOf = ({ url, owner, name }: GitHub): string => `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
[remote "origin"]
	url = ${url}/${owner}/${name}
	fetch = +refs/heads/*:refs/remotes/origin/*
[gc]
	auto = 0
`

/** Fetches directly from the bare repository, so that the journal holds only the action's own requests. */
async function make(dir: string, { github, place: { ref, sha }, depth }: Checkout): Promise<string> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: dirname(dir),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  }
  const git = (...args: string[]) => run('git', args, { cwd: dir, env })
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  const tracked = branch ? `refs/remotes/origin/${branch}` : ref.replace('refs/', 'refs/remotes/')
  const deep = depth > 0 ? [`--depth=${depth}`] : []
  const from = `file://${github.bare}`
  for (const folder of ['objects', 'refs']) await mkdir(join(dir, '.git', folder), { recursive: true })
  await writeFile(join(dir, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(dir, '.git', 'config'), configOf(github))
  await git('fetch', '-q', '--no-tags', '--prune', '--no-recurse-submodules', ...deep, from, `+${sha}:${tracked}`)
  // With `fetch-depth: 0`, actions/checkout fetches every branch (src/ref-helper.ts, getRefSpecForAllHistory).
  if (depth === 0) await git('fetch', '-q', '--no-tags', from, '+refs/heads/*:refs/remotes/all/*')
  await git('checkout', '-q', '--force', ...(branch ? ['-B', branch] : []), tracked)
  return dir
}
