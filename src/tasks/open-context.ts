import { join } from 'node:path'
import { UserError } from '../lib/errors.ts'
import type { Repository } from '../git/git.ts'
import { type Inputs, settingsOf } from '../runner/inputs.ts'
import { inBackground, lazily, once } from '../lib/async.ts'
import { transcriptIn, withLog } from '../agent/context/transcript.ts'
import type { ConnectOptions } from '../model/endpoint/endpoint.ts'
import type { Model, ModelRequest, Wait } from '../model/model.ts'
import { logLine } from '../runner/log.ts'
import type { Secrets } from '../runner/secrets.ts'
import { tokenAccess, type TokenAccess } from '../runner/token-access.ts'
import type { Turns } from '../runner/turns.ts'
import type { RoomPlace, AgentContext } from '../agent/context/agent-context.ts'
import { detectSandbox, openFreshSandbox, openSandbox } from '../agent/sandbox/sandbox.ts'
import { verify, type VerifyPlace } from '../checks/verify.ts'
import type { Environment, Sandbox, SandboxKind, SandboxPlace } from '../agent/sandbox/sandbox-place.ts'
import { objectsOf } from '../git/store/loose.ts'
import { copySetUp, placeBeside, showHistory, type AgentPlace } from '../checks/extra-worktree.ts'

/** The parts of a room that differ from step to step: how it is stopped, and who observes it. */
export type StepHooks = Pick<AgentContext, 'signal' | 'beforeTurn' | 'onSteps' | 'spentBeside' | 'onUsage'> & {
  /** 0, or nothing, for the runner's own checkout; 1 and more for the places beside it. */
  place?: number
  /** Called with every wait for the model's endpoint, and with nothing when it is over. */
  onWait?: ModelRequest['onWait']
}

/** Opens a work room for one step. */
export type OpenRoom = (hooks: StepHooks) => AgentContext

type RoomSpec = {
  inputs: Inputs
  git: Repository
  /** The action's own environment: commands get what is chosen from it. */
  env: Environment
  secrets: Secrets
  home: string
  transcripts: string
  /** Keeps what agents do, for the summary of the job. */
  turns: Turns
  /** Milliseconds until the time is up, and the signals of the steps abort. */
  left: () => number
  /** Aborts when the run has to end. What is shared by all steps ends with it. */
  ending: AbortSignal
}

/** Most events need no model. */
const loadEndpoint = lazily(() => import('../model/endpoint/endpoint.ts'))

/**
 * Returns a function that opens a new work room for each step. The sandbox and the set-up are made on first use and
 * shared by all rooms. Both throw `UserError`.
 */
export function roomOpener({ inputs, git, env, secrets, home, transcripts, turns, ...time }: RoomSpec): OpenRoom {
  const { left, ending } = time
  const { redact } = secrets
  const access = tokenAccess(inputs['token-exchange'], { env, learn: secrets.learn })
  const endpoint = {
    apiKey: inputs['openai-api-key'],
    access,
    baseUrl: inputs['openai-base-url'],
    api: inputs['openai-api'],
    effort: inputs['reasoning-effort'],
    notice: logLine,
  }
  const kind = once(() => detectSandbox(inputs.sandbox, { ...env, PATH: git.env['PATH'] }))
  const main = { repo: git, scratch: join(home, 'sandbox') }
  const places: PlaceSpec = { inputs, env, redact, home, kind, ending }
  const placeAt = placesOf(main, places)
  const known: AgentContext['known'] = { checks: new Map(), running: new Map() }
  const transcript = withLog(transcriptIn(transcripts, redact), { redact, turns })
  // It takes some time to load, and GitHub's first answer is waited for now.
  void inBackground(loadEndpoint())
  // What a connection has learned of its endpoint holds for all rooms.
  const model = connect({ ...endpoint, model: inputs.model })
  const planner = connect({ ...endpoint, model: inputs['planner-model'] ?? inputs.model })
  const second = inputs['reader-model']
  const reader = second === undefined ? undefined : connect({ ...endpoint, model: second })
  return ({ onWait, place = 0, ...hooks }) => ({
    ...hooks,
    ...placeAt(place),
    basePlace: inputs.baseline ? basePlaceOf(main, places) : undefined,
    model: waiting(model, { onWait, left }),
    planner: waiting(planner, { onWait, left }),
    reader: reader && waiting(reader, { onWait, left }),
    subject: access?.subject,
    redact,
    known,
    transcript,
    settings: settingsOf(inputs, env),
  })
}

type PlaceSpec = Pick<RoomSpec, 'inputs' | 'env' | 'home' | 'ending'> & {
  redact: (text: string) => string
  kind: () => Promise<SandboxKind>
}

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
  { inputs, env, redact, home, kind, ending }: PlaceSpec,
  { signal = ending, ...seen }: Pick<SandboxPlace, 'seenAt' | 'objects'> & { signal?: AbortSignal } = {},
): RoomPlace {
  const shared = { network: inputs.network, hidden: [home], env, ...seen }
  const ownPath = repo.env['PATH']
  const place = { workspace: repo.workTree, gitDir: repo.gitDir, scratch, ownPath, ...shared }
  const sandbox = once(async () => openSandbox(await kind(), place))
  const command = inputs['setup-command']
  const setUpIn = (at: Sandbox) => runSetup(command, { cwd: repo.workTree, sandbox: at, redact, signal })
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

/** Without walls its commands would run at another path than later ones, so then there is none. */
const basePlaceOf =
  (main: AgentPlace, spec: PlaceSpec) =>
  async (signal: AbortSignal): Promise<RoomPlace | undefined> => {
    if ((await spec.kind()) === 'none') return undefined
    const own = placeBeside(main, join(spec.home, 'places', 'base'))
    const seenAt = main.repo.workTree
    return { ...roomPlace(own, spec, { seenAt, objects: objectsOf(main.repo), signal }), seenAt }
  }

/** A model that is connected to with its first request. A token that cannot be had is told before anything is sent. */
function connect({ access, ...options }: ConnectOptions & { access: TokenAccess | undefined }): Model {
  const connected = once(async () => (await loadEndpoint()).connectModel({ ...options, access }))
  return async (request) => {
    const model = await connected()
    await access?.token()
    return askedAgainOnce(model, request, access?.renew)
  }
}

/** A token may be taken back before its time: where it is refused, one request is made with a new one. */
async function askedAgainOnce(model: Model, request: ModelRequest, renew: (() => void) | undefined) {
  try {
    return await model(request)
  } catch (error) {
    if (!renew || !(error instanceof UserError) || error.code !== 'model-key') throw error
    renew()
    return await model(request)
  }
}

/** A model that knows the time left, and whose waits are told to the log and to all who listen. */
const waiting =
  (model: Model, { onWait, left }: Pick<ModelRequest, 'onWait' | 'left'>): Model =>
  (request) =>
    model({
      ...request,
      left,
      onWait: (wait) => {
        if (wait) logLine(waitText(wait))
        onWait?.(wait)
        request.onWait?.(wait)
      },
    })

const waitText = ({ host, why, length, count, total }: Wait): string =>
  `The model's endpoint at ${host} is at its limit (${why}). Waiting ${seconds(length)}${count > 1 ? `: wait ${count}, ${seconds(total)} in all` : ''}.`

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1_000)} s`

async function runSetup(command: string | undefined, place: VerifyPlace): Promise<void> {
  if (!command) return
  const [check] = await verify([command], {
    ...place,
    signal: AbortSignal.any([AbortSignal.timeout(3_600_000), place.signal]),
  })
  // Whoever waits for it has a signal that tells of the end as well.
  if (check?.passed || place.signal.aborted) return
  throw new UserError(
    'setup-failed',
    `The input \`setup-command\` failed (${check?.exit ?? 'not run'}): ${check?.tail.split('\n').at(-1) ?? ''}`,
    'Correct the command, or what it needs on the runner, then comment `/retry`.',
  )
}
