import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { UserError } from '../src/errors.ts'
import type { SandboxKind } from '../src/work/sandbox/place.ts'
import type { GitHub } from '../fakes/github/github.ts'
import { startGitHub } from '../fakes/github/github.ts'
import type { WebhookEvent } from '../fakes/github/types.ts'
import { startModel } from '../fakes/model/model.ts'
import type { Run } from '../fakes/runner/run.ts'
import { runAction } from '../fakes/runner/run.ts'
import type { Options, Subject } from './options.ts'
import { PATH, sampleFiles } from './project.ts'
import { SCRIPT } from './script.ts'
import { dim, happening, print } from './show.ts'

/** Everything that a demonstration runs on. Disposing of it ends its servers and removes `folder`, in which all files lie. */
export type Stage = AsyncDisposable & {
  github: GitHub
  runs: Run[]
  folder: string
  sandbox: SandboxKind
  /** Aborts when the person at the keyboard has had enough. */
  stop: AbortSignal
  /** Runs the action for an event, as GitHub would. */
  perform(event: WebhookEvent): Promise<void>
}

type Setting = { options: Options; sandbox: SandboxKind; stop: AbortSignal }

/** How long the scripted model takes for a turn while somebody watches, and a stopped run for its end, in milliseconds. */
const PACE = 400
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
  const model = options.brain.kind === 'script' ? opening.use(await startModel(SCRIPT)) : undefined
  if (model && !options.auto) model.fault = () => ({ kind: 'delay', ms: PACE })
  const inputs = inputsOf(options, sandbox)
  const runs: Run[] = []
  const perform = async (event: WebhookEvent): Promise<void> => {
    stop.throwIfAborted()
    const limits = { timeoutMs: LONGEST_RUN, ...stoppedBy(stop) }
    const run = await runAction({ github, model, event, inputs, env: { PATH }, ...limits })
    stop.throwIfAborted()
    runs.push(run)
    if (run.code !== 0) print(happening('the run is red:'), ...logOf(run))
  }
  const opened = opening.move()
  return { github, runs, folder, sandbox, stop, perform, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const inputsOf = ({ brain, setup }: Options, sandbox: SandboxKind): Record<string, string> => ({
  ...(brain.kind === 'endpoint' ? brain.inputs : {}),
  ...(setup ? { 'setup-command': setup } : {}),
  sandbox,
})

/** What a run printed, without the lines that tell the runner its secrets. */
const logOf = ({ log }: Run): string[] =>
  log
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('::add-mask::'))
    .map((line) => dim(`    ${line}`))

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

/** Takes over what is committed in a repository on this machine, with its history; the repository itself stays as it is. */
async function fetchHead(github: GitHub, path: string): Promise<void> {
  await github.git(['fetch', '-q', '--no-tags', '--update-shallow', path, '+HEAD:refs/heads/main']).catch(() => {
    throw new UserError(
      'repo',
      `There is no commit to be read from ${path}.`,
      'Give --repo the path of a git repository.',
    )
  })
}
