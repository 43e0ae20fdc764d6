import { field, jsonIn } from '../../../guard/json.ts'
import { listInLine } from '../../../lib/shorten.ts'
import { cleanLine, code, joined, pathList, shortList } from '../text/text.ts'
import type { NewPackage } from '../../../guard/packages/names.ts'
import type { Advisory } from '../../../github/forge.ts'
import { plural } from '../text/view.ts'

/** Scripts that npm, its relatives and Composer run by themselves during an install. */
const RUNS_ON_INSTALL =
  /^((pre|post)?install|(pre|post)?prepare|prepublish|dependencies|(pre|post)-(install|update|autoload-dump)(-cmd)?|post-root-package-install|post-create-project-cmd)$/

/** The names of the scripts that were added, changed or removed. A text that cannot be parsed has no scripts. */
export function changedScripts(before: string | undefined, after: string | undefined): string[] {
  const [oldScripts, newScripts] = [scriptsIn(before), scriptsIn(after)]
  return [...new Set([...oldScripts.keys(), ...newScripts.keys()])].filter(
    (name) => oldScripts.get(name) !== newScripts.get(name),
  )
}

function scriptsIn(text = ''): Map<string, string> {
  const scripts = field(jsonIn(text.replace(/^\uFEFF/, '')), 'scripts')
  if (typeof scripts !== 'object' || scripts === null) return new Map()
  return new Map(Object.entries(scripts).map(([name, command]) => [name, JSON.stringify(command)]))
}

/** A changed manifest, the packages that it gained (undefined where it cannot be read), and the scripts that changed. */
export type ManifestChange = { path: string; packages: readonly string[] | undefined; scripts: readonly string[] }

/** The section of the closing comment about changed manifests; undefined without any. */
export function renderManifests(changes: readonly ManifestChange[], news: readonly PackageNews[] = []) {
  if (changes.length === 0) return undefined
  const lines = changes.map(({ path, packages, scripts }) => {
    const changed = joined('; ', [
      packages === undefined ? 'its packages cannot be read' : packages.length > 0 && newPackagesText(packages),
      scripts.length > 0 && scriptsText(scripts),
    ])
    return `- ${code(path)}${changed && `: ${changed}`}`
  })
  const head = '**Look at these with care:** they decide what is fetched and run when people install or build.'
  return joined('\n\n', [head, shortList(lines, 6_000), shortList(packageRemarks(news), 6_000)])
}

const MOST_PACKAGES = 50

const newPackagesText = (packages: readonly string[]): string =>
  `${packages.length === 1 ? 'the new package' : 'new packages'} ${pathList(packages, MOST_PACKAGES)}`

const MOST_SCRIPTS = 20

function scriptsText(scripts: readonly string[]): string {
  const names = scripts.map((name) => (RUNS_ON_INSTALL.test(name) ? `${code(name)} (runs by itself)` : code(name)))
  return `${scripts.length === 1 ? 'script' : 'scripts'} ${listInLine(names, MOST_SCRIPTS)}`
}

/** A new package, and what GitHub's advisories say of it; undefined where they were not asked. */
export type PackageNews = NewPackage & { advisories: readonly Advisory[] | undefined }

const MOST_IDS = 3
const SEVERITIES = ['critical', 'high', 'medium', 'low']
const rankOf = ({ severity }: Advisory): number => SEVERITIES.indexOf(severity) >>> 0

const link = ({ id }: Advisory): string => `[${id}](https://github.com/advisories/${id})`

/** Warnings about one package: malware, a look-alike name, advisories. Empty where there are none. */
function remarksOn({ like, advisories = [] }: PackageNews): string {
  const malware = advisories.filter(({ isMalware }) => isMalware)
  const flaws = advisories
    .filter(({ isMalware }) => !isMalware)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((one) => {
      const fixed = one.fixedIn === undefined ? 'not fixed' : `fixed in ${code(one.fixedIn, 40)}`
      return `${link(one)} (${cleanLine(one.severity, 20)}, ${fixed})`
    })
  return joined('; ', [
    malware.length > 0 && `⚠️ **malware**: ${listInLine(malware.map(link), MOST_IDS)}`,
    like !== undefined && `⚠️ its name is almost ${code(like)}, which was there already`,
    flaws.length > 0 && `${flaws.length === 1 ? 'advisory' : 'advisories'} ${listInLine(flaws, MOST_IDS)}`,
  ])
}

const lineOf = ({ name, ecosystem }: NewPackage, words: string): string => `- ${code(name)} (${ecosystem}): ${words}`

/** A line for each package with warnings, and how many were not looked up. */
function packageRemarks(packages: readonly PackageNews[]): string[] {
  const unasked = packages.filter(({ advisories }) => advisories === undefined).length
  const lines = packages.filter(remarksOn).map((one) => lineOf(one, remarksOn(one)))
  if (unasked === 0) return lines
  return [...lines, `- GitHub's advisories were not asked about ${plural(unasked, 'new package')}, or did not answer.`]
}

/** The new packages that a version of the plan names, for those who approve it. */
export function newPackagesNote(packages: readonly PackageNews[]): string {
  if (packages.length === 0) return ''
  const lines = packages.map((one) => {
    const otherwise =
      one.advisories === undefined ? "GitHub's advisories were not asked" : 'nothing is known against it'
    return lineOf(one, remarksOn(one) || otherwise)
  })
  const intro =
    "**New packages**, and what GitHub's advisories say of them. To approve this version is to let the agent add them."
  return `${intro}\n\n${shortList(lines, 10_000)}`
}
