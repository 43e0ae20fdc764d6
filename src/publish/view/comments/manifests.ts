import { jsonIn } from '../../../guard/json.ts'
import { code, listInLine, pathList, shortList } from '../text/text.ts'
import { packageRemarks, type PackageNews } from './package-list.ts'

/** Whether the file may hold scripts with names. */
export const holdsScripts = (path: string): boolean => /(^|\/)(package|composer)\.json$/i.test(path)

/** Scripts that npm, its relatives and Composer run by themselves during an install. */
const RUNS_ON_INSTALL =
  /^((pre|post)?install|(pre|post)?prepare|prepublish|dependencies|(pre|post)-(install|update|autoload-dump)(-cmd)?|post-root-package-install|post-create-project-cmd)$/

/** The names of the scripts that were added, changed or removed. A text that cannot be parsed has no scripts. */
export function changedScripts(before: string | undefined, after: string | undefined): string[] {
  const [old, now] = [scriptsIn(before), scriptsIn(after)]
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
}

function scriptsIn(text = ''): Map<string, string> {
  const scripts = fieldOf(jsonIn(text.replace(/^\uFEFF/, '')), 'scripts')
  if (typeof scripts !== 'object' || scripts === null) return new Map()
  return new Map(Object.entries(scripts).map(([name, command]) => [name, JSON.stringify(command)]))
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

/** A changed manifest, the packages that it gained (undefined where it cannot be read), and the scripts that changed. */
export type ManifestChange = { path: string; packages: readonly string[] | undefined; scripts: readonly string[] }

/** What a reviewer should not overlook, or undefined when no manifest changed. */
export function renderManifests(
  changes: readonly ManifestChange[],
  news: readonly PackageNews[] = [],
): string | undefined {
  if (changes.length === 0) return undefined
  const lines = changes.map(({ path, packages, scripts }) => {
    const what = [
      ...(packages === undefined ? ['its packages cannot be read'] : packages.length > 0 ? [gained(packages)] : []),
      ...(scripts.length > 0 ? [named(scripts)] : []),
    ]
    return `- ${code(path)}${what.length > 0 ? `: ${what.join('; ')}` : ''}`
  })
  const head = '**Look at these with care:** they decide what is fetched and run when people install or build.'
  return [head, shortList(lines, 6_000), shortList(packageRemarks(news), 6_000)].filter(Boolean).join('\n\n')
}

const MOST_PACKAGES = 50

function gained(packages: readonly string[]): string {
  const one = packages.length === 1 ? 'the new package' : 'new packages'
  return `${one} ${pathList(packages, MOST_PACKAGES)}`
}

const MOST_SCRIPTS = 20

function named(scripts: readonly string[]): string {
  const names = scripts.map((name) => (RUNS_ON_INSTALL.test(name) ? `${code(name)} (runs by itself)` : code(name)))
  return `${scripts.length === 1 ? 'script' : 'scripts'} ${listInLine(names, MOST_SCRIPTS)}`
}
