import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { COMMANDS } from '../../src/decide/words/command.ts'
import { PROTECTED } from '../../src/guard/protected.ts'
import { DEFAULT_MODEL, readInputs } from '../../src/runner/inputs.ts'
import { DOCUMENTS, made, NAMING, owned, OWNER } from '../../scripts/docs.ts'
import { errorsIn } from '../../scripts/errors-in.ts'
import { temporaryDirectory } from '../places.ts'

// What people read, what the runner reads and what the code does are kept the same here.

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(ROOT, path)))

const Described = z.object({ description: z.string(), default: z.string().optional() })
const Action = z.object({
  description: z.string(),
  inputs: z.record(z.string(), Described),
  outputs: z.record(z.string(), Described),
  runs: z.object({ using: z.string(), main: z.string() }),
})
const action = Action.parse(parse(read('action.yml')))
const INPUT_NAMES = Object.keys(readInputs((name) => (name === 'github-token' ? 'ghs_1' : '')))
const readme = read('README.md')
const documents = tracked.filter((path) => path.endsWith('.md') && !/\/.*\//.test(path) && !path.startsWith('demo/'))

/** The rows of the table in a section of a Markdown text, as the texts of their cells. */
function tableIn(markdown: string, heading: string): string[][] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
}

describe('action.yml', () => {
  test('action.yml lists exactly the inputs that the action reads, in the same order', () => {
    expect(Object.keys(action.inputs)).toEqual(INPUT_NAMES)
  })

  test('action.yml lists the eight common inputs first and internal ones last, each in at most 20 words', () => {
    const first = 'openai-api-key openai-base-url model setup-command verify-command approvers max-cost network'
    expect(INPUT_NAMES.slice(0, 8)).toEqual(first.split(' '))
    expect(INPUT_NAMES.slice(-3)).toEqual(['mode', 'work-order', 'results'])
    const long = Object.entries(action.inputs).filter(([, { description }]) => description.split(' ').length > 20)
    expect(long).toEqual([])
  })

  test('action.yml names the default model of the action', () => {
    expect(action.inputs['model']?.default).toBe(DEFAULT_MODEL)
  })

  test('the description in action.yml is under the Marketplace’s limit of 125 characters', () => {
    expect(action.description.length).toBeLessThan(125)
  })

  test('action.yml runs the committed bundle on Node 24', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' })
    expect(tracked).toContain(action.runs.main)
  })
})

describe('README', () => {
  test('README shows the example workflow word for word, in at most 15 lines', () => {
    const shown = /^```yaml\n(.*?)^```$/ms.exec(readme)?.[1]
    expect(shown).toBe(read('examples/reusable.yml'))
    expect(shown?.split('\n').length).toBeLessThanOrEqual(15)
  })

  test('README has the commands for the demo and for the tests', () => {
    for (const command of ['npm ci && npm run demo', 'npm ci && npm test']) expect(readme).toContain(command)
  })
})

test('README has at most 650 words, CONTRIBUTING 900, and all documents 26,000', () => {
  const wordsOf = (path: string): number => read(path).split(/\s+/).filter(Boolean).length
  expect(wordsOf('README.md')).toBeLessThanOrEqual(650)
  expect(wordsOf('CONTRIBUTING.md')).toBeLessThanOrEqual(900)
  const all = documents.filter((path) => /^(?:docs\/)?[^/]+$/.test(path))
  expect(all.length).toBeGreaterThan(20)
  expect(all.reduce((sum, path) => sum + wordsOf(path), 0)).toBeLessThanOrEqual(26_000)
})

test('the publishing account is set in one place, and `npm run docs` writes it everywhere else', () => {
  expect(OWNER).not.toBe('')
  expect(NAMING).toEqual(expect.arrayContaining(['README.md', 'examples/reusable.yml', 'package.json']))
  for (const path of NAMING) expect(owned(read(path)), path).toBe(read(path))
  const named = tracked
    .filter((path) => /\.(?:md|ya?ml|json)$/.test(path) && !/^(?:dist|test|CHANGELOG\.md)/.test(path))
    .flatMap((path) => [...read(path).matchAll(/(?<![\w./-])([\w-]+)\/measure-twice(?![\w/])/g)].map(([, one]) => one))
  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter((one) => one !== OWNER && one !== 'refs')).toEqual([])
  expect(owned('- uses: someone/measure-twice@v0\ngh x --repo else/measure-twice')).toBe(
    `- uses: ${OWNER}/measure-twice@v0\ngh x --repo ${OWNER}/measure-twice`,
  )
})

test.each(DOCUMENTS)('%s is up to date with the code: `npm run docs` generates it', async (path) => {
  expect(read(path)).toBe(await made(path))
})

// The tests below read the documents as they are, since the one above holds that they are what is made.
test('docs/errors.md has one heading per error code, so that links to it stay valid', () => {
  const headings = [...read('docs/errors.md').matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading)
  expect(headings.length).toBeGreaterThan(50)
  expect(headings.filter((one, i) => headings.indexOf(one) !== i || !/^[a-z]+(?:-[a-z]+)*$/.test(one))).toEqual([])
})

test('the generator of docs/errors.md finds error texts in every form in which code writes them', () => {
  const found = errorsIn(`
    const remedy = 'Do it.'
    const one = () => ({ code: 'a', why: name ? 'Why' : \`Why not \${name}\`, remedy: asked || remedy })
    const two = () => unfit('b', 'You may not.', asked)
    const three = { code: 'c', reason: 'It is so.', remedy }
    const four = new UserError('d', 'It is ' + wrong + '.', remedy)
    const five = { code: one.code, why: one.why, remedy: one.remedy }
  `)
  const [kind, remedy] = ['refusal', 'Do it.']
  expect(found).toEqual([
    { kind, code: 'a', why: 'Why.', remedy },
    { kind, code: 'a', why: 'Why not …', remedy },
    { kind, code: 'b', why: 'You may not.', remedy: '' },
    { kind, code: 'c', why: 'It is so.', remedy },
    { kind: 'error', code: 'd', why: 'It is ….', remedy },
  ])
})

test('generated documents list every input, output, command and protected path', () => {
  const reference = read('docs/reference.md')
  for (const name of [...INPUT_NAMES, ...Object.keys(action.outputs)]) expect(reference).toContain(`| \`${name}\` `)
  for (const glob of Object.values(PROTECTED).flat()) expect(reference).toContain(`\`${glob}\``)
  for (const { usage } of COMMANDS) expect(read('docs/commands.md')).toContain(`| \`${usage}\` `)
})

test('each user-fixable error has a code and a section in docs/errors.md', () => {
  const sources = tracked.filter((path) => /^src\/.*\.ts$/.test(path)).map(read)
  const codes = new Map(
    sources.flatMap((text) =>
      [...text.matchAll(/^export const ([A-Z_]+) = '([a-z-]+)'$/gm)].map(([, name, code]) => [name, code]),
    ),
  )
  const used = sources.flatMap((text) =>
    [...text.matchAll(/new UserError\(\s*(?:'([a-z-]+)'|([A-Z_]+)),/g)].map(
      ([, code, name]) => code ?? codes.get(name),
    ),
  )
  const page = read('docs/errors.md')
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((code) => !page.includes(`\n### ${code}\n`))).toEqual([])
})

test('docs/reference.md explains every commit trailer', () => {
  const trailers = read('src/decide/thread/trailers.ts').match(/(?<=')Plan-[A-Z][a-z]+(?:-[A-Z][a-z]+)*(?=')/g) ?? []
  const reference = read('docs/reference.md')
  expect(trailers.length).toBeGreaterThan(10)
  expect(trailers.filter((name) => !reference.includes(`\`${name}\``))).toEqual([])
})

test.each(documents)('%s mentions only files that exist', (document) => {
  const text = read(document).replace(/^```.*?^```$/gms, '')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => join(document, '..', path))
  const names = [...text.matchAll(/`((?:src|test|docs|examples|demo|bench)\/[\w./-]*)`/g)].map(([, path = '']) => path)
  expect([...links, ...names].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

describe('how to add something', () => {
  const contributing = read('CONTRIBUTING.md')

  test('the diffs in CONTRIBUTING.md match existing lines, in at most three files each', () => {
    const diffs = [...contributing.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, diff = '']) => diff)
    expect(diffs.length).toBeGreaterThan(4)
    for (const diff of diffs) {
      const parts = [...diff.matchAll(/^@@ (\S+) @@.*\n((?:[ +-].*\n)+)/gm)]
      expect(parts.length).toBeLessThanOrEqual(3)
      for (const [, path = '', lines = ''] of parts) {
        const there = read(path).split('\n')
        const shown = lines.split('\n').filter((line) => /^[ -]/.test(line))
        expect(
          shown.map((line) => line.slice(1)).filter((line) => !there.includes(line)),
          path,
        ).toEqual([])
      }
    }
  })

  test('the glossary of docs/architecture.md has at most 25 terms, and names only exported types', () => {
    const words = tableIn(read('docs/architecture.md'), 'Words')
    const source = tracked
      .filter((path) => path.startsWith('src/'))
      .map(read)
      .join('\n')
    expect(words.length).toBeLessThanOrEqual(25)
    const types = words.flatMap(([word = '']) => [...word.matchAll(/`(\w+)`/g)].map(([, type]) => type))
    expect(types.filter((type) => !source.includes(`export type ${type} =`))).toEqual([])
  })
})

describe('what GitHub reads besides the workflows', () => {
  const Form = z.object({
    name: z.string(),
    description: z.string(),
    body: z.array(
      z.object({
        type: z.enum(['textarea', 'input', 'dropdown', 'checkboxes', 'markdown']),
        attributes: z.object({ label: z.string(), options: z.array(z.string()).optional() }),
      }),
    ),
  })

  test.each(tracked.filter((path) => /^\.github\/ISSUE_TEMPLATE\/(?!config)/.test(path)))('%s is a form', (path) => {
    const labels = Form.parse(parse(read(path))).body.map(({ attributes }) => attributes.label)
    expect(new Set(labels).size).toBe(labels.length)
  })

  test('Dependabot updates npm packages and actions, and ignores packages that cannot be updated', () => {
    const Update = z.object({ 'package-ecosystem': z.string(), ignore: z.array(z.unknown()).optional() })
    const { updates } = z.object({ updates: z.array(Update) }).parse(parse(read('.github/dependabot.yml')))
    expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions'])
    expect(JSON.stringify(updates[0]?.ignore)).toMatch(/"typescript".*"emulate"/)
  })

  test('CODEOWNERS covers workflows, dist/, action.yml and the lock file', () => {
    const owners = read('.github/CODEOWNERS')
    for (const path of ['/.github/', '/dist/', '/action.yml', '/package-lock.json'])
      expect(owners).toMatch(new RegExp(`^${path} @`, 'm'))
  })

  test('development, the action and the dev container use the same Node version', () => {
    const major = /node(\d+)/.exec(action.runs.using)?.[1]
    expect(read('.nvmrc').trim()).toBe(major)
    expect(read('.devcontainer/devcontainer.json')).toContain(`javascript-node:${major}-`)
  })
})

test('a release archive is at most 1.6 MB, lets npx run the set-up, and has no tests, docs or tools', () => {
  const folder = join(temporaryDirectory(), 'node_modules/measure-twice')
  mkdirSync(folder, { recursive: true })
  const pack = 'git archive --worktree-attributes HEAD | gzip | tee >(tar -xz -C "$0") | wc -c'
  const bytes = execFileSync('bash', ['-c', `${pack}; wait`, folder], { cwd: ROOT, encoding: 'utf8' })
  expect(Number(bytes)).toBeLessThanOrEqual(1_600_000)
  for (const name of ['action.yml', 'dist/index.js', 'LICENSE', 'package.json', 'examples/one-job.yml'])
    expect(existsSync(join(folder, name)), name).toBe(true)
  const left = '.ci bench demo docs fakes replay test tools src/run.ts'.split(' ')
  expect(left.filter((name) => existsSync(join(folder, name)))).toEqual([])
  const help = execFileSync(process.execPath, [join(folder, 'scripts/bin.js'), 'setup', '--help'], { encoding: 'utf8' })
  expect(help).toContain('--repo PATH')
})

describe('the package', () => {
  const Package = z.object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  const { dependencies, devDependencies } = Package.parse(JSON.parse(read('package.json')))

  test('package.json pins every version exactly', () => {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(version, name).toMatch(/^(?:npm:\w+@)?\d+\.\d+\.\d+$/)
  })

  test('package-lock.json contains no resolved registry URLs', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"')
  })

  test('no tracked file names a machine or a package registry', () => {
    const text = (path: string): boolean => /\.(ts|js|json|md|ya?ml|html)$|(^|\/)[^.]+$/.test(path)
    const own = tracked.filter((path) => text(path) && !path.startsWith('dist/') && path !== 'package-lock.json')
    const named = own.filter((path) => NAMES_A_MACHINE.test(read(path)))
    expect(named).toEqual([])
  })
})

/** Spelled so that it does not match itself. */
const NAMES_A_MACHINE = /\/(?:work)\/(?:main|shared)\b|\/(?:home)\/runner\/work\/|registry\.(?:npmjs|yarnpkg)\./
