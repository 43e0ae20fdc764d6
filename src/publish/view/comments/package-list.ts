import type { NewPackage } from '../../../guard/packages/names.ts'
import type { Advisory } from '../../../github/forge.ts'
import { cleanLine, code, listInLine, shortList } from '../text/text.ts'
import { plural } from '../text/view.ts'

/** A new package, and what GitHub's advisories say of it; undefined where they were not asked. */
export type PackageNews = NewPackage & { advisories: readonly Advisory[] | undefined }

const MOST_IDS = 3
/** The worst come first. */
const SEVERITIES = ['critical', 'high', 'medium', 'low']
const rankOf = ({ severity }: Advisory): number => SEVERITIES.indexOf(severity) >>> 0

const link = ({ id }: Advisory): string => `[${id}](https://github.com/advisories/${id})`

/** What people should know of one package: empty where nothing is known against it. */
function remarksOn({ like, advisories = [] }: PackageNews): string[] {
  const malware = advisories.filter(({ isMalware }) => isMalware)
  const others = advisories
    .filter(({ isMalware }) => !isMalware)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((one) => {
      const fixed = one.fixedIn === undefined ? 'not fixed' : `fixed in ${code(one.fixedIn, 40)}`
      return `${link(one)} (${cleanLine(one.severity, 20)}, ${fixed})`
    })
  return [
    malware.length > 0 && `⚠️ **malware**: ${listInLine(malware.map(link), MOST_IDS)}`,
    like !== undefined && `⚠️ its name is almost ${code(like)}, which was there already`,
    others.length > 0 && `${others.length === 1 ? 'advisory' : 'advisories'} ${listInLine(others, MOST_IDS)}`,
  ].filter((one) => one !== false)
}

const lineOf = ({ name, ecosystem }: NewPackage, words: string): string => `- ${code(name)} (${ecosystem}): ${words}`

/** What there is to say of these packages: a line for each that has a remark, and what was found of the others. */
export function packageRemarks(packages: readonly PackageNews[]): string[] {
  const remarked = packages.filter((one) => remarksOn(one).length > 0)
  const others = packages.filter((one) => !remarked.includes(one))
  const clean = others.filter(({ advisories }) => advisories !== undefined).length
  const unasked = packages.filter(({ advisories }) => advisories === undefined).length
  return [
    ...remarked.map((one) => lineOf(one, remarksOn(one).join('; '))),
    clean > 0 &&
      `- GitHub's advisories know nothing of ${clean}${remarked.length > 0 ? ' other' : ''} new package${clean === 1 ? '' : 's'}.`,
    unasked > 0 && `- GitHub's advisories were not asked about ${plural(unasked, 'new package')}, or did not answer.`,
  ].filter((one) => one !== false)
}

/** The new packages that a version of the plan names, for those who approve it. */
export function newPackagesNote(packages: readonly PackageNews[]): string {
  if (packages.length === 0) return ''
  const lines = packages.map((one) => {
    const otherwise =
      one.advisories === undefined ? "GitHub's advisories were not asked" : 'nothing is known against it'
    return lineOf(one, remarksOn(one).join('; ') || otherwise)
  })
  const what =
    "**New packages**, and what GitHub's advisories say of them. To approve this version is to let the agent add them."
  return `${what}\n\n${shortList(lines, 10_000)}`
}
