import { writeFile } from 'node:fs/promises'
import { errorText, UserError } from '../../src/lib/errors.ts'
import { evaluate, proofOf } from './evaluate.ts'
import { parseOptions, USAGE } from './options.ts'
import { figuresOf } from './figures.ts'
import { evaluationPage } from './page.ts'
import { readResults, writeResults } from './results.ts'
import { renderComparison, renderResults } from './table.ts'

/** What the command line asks for, as text. */
async function answer(stop: AbortSignal): Promise<string> {
  const options = parseOptions(process.argv.slice(2), process.env)
  if (options.kind === 'help') return USAGE
  if (options.kind === 'compare') return renderComparison(await readResults(options.a), await readResults(options.b))
  if (options.kind === 'prove') return await proofOf(options.tasks, stop)
  const results = await evaluate(options, { stop, tell: (text) => console.error(text) })
  await writeResults(options.json, results, { figures: figuresOf(results.entries) })
  if (options.html !== undefined) await writeFile(options.html, evaluationPage(results))
  return `\n${renderResults(results)}\n\nKept in ${[options.json, options.html].filter(Boolean).join(' and ')}.`
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
try {
  console.log(await answer(stop.signal))
} catch (error) {
  process.exitCode = stop.signal.aborted ? 130 : error instanceof UserError && error.code === 'options' ? 2 : 1
  const text = error instanceof UserError ? `${error.message} ${error.remedy}` : errorText(error)
  console.error(stop.signal.aborted ? 'Stopped. What was scored so far is kept.' : text)
}
