import type { Repository } from '../../git/git.ts'
import { textOn, type Change } from '../../git/objects.ts'
import { asMap } from '../../lib/async.ts'
import { anyGlob, globList } from '../paths.ts'
import { isRecord, jsonIn } from '../json.ts'
import { SCRIPT_GLOBS, MAKEFILES, RUNNERS } from './test-runners.ts'

// These files are known by name, which lets a change be refused early. Security does not depend on that: a check also has
// to pass with nothing changed but the files that the plan names.

const isWhole = anyGlob(RUNNERS.flatMap(({ config }) => globList(config)))
const isMakefile = anyGlob(MAKEFILES)
const isCalled = anyGlob(SCRIPT_GLOBS)
const isPackage = anyGlob(['**/package.json'])
const MANIFESTS = RUNNERS.flatMap(({ manifest }) =>
  manifest ? [{ covers: anyGlob([manifest.glob]), holds: manifest.holds }] : [],
)

/** The changed files that decide which tests run and how. `commands` are the checks and `setup-command`. */
export async function changedConfig(
  repo: Repository,
  changes: readonly Change[],
  commands: readonly string[],
): Promise<{ path: string; names: string[] }[]> {
  const found = await asMap(changes, (change) => decidingNames(repo, change, commands))
  return [...found].flatMap(([{ path }, names]) => (names ? [{ path, names }] : []))
}

/** The changed values of a file that decide which tests run. Empty if all of it does, undefined if nothing does. */
async function decidingNames(repo: Repository, { path, from, to }: Change, commands: readonly string[]) {
  if (isNamedBy(path, commands)) return []
  const manifests = MANIFESTS.filter(({ covers }) => covers(path))
  if (!isPackage(path) && manifests.length === 0) return undefined
  const texts = await Promise.all([textOn(repo, from), textOn(repo, to)])
  if (isPackage(path)) return packageNames(texts)
  return manifests.some(({ holds }) => texts.some((text = '') => holds.test(text))) ? [] : undefined
}

/** Whether all of a file decides which tests run, by its name and by what the commands call. */
function isNamedBy(path: string, commands: readonly string[]): boolean {
  if (isWhole(path)) return true
  if (isMakefile(path)) return commands.some((command) => /(?:^|[\s;&|(])(?:g?make|just)(?![\w.-])/.test(command))
  return isCalled(path) && commands.some((command) => namesFile(command, path))
}

/** Whether a command contains the path of a file, or the end of it, for a command that changes the folder first. */
export const namesFile = (command: string, path: string): boolean =>
  command.split(/[\s;&|()'"]+/).some((word) => {
    const name = word.replace(/^\.\//, '')
    return name !== '' && (path === name || path.endsWith(`/${name}`))
  })

/** The keys of `package.json` that do not affect tests. */
const BESIDES = new Set([
  ...['version', 'description'],
  ...['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'],
])

/** The changed keys of `package.json` that may affect tests, or undefined. Empty for links and invalid JSON. */
function packageNames(texts: readonly (string | undefined)[]): string[] | undefined {
  const [before, after] = texts.map(valuesIn)
  if (!before || !after) return []
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const differ = names.filter((name) => before.get(name) !== after.get(name))
  return differ.length === 0 ? undefined : differ.toSorted()
}

/** The values of `package.json` that may affect tests, by key, and by `key.name` in objects. */
function valuesIn(text: string | undefined): Map<string, string> | undefined {
  const data = text === undefined ? undefined : jsonIn(text)
  if (!isRecord(data)) return undefined
  const entries = Object.entries(data).filter(([key]) => !BESIDES.has(key))
  return new Map(
    entries.flatMap(([key, value]): [string, string][] =>
      isRecord(value)
        ? Object.entries(value).map(([name, one]) => [`${key}.${name}`, JSON.stringify(one)])
        : [[key, JSON.stringify(value)]],
    ),
  )
}
