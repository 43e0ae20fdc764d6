import { existsSync } from 'node:fs'

const PLACES = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** Where this machine has Chromium, or nothing. `CHROMIUM` names another one. */
export const chromiumPath = (): string | undefined => PLACES.find((path) => path !== '' && existsSync(path))
