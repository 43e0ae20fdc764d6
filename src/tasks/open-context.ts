import { join } from 'node:path'
import { UserError } from '../lib/errors.ts'
import type { Repository } from '../git/git.ts'
import { type Inputs, settingsOf, type secretsOf } from '../runner/inputs.ts'
import { lazily, once } from '../lib/async.ts'
import { logRunning, SET_UP, transcriptIn, withLog } from '../agent/context/transcript.ts'
import type { ConnectOptions } from '../model/endpoint/endpoint.ts'
import type { Model, ModelRequest, Wait } from '../model/model.ts'
import { logLine, type Turns } from '../runner/log.ts'
import { tokenAccess } from '../runner/token-access.ts'
import { checkEntry, type WorktreeContext, type AgentContext } from '../agent/context/agent-context.ts'
import { detectSandbox, openFreshSandbox, openSandbox } from '../agent/sandbox/sandbox.ts'
import { runSetUp } from '../checks/run-set-up.ts'
import type { Sandbox, SandboxKind } from '../agent/sandbox/run-command.ts'
import type { SandboxPlace } from '../agent/sandbox/visible-to-commands.ts'
import { objectsOf } from '../git/objects.ts'
import { copySetUp, placeBeside, showHistory, type AgentPlace } from '../checks/extra-worktree.ts'

/** The parts of an agent context that differ per step: how it is stopped, and who observes it. */
type StepHooks = Pick<AgentContext, 'signal' | 'beforeTurn' | 'onSteps' | 'spentBeside' | 'onUsage'> & {
  /** 0 or undefined for the runner's own checkout; 1 and more for additional worktrees. */
  place?: number
  /** Called with every wait for the model's rate limit, and with undefined when it is over. */
  onWait?: ModelRequest['onWait']
}

export type OpenRoom = (hooks: StepHooks) => AgentContext

type RoomSpec = {
  inputs: Inputs
  git: Repository
  /** The action's own environment, from which the variables of commands are selected. */
  env: NodeJS.ProcessEnv
  secrets: ReturnType<typeof secretsOf>
  home: string
  transcripts: string
  /** Collects the agents' turns for the job summary. */
  turns: Turns
  /** Milliseconds until the deadline, when the signals of the steps abort. */
  left: () => number
  /** Aborts when the run has to end, and ends what all steps share. */
  ending: AbortSignal
}

/** Lazy, because most events need no model. Where one is needed, it is loaded while the claim is pushed (`loadAll`). */
const loadEndpoint = lazily(() => import('../model/endpoint/endpoint.ts'))

/** Opens an agent context per step. All share sandbox and set-up, which are made on first use and throw `UserError`. */
export function roomOpener({ inputs, git, env, secrets, home, transcripts, turns, ...time }: RoomSpec): OpenRoom {
  const { left, ending } = time
  const { redact } = secrets
  const exchange = inputs['token-exchange']
  const access = exchange && tokenAccess(exchange, { env, learn: secrets.learn })
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
  const known: AgentContext['known'] = { checks: new Map(), running: new Map() }
  const transcript = withLog(transcriptIn(transcripts, redact), { redact, turns })
  const places: PlaceSpec = { inputs, env, redact, home, kind, ending, transcript, mountPath: git.workTree }
  const placeAt = placesOf(main, places)
  // One connection for all contexts, so that what it learns about the endpoint is learned once.
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

/** Throws `UserError` where the key of the model is missing, without a request. */
export async function needKey(inputs: Inputs): Promise<void> {
  const { 'openai-api-key': apiKey, 'token-exchange': access, 'openai-base-url': baseUrl } = inputs
  const { addressOf } = await loadEndpoint()
  addressOf({ apiKey, access, baseUrl })
}

type PlaceSpec = Pick<RoomSpec, 'inputs' | 'env' | 'home' | 'ending'> & {
  redact: (text: string) => string
  kind: () => Promise<SandboxKind>
  transcript: AgentContext['transcript']
  /** The path of the first worktree, at which the sandboxes of all show theirs. */
  mountPath: string
}

type NumberedPlace = WorktreeContext & Pick<AgentContext, 'asidePlace'>

/** Worktrees for agents, by number, each with a copy for commands that run while the agent works. Created on first use. */
function placesOf(main: AgentPlace, spec: PlaceSpec): (number: number) => NumberedPlace {
  const made = new Map<number, NumberedPlace>()
  const folder = (name: string): string => join(spec.home, 'places', name)
  const make = (number: number): NumberedPlace => {
    const own = number === 0 ? main : placeBeside(main, folder(String(number)))
    const aside = async () =>
      (await spec.kind()) === 'none' ? undefined : beside(own, placeBeside(own, folder(`${number}-aside`)), spec)
    return {
      ...(number === 0 ? roomPlace(main, spec) : beside(main, own, spec)),
      asidePlace: once(aside),
    }
  }
  return (number) => {
    const place = made.get(number) ?? make(number)
    made.set(number, place)
    return place
  }
}

/** The part of an agent context that depends on its worktree, in which `setup-command` runs. */
function roomPlace(
  { repo, scratch }: AgentPlace,
  { inputs, env, redact, home, kind, ending, transcript }: PlaceSpec,
  { signal = ending, ...seen }: Pick<SandboxPlace, 'mountPath' | 'objects'> & { signal?: AbortSignal } = {},
): WorktreeContext {
  const shared = { network: inputs.network, hidden: [home], env, ...seen }
  const trustedPath = repo.env['PATH']
  const place = { workspace: repo.workTree, gitDir: repo.gitDir, scratch, trustedPath, ...shared }
  const sandbox = once(async () => openSandbox(await kind(), place))
  const command = inputs['setup-command']
  const setUpIn = (command: string) => (at: Sandbox) =>
    runSetUp(command, {
      ...{ cwd: repo.workTree, sandbox: at, redact, signal },
      onCheck: (run) => transcript(SET_UP)(checkEntry(run)),
      onRunning: (run) => logRunning(run, redact),
    })
  const setUpAgain = command ? setUpIn(command) : undefined
  return {
    repo,
    sandbox,
    freshSandbox: async (use) => openFreshSandbox(await kind(), place, use),
    setUp: once(async () => setUpAgain?.(await sandbox())),
    setUpAgain,
  }
}

/** An additional worktree, mounted at the path of the first in a sandbox; without one, `setup-command` runs again. */
function beside(main: AgentPlace, own: AgentPlace, spec: PlaceSpec): WorktreeContext {
  const { mountPath } = spec
  const place = roomPlace(own, spec, { mountPath, objects: objectsOf(main.repo) })
  const copied = once(() => copySetUp(main, own))
  const setUp = async (): Promise<void> => {
    await copied()
    if ((await spec.kind()) !== 'none') return
    await showHistory(main.repo, own)
    await place.setUp()
  }
  return { ...place, mountPath, setUp }
}

/** Undefined without a sandbox: commands would run at another path than later ones. */
const basePlaceOf =
  (main: AgentPlace, spec: PlaceSpec) =>
  async (signal: AbortSignal): Promise<WorktreeContext | undefined> => {
    if ((await spec.kind()) === 'none') return undefined
    const own = placeBeside(main, join(spec.home, 'places', 'base'))
    const { mountPath } = spec
    return { ...roomPlace(own, spec, { mountPath, objects: objectsOf(main.repo), signal }), mountPath }
  }

/** A model that connects on its first request. Fails before anything is sent if no token can be fetched. */
function connect({
  access,
  ...options
}: ConnectOptions & { access: ReturnType<typeof tokenAccess> | undefined }): Model {
  const connected = once(async () => (await loadEndpoint()).connectModel({ ...options, access }))
  return async (request) => {
    const model = await connected()
    await access?.token()
    return model(request).catch((error: unknown) => {
      if (!access || !(error instanceof UserError) || error.code !== 'model-key') throw error
      // A token may be revoked before it expires, so a new one is tried once.
      access.renew()
      return model(request)
    })
  }
}

/** A model that knows the time left, and that reports its waits to the log and to `onWait`. */
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
