import { byRules } from './observe/by-rules.ts'
import { join } from 'node:path'
import { lookUpApprovers } from './observe/approver-lookup.ts'
import { addressOf, type Clone } from './observe/clone.ts'
import { UserError } from './errors.ts'
import { defaultBranchOf, type Event } from './observe/event.ts'
import { readOnly, type Forge } from './github/forge.ts'
import type { Repository } from './git/git.ts'
import { connectGitHub } from './github/github.ts'
import type { Clock } from './runner/clock.ts'
import type { Turns } from './runner/turns.ts'
import { errorsPage, releaseOf } from './runner/env.ts'
import { settingsOf, type Inputs } from './runner/inputs.ts'
import { roomOpener, type OpenRoom } from './work/open.ts'
import type { PublishRoom } from './publish/write/publish-room.ts'
import { CONTEXT } from './publish/say/set-status.ts'
import { pathRemover } from './guard/redact.ts'
import { logLine } from './runner/log.ts'
import { deadlineOf } from './async.ts'
import { proxyFor } from './runner/proxy.ts'
import { secretsOf } from './runner/secrets.ts'
import type { Sources } from './observe/sources.ts'

/** What a test may put in the place of GitHub, and of the model's room. */
export type Doubles = { forge?: Forge; room?: OpenRoom }

type Surroundings = Doubles & {
  env: NodeJS.ProcessEnv
  event: Event
  clone: Clone
  clock: Clock
  stop: AbortSignal
  turns: Turns
}

/**
 * Connects a run to GitHub and to the model, from the inputs and what the runner says. Throws `UserError` outside of a
 * workflow.
 */
export function openRun(inputs: Inputs, around: Surroundings) {
  const { env, clone, turns } = around
  const secrets = secretsOf(inputs, env)
  const { redact } = secrets
  const { temp, home } = clone
  const repo = inputs['dry-run'] ? withoutPush(clone.repo) : clone.repo
  const address = addressOf(env)
  if (address === undefined) {
    throw new UserError('runner', 'GITHUB_REPOSITORY is not set.', 'Run this as a step of a GitHub Actions workflow.')
  }
  const settings = settingsOf(inputs, env)
  const sources = sourcesOf({ ...around, inputs, settings, repo })
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
    transcripts: join(temp, 'measure-twice'),
    publishRoom: {
      sources,
      redact,
      outward: (text: string) => outward(redact(text)),
      links: {
        repository: address,
        run: `${address}/actions/runs/${env.GITHUB_RUN_ID ?? '0'}`,
        errors: errorsPage(env),
      },
      maker: {
        runs: [Number(env.GITHUB_RUN_ID) || 0],
        models: [inputs.model, inputs['planner-model'], inputs['reader-model']].flatMap((name) => name ?? []),
        action: releaseOf(env),
      },
      workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', sources.base),
      settings,
      described: new Map<number, number>(),
    },
    openRoom:
      inputs.mode === 'all'
        ? (around.room ??
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

type ConnectSpec = Surroundings & { inputs: Inputs; settings: ReturnType<typeof settingsOf>; repo: Repository }

/** A dry run fetches, and pushes nothing. */
const withoutPush = (repo: Repository): Repository =>
  repo.remote ? { ...repo, remote: { ...repo.remote, readOnly: true } } : repo

/** What a look needs: GitHub, the private repository, and the settings that bear on what is seen. */
function sourcesOf({ inputs, settings, env, event, clone, clock, stop, forge: double, repo }: ConnectSpec): Sources {
  const repository = env.GITHUB_REPOSITORY ?? ''
  const [owner = '', name = ''] = repository.split('/')
  const address = env.GITHUB_API_URL || 'https://api.github.com'
  const ending = AbortSignal.any([stop, clock.signal])
  clone.endWith(ending, clock.rest)
  const deadline = deadlineOf(ending, clock)
  const access = { token: inputs['github-token'], address, proxy: proxyFor(address, env), deadline, onWait: logWait }
  const connected = double ?? connectGitHub({ owner, repo: name }, access)
  const forge = inputs['dry-run'] ? readOnly(connected) : connected
  return {
    forge,
    repo,
    clock,
    firstFetch: clone.firstFetch,
    repository,
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

const logWait = (milliseconds: number): void =>
  logLine(`GitHub wants fewer requests of this token; the next one is sent in ${Math.ceil(milliseconds / 1000)} s.`)

/** `owner/name/.github/workflows/plan.yml@refs/heads/main` taken apart. */
function workflowOf(reference: string, otherwise: string): PublishRoom['workflow'] {
  const [path = '', ref = ''] = reference.split('@')
  return { workflow: path.split('/').at(-1) ?? '', ref: ref.replace(/^refs\/(heads|tags)\//, '') || otherwise }
}

/** In three jobs, those that write to GitHub have no model. */
const noRoom = (): never => {
  throw new Error('There is no model in this job.')
}
