import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'

export type Served = { type: string; body: string }

const PAGE = join(import.meta.dirname, 'page')
const require = createRequire(import.meta.url)

/** What the page imports by these names comes from `node_modules`, by exactly these files. */
const LIBRARIES: Readonly<Record<string, readonly [name: string, file: () => string]>> = {
  marked: ['/lib/marked.js', () => join(dirname(require.resolve('marked')), 'marked.esm.js')],
  dompurify: ['/lib/dompurify.js', () => join(dirname(require.resolve('dompurify')), 'purify.es.mjs')],
  '@mermaid-js/tiny': ['/lib/mermaid.js', () => require.resolve('@mermaid-js/tiny')],
}
const STYLES: Readonly<Record<string, () => string>> = {
  '/lib/github-markdown.css': () => require.resolve('github-markdown-css/github-markdown.css'),
}
const SCRIPTS = [
  'main',
  'box',
  'diff',
  'dom',
  'files',
  'github-markdown',
  'graph',
  'links',
  'listen',
  'markdown',
  'menus',
  'moments',
  'news',
  'panes',
  'session',
  'talk',
]

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

/** All files of the page, by their paths. Nothing else is served: a path is looked up, never joined to a folder. */
export async function pageFiles(): Promise<ReadonlyMap<string, Served>> {
  const text = (file: string): Promise<string> => readFile(file, 'utf8')
  const entries: [string, Promise<Served>][] = [
    ['/', text(join(PAGE, 'index.html')).then((body) => ({ type: HTML, body }))],
    ['/graph.html', text(join(PAGE, 'graph.html')).then((body) => ({ type: HTML, body }))],
    ['/page/style.css', text(join(PAGE, 'style.css')).then((body) => ({ type: STYLE, body }))],
    ...SCRIPTS.map((name): [string, Promise<Served>] => [
      `/page/${name}.js`,
      text(join(PAGE, `${name}.ts`)).then((source) => ({ type: SCRIPT, body: asScript(source) })),
    ]),
    ...Object.values(LIBRARIES).map(([path, file]): [string, Promise<Served>] => [
      path,
      text(file()).then((body) => ({ type: SCRIPT, body })),
    ]),
    ...Object.entries(STYLES).map(([path, file]): [string, Promise<Served>] => [
      path,
      text(file()).then((body) => ({ type: STYLE, body })),
    ]),
  ]
  return new Map(await Promise.all(entries.map(async ([path, served]) => [path, await served] as const)))
}

/** A module of the page as browsers read it: without types, and with addresses in the place of names. */
function asScript(source: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true }
  return ts
    .transpileModule(source, { compilerOptions })
    .outputText.replace(/(from|import) '([^']+)'/g, (_, word: string, name: string) => {
      const [path] = LIBRARIES[name] ?? []
      return `${word} '${path ? `..${path}` : name.replace(/\.ts$/, '.js')}'`
    })
}
