import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** Where this machine has Chromium, or nothing. `CHROMIUM` names another one. */
export const chromiumPath = (): string | undefined => PLACES.find((path) => path !== '' && existsSync(path))

/** Starts the Chromium of this machine, or else Playwright's own. */
export function openChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
}
