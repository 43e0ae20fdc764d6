import { shorten } from '../../lib/shorten.ts'
import { jsonIn } from '../../guard/json.ts'
import { entryAt, pathsIn, smallBlob } from '../../git/objects.ts'
import type { Repository } from '../../git/git.ts'
import { foldPaths } from '../../agent/tools/listing.ts'
import { asData } from '../../agent/context/untrusted.ts'

const MAX_LINES = 120
/** Maximum characters of README, and of one test script. */
const README_HEAD = 1_500
const LONGEST_SCRIPT = 200
const MAX_SCRIPTS = 12
const MAX_BYTES = 256 << 10

/** What a planner would look at first: the files, folded, the head of README, and how tests are run. */
export async function repositoryText(repo: Repository, head: string): Promise<string> {
  const paths = await pathsIn(repo, head)
  const readme = paths.find((path) => /^readme(?:\.\w+)?$/i.test(path))
  const textOf = async (path: string | undefined): Promise<string> => {
    const entry = path !== undefined && paths.includes(path) ? await entryAt(repo, head, path) : undefined
    return entry?.type === 'blob' ? ((await smallBlob(repo, entry.id, MAX_BYTES)) ?? '') : ''
  }
  const [about, manifest, rules] = await Promise.all([readme, 'package.json', 'Makefile'].map(textOf))
  const scripts = [...scriptsIn(manifest ?? ''), ...targetsIn(rules ?? '')].slice(0, MAX_SCRIPTS)
  const parts = [
    foldPaths(paths, '', MAX_LINES),
    about?.trim() && `${readme}:\n${headOf(about.trim())}`,
    scripts.length > 0 && `Scripts:\n${scripts.join('\n')}`,
  ]
  return `The repository:\n${asData(parts.filter(Boolean).join('\n\n'))}`
}

const headOf = (text: string): string =>
  text.length > README_HEAD ? `${text.slice(0, README_HEAD).replace(/\s+\S*$/, '')} […]` : text

const CHECKS = /^(?:tests?|checks?|lint|types?|typecheck|tsc|build|verify)(?:$|[:_-])/

/** The scripts of a package.json that check something, as `npm run NAME: COMMAND`. */
function scriptsIn(manifest: string): string[] {
  const found = jsonIn(manifest)
  const scripts = typeof found === 'object' && found !== null && 'scripts' in found ? found.scripts : undefined
  return Object.entries(scripts ?? {})
    .filter(([name]) => CHECKS.test(name))
    .map(([name, command]) => `npm run ${name}: ${shorten(String(command), LONGEST_SCRIPT)}`)
}

/** The targets of a makefile that check something. */
const targetsIn = (makefile: string): string[] =>
  [...makefile.matchAll(/^([\w-]+):(?!=)/gm)].flatMap(([, name = '']) => (CHECKS.test(name) ? [`make ${name}`] : []))
