import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Makes a smaller copy of the client of models for the bundle: `node scripts/trim-openai.ts lib`, between `tsc` and
// `ncc`. The client constructs every resource of OpenAI's API, so the bundler has to keep them all, and loading them
// delays the first request of a run. In the copy, an empty class stands for each that no request to a model needs;
// the type of `Endpoint` has only the others. The bundler finds it first, because it lies in `node_modules` beside the
// compiled source.

const KEPT = /\/openai\/resources\/(?:chat\/chat|chat\/completions\/completions|responses\/responses)\.mjs$/

/** Resources, and the helpers that read streams of events for them: requests to a model are sent with `asResponse`. */
const LEFT_OUT = ['resources/**/*.mjs', 'lib/**/*{Stream,Runner}.mjs']

function trimOpenAI(folder: string): void {
  const copy = join(folder, 'node_modules/openai')
  cpSync('node_modules/openai', copy, { recursive: true, filter: (path) => !/\.(?:map|[mc]?ts)$/.test(path) })
  for (const path of globSync(LEFT_OUT.map((pattern) => join(copy, pattern)))) {
    const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:async )?(?:class|const|function) (\w+)/gm)]
    // A file without names exports again what others do.
    if (names.length > 0 && !KEPT.test(path))
      writeFileSync(path, names.map(([, name]) => `export class ${name} {}\n`).join(''))
  }
}

if (import.meta.main) trimOpenAI(process.argv[2] ?? 'lib')
