import type { NewPackage } from '../../guard/packages/names.ts'
import type { Forge } from '../../github/forge.ts'
import type { PackageNews } from '../view/comments/manifests.ts'

/** Packages of one registry in a request, because their names have to fit into the URL. */
const MAX_PACKAGES = 100

/** Package names that can be put into the query: a comma would separate two names, and a URL names no package. */
const QUERYABLE_NAME = /^@?[\w.-]+(\/[\w.-]+)*$/

/** Asks GitHub's advisories about new packages, with two requests for each registry. */
export async function packageNewsOf(forge: Pick<Forge, 'advisories'>, packages: readonly NewPackage[]) {
  const lookups = [...Map.groupBy(packages, ({ ecosystem }) => ecosystem)].map(async ([ecosystem, ofRegistry]) => {
    const names = ofRegistry.map(({ name }) => name).filter((name) => QUERYABLE_NAME.test(name))
    const asked = new Set(names.slice(0, MAX_PACKAGES))
    const known = asked.size === 0 ? [] : await forge.advisories(ecosystem, [...asked])
    return ofRegistry.map((one): PackageNews => {
      const advisories = known?.filter(({ name }) => name.toLowerCase() === one.name.toLowerCase())
      return { ...one, advisories: asked.has(one.name) ? advisories : undefined }
    })
  })
  return (await Promise.all(lookups)).flat()
}
