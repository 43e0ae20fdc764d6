import { parseArgs } from 'node:util'
import { errorText, UserError } from '../src/lib/errors.ts'
import { play, type Departure } from './play.ts'
import { readTranscript } from './transcript.ts'

const USAGE = `npm run replay -- FILE [--repo PATH] [--commit SHA] [--setup COMMAND] [--sandbox KIND]

Plays a transcript of the action again: the model's replies are the recorded ones, the tools work for real on a copy.

  FILE              a .jsonl file; the sub-agents' files are looked for next to it
  --repo PATH       a clone or a bundle of the repository (default: the current folder)
  --commit SHA      where to begin (default: the commit that the transcript names)
  --setup COMMAND   run first, without network, for example to put dependencies in place
  --sandbox KIND    auto (default), bwrap, user or none

Exit code: 0 when all tools answered as recorded, 1 when not, 2 when it could not be played.`

async function main(): Promise<number> {
  const { values, positionals } = options()
  const [file] = positionals
  if (values.help || file === undefined) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const transcript = await readTranscript(file)
  const { results, departures } = await play(transcript, {
    repo: values.repo,
    commit: values.commit ?? transcript.order.head,
    setup: values.setup,
    sandbox: sandboxOf(values.sandbox),
  })
  for (const departure of departures) console.log(describe(departure))
  console.log(`${transcript.order.id}: ${results} tool results, ${departures.length} not as recorded.`)
  return departures.length === 0 ? 0 : 1
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        repo: { type: 'string', default: '.' },
        commit: { type: 'string' },
        setup: { type: 'string' },
        sandbox: { type: 'string', default: 'auto' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UserError('options', errorText(error), USAGE)
  }
}

function sandboxOf(kind: string): 'auto' | 'bwrap' | 'user' | 'none' {
  if (kind === 'auto' || kind === 'bwrap' || kind === 'user' || kind === 'none') return kind
  throw new UserError('options', `There is no sandbox ${kind}.`, USAGE)
}

const CONTEXT = 6

/** Where a result departs: the call, and the first lines that are not the same. */
function describe({ agent, result, now }: Departure): string {
  const head = `${agent}, turn ${result.turn}: ${result.call.name} ${result.call.arguments.slice(0, 200)}`
  if (now === undefined) return `${head}\n  The replay did not come to this call.\n`
  const [before, after] = [result.text.split('\n'), now.split('\n')]
  const first = before.findIndex((line, i) => line !== after[i])
  const from = first < 0 ? before.length : first
  const shown = (sign: string, lines: string[]) =>
    lines.slice(from, from + CONTEXT).map((line) => `  ${sign} ${line.slice(0, 300)}`)
  return [head, `  from line ${from + 1}:`, ...shown('-', before), ...shown('+', after), ''].join('\n')
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof UserError ? `${error.message}\n${error.remedy}` : error)
  process.exitCode = 2
}
