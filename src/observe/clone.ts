import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPlanRefs, type PlanRefs } from '../git/side-ref.ts'
import { rawInput, proxyFor } from '../runner/env.ts'
import { defaultBranchOf, type Destination, type Event } from './event.ts'
import { reserveSpace } from '../lib/disk-full.ts'
import { environmentForGit, initRepository, type Repository } from '../git/git.ts'
import { deadlineOf, inBackground } from '../lib/async.ts'
import { isBranch } from '../guard/paths.ts'
import type { Clock } from '../runner/clock.ts'

/** The private clone that a run works in, and its private folder. Disposal removes both. */
export type Clone = ReturnType<typeof beginClone>

/** Creates a private clone. Starts to fetch while the program loads, if the event determines the branches. */
export function beginClone(event: Event, destination: Destination, env: NodeJS.ProcessEnv) {
  const temp = env.RUNNER_TEMP ?? tmpdir()
  const home = mkdtempSync(join(temp, 'measure-twice-'))
  const url = addressOf(env)
  const endOfRun = new AbortController()
  let limits: Partial<Clock> = {}
  const deadline = deadlineOf(endOfRun.signal, {
    left: () => limits.left?.() ?? Infinity,
    rest: () => limits.rest?.() ?? Infinity,
  })
  const repo: Repository = {
    gitDir: join(home, 'git'),
    workTree: env.GITHUB_WORKSPACE ?? join(home, 'tree'),
    env: environmentForGit(env),
    ...(url === undefined
      ? {}
      : { remote: { url, token: rawInput(env, 'github-token'), proxy: proxyFor(url, env), deadline } }),
  }
  initRepository(repo)
  reserveSpace(repo)
  const refs = url === undefined ? undefined : planRefsNamed(event, destination, env)
  const done = refs && inBackground(fetchPlanRefs(repo, refs, false))
  return {
    /** The runner's temporary folder, which exists as long as the job. */
    temp,
    home,
    repo,
    /** The first fetch, if it could start before any request to GitHub's API. */
    firstFetch: refs && done && { refs, done },
    /** How long to wait for GitHub: unlimited until `endWith` was called. */
    deadline,
    /** Sets the signal that aborts requests to GitHub, and the clock for the time until then and the grace period. */
    endWith: (signal: AbortSignal, clock: Pick<Clock, 'left' | 'rest'>): void => {
      limits = clock
      signal.addEventListener('abort', () => endOfRun.abort(signal.reason), { once: true })
    },
    [Symbol.asyncDispose]: async () => {
      await done?.catch(() => undefined)
      // A git process may still write there for a moment.
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function planRefsNamed(event: Event, destination: Destination, env: NodeJS.ProcessEnv): PlanRefs | undefined {
  if (destination.kind !== 'target' || destination.target.isPull !== false) return undefined
  const base = rawInput(env, 'base-branch') || defaultBranchOf(event)
  const prefix = rawInput(env, 'branch-prefix') || 'plan/'
  const issue = destination.target.number
  return isBranch(base) && isBranch(`${prefix}issue-${issue}`) ? { base, prefix, issue } : undefined
}

/** The URL of the repository, for git and for people. Undefined outside of a workflow. */
export const addressOf = (env: NodeJS.ProcessEnv): string | undefined =>
  /^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')
    ? `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    : undefined
