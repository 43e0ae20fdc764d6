import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../errors.ts'
import type { Repository } from '../git/git.ts'
import type { Inputs } from '../runner/inputs.ts'
import { settingsOf } from '../runner/inputs.ts'
import { once } from '../lazy.ts'
import { transcriptIn } from './transcript.ts'
import type { ConnectOptions } from './endpoint/endpoint.ts'
import type { Model, ModelRequest, Wait } from './agent/model.ts'
import { logLine } from '../runner/log.ts'
import type { WorkRoom } from './room.ts'
import { detectSandbox, openFreshSandbox, openSandbox } from './sandbox/sandbox.ts'
import { verify } from './verify.ts'
import type { Environment, Sandbox } from './sandbox/place.ts'

/** The parts of a room that differ from step to step: how it is stopped, and who observes it. */
export type StepHooks = Pick<WorkRoom, 'signal' | 'beforeTurn' | 'onSteps'> & {
  /** Called with every wait for the model's endpoint, and with nothing when it is over. */
  onWait?: ModelRequest['onWait']
}

/** Opens a work room for one step. */
export type OpenRoom = (hooks: StepHooks) => WorkRoom

type RoomSpec = {
  inputs: Inputs
  git: Repository
  /** The action's own environment: commands get what is chosen from it. */
  env: Environment
  redact: (text: string) => string
  home: string
  transcripts: string
}

/** Milliseconds to wait before the SDK is loaded, so that the first requests to GitHub are sent before. */
const SDK_DELAY = 20

/**
 * Returns a function that opens a new work room for each step. The sandbox and the set-up are made on first use and
 * shared by all rooms. Both throw `UserError`.
 */
export function roomOpener({ inputs, git, env, redact, home, transcripts }: RoomSpec): OpenRoom {
  const endpoint = {
    apiKey: inputs['openai-api-key'],
    baseUrl: inputs['openai-base-url'],
    api: inputs['openai-api'],
    effort: inputs['reasoning-effort'],
    notice: logLine,
  }
  const kind = once(() => detectSandbox(inputs.sandbox, env))
  const place = { workspace: git.workTree, gitDir: git.gitDir, network: inputs.network, hidden: [home], env }
  const scratch = join(home, 'sandbox')
  const sandbox = once(async () => openSandbox(await kind(), { ...place, scratch }))
  const command = inputs['setup-command']
  const setUpIn = (at: Sandbox) => runSetup(command, { cwd: git.workTree, sandbox: at, redact })
  const setUp = once(async () => (command ? setUpIn(await sandbox()) : undefined))
  const transcript = transcriptIn(transcripts, redact)
  const connect = lazyModels(sleep(SDK_DELAY).then(() => import('./endpoint/endpoint.ts')))
  // What a connection has learned of its endpoint holds for all rooms.
  const model = connect({ ...endpoint, model: inputs.model })
  const planner = connect({ ...endpoint, model: inputs['planner-model'] ?? inputs.model })
  const second = inputs['reader-model']
  const reader = second === undefined ? undefined : connect({ ...endpoint, model: second })
  return ({ onWait, ...hooks }) => ({
    ...hooks,
    model: waiting(model, onWait),
    planner: waiting(planner, onWait),
    reader: reader && waiting(reader, onWait),
    repo: git,
    sandbox,
    freshSandbox: async (use) => openFreshSandbox(await kind(), { ...place, scratch }, use),
    setUp,
    setUpAgain: command ? setUpIn : undefined,
    redact,
    transcript,
    settings: settingsOf(inputs, env),
  })
}

/** The SDK is large, so it is loaded while the run waits for GitHub. The first request to the model awaits it. */
const lazyModels =
  (sdk: Promise<{ connectModel: (options: ConnectOptions) => Model }>) =>
  (options: ConnectOptions): Model => {
    const connected = once(async () => (await sdk).connectModel(options))
    return async (request) => (await connected())(request)
  }

/** A model whose waits the log tells, and whoever else wants to know. */
const waiting =
  (model: Model, onWait: ModelRequest['onWait']): Model =>
  (request) =>
    model({
      ...request,
      onWait: (wait) => {
        if (wait) logLine(waitText(wait))
        onWait?.(wait)
      },
    })

const waitText = ({ host, why, length, count, total }: Wait): string =>
  `The model's endpoint at ${host} is at its limit (${why}). Waiting ${seconds(length)}${count > 1 ? `: wait ${count}, ${seconds(total)} in all` : ''}.`

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1_000)} s`

async function runSetup(
  command: string | undefined,
  place: { cwd: string; sandbox: Sandbox; redact: (text: string) => string },
): Promise<void> {
  if (!command) return
  const [check] = await verify([command], {
    ...place,
    signal: AbortSignal.timeout(3_600_000),
  })
  if (check?.passed) return
  throw new UserError(
    'setup-failed',
    `The input \`setup-command\` failed (${check?.exit ?? 'not run'}): ${check?.tail.split('\n').at(-1) ?? ''}`,
    'Correct the command, or what it needs on the runner, then comment `/retry`.',
  )
}
