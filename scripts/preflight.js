// Looked at before a program of this project starts. Plain JavaScript, so that an older Node reads it too.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Measure Twice needs Node 22.18 or newer, and this is ${process.versions.node}. ` +
      'Install a newer one, or run `npm ci` without --ignore-scripts: it brings Node 24 along.',
  )
  process.exit(1)
}

if (/demo[\\/]main\.ts$/.test(process.argv[1] ?? '') && process.platform !== 'linux') {
  console.error(
    'The demonstration needs Linux. Open this repository in its dev container or in a Codespace, or run: ' +
      'docker run --rm -it -p 127.0.0.1:4321:4321 -v "$PWD":/src:ro node:24 ' +
      "sh -c 'cp -R /src /app && cd /app && npm ci && npm run demo -- --container'",
  )
  process.exit(1)
}

/** Files of one checkout are written within a minute of each other, in any order. */
const CHECKOUT = 60_000

const newest = (folder) =>
  Math.max(...readdirSync(folder, { recursive: true }).map((path) => statSync(join(folder, path)).mtimeMs))

const runsTheBundle =
  /(?:demo|bench|eval)[\\/]main\.ts$/.test(process.argv[1] ?? '') && !process.argv.includes('--bundle')
if (runsTheBundle && existsSync('dist/index.js') && newest('src') > statSync('dist/index.js').mtimeMs + CHECKOUT)
  console.error('dist/ is older than src/, and this runs dist/. Run `npm run build` first to see your changes.')
