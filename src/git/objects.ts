import { join } from 'node:path'
import { askOnce, git, GitError, tryGit, type Repository } from './git.ts'

export type Commit = {
  sha: string
  parents: string[]
  author: { name: string; email: string }
  /** ISO 8601. */
  date: string
  message: string
}

/** The commits that are on `head` and not on `base`, oldest first. */
export async function commitsBetween(repo: Repository, base: string, head: string): Promise<Commit[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%cI%x00%B%x00'
  const args = ['log', '--reverse', '--topo-order', format, `${base}..${head}`]
  const fields = (await askOnce(repo, args, { ids: [base, head] })).split('\0')
  const commits: Commit[] = []
  for (let i = 0; i + 5 < fields.length; i += 6) {
    const [sha = '', parents = '', name = '', email = '', date = '', message = ''] = fields.slice(i, i + 6)
    commits.push({
      sha: sha.trim(),
      parents: parents.split(' ').filter(Boolean),
      author: { name, email },
      date,
      message,
    })
  }
  return commits
}

/** One changed path between two trees, without following renames. Modes are git's octal texts; `000000` is absent. */
export type Change = { path: string; status: string; from: Side; to: Side }
type Side = { mode: string; blob: string }

/** What differs between two commits or trees. */
export async function changesBetweenTrees(repo: Repository, from: string, to: string): Promise<Change[]> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to]
  const fields = (await askOnce(repo, args, { ids: [from, to] })).split('\0')
  const changes: Change[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = (fields[i] ?? '')
      .replace(/^:/, '')
      .split(' ')
    changes.push({ path: fields[i + 1] ?? '', status, from: { mode: oldMode, blob: oldBlob }, to: { mode, blob } })
  }
  return changes
}

export type TreeEntry = { mode: string; type: string; id: string; size: number }

/** What lies at paths of a commit, none of them below another, in their order: mode, kind, id and size in bytes. */
export async function entriesAt(
  repo: Repository,
  commit: string,
  paths: readonly string[],
): Promise<(TreeEntry | undefined)[]> {
  const out = await askOnce(repo, ['ls-tree', '-z', '-l', '--full-tree', commit, '--', ...paths], { ids: [commit] })
  const entries = new Map(
    [...out.matchAll(/(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t([^\0]+)/g)].map(
      ([, mode = '', type = '', id = '', size, path = '']) => [path, { mode, type, id, size: Number(size) || 0 }],
    ),
  )
  return paths.map((path) => entries.get(path))
}

/** The paths of all files in a commit or tree, sorted by bytes. */
export const pathsIn = async (repo: Repository, tree: string): Promise<string[]> =>
  (await git(repo, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree])).split('\0').filter(Boolean)

/** The symbolic links of a commit or tree: path → target. */
export async function linksIn(repo: Repository, tree: string): Promise<Map<string, string>> {
  const listed = (await git(repo, ['ls-tree', '-r', '-z', '--full-tree', tree])).split('\0')
  const links = listed.filter((entry) => entry.startsWith('120000 '))
  const blobs = links.map((entry) => entry.slice('120000 blob '.length).split('\t', 1).join(''))
  const targets = await textsOf(repo, blobs)
  return new Map(links.map((entry, i) => [entry.slice(entry.indexOf('\t') + 1), targets[i] ?? '/']))
}

/** The texts of blobs in their order, asked from one git. */
async function textsOf(repo: Repository, blobs: readonly string[]): Promise<string[]> {
  if (blobs.length === 0) return []
  const input = blobs.join('\n') + '\n'
  const { stdout } = await tryGit(repo, ['cat-file', '--batch'], { input, encoding: 'base64' })
  let rest = Buffer.from(stdout, 'base64')
  return blobs.map(() => {
    const start = rest.indexOf('\n') + 1
    const end = start + Number(rest.toString('latin1', 0, start).split(' ')[2])
    const text = rest.toString('utf8', start, end)
    rest = rest.subarray(end + 1)
    return text
  })
}

/** What lies at a path of a commit. */
export const entryAt = async (repo: Repository, commit: string, path: string): Promise<TreeEntry | undefined> =>
  (await entriesAt(repo, commit, [path]))[0]

/** The blobs that a path had along `base..head`, oldest first, where it was a file, each with the last commit that brought it. */
export async function blobsOf(
  repo: Repository,
  range: { base: string; head: string },
  path: string,
): Promise<Map<string, string>> {
  const shape = ['--reverse', '--topo-order', '--format=%H', '--raw', '--no-abbrev', '--no-renames', '-m']
  const args = ['log', ...shape, `${range.base}..${range.head}`, '--', path]
  const out = await askOnce(repo, args, { ids: [range.base, range.head] })
  const blobs = new Map<string, string>()
  let commit = ''
  for (const line of out.split('\n').filter(Boolean)) {
    const blob = /^:\d{6} 100\d{3} [0-9a-f]+ ([0-9a-f]{40}) /.exec(line)?.[1]
    if (blob) blobs.set(blob, commit)
    else if (!line.startsWith(':')) commit = line
  }
  return blobs
}

/** The bytes of a blob. */
export const readBytes = async (repo: Repository, blob: string): Promise<Uint8Array> =>
  Buffer.from(await askOnce(repo, ['cat-file', 'blob', blob], { ids: [blob], encoding: 'base64' }), 'base64')

/** A blob as text. */
export const readBlob = async (repo: Repository, blob: string): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes(repo, blob))

/** Makes the work tree equal to a commit; what is ignored (dependencies, caches) stays. */
export async function checkout(repo: Repository, commit: string): Promise<void> {
  await adopt(repo, commit)
  await git(repo, ['reset', '-q', '--hard', commit])
  await git(repo, ['clean', '-q', '-ffd'])
}

const adopted = new WeakMap<Repository, Promise<void>>()

/**
 * Has git look at what lies in the work tree, once: the runner has checked out most of a commit already, and to look at it takes less
 * than to write all of it again. May be begun before it is needed; the work tree stays as it is.
 */
export function adopt(repo: Repository, commit: string): Promise<void> {
  const known = adopted.get(repo) ?? lookAtTree(repo, commit)
  adopted.set(repo, known)
  return known
}

async function lookAtTree(repo: Repository, commit: string): Promise<void> {
  await git(repo, ['read-tree', commit])
  // That some file is another one is told by the exit code, and mended by the reset that follows.
  await tryGit(repo, ['update-index', '-q', '--refresh'])
}

/** Makes the work tree equal to a tree that it was written from; what is ignored stays. */
export async function restoreTree(repo: Repository, tree: string): Promise<void> {
  await git(repo, ['read-tree', '--reset', '-u', tree])
  await git(repo, ['clean', '-q', '-ffd'])
}

/**
 * The tree of the work tree as it is now, new files included and ignored ones left out. `git add` would do, but where it finds a
 * repository of its own it runs `git status` there, and with that the filters that the configuration there names.
 */
export async function writeWorkTree(repo: Repository): Promise<string> {
  const which = ['--modified', '--deleted', '--others', '--exclude-standard']
  const { code, stdout, stderr } = await tryGit(repo, ['ls-files', '-z', '-t', ...which], { encoding: 'base64' })
  if (code !== 0) throw new GitError(`git ls-files ended with ${code}: ${stderr.trim()}`)
  const { gone, there } = statesOf(Buffer.from(stdout, 'base64').toString('latin1'))
  const update = async (paths: readonly string[], options: readonly string[]) => {
    const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
    if (paths.length > 0) await git(repo, ['update-index', ...options, '-z', '--stdin'], { input })
  }
  await update(gone, ['--force-remove'])
  await update(there, ['--add', '--remove', '--replace'])
  return git(repo, ['write-tree'])
}

/** What `git ls-files -t` lists: `R` for what is gone (and `C` as well), a slash at the end of a directory that is a repository. */
function statesOf(listed: string): { gone: string[]; there: string[] } {
  const entries = listed.split('\0').filter(Boolean)
  const gone = new Set(entries.filter((entry) => entry.startsWith('R ')).map((entry) => entry.slice(2)))
  const paths = [...new Set(entries.map((entry) => entry.slice(2).replace(/\/$/, '')))].filter(
    (path) => !gone.has(path),
  )
  // A file that became a directory goes by itself when what lies in it is added.
  const above = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  const directories = new Set(paths.flatMap(above))
  return { gone: [...gone], there: paths.filter((path) => !directories.has(path)) }
}

/** The difference between two trees, in base64: files need not be UTF-8. */
export async function patchBetween(repo: Repository, from: string, to: string): Promise<string> {
  const shape = ['-r', '-p', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv']
  const { code, stdout, stderr } = await tryGit(repo, ['diff-tree', ...shape, from, to], { encoding: 'base64' })
  if (code !== 0) throw new GitError(`git diff-tree ended with ${code}: ${stderr.trim()}`)
  return stdout
}

type Applied = { onto: string; patch: string; tree: Promise<string | undefined> }
const lastApplied = new WeakMap<Repository, Applied>()

/**
 * A tree: that of `onto` with a patch (base64) applied, three ways where it must. Undefined when it does not fit. A patch is looked
 * at and then committed, mostly on the same tip, so the last tree that was made is remembered.
 */
export function applyPatch(repo: Repository, onto: string, patch: string): Promise<string | undefined> {
  const last = lastApplied.get(repo)
  if (last?.onto === onto && last.patch === patch) return last.tree
  const tree = patched(repo, onto, patch)
  lastApplied.set(repo, { onto, patch, tree })
  tree.catch(() => lastApplied.delete(repo))
  return tree
}

async function patched(repo: Repository, onto: string, patch: string): Promise<string | undefined> {
  return withIndex(repo, onto, async (env) => {
    const input = Buffer.from(patch, 'base64')
    if (input.length > 0) {
      const { code } = await tryGit(repo, ['apply', '--cached', '--3way', '--whitespace=nowarn', '-'], { env, input })
      if (code !== 0) return undefined
    }
    return git(repo, ['write-tree'], { env })
  })
}

/** A tree: that of `onto` with one file written (text) or removed (undefined). */
export async function treeWith(
  repo: Repository,
  onto: string,
  file: { path: string; text: string | undefined },
): Promise<string> {
  return withIndex(repo, onto, async (env) => {
    if (file.text === undefined) {
      await git(repo, ['update-index', '--force-remove', '--', file.path], { env })
    } else {
      const blob = await writeBlob(repo, file.text)
      await git(repo, ['update-index', '--add', '--cacheinfo', `100644,${blob},${file.path}`], { env })
    }
    return git(repo, ['write-tree'], { env })
  })
}

async function withIndex<T>(
  repo: Repository,
  tree: string,
  use: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const env = { GIT_INDEX_FILE: join(repo.gitDir, 'index.publish') }
  await git(repo, ['read-tree', tree], { env })
  return use(env)
}

export const writeBlob = (repo: Repository, text: string): Promise<string> =>
  git(repo, ['hash-object', '-w', '--stdin'], { input: text })

/** A tree of files at its top level: name → text. */
export async function writeTree(repo: Repository, files: Record<string, string>): Promise<string> {
  const lines = await Promise.all(
    Object.entries(files).map(async ([name, text]) => `100644 blob ${await writeBlob(repo, text)}\t${name}`),
  )
  return git(repo, ['mktree'], { input: lines.join('\n') + '\n' })
}

export const treeOf = (repo: Repository, commit: string): Promise<string> =>
  git(repo, ['rev-parse', `${commit}^{tree}`])

/** A new commit, in the repository only. */
export function commitTree(
  repo: Repository,
  spec: { tree: string; parents: readonly string[]; message: string; author: { name: string; email: string } },
): Promise<string> {
  const { name, email } = spec.author
  const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }
  const parents = spec.parents.flatMap((parent) => ['-p', parent])
  return git(repo, ['commit-tree', spec.tree, ...parents, '-F', '-'], { input: spec.message, env })
}
