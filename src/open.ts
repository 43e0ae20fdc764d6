import { mkdtemp, rm } from 'node:fs/promises'
import { setGlobalProxyFromEnv } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { admissionBy } from './admission.ts'
import type { Allowance } from './budget.ts'
import { setSecret } from './env.ts'
import { UserError } from './errors.ts'
import { defaultBranchOf, type Event } from './event.ts'
import { connectGitHub } from './github.ts'
import { initRepository, type Repository } from './git.ts'
import type { Inputs } from './inputs.ts'
import type { Sources } from './observe.ts'
import { PROTECTED_PATHS } from './plan/paths.ts'
import type { Desk } from './publish/desk.ts'
import { redactor } from './redact.ts'
import { transcriptIn } from './transcript.ts'
import type { ConnectOptions } from './work/agent/endpoint.ts'
import type { Model } from './work/agent/model.ts'
import type { Room } from './work/room.ts'
import { detectSandbox, openSandbox } from './work/sandbox.ts'
import { verify } from './work/verify.ts'
import type { Sandbox } from './work/walls/place.ts'

/** What a room needs besides what stays the same in a run: how it is stopped, and who watches it. */
export type Occasion = Pick<Room, 'signal' | 'beforeTurn' | 'onSteps'>

/** Everything that a run works with. Disposing of it takes its private folder away. */
export type Run = AsyncDisposable & {
  inputs: Inputs
  sources: Sources
  desk: Desk
  redact: (text: string) => string
  openRoom: (occasion: Occasion) => Room
}

/** Connects a run to its repository, to GitHub and to the model, from the inputs and what the runner says. */
export async function openRun(inputs: Inputs, event: Event): Promise<Run> {
  const { env } = process
  useProxy(env)
  const redact = redactor(secretsIn(inputs))
  for (const secret of [inputs['github-token'], inputs['openai-api-key']]) if (secret) setSecret(secret)
  const temp = env.RUNNER_TEMP ?? tmpdir()
  const home = await mkdtemp(join(temp, 'measure-twice-'))
  const repository = env.GITHUB_REPOSITORY ?? ''
  const [owner = '', repo = ''] = repository.split('/')
  if (!owner || !repo)
    throw new UserError('runner', 'GITHUB_REPOSITORY is not set.', 'Run this as a step of a GitHub Actions workflow.')
  const server = env.GITHUB_SERVER_URL ?? 'https://github.com'
  const git: Repository = {
    gitDir: join(home, 'git'),
    workTree: env.GITHUB_WORKSPACE ?? join(home, 'tree'),
    remote: { url: `${server}/${repository}`, token: inputs['github-token'] },
  }
  await initRepository(git)
  const forge = connectGitHub({ owner, repo }, inputs['github-token'])
  const sources: Sources = {
    forge,
    repo: git,
    repository,
    base: inputs['base-branch'] ?? defaultBranchOf(event),
    branchPrefix: inputs['branch-prefix'],
    planFile: inputs['plan-file'],
    rules: {
      allowance: allowanceOf(inputs),
      interactive: inputs['interactive-planning'] || env.ENABLE_INTERACTIVE_PLANNING === 'true',
      approvalsRequired: inputs['approvals-required'],
      allowSelfApproval: inputs['allow-self-approval'],
    },
    mayApprove: admissionBy(inputs.approvers, { forge, repo: git }),
  }
  const links = {
    repository: `${server}/${repository}`,
    run: `${server}/${repository}/actions/runs/${env.GITHUB_RUN_ID ?? '0'}`,
  }
  return {
    inputs,
    sources,
    redact,
    desk: {
      sources,
      links,
      redact,
      workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', sources.base),
      settings: publishSettings(inputs),
    },
    openRoom: roomOf({ inputs, git, redact, home, transcripts: join(temp, 'measure-twice') }),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  }
}

/** `owner/name/.github/workflows/plan.yml@refs/heads/main` taken apart. */
function workflowOf(reference: string, otherwise: string): Desk['workflow'] {
  const [path = '', ref = ''] = reference.split('@')
  return { workflow: path.split('/').at(-1) ?? '', ref: ref.replace(/^refs\/(heads|tags)\//, '') || otherwise }
}

const allowanceOf = (inputs: Inputs): Allowance => ({
  ...(inputs['max-tokens'] === undefined ? {} : { tokens: inputs['max-tokens'] }),
  ...(inputs['max-cost'] === undefined ? {} : { cost: inputs['max-cost'] }),
  ...(inputs.prices ? { prices: inputs.prices } : {}),
})

const protectedPaths = (inputs: Inputs): readonly string[] =>
  inputs['protected-paths'].length > 0 ? inputs['protected-paths'] : PROTECTED_PATHS

const publishSettings = (inputs: Inputs): Desk['settings'] => ({
  commitWith: inputs['commit-with'],
  keepPlanFile: inputs['keep-plan-file'],
  readyWhenDone: inputs['ready-when-done'],
  maxAttempts: inputs['max-attempts'],
  approvalsRequired: inputs['approvals-required'],
  protectedPaths: protectedPaths(inputs),
  planFile: inputs['plan-file'],
  prices: inputs.prices,
  verifyCommand: inputs['verify-command'],
})

/** What must never leave: the inputs' secrets, and what the environment names as one. */
function secretsIn(inputs: Inputs): string[] {
  const named = Object.entries(process.env).filter(([name]) =>
    /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_KEY/i.test(name),
  )
  const values = named.flatMap(([, value]) => (value && value.length >= 8 ? [value] : []))
  return [inputs['github-token'], inputs['openai-api-key'] ?? '', ...values].filter(Boolean)
}

type RoomSpec = { inputs: Inputs; git: Repository; redact: (text: string) => string; home: string; transcripts: string }

/** A model's room is opened for every step anew; the sandbox and the set-up are made when first needed, and stay. */
function roomOf({ inputs, git, redact, home, transcripts }: RoomSpec): Run['openRoom'] {
  const endpoint = {
    apiKey: inputs['openai-api-key'],
    baseUrl: inputs['openai-base-url'],
    api: inputs['openai-api'],
    effort: inputs['reasoning-effort'],
  }
  const sandbox = once(async () =>
    openSandbox(await detectSandbox(inputs.sandbox), {
      workspace: git.workTree,
      scratch: join(home, 'sandbox'),
      gitDir: git.gitDir,
      network: inputs.network,
      hidden: [home],
      env: process.env,
    }),
  )
  const setUp = once(() => runSetup(inputs['setup-command'], { cwd: git.workTree, sandbox, redact }))
  const transcript = transcriptIn(transcripts, redact)
  const connect = modelsOf(import('./work/agent/endpoint.ts'))
  return (occasion) => ({
    ...occasion,
    model: connect({ ...endpoint, model: inputs.model }),
    planner: connect({ ...endpoint, model: inputs['planner-model'] ?? inputs.model }),
    repo: git,
    sandbox,
    setUp,
    redact,
    transcript,
    settings: {
      planFile: inputs['plan-file'],
      protectedPaths: protectedPaths(inputs),
      maxTurns: inputs['max-turns'],
      maxSubtasks: inputs['max-subtasks'],
      verifyCommand: inputs['verify-command'],
    },
  })
}

/** The SDK is large: it is loaded while the run waits for GitHub, and awaited at the first request. */
const modelsOf =
  (sdk: Promise<{ connectModel: (options: ConnectOptions) => Model }>) =>
  (options: ConnectOptions): Model => {
    const connected = once(async () => (await sdk).connectModel(options))
    return async (request) => (await connected())(request)
  }

/** Sends what is fetched through the proxy that the runner's environment names, as git does; never what is on this machine. */
function useProxy(env: NodeJS.ProcessEnv): void {
  const {
    http_proxy,
    https_proxy,
    HTTP_PROXY = http_proxy,
    HTTPS_PROXY = https_proxy,
    no_proxy,
    NO_PROXY = no_proxy,
  } = env
  if (!HTTP_PROXY && !HTTPS_PROXY) return
  const direct = [NO_PROXY, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(',')
  setGlobalProxyFromEnv({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY: direct })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function runSetup(
  command: string | undefined,
  place: { cwd: string; sandbox: () => Promise<Sandbox>; redact: (text: string) => string },
): Promise<void> {
  if (!command) return
  const [check] = await verify([command], {
    ...place,
    sandbox: await place.sandbox(),
    signal: AbortSignal.timeout(3_600_000),
  })
  if (check?.passed) return
  throw new UserError(
    'setup-failed',
    `The input \`setup-command\` failed (${check?.exit ?? 'not run'}): ${check?.tail.split('\n').at(-1) ?? ''}`,
    'Correct the command, or what it needs on the runner, then comment `/retry`.',
  )
}
