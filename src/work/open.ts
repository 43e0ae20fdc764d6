import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../errors.ts'
import type { Repository } from '../git/git.ts'
import type { Inputs } from '../runner/inputs.ts'
import { settingsOf } from '../runner/inputs.ts'
import { once } from '../lazy.ts'
import { transcriptIn } from './transcript.ts'
import type { ConnectOptions } from './endpoint/endpoint.ts'
import type { Model } from './agent/model.ts'
import type { WorkRoom } from './room.ts'
import { detectSandbox, openSandbox } from './sandbox/sandbox.ts'
import { verify } from './verify.ts'
import type { Environment, Sandbox } from './sandbox/place.ts'

/** What a room needs besides what stays the same in a run: how it is stopped, and who watches it. */
export type Occasion = Pick<WorkRoom, 'signal' | 'beforeTurn' | 'onSteps'>

/** Opens the model's room for a step. */
export type OpenRoom = (occasion: Occasion) => WorkRoom

type RoomSpec = {
  inputs: Inputs
  git: Repository
  /** The action's own environment: commands get what is chosen from it. */
  env: Environment
  redact: (text: string) => string
  home: string
  transcripts: string
}

/** Milliseconds in which the first questions to GitHub are on their way. */
const ASKING = 20

/** A model's room is opened for every step anew; the sandbox and the set-up are made when first needed, and stay. */
export function roomOpener({ inputs, git, env, redact, home, transcripts }: RoomSpec): OpenRoom {
  const endpoint = {
    apiKey: inputs['openai-api-key'],
    baseUrl: inputs['openai-base-url'],
    api: inputs['openai-api'],
    effort: inputs['reasoning-effort'],
  }
  const sandbox = once(async () =>
    openSandbox(await detectSandbox(inputs.sandbox, env), {
      workspace: git.workTree,
      scratch: join(home, 'sandbox'),
      gitDir: git.gitDir,
      network: inputs.network,
      hidden: [home],
      env,
    }),
  )
  const setUp = once(() => runSetup(inputs['setup-command'], { cwd: git.workTree, sandbox, redact }))
  const transcript = transcriptIn(transcripts, redact)
  const connect = modelsOf(sleep(ASKING).then(() => import('./endpoint/endpoint.ts')))
  return (occasion) => ({
    ...occasion,
    model: connect({ ...endpoint, model: inputs.model }),
    planner: connect({ ...endpoint, model: inputs['planner-model'] ?? inputs.model }),
    repo: git,
    sandbox,
    setUp,
    redact,
    transcript,
    settings: settingsOf(inputs, process.env),
  })
}

/** The SDK is large: it is loaded while the run waits for GitHub, and awaited at the first request. */
const modelsOf =
  (sdk: Promise<{ connectModel: (options: ConnectOptions) => Model }>) =>
  (options: ConnectOptions): Model => {
    const connected = once(async () => (await sdk).connectModel(options))
    return async (request) => (await connected())(request)
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
