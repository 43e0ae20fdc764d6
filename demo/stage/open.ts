import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { errorText, UserError } from '../../src/lib/errors.ts'
import type { GitHub } from '../../fakes/github/github.ts'
import { startGitHub } from '../../fakes/github/github.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { startModel, type Model } from '../../fakes/model/model.ts'
import type { Run } from '../../fakes/runner/run.ts'
import { machineVariables, type Walls } from '../../fakes/runner/walls.ts'
import { worldOn } from '../../fakes/runner/world.ts'
import type { Options, Subject } from '../options.ts'
import { PATH, sampleFiles } from '../project.ts'

/** A run that has begun. `kill` ends the runner as a power cut would. */
export type Started = { run: Promise<Run>; kill: () => void }

/** What a run tells as it comes: each line, and its RUNNER_TEMP at its start. */
type Heard = { onLine?: (line: string) => void; onTemp?: (temp: string) => void }

/** Everything that a demonstration runs on. Disposing of it ends its servers and removes `folder`, in which all files lie. */
export type Stage = AsyncDisposable & {
  github: GitHub
  /** The scripted model, where no endpoint plays its part. */
  model: Model | undefined
  runs: Run[]
  folder: string
  sandbox: Walls
  /** The inputs of the action, from the next run on. */
  inputs: Record<string, string>
  /** Aborts when the person at the keyboard has had enough. */
  stop: AbortSignal
  /** Runs the action for an event, as GitHub would. */
  start(event: WebhookEvent, hooks?: Heard): Started
}

type Setting = { options: Options; sandbox: Walls; stop: AbortSignal }

/** How long a stopped run takes for its end, in milliseconds. */
const GRACE = 5_000
const LONGEST_RUN = 6 * 60 * 60 * 1_000

/** Starts a GitHub with the project in it and, unless an endpoint plays its part, the scripted model. */
export async function openStage({ options, sandbox, stop }: Setting): Promise<Stage> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'measure-twice-demo-'))
  opening.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  // Whatever is started from here on makes its temporary folders in this one, so that removing it removes them all.
  process.env['TMPDIR'] = folder
  const github = opening.use(await startProject(options.subject))
  if (options.subject.kind === 'own') await fetchHead(github, options.subject.path)
  const model = options.brain.kind === 'script' ? opening.use(await startModel({})) : undefined
  if (model && options.pace > 0) model.fault = () => ({ kind: 'delay', ms: options.pace })
  const running = new Set<Promise<unknown>>()
  opening.defer(async () => void (await Promise.allSettled(running)))
  const inputs = inputsOf(options, sandbox)
  const settings = { inputs, env: environmentFor(options.subject), timeoutMs: LONGEST_RUN }
  const { run: play, runs } = worldOn({ github, model }, settings)
  const start = (event: WebhookEvent, { onLine, onTemp }: Heard = {}): Started => {
    const killed = new AbortController()
    const stopped = stoppedBy(stop)
    const signal = AbortSignal.any([stopped.signal, killed.signal])
    const onStart = (child: ChildProcess, temp: string): void => {
      onTemp?.(temp)
      stopped.onStart(child)
    }
    const run = play(event, { onStart, signal, ...(onLine ? { onLine } : {}) })
    running.add(run)
    return { run, kill: () => killed.abort() }
  }
  const opened = opening.move()
  return {
    github,
    model,
    runs,
    folder,
    sandbox,
    inputs,
    stop,
    start,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const inputsOf = ({ brain, setup, verify }: Options, sandbox: Walls): Record<string, string> => ({
  ...(brain.kind === 'endpoint' ? brain.inputs : {}),
  ...(setup ? { 'setup-command': setup } : {}),
  ...(verify ? { 'verify-command': verify } : {}),
  sandbox,
})

/** The commands of one's own repository get what a runner would pass on: certificates, proxies, tool chains. */
const environmentFor = ({ kind }: Subject): Record<string, string> =>
  kind === 'sample'
    ? { PATH }
    : {
        ...machineVariables(process.env),
        PATH,
        NO_PROXY: [process.env['NO_PROXY'] ?? process.env['no_proxy'], '127.0.0.1', 'localhost'].filter(Boolean).join(),
      }

/** A run is stopped as GitHub cancels a job: asked first, ended by force some seconds later. */
function stoppedBy(stop: AbortSignal): { onStart: (child: ChildProcess) => void; signal: AbortSignal } {
  const force = new AbortController()
  const onStart = (child: ChildProcess): void => {
    const end = (): void => {
      child.kill('SIGINT')
      setTimeout(() => force.abort(), GRACE).unref()
    }
    if (stop.aborted) end()
    else stop.addEventListener('abort', end)
  }
  return { onStart, signal: force.signal }
}

const startProject = async (subject: Subject): Promise<GitHub> =>
  subject.kind === 'sample'
    ? startGitHub({ files: await sampleFiles(), name: 'pinboard' })
    : startGitHub({ files: {}, name: basename(subject.path).replace(/[^\w.-]/g, '-') })

/** Milliseconds between two lines while a large repository is copied. */
const SIGN_OF_LIFE = 5_000

/** Takes over what is committed in a repository on this machine, with its history; the repository itself stays as it is. */
async function fetchHead(github: GitHub, path: string): Promise<void> {
  const started = performance.now()
  const tell = (): void =>
    void process.stdout.write(`Copying ${path} … ${Math.round((performance.now() - started) / 1000)} s\n`)
  tell()
  const alive = setInterval(tell, SIGN_OF_LIFE)
  await github
    .git(['fetch', '-q', '--no-tags', '--update-shallow', path, '+HEAD:refs/heads/main'])
    .catch((error: unknown) => {
      const said = errorText(error).trim().split('\n').at(-1) ?? ''
      throw new UserError(
        'repo',
        `There is no commit to be read from ${path}. Git says: ${said}`,
        'Give --repo the path of a git repository.',
      )
    })
    .finally(() => clearInterval(alive))
}
