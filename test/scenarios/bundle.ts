import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Where `npm run bundle` puts what it builds. */
const BUNDLE = join(ROOT, 'lib/dist')

/** The action that the scenarios run, as the folder of its bundle: what the source builds to, or `ACTION_DIST`. */
export const actionDist = (): string => process.env['ACTION_DIST'] ?? BUNDLE

/** Before any scenario: builds the bundle when the source has changed since. */
export function setup(): void {
  if (actionDist() === BUNDLE && !isFresh()) execFileSync('npm', ['run', 'bundle'], { cwd: ROOT, stdio: 'pipe' })
}

/** Whether nothing that goes into the bundle is newer than it. A folder is newer when a file was taken out of it. */
function isFresh(): boolean {
  const built = join(BUNDLE, 'index.js')
  if (!existsSync(built)) return false
  const sources = [
    'src',
    ...globSync('src/**', { cwd: ROOT }),
    'package.json',
    'package-lock.json',
    'tsconfig.build.json',
  ]
  return sources.every((path) => statSync(join(ROOT, path)).mtimeMs < statSync(built).mtimeMs)
}
