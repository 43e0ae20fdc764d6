import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { GitHub } from '../github/github.ts'
import type { WebhookEvent } from '../github/types.ts'

const run = promisify(execFile)

export type Place = { ref: string; sha: string }

/** Where the workflow of an event runs: on the default branch, or for pull request events on their head. */
export async function checkoutOf(github: GitHub, { name, payload }: WebhookEvent): Promise<Place> {
  const pull = payload['pull_request']
  const number = typeof pull === 'object' && pull && 'number' in pull ? pull.number : undefined
  const ref = name.startsWith('pull_request') && number ? `refs/pull/${String(number)}/head` : 'refs/heads/main'
  return { ref, sha: (await github.sha(ref)) ?? '' }
}

type Checkout = { github: GitHub; place: Place; depth: number }

/**
 * Makes the work tree that `actions/checkout` leaves with `persist-credentials: false`. It is fetched from the bare
 * repository itself, because it is not the action's traffic.
 */
export async function checkout(dir: string, { github, place: { ref, sha }, depth }: Checkout): Promise<void> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: dirname(dir),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  }
  const git = (...args: string[]) => run('git', args, { cwd: dir, env })
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  const tracked = branch ? `refs/remotes/origin/${branch}` : ref.replace('refs/', 'refs/remotes/')
  await mkdir(dir, { recursive: true })
  await git('init', '-q', '-b', 'main')
  await git('remote', 'add', 'origin', `${github.url}/${github.owner}/${github.name}`)
  await git('config', 'gc.auto', '0')
  const deep = depth > 0 ? [`--depth=${depth}`] : []
  await git(
    'fetch',
    '-q',
    '--no-tags',
    '--prune',
    '--no-recurse-submodules',
    ...deep,
    `file://${github.bare}`,
    `+${sha}:${tracked}`,
  )
  await git('checkout', '-q', '--force', ...(branch ? ['-B', branch] : []), tracked)
}
