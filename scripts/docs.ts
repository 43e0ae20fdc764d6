import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format } from 'oxfmt'
import { parse } from 'yaml'
import { z } from 'zod'
import { COMMANDS } from '../src/decide/words/command.ts'
import { globList } from '../src/guard/paths.ts'
import { PROTECTED } from '../src/guard/protected.ts'
import { SCRIPT_GLOBS, MAKEFILES, RUNNERS } from '../src/guard/tests/test-runners.ts'
import { SUMMARY_LINES } from '../src/checks/proof/summary-lines.ts'
import { errorsIn, type Said } from './errors-in.ts'

// Writes the parts of the documents that are made from the code: `npm run docs`.

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const Described = z.record(z.string(), z.object({ description: z.string(), default: z.string().optional() }))
const action = z.object({ inputs: Described, outputs: Described }).parse(parse(read('action.yml')))

/** The inputs by the comments that head them in action.yml: a group's title, and the names of its inputs. */
const GROUPS = read('action.yml')
  .replace(/^outputs:$.*/ms, '')
  .split(/^ {2}# /m)
  .slice(1)
  .map((part) => ({
    title: part.split('\n')[0] ?? '',
    names: [...part.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = '']) => name),
  }))

/** An example of some groups, by their titles. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'The eight that most workflows set':
    'openai-api-key: ${{ secrets.OPENAI_API_KEY }}\nsetup-command: npm ci\nverify-command: npm test\napprovers: maintain\nmax-cost: 5\nnetwork: false',
  'The model': 'model: anthropic/claude-sonnet-5\nplanner-model: openai/gpt-6.1-sol\nreasoning-effort: high',
  'Who asks and who approves': "approvers: '@acme/core, @ann'\napprovals-required: 2\nallow-self-approval: false",
  Limits: 'max-cost: 5\nprices: input=2,cached=0.1,cache-write=2.5,output=10\ntime-budget: 50',
  'What the agent may reach': 'protected-paths: |\n  !.vscode/**',
}

const code = (text: string): string => (text === '' ? '' : `\`${text}\``)
const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (head: string[], rows: string[][]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')
const fence = (text: string): string => `\`\`\`yaml\n${text}\n\`\`\``
const indented = (text: string): string => text.replace(/^/gm, '    ')

const inputs = (): string =>
  GROUPS.map(({ title, names }) => {
    const example = EXAMPLES[title]
    return [`### ${title}`, inputTable(names), ...(example === undefined ? [] : [inStep(example)])].join('\n\n')
  }).join('\n\n')

const inputTable = (names: readonly string[]): string =>
  table(
    ['Input', 'Default', 'What it is'],
    names.flatMap((name) => {
      const input = action.inputs[name]
      return input ? [[code(name), code(input.default ?? ''), input.description]] : []
    }),
  )

const inStep = (example: string): string => fence(`- uses: ${OWNER}/measure-twice@v0\n  with:\n${indented(example)}`)

const outputs = (): string =>
  table(
    ['Output', 'What it is'],
    Object.entries(action.outputs).map(([name, { description }]) => [code(name), description]),
  )

const COMMAND_PLACES = { issue: 'On an issue', pull: 'On the pull request of a plan' } as const

const commands = (): string =>
  table(
    ['Where', 'Comment', 'What it does'],
    COMMANDS.map(({ target, usage, meaning }) => [COMMAND_PLACES[target], code(usage), meaning]),
  )

const protectedPaths = (): string =>
  Object.entries(PROTECTED)
    .map(([heading, globs]) => `- **${heading}:** ${globs.map(code).join(', ')}`)
    .join('\n')

const list = (items: readonly string[]): string => items.map(code).join(', ')

const testFiles = (): string =>
  `${runners()}\n\nWhere a check or \`setup-command\` calls make or just: ${list(MAKEFILES)}. Where one calls them by their path: ${list(SCRIPT_GLOBS)}.`

const runners = (): string =>
  table(
    ['Runner', 'Test files', 'What decides which tests run and how'],
    RUNNERS.map(({ name, tests, config, manifest, source }) => [
      `[${name}](${source})`,
      list(globList(tests)),
      [list(globList(config)), manifest && `${code(manifest.glob)} that speaks of it`].filter(Boolean).join('; '),
    ]),
  )

const summaryLines = (): string =>
  table(
    ['Runner', 'For example'],
    SUMMARY_LINES.map(({ runner, example }) => [runner, code(example.trim())]),
  )

/** What is said in the code. A code that several files know is a constant of one of them. */
function said(): Said[] {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).sort().map(read)
  const shared = files.flatMap((text) => text.match(/^export const [A-Z_]+ = '[a-z-]+'$/gm) ?? []).join('\n')
  return files.flatMap((text) => errorsIn(`${shared}\n${text}`))
}

/** All of a kind under a heading for each code, so that `#model-key` is an address. */
function byCode(kind: Said['kind']): string {
  const all = said().filter((one) => one.kind === kind)
  const codes = [...new Set(all.map(({ code }) => code))].sort()
  return codes.map((code) => `### ${code}\n\n${listOf(all.filter((one) => one.code === code))}`).join('\n\n')
}

const errors = (): string => byCode('error')
const refusals = (): string => byCode('refusal')

const listOf = (all: readonly Said[]): string =>
  [...new Set(all.map((one) => `- ${one.why}\n  → ${remedyOf(one)}`))].join('\n')

/** What helps may depend on where it happens. */
const remedyOf = ({ kind, remedy }: Said): string =>
  remedy ||
  (kind === 'error' ? 'The message says what helps on that runner.' : 'The reply says who can, or what waits.')

/** The promises by what they are about, each with its tests by their files. test/house/promises.test.ts reads it, too. */
export const readPromises = () =>
  z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.array(z.string()))))
    .parse(parse(read('docs/promises.yml')))

const promises = (): string =>
  Object.entries(readPromises())
    .map(([title, all]) => {
      const rows = Object.entries(all).map(([promise, tests]) => [promise, Object.keys(tests).map(linkTo).join(', ')])
      return `### ${title}\n\n${table(['Promise', 'Tests'], rows)}`
    })
    .join('\n\n')

const linkTo = (path: string): string => `[${basename(path).replace(/(?:\.test)?\.ts$/, '')}](../${path})`

const PARTS: Readonly<Record<string, () => string>> = {
  promises,
  inputs,
  outputs,
  commands,
  protectedPaths,
  testFiles,
  summaryLines,
  errors,
  refusals,
}

/** The documents that have such parts. */
export const DOCUMENTS = ['commands', 'reference', 'errors', 'security'].map((name) => `docs/${name}.md`)

/** A document with its parts as the code has them now, each between `<!-- made: NAME -->` and `<!-- /made -->`. */
export async function made(path: string): Promise<string> {
  const text = read(path).replace(
    /^(<!-- made: (\w+) -->\n).*?^(<!-- \/made -->)$/gms,
    (_, begin: string, name: string, end: string) => `${begin}\n${PARTS[name]?.() ?? ''}\n\n${end}`,
  )
  const { code } = await format(path, text, { printWidth: 120, singleQuote: true, semi: false })
  return code
}

/** The account that publishes the action, from the one place that says it. */
export const OWNER =
  /^github:([\w-]+)\//.exec(
    z.object({ repository: z.string() }).parse(JSON.parse(read('package.json'))).repository,
  )?.[1] ?? ''

/** The files that name the account: documents, examples and what GitHub reads. Past changes stay as they were. */
export const NAMING = globSync(['*.md', 'docs/*.md', 'examples/*.yml', '.github/**/*.{md,yml}', 'package.json'], {
  cwd: ROOT,
})
  .filter((path) => path !== 'CHANGELOG.md')
  .sort()

/** Where README's pictures are: whole addresses once there is an account, since the Marketplace shows no others. */
const PICTURES = OWNER === 'OWNER' ? '' : `https://github.com/${OWNER}/measure-twice/raw/main/`

/** A text with that account wherever it names the one of this action. */
export const owned = (text: string): string =>
  text
    .replace(/(?<= src=")[^"]*(?=docs\/gallery\/)/g, PICTURES)
    .replace(/(?<=uses: |--repo |github:|github\.com\/)[\w-]+(?=\/measure-twice\b)/g, OWNER)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of DOCUMENTS) writeFileSync(join(ROOT, path), await made(path))
  for (const path of NAMING) if (read(path) !== owned(read(path))) writeFileSync(join(ROOT, path), owned(read(path)))
}
