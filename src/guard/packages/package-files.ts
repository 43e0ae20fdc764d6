import { linksIn, pathsIn, textOn, entryAt, type Change } from '../../git/objects.ts'
import type { Repository } from '../../git/git.ts'
import { segmentsOf } from '../globs.ts'
import { isManifest, namesPackages } from './files.ts'
import type { FileTexts } from './new-packages.ts'
import { requirementFilesIn } from './python.ts'

/** Files that a manifest may lead to. */
const MAY_BE_LED_TO = /\.(txt|in|pip|toml|json|lock|ya?ml|mod|sum|rb|cfg|conf)$|^[^.]*$/i

/**
 * The changed files that name packages, with their texts. With a tree, also those that its requirements include, or that
 * a link of a usual name leads to. Links have no text: what they lead to is looked at by itself.
 */
export async function packageFiles(repo: Repository, changes: readonly Change[], tree?: string): Promise<FileTexts[]> {
  const others = changes.filter(({ path }) => !isManifest(path) && MAY_BE_LED_TO.test(path.split('/').at(-1) ?? ''))
  const kinds = tree !== undefined && others.length > 0 ? await kindsIn(repo, tree) : new Map<string, string>()
  return Promise.all(
    changes
      .filter(({ path }) => namesPackages(path) || kinds.has(path))
      .map(async ({ path, from, to }) => {
        const [before, after] = await Promise.all([from, to].map((side) => textOn(repo, side)))
        const kind = kinds.get(path)
        return { path, ...(kind !== undefined && { kind }), before, after }
      }),
  )
}

/** Includes of includes, no deeper than anybody has them. */
const DEEPEST = 5

/** Files that are read as others: path → a path of the kind. */
async function kindsIn(repo: Repository, tree: string): Promise<Map<string, string>> {
  const [links, paths] = await Promise.all([linksIn(repo, tree), pathsIn(repo, tree)])
  const kinds = new Map<string, string>()
  for (const [path, target] of links) {
    if (namesPackages(path)) kinds.set(resolved(path, target), path)
  }
  let files = paths.filter((path) => /\.(txt|in)$|(^|\/)pyproject\.toml$/i.test(path) && namesPackages(path))
  for (let depth = 0; files.length > 0 && depth < DEEPEST; depth++) {
    const included = await Promise.all(files.map((path) => includesOf(repo, tree, path)))
    files = included.flat().filter((path) => !namesPackages(path) && !kinds.has(path))
    for (const path of files) kinds.set(path, 'requirements.txt')
  }
  return kinds
}

async function includesOf(repo: Repository, tree: string, path: string): Promise<string[]> {
  const entry = await entryAt(repo, tree, path)
  const text = entry && (await textOn(repo, { mode: entry.mode, blob: entry.id }))
  if (text === undefined) return []
  try {
    return requirementFilesIn(path, text).map((file) => resolved(path, file))
  } catch {
    // What cannot be read is refused where it changes.
    return []
  }
}

/** A path relative to the folder of a file, from the root of the repository. */
const resolved = (path: string, target: string): string =>
  segmentsOf(`${path.split('/').slice(0, -1).join('/')}/${target}`).join('/')
