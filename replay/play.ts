import { redactor } from '../src/guard/redact.ts'
import type { TaskInput } from '../src/tasks/tasks.ts'
import type { Model } from '../src/model/model.ts'
import type { AgentContext, TranscriptEntry } from '../src/agent/context/agent-context.ts'
import { detectSandbox, openFreshSandbox, openSandbox } from '../src/agent/sandbox/sandbox.ts'
import { runCommand, type Sandbox, type SandboxKind } from '../src/agent/sandbox/run-command.ts'
import { work } from '../src/tasks/run-task.ts'
import { UserError } from '../src/lib/errors.ts'
import { copyRepository, type Copy } from './copy.ts'
import type { Result, Transcript } from './transcript.ts'

export type PlayOptions = {
  repo: string
  commit: string
  sandbox: 'auto' | SandboxKind
  /** Run in the copy before anything else, as the input `setup-command` was. */
  setup: string | undefined
}

/** A tool's result that is not what it was; `now` is undefined when the replay did not come to it. */
export type Departure = { agent: string; result: Result; now: string | undefined }
export type Played = { results: number; departures: Departure[] }

/**
 * Carries a recorded order out again: the replies are those that were recorded, the tools work for real, without network,
 * in a copy of the repository. What tools answered then and now is compared, but for durations and where the work tree is.
 */
export async function play(transcript: Transcript, options: PlayOptions): Promise<Played> {
  await using copy = await copyRepository(options.repo, options.commit)
  const seen = new Map<string, Result>()
  const input: TaskInput = { ...transcript.order, head: options.commit }
  await work(input, await openRoom(transcript, { copy, options, seen }))
  const places = [transcript.root, copy.repo.workTree]
  const recorded = [...transcript.agents].flatMap(([agent, { results }]) =>
    results.map((result) => ({ agent, result, now: seen.get(keyOf(agent, result))?.text })),
  )
  return {
    results: recorded.length,
    departures: recorded.filter(
      ({ result, now }) => now === undefined || steady(result.text, places) !== steady(now, places),
    ),
  }
}

const keyOf = (agent: string, { turn, call }: Result): string => `${agent} ${turn} ${call.id}`

/** Text without what differs from one run to the next by nature. */
export const steady = (text: string, places: readonly string[]): string =>
  places
    .reduce((result, place) => result.replaceAll(place, '.'), text)
    .replace(/\b(duration_ms:?) \d+(?:\.\d+)?/g, '$1 …')
    .replace(/\b\d+(?:\.\d+)? ?(?:ms|s|sec|seconds)\b/g, '…')

type Stage = { copy: Copy; options: PlayOptions; seen: Map<string, Result> }

async function openRoom(
  { order: input, settings, agents }: Transcript,
  { copy, options, seen }: Stage,
): Promise<AgentContext> {
  const { repo, scratch } = copy
  const over = new AbortController()
  const left = new Map([...agents].map(([name, { replies }]) => [name, [...replies]]))
  let asking = ''
  // An agent announces each request right before it is made.
  const transcriptOf = (name: string) => (entry: TranscriptEntry) => {
    if (entry.kind === 'request') asking = name
    if (entry.kind === 'tool') seen.set(keyOf(name, entry), entry)
  }
  const model: Model = async () => {
    const reply = left.get(asking)?.shift()
    if (reply) return reply
    over.abort()
    throw over.signal.reason
  }
  const kind = await detectSandbox(options.sandbox, process.env)
  const place = {
    workspace: repo.workTree,
    scratch,
    gitDir: repo.gitDir,
    network: false,
    env: process.env,
  }
  const sandbox = await openSandbox(kind, place)
  const setUpIn = (at: Sandbox) => setUp(options.setup, { cwd: repo.workTree, sandbox: at })
  return {
    model,
    planner: model,
    ...(agents.has(`${input.id}-reader`) ? { reader: model } : {}),
    repo,
    sandbox: async () => sandbox,
    freshSandbox: (use) => openFreshSandbox(kind, place, use),
    setUp: () => setUpIn(sandbox),
    setUpAgain: options.setup ? setUpIn : undefined,
    settings: { ...settings, verifyCommand: settings.verifyCommand, setupCommand: options.setup },
    redact: redactor([]),
    signal: over.signal,
    known: { checks: new Map(), running: new Map() },
    transcript: transcriptOf,
  }
}

async function setUp(
  command: string | undefined,
  place: Pick<Parameters<typeof runCommand>[0], 'cwd' | 'sandbox'>,
): Promise<void> {
  if (!command) return
  const result = await runCommand({ ...place, command, timeoutMs: 3_600_000 })
  if (result.kind === 'exited' && result.code === 0) return
  throw new UserError('replay-setup', `The command of --setup failed:\n${result.output}`, 'Correct it.')
}
