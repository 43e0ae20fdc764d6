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
import { runSetUp } from '../checks/verify.ts'
import type { Sandbox, SandboxKind } from '../agent/sandbox/run-command.ts'
import type { SandboxSpec } from '../agent/sandbox/visible-to-commands.ts'
import { objectsOf } from '../git/objects.ts'
import { copySetUp, addWorktree, showHistory, type AgentWorktree } from '../checks/extra-worktree.ts'

/** The parts of an agent context that differ per step: how it is stopped, and who observes it. */
type StepHooks = Pick<AgentContext, 'signal' | 'beforeTurn' | 'onSteps' | 'spentByOthers' | 'onUsage'> & {
  /** 0 or undefined for the runner's own checkout; 1 and more for additional worktrees. */
  worktree?: number
  /** Called with every wait for the model's rate limit, and with undefined when it is over. */
  onWait?: ModelRequest['onWait']
}

export type OpenContext = (hooks: StepHooks) => AgentContext

type ContextSpec = {
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
  /** Aborts when the run has to end, and stops `setup-command`, which all steps share. */
  ending: AbortSignal
}

/** Imported lazily, because most events need no model; `loadAll` loads it while the claim is pushed. */
const loadEndpoint = lazily(() => import('../model/endpoint/endpoint.ts'))

/** Opens an agent context per step. All share sandbox and set-up, which are made on first use and throw `UserError`. */
export function contextOpener(spec: ContextSpec): OpenContext {
  const { inputs, git, env, secrets, home, turns, left, ending } = spec
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
  const transcript = withLog(transcriptIn(spec.transcripts, redact), { redact, turns })
  const worktreeSpec: WorktreeSpec = { inputs, env, redact, home, kind, ending, transcript, mountPath: git.workTree }
  const worktreeAt = worktreesOf(main, worktreeSpec)
  // One connection for all contexts, so that what it learns about the endpoint is learned once.
  const model = connect({ ...endpoint, model: inputs.model })
  const planner = connect({ ...endpoint, model: inputs['planner-model'] ?? inputs.model })
  const readerModel = inputs['reader-model']
  const reader = readerModel === undefined ? undefined : connect({ ...endpoint, model: readerModel })
  return ({ onWait, worktree = 0, ...hooks }) => ({
    ...hooks,
    ...worktreeAt(worktree),
    openBaseWorktree: inputs.baseline ? baseWorktreeOf(main, worktreeSpec) : undefined,
    model: reportingWaits(model, { onWait, left }),
    planner: reportingWaits(planner, { onWait, left }),
    reader: reader && reportingWaits(reader, { onWait, left }),
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

type WorktreeSpec = Pick<ContextSpec, 'inputs' | 'env' | 'home' | 'ending'> & {
  redact: (text: string) => string
  kind: () => Promise<SandboxKind>
  transcript: AgentContext['transcript']
  /** The path of the first worktree, at which the sandboxes of all show theirs. */
  mountPath: string
}

type NumberedWorktree = WorktreeContext & Pick<AgentContext, 'openSpareWorktree'>

/** Worktrees for agents, by number, each with a copy for commands that run while the agent works. Created on first use. */
function worktreesOf(main: AgentWorktree, spec: WorktreeSpec): (number: number) => NumberedWorktree {
  const opened: NumberedWorktree[] = []
  const folder = (name: string): string => join(spec.home, 'places', name)
  const open = (number: number): NumberedWorktree => {
    const worktree = number === 0 ? main : addWorktree(main, folder(String(number)))
    const openAside = async () =>
      (await spec.kind()) === 'none'
        ? undefined
        : additionalWorktree(worktree, addWorktree(worktree, folder(`${number}-aside`)), spec)
    return {
      ...(number === 0 ? worktreeContext(main, spec) : additionalWorktree(main, worktree, spec)),
      openSpareWorktree: once(openAside),
    }
  }
  return (number) => (opened[number] ??= open(number))
}

/** The part of an agent context that depends on its worktree: sandboxes that show it, and `setup-command` in it. */
function worktreeContext(
  { repo, scratch }: AgentWorktree,
  { inputs, env, redact, home, kind, ending, transcript }: WorktreeSpec,
  { signal = ending, ...mount }: Pick<SandboxSpec, 'mountPath' | 'objects'> & { signal?: AbortSignal } = {},
): WorktreeContext {
  const shared = { network: inputs.network, hidden: [home], env, ...mount }
  const trustedPath = repo.env['PATH']
  const sandboxSpec = { workspace: repo.workTree, gitDir: repo.gitDir, scratch, trustedPath, ...shared }
  const sandbox = once(async () => openSandbox(await kind(), sandboxSpec))
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
    freshSandbox: async (use) => openFreshSandbox(await kind(), sandboxSpec, use),
    setUp: once(async () => setUpAgain?.(await sandbox())),
    setUpAgain,
  }
}

/** An additional worktree, mounted at the path of the first in a sandbox; without one, `setup-command` runs again. */
function additionalWorktree(main: AgentWorktree, worktree: AgentWorktree, spec: WorktreeSpec): WorktreeContext {
  const { mountPath } = spec
  const context = worktreeContext(worktree, spec, { mountPath, objects: objectsOf(main.repo) })
  const copied = once(() => copySetUp(main, worktree))
  const setUp = async (): Promise<void> => {
    await copied()
    if ((await spec.kind()) !== 'none') return
    await showHistory(main.repo, worktree)
    await context.setUp()
  }
  return { ...context, mountPath, setUp }
}

/** The worktree for checks on the base. None without a sandbox: its path would differ from that of later checks. */
const baseWorktreeOf =
  (main: AgentWorktree, spec: WorktreeSpec) =>
  async (signal: AbortSignal): Promise<WorktreeContext | undefined> => {
    if ((await spec.kind()) === 'none') return undefined
    const worktree = addWorktree(main, join(spec.home, 'places', 'base'))
    const { mountPath } = spec
    return { ...worktreeContext(worktree, spec, { mountPath, objects: objectsOf(main.repo), signal }), mountPath }
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

/** Wraps a model so that it gives up waits beyond the time left, and reports waits to the log and to `onWait`. */
const reportingWaits =
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
