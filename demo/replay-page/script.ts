import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const require = createRequire(import.meta.url)
const PAGE = join(import.meta.dirname, '../stage/page')

/** The browser's part of a replay page: the Markdown renderer of the local page, with what it imports. */
const OWN = ['dom', 'github-markdown', 'replay']
const LIBRARIES = {
  marked: join(dirname(require.resolve('marked')), 'marked.umd.js'),
  dompurify: join(dirname(require.resolve('dompurify')), 'purify.min.js'),
}

/** One classic script of all of it, as CommonJS modules with a `require` of their own: a page of one file loads nothing. */
export function replayScript(): string {
  const sources = [
    ...Object.entries(LIBRARIES).map(([name, file]) => [name, readFileSync(file, 'utf8')] as const),
    ...OWN.map((name) => [`./${name}.ts`, asCommonJs(readFileSync(join(PAGE, `${name}.ts`), 'utf8'))] as const),
  ]
  const modules = sources.map(
    ([name, source]) => `${JSON.stringify(name)}: (module, exports, require) => {\n${source.replace(MAP, '')}\n}`,
  )
  return `'use strict'
const modules = {\n${modules.join(',\n')}\n}
const loaded = {}
function load(name) {
  if (!loaded[name]) {
    loaded[name] = { exports: {} }
    modules[name](loaded[name], loaded[name].exports, load)
  }
  return loaded[name].exports
}
load('./replay.ts')
`.replace(ENDING, String.raw`\x3c`)
}

const MAP = /^\/\/# sourceMappingURL=.*$/gm
/** What ends a script element, or begins a comment in it, when it is written within a string or a pattern. */
const ENDING = /<(?=!--|\/?script)/gi

const asCommonJs = (source: string): string =>
  ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.CommonJS, esModuleInterop: true },
  }).outputText
