import { MAX_CHANGES, problemsOfChanges, type ChangeRules } from './tree-changes.ts'
import {
  gainedPackages,
  newPackagesIn,
  problemsOfPackages,
  unreadText,
  type Approved,
} from './packages/new-packages.ts'
import type { NewPackage } from './packages/names.ts'
import { packageFiles } from './packages/package-files.ts'
import { isManifest, namesPackages } from './packages/files.ts'
import { withoutCredentials } from './credentials.ts'
import { cachedGit, type Repository } from '../git/git.ts'
import { changesBetweenTrees, isNew, isThere, linksIn, pathsIn, treeOf, type Change } from '../git/objects.ts'

type CommitRules = ChangeRules & {
  redact: (text: string) => string
  /** What people approved, where new packages have to be named in it. */
  approved?: Approved | undefined
}

/**
 * Why the difference between two commits or trees must not be committed, as sentences. Empty when it may be. A text
 * holds a secret if `redact` changes it.
 */
export const problemsOfCommit = async (...asked: Parameters<typeof inspectCommit>): Promise<string[]> =>
  (await inspectCommit(...asked)).problems

/** Checks a commit, and lists the packages that manifests and lock files gain where new ones have to be named. */
export async function inspectCommit(
  repo: Repository,
  asked: { from: string; to: string },
  rules: CommitRules,
): Promise<{ problems: string[]; packages: NewPackage[] }> {
  const [from, to] = await Promise.all([treeOf(repo, asked.from), treeOf(repo, asked.to)])
  const range = { from, to }
  const changes = await changesBetweenTrees(repo, from, to)
  // What is refused for its number alone is not looked at one by one.
  if (changes.length > MAX_CHANGES)
    return { problems: problemsOfChanges(changes, rules, { sizes: new Map(), links: new Map() }), packages: [] }
  const present = changes.filter(isThere)
  const blobs = present.map(({ to }) => to.blob)
  const [sizes, links, paths] = await Promise.all([
    sizesOf(repo, blobs),
    linksAround(repo, range, changes),
    changes.some(isNew) ? pathsIn(repo, range.to) : [],
  ])
  const problems = problemsOfChanges(changes, rules, { sizes, ...links, paths })
  const { approved } = rules
  const gains = approved === undefined ? [] : gainedPackages(await packageFiles(repo, changes, range.to))
  const packages = newPackagesIn(gains)
  // What was added is read only when the changes are of a permitted size.
  if (problems.length > 0 || present.length === 0) return { problems, packages }
  const found = await secretsIn(repo, range, { changes, ...rules })
  if (approved)
    found.push(...problemsOfPackages(gains, approved), ...unreadManifests(present, approved).map(unreadText))
  return { problems: found, packages }
}

/** Manifests that nothing here reads, and links in the place of one, unless the files of the subtask name them. */
const unreadManifests = (present: readonly Change[], { names }: Approved): string[] =>
  present
    .filter(({ path, to }) => isManifest(path) && (!namesPackages(path) || to.mode === '120000') && !names(path))
    .map(({ path }) => path)

/** Links of both trees. Where no link came or went, none leads elsewhere than before. */
async function linksAround(repo: Repository, { from, to }: { from: string; to: string }, changes: readonly Change[]) {
  const isAboutLinks = changes.some((change) => [change.from.mode, change.to.mode].includes('120000'))
  if (!isAboutLinks) return { links: new Map<string, string>() }
  const [before, links] = await Promise.all([linksIn(repo, from), linksIn(repo, to)])
  return { before, links }
}

/**
 * The files whose names or new lines hold a secret. Binary files are read as text too, so that one byte hides nothing.
 */
async function secretsIn(
  repo: Repository,
  range: { from: string; to: string },
  { changes, redact }: { changes: readonly Change[]; redact: (text: string) => string },
): Promise<string[]> {
  const holdsSecret = async (text: string): Promise<boolean> =>
    redact(text) !== text || (await withoutCredentials(text)) !== text
  const names = changes.map(({ path }) => path).join('\n')
  const added = await addedLines(repo, range)
  const found = await Promise.all([...added].map(async ([path, lines]) => ((await holdsSecret(lines)) ? [path] : [])))
  return [
    ...((await holdsSecret(names)) ? ['The name of a file holds a secret (a key or token). Name it otherwise.'] : []),
    ...found.flat().map((path) => `\`${path}\` holds a secret (a key or token). Take it out.`),
  ]
}

/** The added lines of each file, without patch markers and without NUL bytes, so that UTF-16 text is found too. */
async function addedLines(repo: Repository, { from, to }: { from: string; to: string }): Promise<Map<string, string>> {
  const shape = ['-r', '-p', '--text', '--unified=0', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv']
  const patch = await cachedGit(repo, ['diff-tree', ...shape, from, to], { ids: [from, to] })
  const added = new Map<string, string>()
  let path = ''
  let isHead = true
  for (const line of patch.replaceAll('\0', '').split('\n')) {
    if (line.startsWith('diff --git ')) isHead = true
    else if (isHead && line.startsWith('@@ ')) isHead = false
    else if (isHead && line.startsWith('+++ ')) path = line.slice('+++ b/'.length)
    else if (!isHead && line.startsWith('+')) added.set(path, `${added.get(path) ?? ''}${line.slice(1)}\n`)
  }
  return added
}

async function sizesOf(repo: Repository, blobs: readonly string[]): Promise<Map<string, number>> {
  if (blobs.length === 0) return new Map()
  const format = '--batch-check=%(objectname) %(objectsize)'
  const lines = await cachedGit(repo, ['cat-file', format], { ids: blobs, input: blobs.join('\n') + '\n' })
  return new Map(lines.split('\n').map((line) => [line.slice(0, 40), Number(line.slice(41)) || 0]))
}
