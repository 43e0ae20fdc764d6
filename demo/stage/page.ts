import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Options } from '../options.ts'
import { bold, print } from '../show.ts'
import { openShow } from './live.ts'
import type { Stage } from './open.ts'
import { servePage } from './serve.ts'

/** Serves the page until the person at the keyboard has had enough. */
export async function playOnPage(stage: Stage, options: Options): Promise<void> {
  const show = await openShow(stage, options)
  await using page = await servePage(show, options)
  print('', `Open ${bold(page.address)}`, 'Press Ctrl-C to end. The address holds a secret: do not share it.')
  if (options.browser) openBrowser(page.address)
  if (!stage.stop.aborted) await once(stage.stop, 'abort')
  await show.rest().catch(() => undefined)
}

/** Opens the address in a browser, where there is one to be seen. */
function openBrowser(address: string): void {
  const { BROWSER: own, DISPLAY: x, WAYLAND_DISPLAY: wayland } = process.env
  const command = own ?? (x || wayland ? 'xdg-open' : undefined)
  if (!command) return
  const child = spawn(command, [address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined) // the address is printed, too
  child.unref()
}
