import { shorten } from '../../lib/shorten.ts'
import { scriptsIn } from '../../checks/proof/contained.ts'
import { pathsIn, textAt } from '../../git/objects.ts'
import { foldPaths } from '../../agent/tools/search.ts'
import { asData, asPeopleSeeIt, stripHiddenAndNote } from '../../agent/context/untrusted.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import { folderRules } from '../../agent/context/folder-rules.ts'
import { asFileData, join } from '../prompt-parts.ts'
import type { InputOf } from '../tasks.ts'

const MAX_NAMES = 120
/** Maximum characters of README, of what is looked at for them, and of one test script. */
const MAX_README = 1_000
const MAX_README_READ = 20_000
const MAX_SCRIPT = 120
const MAX_SCRIPTS = 8
const MAX_BYTES = 256 << 10

/** What a planner would look at first: an overview of the repository, and the files that it is told of. */
export const repositoryText = async (input: InputOf<'plan'>, ctx: AgentContext): Promise<string> =>
  join(...(await Promise.all([overview(input, ctx), namedFiles(input, ctx)])))

/** The files, folded, the head of README, and how tests are run. */
async function overview({ head }: InputOf<'plan'>, { repo }: AgentContext): Promise<string> {
  const paths = await pathsIn(repo, head)
  const readme = paths.find((path) => /^readme(?:\.\w+)?$/i.test(path))
  const readIfPresent = async (path = ''): Promise<string> =>
    paths.includes(path) ? ((await textAt(repo, { commit: head, path, most: MAX_BYTES })) ?? '') : ''
  const [about, manifest, rules] = await Promise.all([readme, 'package.json', 'Makefile'].map(readIfPresent))
  const scripts = [...checksIn(manifest ?? ''), ...targetsIn(rules ?? '')].slice(0, MAX_SCRIPTS)
  const parts = [
    foldPaths(paths, '', MAX_NAMES),
    about?.trim() && `${readme}:\n${headOf(proseOf(about))}`,
    scripts.length > 0 && `Scripts:\n${scripts.join('\n')}`,
  ]
  return `The repository:\n${asData(parts.filter(Boolean).join('\n\n'))}`
}

/** Maximum bytes of one named file, and of all together. */
const MAX_FILE = 6_000
const MAX_TOTAL = 12_000
/** Bytes around each. */
const DELIMITER_BYTES = 100

/** The small files that the issue or the request names by their paths, with the instructions of their folders. */
async function namedFiles(input: InputOf<'plan'>, ctx: AgentContext): Promise<string> {
  const { topic, request, head } = input
  const { repo, redact } = ctx
  const rulesFor = folderRules(input, ctx)
  const mentions = [request, topic.title, topic.body, ...topic.comments.map(({ text }) => text)].join('\n')
  const named = new Set(mentions.split(/[^\p{L}\p{N}_./@+-]+/u).map((word) => word.replace(/^\.?\/|\.$/g, '')))
  const shown: string[] = []
  let bytesLeft = MAX_TOTAL
  for (const path of (await pathsIn(repo, head)).filter((one) => named.has(one))) {
    const text = bytesLeft > 0 && (await textAt(repo, { commit: head, path, most: Math.min(MAX_FILE, bytesLeft) }))
    if (!text || text.includes('\0')) continue
    bytesLeft -= Buffer.byteLength(text) + DELIMITER_BYTES
    shown.push(`Present content of ${path}:\n${asFileData(stripHiddenAndNote(redact(text)))}${await rulesFor([path])}`)
  }
  return shown.join('\n\n')
}

const IMAGE = /!\[[^[\]]{0,300}\](?:\([^()\n]{0,500}\)|\[[^[\]\n]{0,100}\])?/g
const LINK = /\[([^[\]]{0,300})\](?:\((?:https?:|#)[^()\s]{0,500}\)|\[[^[\]\n]{0,100}\])/g
const TAG =
  /<\/?(?:a|br|b|i|em|strong|p|div|span|center|img|picture|source|h[1-6]|hr|kbd|su[bp]|table|t[dhr]|details|summary)\b[^<>]{0,500}>/gi

/** Whether a line says something besides links: bars of badges and tables of contents do not. */
const isProse = (line: string): boolean => {
  const withoutLinks = line.replace(LINK, '')
  return withoutLinks === line ? /[\p{L}\p{N}{}()]/u.test(line) : /\p{L}/u.test(withoutLinks)
}

/** A README without what tells a planner nothing: badges, images, tags, addresses, and lines of nothing but links. */
const proseOf = (readme: string): string =>
  asPeopleSeeIt(readme.slice(0, MAX_README_READ))
    .replace(IMAGE, '')
    .replace(TAG, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line === '' || line.startsWith('```') || isProse(line))
    .filter((line, i, all) => line !== '' || (i > 0 && all[i - 1] !== ''))
    .map((line) => line.replace(LINK, '$1'))
    .join('\n')
    .trim()

const headOf = (text: string): string =>
  text.length > MAX_README ? `${text.slice(0, MAX_README).replace(/\s+\S*$/, '')} […]` : text

const CHECK_NAME = /^(?:tests?|checks?|lint|types?|typecheck|tsc|build|verify)(?:$|[:_-])/

/** The scripts of a package.json that check something, those with short names first, as `npm run NAME: COMMAND`. */
const checksIn = (manifest: string): string[] =>
  Object.entries(scriptsIn(manifest))
    .filter(([name]) => CHECK_NAME.test(name))
    .toSorted(([a], [b]) => a.length - b.length)
    .map(([name, command]) => `npm run ${name}: ${shorten(command, MAX_SCRIPT)}`)

const targetsIn = (makefile: string): string[] =>
  [...makefile.matchAll(/^([\w-]+):(?!=)/gm)].flatMap(([, name = '']) =>
    CHECK_NAME.test(name) ? [`make ${name}`] : [],
  )
