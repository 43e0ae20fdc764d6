#!/usr/bin/env node
// `npx github:OWNER/measure-twice setup --repo PATH`. npx puts this below node_modules, where Node strips no types.
import { readFileSync } from 'node:fs'
import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'

if (!modules.registerHooks || !modules.stripTypeScriptTypes) {
  console.error(`Measure Twice needs Node 22.18 or newer, and this is ${process.versions.node}.`)
  process.exit(1)
}
process.removeAllListeners('warning') // that stripping types is an experiment in some versions
modules.registerHooks({
  load: (url, context, next) =>
    url.endsWith('.ts')
      ? {
          format: 'module',
          shortCircuit: true,
          source: modules.stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8')),
        }
      : next(url, context),
})
if (process.argv[2] === 'setup') process.argv.splice(2, 1)
await import('./setup.ts')
