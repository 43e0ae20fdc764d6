import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../errors.ts'
import type { Repository } from '../git/git.ts'
import type { Inputs } from '../runner/inputs.ts'
import { protectedPathsOf } from '../runner/inputs.ts'
import { once } from '../lazy.ts'
import { transcriptIn } from './transcript.ts'
import type { ConnectOptions } from './endpoint/endpoint.ts'
import type { Model, ModelRequest, Wait } from './agent/model.ts'
import { logLine } from '../runner/log.ts'
import type { WorkRoom } from './room.ts'
import { detectSandbox, openSandbox } from './sandbox/sandbox.ts'
import { verify } from './verify.ts'
import type { Sandbox } from './sandbox/place.ts'

/** What a room needs besides what stays the same in a run: how it is stopped, and who watches it. */
export type Occasion = Pick<WorkRoom, 'signal' | 'beforeTurn' | 'onSteps'> & {
  /** Told of every wait for the model's endpoint, and with nothing when it is over. */
  onWait?: ModelRequest['onWait']
}

/** Opens the model's room for a step. */
export type OpenRoom = (occasion: Occasion) => WorkRoom

type RoomSpec = { inputs: Inputs; git: Repository; redact: (text: string) => string; home: string; transcripts: string }

/** Milliseconds in which the first questions to GitHub are on their way. */
const ASKING = 20

/** A model's room is opened for every step anew; the sandbox and the set-up are made when first needed, and stay. */
export function roomOpener({ inputs, git, redact, home, transcripts }: RoomSpec): OpenRoom {
  const endpoint = {
    apiKey: inputs['openai-api-key'],
    baseUrl: inputs['openai-base-url'],
    api: inputs['openai-api'],
    effort: inputs['reasoning-effort'],
    notice: logLine,
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
  const connect = modelsOf(sleep(ASKING).then(() => import('./endpoint/endpoint.ts')))
  // What a connection has learned of its endpoint holds for all rooms.
  const model = connect({ ...endpoint, model: inputs.model })
  const planner = connect({ ...endpoint, model: inputs['planner-model'] ?? inputs.model })
  return ({ onWait, ...occasion }) => ({
    ...occasion,
    model: waiting(model, onWait),
    planner: waiting(planner, onWait),
    repo: git,
    sandbox,
    setUp,
    redact,
    transcript,
    settings: {
      planFile: inputs['plan-file'],
      protectedPaths: protectedPathsOf(inputs),
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
