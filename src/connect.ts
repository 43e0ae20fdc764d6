import { setImmediate as nextTurn } from 'node:timers/promises'
import { inBackground } from './lib/async.ts'
import { branchName } from './git/side-ref.ts'
import { connectGitHub } from './github/github.ts'
import type { Clone } from './observe/clone.ts'
import type { Connection } from './observe/sources.ts'
import { isOn, rawInput, proxyFor } from './runner/env.ts'
import { logLine } from './runner/log.ts'

/**
 * Connects to GitHub, and starts the request for the issue whose branches are being fetched. Undefined without a token,
 * or outside of a workflow: this is reported when the inputs are checked.
 */
export async function connect(
  env: NodeJS.ProcessEnv,
  { firstFetch, deadline }: Clone,
): Promise<Connection | undefined> {
  const token = rawInput(env, 'github-token')
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/')
  if (!token || !owner || !repo) return undefined
  const address = env.GITHUB_API_URL || 'https://api.github.com'
  const forge = connectGitHub(
    { owner, repo },
    {
      token,
      address,
      readOnly: isOn(rawInput(env, 'dry-run')),
      proxy: proxyFor(address, env),
      deadline,
      onWait: logWait,
    },
  )
  if (!firstFetch) return { forge }
  const { refs } = firstFetch
  const batch = inBackground(forge.readIssueBatch({ issue: refs.issue, branch: branchName(refs) }))
  // Loading the rest of the program blocks the event loop: one turn opens the connection, the next sends the request.
  await nextTurn()
  await nextTurn()
  return { forge, earlyBatch: batch }
}

const logWait = (milliseconds: number): void =>
  logLine(`GitHub wants fewer requests of this token; the next one is sent in ${Math.ceil(milliseconds / 1000)} s.`)
