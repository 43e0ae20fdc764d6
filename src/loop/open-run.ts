import { byRules } from '../observe/observe.ts'
import { join } from 'node:path'
import { lookUpApprovers, type Connection, type Sources } from '../observe/sources.ts'
import { addressOf, type Clone } from '../observe/clone.ts'
import { UserError } from '../lib/errors.ts'
import { defaultBranchOf, type Event } from '../observe/event.ts'
import { readOnly } from '../github/forge.ts'
import type { Repository } from '../git/git.ts'
import type { Clock } from '../runner/clock.ts'
import type { Turns } from '../runner/log.ts'
import { errorsPage, releaseOf } from '../runner/env.ts'
import { modelsOf, settingsOf, type Inputs, secretsOf } from '../runner/inputs.ts'
import { roomOpener, type OpenRoom } from '../tasks/open-context.ts'
import type { GitHubContext } from '../publish/write/github-context.ts'
import { CONTEXT } from '../publish/say/show.ts'
import { pathRemover } from '../guard/redact.ts'

/** What a run gets from its environment. Tests may replace the agent context. */
export type Surroundings = {
  env: NodeJS.ProcessEnv
  event: Event
  clone: Clone
  connection: Connection | undefined
  stop: AbortSignal
  ctx?: OpenRoom
}

type Opening = Surroundings & { clock: Clock; turns: Turns }

/** Throws `UserError` outside of a workflow. */
export function openRun(inputs: Inputs, around: Opening) {
  const { env, clone, connection, turns } = around
  const secrets = secretsOf(inputs, env)
  const { redact } = secrets
  const { temp, home } = clone
  const repo = inputs['dry-run'] ? withoutPush(clone.repo) : clone.repo
  const address = addressOf(env)
  if (address === undefined || connection === undefined) {
    throw new UserError('runner', 'GITHUB_REPOSITORY is not set.', 'Run this as a step of a GitHub Actions workflow.')
  }
  const settings = settingsOf(inputs, env)
  const sources = sourcesOf({ ...around, connection, inputs, settings, repo })
  const outward = pathRemover([
    [repo.workTree, '.'],
    [temp, '<temp>'],
    [env.RUNNER_WORKSPACE ?? '', '<workspace>'],
    [env.HOME ?? '', '~'],
  ])
  return {
    inputs,
    holder: { run: env.GITHUB_RUN_ID || '0', attempt: Number(env.GITHUB_RUN_ATTEMPT) || 1 },
    sources,
    redact,
    githubContext: {
      sources,
      redact,
      outward: (text: string) => outward(redact(text)),
      links: {
        repository: address,
        run: `${address}/actions/runs/${env.GITHUB_RUN_ID ?? '0'}`,
        errors: errorsPage(env),
      },
      maker: { runs: [Number(env.GITHUB_RUN_ID) || 0], models: modelsOf(inputs), action: releaseOf(env) },
      isSplit: inputs.mode !== 'all',
      workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', sources.base),
      settings,
    },
    openRoom:
      inputs.mode === 'all'
        ? (around.ctx ??
          roomOpener({
            inputs,
            git: repo,
            env,
            secrets,
            home,
            transcripts: join(temp, 'measure-twice'),
            turns,
            left: sources.clock.left,
            ending: AbortSignal.any([around.stop, sources.clock.signal]),
          }))
        : noRoom,
  }
}

type SourcesSpec = Opening & {
  connection: Connection
  inputs: Inputs
  settings: ReturnType<typeof settingsOf>
  repo: Repository
}

const withoutPush = (repo: Repository): Repository =>
  repo.remote ? { ...repo, remote: { ...repo.remote, readOnly: true } } : repo

/** What observing needs: GitHub, the private clone, and the settings that affect what is read. */
function sourcesOf({ inputs, settings, env, event, clone, connection, clock, stop, repo }: SourcesSpec): Sources {
  clone.endWith(AbortSignal.any([stop, clock.signal]), clock)
  const forge = inputs['dry-run'] ? readOnly(connection.forge) : connection.forge
  return {
    forge,
    repo,
    clock,
    firstFetch: clone.firstFetch,
    firstLook: connection.firstLook,
    repository: env.GITHUB_REPOSITORY ?? '',
    base: inputs['base-branch'] ?? defaultBranchOf(event),
    branchPrefix: inputs['branch-prefix'],
    planFile: inputs['plan-file'],
    own: {
      run: env.GITHUB_RUN_ID ?? '',
      workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', '').workflow,
      context: CONTEXT,
    },
    ...byRules({ ...settings, approvers: inputs.approvers, tests: settings }),
    byOwners: inputs.approvers.kind === 'codeowners',
    mayApprove: lookUpApprovers(inputs.approvers, forge),
  }
}

/** Parses `owner/name/.github/workflows/plan.yml@refs/heads/main`. */
function workflowOf(reference: string, otherwise: string): GitHubContext['workflow'] {
  const [path = '', ref = ''] = reference.split('@')
  return { workflow: path.split('/').at(-1) ?? '', ref: ref.replace(/^refs\/(heads|tags)\//, '') || otherwise }
}

/** In three jobs, those that write to GitHub have no model. */
const noRoom = (): never => {
  throw new Error('There is no model in this job.')
}
