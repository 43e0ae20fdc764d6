import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../errors.ts'
import type { Repository } from '../git/git.ts'
import type { Inputs } from '../runner/inputs.ts'
import { settingsOf } from '../runner/inputs.ts'
import { inBackground, once } from '../lazy.ts'
import { transcriptIn } from './transcript.ts'
import { withLog } from './turn-log.ts'
import type { ConnectOptions } from './endpoint/endpoint.ts'
import type { Model, ModelRequest, Wait } from './agent/model.ts'
import { logLine } from '../runner/log.ts'
import { loadAll } from '../runner/preload.ts'
import type { Turns } from '../runner/turns.ts'
import type { WorkRoom } from './room.ts'
import { detectSandbox, openFreshSandbox, openSandbox } from './sandbox/sandbox.ts'
import { verify } from './verify.ts'
import type { Environment, Sandbox, SandboxKind, SandboxPlace } from './sandbox/place.ts'
import { objectsOf } from '../git/loose.ts'
import { copySetUp, placeBeside, showHistory, type AgentPlace } from './beside.ts'

/** The parts of a room that differ from step to step: how it is stopped, and who observes it. */
export type StepHooks = Pick<WorkRoom, 'signal' | 'beforeTurn' | 'onSteps' | 'spentBeside' | 'onUsage'> & {
  /** 0, or nothing, for the runner's own checkout; 1 and more for the places beside it. */
  place?: number
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
  /** Keeps what agents do, for the summary of the job. */
  turns: Turns
}

/** Milliseconds to wait before something large is loaded, so that the requests that come first are sent before. */
const LOAD_DELAY = 20

/**
 * Returns a function that opens a new work room for each step. The sandbox and the set-up are made on first use and
 * shared by all rooms. Both throw `UserError`.
 */
export function roomOpener({ inputs, git, env, redact, home, transcripts, turns }: RoomSpec): OpenRoom {
  const endpoint = {
    apiKey: inputs['openai-api-key'],
    baseUrl: inputs['openai-base-url'],
    api: inputs['openai-api'],
    effort: inputs['reasoning-effort'],
    notice: logLine,
  }
  const kind = once(() => detectSandbox(inputs.sandbox, { ...env, PATH: git.env['PATH'] }))
  const main = { repo: git, scratch: join(home, 'sandbox') }
  const placeAt = placesOf(main, { inputs, env, redact, home, kind })
  const transcript = withLog(transcriptIn(transcripts, redact), { redact, turns })
  const connect = lazyModels(sleep(LOAD_DELAY).then(() => import('./endpoint/endpoint.ts')))
  // What a connection has learned of its endpoint holds for all rooms.
  const model = connect({ ...endpoint, model: inputs.model })
  const planner = connect({ ...endpoint, model: inputs['planner-model'] ?? inputs.model })
  const second = inputs['reader-model']
  const reader = second === undefined ? undefined : connect({ ...endpoint, model: second })
  return ({ onWait, place = 0, ...hooks }) => ({
    ...hooks,
    ...placeAt(place),
    model: waiting(model, onWait),
    planner: waiting(planner, onWait),
    reader: reader && waiting(reader, onWait),
    redact,
    transcript,
    settings: settingsOf(inputs, env),
  })
}

type PlaceSpec = Pick<RoomSpec, 'inputs' | 'env' | 'redact' | 'home'> & { kind: () => Promise<SandboxKind> }
type RoomPlace = Pick<WorkRoom, 'repo' | 'seenAt' | 'sandbox' | 'freshSandbox' | 'setUp' | 'setUpAgain'>

/** The places for agents, by their numbers. Each is made on first use. */
function placesOf(main: AgentPlace, spec: PlaceSpec): (number: number) => RoomPlace {
  const made = new Map<number, RoomPlace>()
  return (number) => {
    const place =
      made.get(number) ??
      (number === 0 ? roomPlace(main, spec) : beside(main, join(spec.home, 'places', String(number)), spec))
    made.set(number, place)
    return place
  }
}

/** What a room has of a place: `setup-command` runs in it. */
function roomPlace(
  { repo, scratch }: AgentPlace,
  { inputs, env, redact, home, kind }: PlaceSpec,
  seen: Pick<SandboxPlace, 'seenAt' | 'objects'> = {},
): RoomPlace {
  const shared = { network: inputs.network, hidden: [home], env, ...seen }
  const ownPath = repo.env['PATH']
  const place = { workspace: repo.workTree, gitDir: repo.gitDir, scratch, ownPath, ...shared }
  const sandbox = once(async () => openSandbox(await kind(), place))
  const command = inputs['setup-command']
  const setUpIn = (at: Sandbox) => runSetup(command, { cwd: repo.workTree, sandbox: at, redact })
  return {
    repo,
    sandbox,
    freshSandbox: async (use) => openFreshSandbox(await kind(), place, use),
    setUp: once(async () => (command ? setUpIn(await sandbox()) : undefined)),
    setUpAgain: command ? setUpIn : undefined,
  }
}

/**
 * A place beside the first, as `setup-command` left that one. Behind walls, commands find it at the path of the first,
 * because what was set up may hold that path. Without walls it is at another path, and so the command runs again.
 */
function beside(main: AgentPlace, folder: string, spec: PlaceSpec): RoomPlace {
  const own = placeBeside(main, folder)
  const seenAt = main.repo.workTree
  const place = roomPlace(own, spec, { seenAt, objects: objectsOf(main.repo) })
  const copied = once(() => copySetUp(main, own))
  const setUp = async (): Promise<void> => {
    await copied()
    if ((await spec.kind()) !== 'none') return
    await showHistory(main.repo, own)
    await place.setUp()
  }
  return { ...place, seenAt, setUp }
}

/**
 * The SDK is large, so it is loaded while the run waits for GitHub. The first request to the model awaits it. What is
 * published later needs more, which is loaded while the model thinks.
 */
const lazyModels =
  (sdk: Promise<{ connectModel: (options: ConnectOptions) => Model }>) =>
  (options: ConnectOptions): Model => {
    const connected = once(async () => (await sdk).connectModel(options))
    const loaded = once(() => inBackground(sleep(LOAD_DELAY).then(loadAll)))
    return async (request) => {
      const reply = (await connected())(request)
      void loaded()
      return reply
    }
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
