import { errorText, UserError } from '../../src/lib/errors.ts'
import { renderRows } from './checks.ts'
import { openSite } from './look.ts'
import { parseLive, USAGE } from './options.ts'
import { playLive } from './play.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
try {
  const options = parseLive(process.argv.slice(2), process.env)
  if (!options) console.log(USAGE)
  else {
    const { rows, stuck } = await playLive(openSite(options), {
      stop: stop.signal,
      tell: (text) => console.error(text),
    })
    console.log(`\n${renderRows(rows)}${stuck ? `\n${stuck}` : ''}`)
    if (stuck || rows.some(({ holds }) => holds === false)) process.exitCode = 1
  }
} catch (error) {
  process.exitCode = stop.signal.aborted ? 130 : error instanceof UserError && error.code === 'options' ? 2 : 1
  const text = error instanceof UserError ? `${error.message} ${error.remedy}` : errorText(error)
  console.error(stop.signal.aborted ? 'Stopped, and cleaned up.' : text)
}
