import type { Repository } from '../../git/git.ts'
import { textOn, type Change } from '../../git/objects.ts'
import { anyGlob } from '../paths.ts'
import { isRecord, jsonIn } from '../json.ts'
import { SCRIPT_GLOBS, MAKEFILES, RUNNERS } from './test-runners.ts'

// These files are known by name, which lets a change be refused early. Security does not depend on that: a check also has
// to pass with nothing changed but the files that the plan names.

type ConfigChange = { path: string; names: string[] }

const isWhole = anyGlob(RUNNERS.flatMap(({ config }) => config))
const isMakefile = anyGlob(MAKEFILES)
const isCalled = anyGlob(SCRIPT_GLOBS)
const isPackage = anyGlob(['**/package.json'])
const MANIFESTS = RUNNERS.flatMap(({ manifests = [] }) =>
  manifests.map(({ glob, holds }) => ({ covers: anyGlob([glob]), holds })),
)

/** The changed files that decide which tests run and how. `commands` are the checks and `setup-command`. */
export async function changedConfig(
  repo: Repository,
  changes: readonly Change[],
  commands: readonly string[],
): Promise<ConfigChange[]> {
  const compared = changes.map(async ({ path, from, to }): Promise<ConfigChange[]> => {
    const isRead = isPackage(path) || MANIFESTS.some(({ covers }) => covers(path))
    const texts = isRead ? await Promise.all([textOn(repo, from), textOn(repo, to)]) : []
    const names = decidingNames(path, texts, commands)
    return names ? [{ path, names }] : []
  })
  return (await Promise.all(compared)).flat()
}

/** The changed values of a file that decide which tests run. Empty if all of it does, undefined if nothing does. */
function decidingNames(
  path: string,
  [before, after]: readonly (string | undefined)[],
  commands: readonly string[],
): string[] | undefined {
  if (isNamedBy(path, commands)) return []
  if (isPackage(path)) return packageNames(before, after)
  const texts = [before, after].filter((text) => text !== undefined)
  const isHeld = MANIFESTS.some(({ covers, holds }) => covers(path) && texts.some((text) => holds.test(text)))
  return isHeld ? [] : undefined
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
function packageNames(...texts: (string | undefined)[]): string[] | undefined {
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
