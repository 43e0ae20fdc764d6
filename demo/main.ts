import { errorText, UserError } from '../src/errors.ts'
import { detectSandbox } from '../src/work/sandbox/sandbox.ts'
import type { SandboxKind } from '../src/work/sandbox/place.ts'
import { showEnding } from './ending.ts'
import { parseOptions, USAGE, type Options } from './options.ts'
import { play } from './play.ts'
import { testProject } from './project.ts'
import { promptFor } from './prompt.ts'
import { bad, bold, good, print } from './show.ts'
import { openStage } from './stage.ts'

/** Runs the demonstration; the exit code is 0 when the plan was carried out, 1 when not, 2 for wrong options, 130 when stopped. */
async function main(stop: AbortSignal): Promise<number> {
  const options = parseOptions(process.argv.slice(2), process.env)
  if (options.help) {
    print(USAGE)
    return 0
  }
  const sandbox = await sandboxFor(options)
  print(...introduction(options, sandbox))
  await using stage = await openStage({ options, sandbox, stop })
  if (options.subject.kind === 'sample') {
    const { passed } = await testProject(stage, 'refs/heads/main')
    print('', `Before: the project’s tests ${passed ? 'pass' : 'fail'}.`)
  }
  using prompt = promptFor(options, stop)
  const pull = await play(stage, options, prompt)
  return (await showEnding(stage, options, pull)) ? 0 : 1
}

/** Aborts at Ctrl-C, when the terminal is closed, and when nobody reads the output any more. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.stdout.on('error', () => stop.abort())
  return stop.signal
}

/** The best sandbox of this machine. A script may do without one, since it is known what it runs; a model only when told so. */
async function sandboxFor({ brain, unconfined }: Options): Promise<SandboxKind> {
  try {
    return await detectSandbox('auto', process.env)
  } catch (error) {
    if (!(error instanceof UserError) || brain.kind === 'script' || unconfined) return 'none'
    throw new UserError(
      'no-sandbox',
      'This machine has no sandbox, so the model’s commands could reach all that you can.',
      'Install bubblewrap, or say --no-sandbox.',
    )
  }
}

function introduction({ brain, subject }: Options, sandbox: SandboxKind): string[] {
  const { model = 'the default model', 'openai-base-url': url = 'api.openai.com' } =
    brain.kind === 'endpoint' ? brain.inputs : {}
  return [
    bold('Measure Twice'),
    brain.kind === 'script'
      ? 'Model: a script that plays one for the sample project. No key, no network, no cost; OPENAI_API_KEY makes it a real one.'
      : `Model: ${model} at ${url}, for real: it costs what it costs.`,
    `Project: ${subject.kind === 'sample' ? 'demo/project' : `a clone of ${subject.path}; yours stays as it is`}.`,
    `GitHub: one of our own, on loopback. The action is dist/index.js, run as the runner runs it.`,
    sandbox === 'none'
      ? bad('Sandbox: NONE. Neither bubblewrap nor user namespaces work here, so the agent’s commands run unconfined.')
      : `Sandbox: ${good(sandbox)}.`,
  ]
}

const stop = stopSignal()
try {
  process.exitCode = await main(stop)
} catch (error) {
  process.exitCode = stop.aborted ? 130 : error instanceof UserError && error.code === 'options' ? 2 : 1
  if (stop.aborted) print('', 'Stopped. Nothing is left running, and no file is left.')
  else console.error(bad(error instanceof UserError ? `${error.message} ${error.remedy}` : errorText(error)))
}
