import { gainedPackages, newPackagesIn, packageFiles, problemsOfPackages } from './packages/new-packages.ts'
import { withoutCredentials } from './credentials.ts'
import { listInLine } from '../lib/shorten.ts'
import { cachedGit, type Repository } from '../git/git.ts'
import { changesBetweenTrees, isGone, isNew, linksIn, pathsIn, treeOf, type Change } from '../git/objects.ts'
import { problemsOfChanges, type ChangeRules } from './change-rules.ts'
import { pathsMatcher } from './paths.ts'

type CommitRules = ChangeRules & {
  redact: (text: string) => string
  newPackages?: 'ask' | 'allow'
  /** What people approved of the subtask. New packages have to be named in it if they are not allowed. */
  approved?: Parameters<typeof problemsOfPackages>[2]
}

/**
 * Why the difference of two trees must not be committed, as sentences; none when it may be. A text that `redact` changes
 * holds a secret. Also lists the changes, and the packages that manifests and lock files gain if new ones need approval.
 */
export async function inspectCommit(
  repo: Repository,
  asked: { from: string; to: string },
  rules: CommitRules,
): Promise<{ problems: string[]; packages: ReturnType<typeof newPackagesIn>; changes: Change[] }> {
  const [from, to] = await Promise.all([treeOf(repo, asked.from), treeOf(repo, asked.to)])
  const range = { from, to }
  const changes = await changesBetweenTrees(repo, from, to)
  if (changes.length > MAX_CHANGES) {
    const problem = `The change has ${changes.length} files; at most ${MAX_CHANGES} are committed at once. Leave out what is generated or installed, and have \`.gitignore\` name it.`
    return { problems: [problem], packages: [], changes }
  }
  const present = changes.filter((change) => !isGone(change) && change.to.mode !== '160000')
  const blobs = present.map(({ to }) => to.blob)
  const [sizes, links, paths] = await Promise.all([
    sizesOf(repo, blobs),
    linksAround(repo, range, changes),
    changes.some(isNew) ? pathsIn(repo, range.to) : [],
  ])
  const problems = problemsOfChanges(changes, rules, { sizes, ...links, paths })
  const approved = rules.newPackages === 'allow' ? undefined : rules.approved
  const gains = approved === undefined ? [] : gainedPackages(await packageFiles(repo, changes, range.to))
  const packages = newPackagesIn(gains)
  // Added lines are read only if all files have a permitted size.
  if (problems.length > 0 || present.length === 0) return { problems, packages, changes }
  const found = await secretsIn(changes, await addedLines(repo, range), rules)
  const packageProblems = approved ? problemsOfPackages(gains, present, approved) : []
  return { problems: [...found, ...packageProblems], packages, changes }
}

/** Maximum changed files: nobody reviews more, and each is scanned for secrets. */
const MAX_CHANGES = 10_000

/** The links of both trees. If no link was changed, none leads elsewhere than before, and none is read. */
async function linksAround(repo: Repository, { from, to }: { from: string; to: string }, changes: readonly Change[]) {
  const isAboutLinks = changes.some((change) => [change.from.mode, change.to.mode].includes('120000'))
  if (!isAboutLinks) return { links: new Map<string, string>() }
  const [before, links] = await Promise.all([linksIn(repo, from), linksIn(repo, to)])
  return { before, links }
}

/** The files whose names or new lines hold a secret. Binary files are read as text, so that one byte hides nothing. */
async function secretsIn(changes: readonly Change[], added: ReadonlyMap<string, string>, { redact }: CommitRules) {
  const holdsSecret = async (text: string): Promise<boolean> =>
    redact(text) !== text || (await withoutCredentials(text)) !== text
  const names = changes.map(({ path }) => path).join('\n')
  const withSecrets = await Promise.all(
    [...added].map(async ([path, lines]) => ((await holdsSecret(lines)) ? [path] : [])),
  )
  return [
    ...((await holdsSecret(names)) ? ['The name of a file holds a secret (a key or token). Name it otherwise.'] : []),
    ...withSecrets.flat().map((path) => `\`${path}\` holds a secret (a key or token). Take it out.`),
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

/** The new files of a change that the subtask names neither in its file list nor in its text. */
export function unplannedFiles(
  changes: readonly Change[],
  { files, words }: { files: readonly string[]; words: string },
): string[] {
  const isCovered = pathsMatcher(files)
  const added = changes.filter(isNew).map(({ path }) => path)
  return added.filter((path) => !isCovered(path) && !namesPath(words, path))
}

/** Whether a text holds a path as a whole. A name without dot and slash may be any word. */
function namesPath(text: string, path: string): boolean {
  if (!/[./]/.test(path)) return false
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + path.length] ?? ' ']
    if (!/[\w./-]/.test(before) && !/[\w/-]/.test(after)) return true
  }
  return false
}

const MOST_NAMED = 20

/** Paths in one line of at most twenty names. A path with control characters is shown as JSON. */
export function pathsInLine(paths: readonly string[]): string {
  const shown = paths.map((path) => (/[\0-\x1f\x7f]/.test(path) ? JSON.stringify(path) : `\`${path}\``))
  return listInLine(shown, MOST_NAMED)
}

/** The changes of tests that people approved with the plan. No subtask may change them. */
export function changedApproved(changes: readonly Change[], approved: readonly { path: string }[]): Change[] {
  const paths = new Set(approved.map(({ path }) => path))
  return changes.filter(({ path }) => paths.has(path))
}

export const approvedText = ({ path }: Pick<Change, 'path'>): string =>
  `\`${path}\` is a test that people approved with the plan, and no subtask may change it.`
