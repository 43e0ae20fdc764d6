import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format } from 'prettier'
import { parse } from 'yaml'
import { z } from 'zod'
import { helpText } from '../src/decide/words/help.ts'
import { PROTECTED } from '../src/guard/protected.ts'
import { CALLED, MAKEFILES, RUNNERS } from '../src/guard/tests/runners.ts'
import { SUMMARY_LINES } from '../src/checks/proof/summary-lines.ts'
import { DIALECTS } from '../src/model/endpoint/error-dialects.ts'
import { errorsIn, type Said } from './errors-in.ts'

// Writes the parts of the documents that are made from the code: `npm run docs`.

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const Described = z.record(z.string(), z.object({ description: z.string(), default: z.string().optional() }))
const action = z.object({ inputs: Described, outputs: Described }).parse(parse(read('action.yml')))

/** The inputs by what they are about, each group with an example. One that is in no group is listed with the last. */
const GROUPS: readonly { title: string; inputs: string; example: string }[] = [
  {
    title: 'The model',
    inputs:
      'openai-api-key token-exchange openai-base-url openai-api model planner-model reader-model reasoning-effort max-turns',
    example:
      'openai-api-key: ${{ secrets.OPENROUTER_API_KEY }}\nopenai-base-url: https://openrouter.ai/api/v1\nmodel: anthropic/claude-sonnet-5\nplanner-model: openai/gpt-6.1-sol',
  },
  {
    title: 'Who asks and who approves',
    inputs: 'approvers approvals-required allow-self-approval plan-label interactive-planning',
    example: "approvers: '@acme/core, @ann'\napprovals-required: 2\nallow-self-approval: false",
  },
  {
    title: 'Checks',
    inputs: 'setup-command verify-command proof test-files baseline review-every',
    example: 'setup-command: npm ci\nverify-command: npm test',
  },
  {
    title: 'Limits',
    inputs: 'max-tokens max-cost prices time-budget max-subtasks max-attempts parallel',
    example: 'max-cost: 5\nprices: input=2,cached=0.1,cache-write=2.5,output=10\ntime-budget: 50',
  },
  {
    title: 'What the agent may reach',
    inputs: 'protected-paths new-packages sandbox network',
    example: 'network: false\nprotected-paths: |\n  !.vscode/**',
  },
  {
    title: 'Branches, files and commits',
    inputs: 'github-token base-branch branch-prefix plan-file keep-plan-file commit-with dry-run',
    example: 'base-branch: develop\ncommit-with: api\ndry-run: true',
  },
  { title: 'Internal: set by the examples of three jobs', inputs: 'mode work-order results', example: 'mode: verify' },
]

const code = (text: string): string => (text === '' ? '' : `\`${text}\``)
const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (head: string[], rows: string[][]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')
const fence = (text: string): string => `\`\`\`yaml\n${text}\n\`\`\``
const indented = (text: string): string => text.replace(/^/gm, '    ')

function inputs(): string {
  const grouped = GROUPS.map((group) => ({ ...group, names: group.inputs.split(' ') }))
  const known = grouped.flatMap(({ names }) => names)
  grouped.at(-1)?.names.push(...Object.keys(action.inputs).filter((name) => !known.includes(name)))
  return grouped
    .map(({ title, names, example }) => `### ${title}\n\n${inputTable(names)}\n\n${inStep(example)}`)
    .join('\n\n')
}

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

const commands = (): string =>
  `On an issue:\n\n${helpText('issue')}\n\nOn the pull request of a plan:\n\n${helpText('pull')}`

const protectedPaths = (): string =>
  Object.entries(PROTECTED)
    .map(([heading, globs]) => `- **${heading}:** ${globs.map(code).join(', ')}`)
    .join('\n')

const list = (items: readonly string[]): string => items.map(code).join(', ')

const testFiles = (): string =>
  `${runners()}\n\nWhere a check or \`setup-command\` calls make or just: ${list(MAKEFILES)}. Where one calls them by their path: ${list(CALLED)}.`

const runners = (): string =>
  table(
    ['Runner', 'Test files', 'What decides which tests run and how'],
    RUNNERS.map(({ name, tests, config, manifests = [], source }) => [
      `[${name}](${source})`,
      list(tests),
      [list(config), ...manifests.map(({ glob }) => `${code(glob)} that speaks of it`)].filter(Boolean).join('; '),
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
  [...new Set(all.map((one) => `- ${one.why}${remedyOf(one) && `\n  → ${remedyOf(one)}`}`))].join('\n')

/** What helps may depend on where it happens. */
const remedyOf = ({ kind, remedy }: Said): string =>
  remedy || (kind === 'error' ? 'The message says what helps on that runner.' : '')

/** What each kind of refusal comes to. */
const MEANINGS: Record<string, string> = {
  malformed: 'the model is told that its call cannot be read',
  filtered: 'a refusal of the model',
  responses: 'the Responses API is used',
  context: 'the conversation is shortened',
  busy: 'it is waited for',
  fault: 'it is asked again',
}
const CODES: Record<string, string> = {
  'tool-parser': 'model-tools',
  jinja: 'model-tools',
  tools: 'model-tools',
  model: 'model-unknown',
  address: 'model-endpoint',
  refused: 'model-request',
}

const dialects = (): string =>
  table(
    ['What it says', 'With', 'What it is taken for', 'Seen at'],
    DIALECTS.flatMap(({ kind, status, says = {}, waits }) => {
      const meaning = MEANINGS[kind] ?? `[${CODES[kind] ?? `model-${kind}`}](#${CODES[kind] ?? `model-${kind}`})`
      const when = `${status?.map((one) => one ?? 'in a reply').join(', ') ?? 'any status'}${waits === false ? '; no wait is named' : ''}`
      const words = Object.entries(says)
      return words.length === 0
        ? [['', when, meaning, '']]
        : words.map(([word, source]) => [code(word), when, meaning, source])
    }),
  )

const PARTS: Readonly<Record<string, () => string>> = {
  dialects,
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
export const DOCUMENTS = ['README.md', 'docs/reference.md', 'docs/errors.md']

/** A document with its parts as the code has them now, each between `<!-- made: NAME -->` and `<!-- /made -->`. */
export function made(path: string): Promise<string> {
  const text = read(path).replace(
    /^(<!-- made: (\w+) -->\n).*?^(<!-- \/made -->)$/gms,
    (_, begin: string, name: string, end: string) => `${begin}\n${PARTS[name]?.() ?? ''}\n\n${end}`,
  )
  return format(text, { parser: 'markdown', printWidth: 120, singleQuote: true, semi: false })
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

/** A text with that account wherever it names the one of this action. */
export const owned = (text: string): string =>
  text.replace(/(?<=uses: |--repo |github:|github\.com\/)[\w-]+(?=\/measure-twice\b)/g, OWNER)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of DOCUMENTS) writeFileSync(join(ROOT, path), await made(path))
  for (const path of NAMING) if (read(path) !== owned(read(path))) writeFileSync(join(ROOT, path), owned(read(path)))
}
