import { createInterface } from 'node:readline/promises'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errorText, UserError } from '../src/lib/errors.ts'
import { bestWalls, type Walls } from '../fakes/runner/walls.ts'
import { showEnding } from './ending.ts'
import { parseOptions, USAGE, type Brain, type Options } from './options.ts'
import { play } from './play.ts'
import { TESTS, tryAt } from './project.ts'
import { bad, bold, good, print } from './show.ts'
import { keep } from './stage/keep.ts'
import { openStage, type Stage } from './stage/open.ts'
import { playOnPage } from './stage/page.ts'

/**
 * Runs the demonstration. The exit code is 0 when the page was closed or the plan was carried out, 1 when it was not, 2
 * for wrong options, 130 when the story was interrupted.
 */
async function main(stop: AbortSignal): Promise<number> {
  const given = parseOptions(process.argv.slice(2), process.env)
  if (given.help) {
    print(USAGE)
    return 0
  }
  checkMachine()
  const options = withMode(given)
  const sandbox = await sandboxFor(options)
  print(...introduction(options, sandbox))
  await using stage = await openStage({ options, sandbox, stop })
  if (options.auto) await mayItSpend(options, stop)
  try {
    if (options.auto) return await tellStory(stage, options)
    await playOnPage(stage, options)
    print('', 'Stopped. Nothing is left running.')
    return 0
  } finally {
    const folder = keptIn(options)
    if (folder)
      await keep(stage, folder).then(
        (lines) => print('', ...lines),
        (error: unknown) => console.error(bad(`Not all is kept in ${folder}: ${errorText(error)}`)),
      )
  }
}

/** The agent's tools open files by their descriptors, which only Linux shows as paths. */
function checkMachine(): void {
  if (process.platform === 'linux' && existsSync('/proc/self/fd')) return
  throw new UserError(
    'machine',
    'The demonstration needs Linux with /proc.',
    'Open this repository in its dev container or in a Codespace, or run it in a container.',
  )
}

/** Where nobody sits at a terminal, nobody could end a page: the story is told instead. */
function withMode(options: Options): Options {
  if (options.auto || options.serve || process.stdin.isTTY) return options
  print('No terminal: playing --auto. --serve opens the page.', '')
  return parseOptions([...process.argv.slice(2), '--auto'], process.env)
}

async function tellStory(stage: Stage, options: Options): Promise<number> {
  if (options.subject.kind === 'sample') {
    const { passed } = await tryAt(stage, 'refs/heads/main', TESTS)
    print('', `Before: the project’s tests ${passed ? 'pass' : 'fail'}.`)
  }
  const pull = await play(stage, options)
  return (await showEnding(stage, options, pull)) ? 0 : 1
}

/** A real model costs money. On the page there is a button for it; here somebody says yes. */
async function mayItSpend({ brain, subject, yes }: Options, stop: AbortSignal): Promise<void> {
  if (brain.kind === 'script' || yes) return
  if (!process.stdin.isTTY)
    throw new UserError(
      'options',
      'This would spend money, and there is no one here to ask.',
      subject.kind === 'own' ? 'Say --yes.' : 'Say --yes, or --script.',
    )
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  // Where the input ends, nobody will answer.
  const ended = new AbortController()
  reader.on('close', () => ended.abort())
  const signal = AbortSignal.any([stop, ended.signal])
  const said = await reader.question(`\n${priceOf(brain)} Go on? [y/N] `, { signal }).catch(() => '')
  reader.close()
  stop.throwIfAborted()
  if (!/^y(es)?$/i.test(said.trim())) throw new UserError('options', 'Nothing was spent.', 'Say yes to go on.')
}

const priceOf = ({ inputs }: Extract<Brain, { kind: 'endpoint' }>): string =>
  inputs['openai-api-key'] ? 'This uses your API key and costs money.' : 'No API key is sent. This may cost money.'

/** What was paid for is kept, unless another folder is named, below `kept/` of this checkout. */
function keptIn({ keep: named, subject }: Options): string | undefined {
  if (named || subject.kind === 'sample') return named
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return join(process.cwd(), 'kept', `${basename(subject.path)}-${now}`)
}

/** Aborts at Ctrl-C, when the terminal is closed, and when nobody reads the output any more. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.stdout.on('error', () => stop.abort())
  return stop.signal
}

/** The best sandbox of this machine. A script may do without one, since it is known what it runs; a model only when told so. */
async function sandboxFor({ brain, unconfined }: Options): Promise<Walls> {
  try {
    return await bestWalls(process.env)
  } catch (error) {
    if (!(error instanceof UserError) || brain.kind === 'script' || unconfined) return 'none'
    throw new UserError(
      'no-sandbox',
      'This machine has no sandbox, so the model’s commands could reach all that you can.',
      'Install it with `apt-get install bubblewrap`, or say --no-sandbox.',
    )
  }
}

function introduction({ brain, subject }: Options, sandbox: Walls): string[] {
  const { model = 'the default model', 'openai-base-url': url = 'api.openai.com' } =
    brain.kind === 'endpoint' ? brain.inputs : {}
  const isOpen = sandbox === 'none'
  return [
    ...(isOpen
      ? [
          bad(
            'There is no sandbox here, so the agent’s commands run unconfined. To have one: apt-get install bubblewrap.',
          ),
        ]
      : []),
    bold('Measure Twice'),
    brain.kind === 'script'
      ? 'Model: a script that plays one for the sample project. No key, no network, no cost. Set OPENAI_API_KEY for a real one.'
      : `Model: ${model} at ${url}. ${priceOf(brain)}`,
    `Project: ${subject.kind === 'sample' ? 'demo/project' : `what is committed in ${subject.path}; it stays as it is`}.`,
    `GitHub: a local GitHub on 127.0.0.1. The action is dist/index.js, run as the runner runs it.`,
    ...(isOpen ? [] : [`Sandbox: ${good(sandbox)}.`]),
  ]
}

const stop = stopSignal()
try {
  process.exitCode = await main(stop)
} catch (error) {
  process.exitCode = stop.aborted ? 130 : error instanceof UserError && ['options', 'repo'].includes(error.code) ? 2 : 1
  if (stop.aborted) print('', 'Stopped. Nothing is left running.')
  else console.error(bad(error instanceof UserError ? `${error.message} ${error.remedy}` : errorText(error)))
}
