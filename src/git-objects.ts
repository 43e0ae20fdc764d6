import { join } from 'node:path'
import { git, GitError, tryGit, type Repository } from './git.ts'

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
  const fields = (await git(repo, ['log', '--reverse', '--topo-order', format, `${base}..${head}`])).split('\0')
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
  const fields = (await git(repo, ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to])).split(
    '\0',
  )
  const changes: Change[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = (fields[i] ?? '')
      .replace(/^:/, '')
      .split(' ')
    changes.push({ path: fields[i + 1] ?? '', status, from: { mode: oldMode, blob: oldBlob }, to: { mode, blob } })
  }
  return changes
}

/** What lies at a path of a commit: mode, kind, id and size in bytes. */
export async function entryAt(
  repo: Repository,
  commit: string,
  path: string,
): Promise<{ mode: string; type: string; id: string; size: number } | undefined> {
  const out = await git(repo, ['ls-tree', '-z', '-l', '--full-tree', commit, '--', path])
  const match = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t([^\0]+)/.exec(out)
  if (!match || match[5] !== path) return undefined
  return { mode: match[1] ?? '', type: match[2] ?? '', id: match[3] ?? '', size: Number(match[4]) || 0 }
}

/** The blobs that a path had along `base..head`, oldest first, where it was a file, each with the last commit that brought it. */
export async function blobsOf(
  repo: Repository,
  range: { base: string; head: string },
  path: string,
): Promise<Map<string, string>> {
  const shape = ['--reverse', '--topo-order', '--format=%H', '--raw', '--no-abbrev', '--no-renames', '-m']
  const out = await git(repo, ['log', ...shape, `${range.base}..${range.head}`, '--', path])
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
export async function readBytes(repo: Repository, blob: string): Promise<Uint8Array> {
  const { code, stdout, stderr } = await tryGit(repo, ['cat-file', 'blob', blob], { encoding: 'base64' })
  if (code !== 0) throw new GitError(`git cat-file ended with ${code}: ${stderr.trim()}`)
  return Buffer.from(stdout, 'base64')
}

/** A blob as text. */
export const readBlob = async (repo: Repository, blob: string): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes(repo, blob))

/** Makes the work tree equal to a commit; what is ignored (dependencies, caches) stays. */
export async function checkout(repo: Repository, commit: string): Promise<void> {
  await git(repo, ['reset', '-q', '--hard', commit])
  await git(repo, ['clean', '-q', '-ffd'])
}

/** Makes the work tree equal to a tree that it was written from; what is ignored stays. */
export async function restoreTree(repo: Repository, tree: string): Promise<void> {
  await git(repo, ['read-tree', '--reset', '-u', tree])
  await git(repo, ['clean', '-q', '-ffd'])
}

/** The tree of the work tree as it is now, new files included and ignored ones left out. */
export async function writeWorkTree(repo: Repository): Promise<string> {
  await git(repo, ['add', '--all', '--', '.'])
  return git(repo, ['write-tree'])
}

/** The difference between two trees, in base64: files need not be UTF-8. */
export async function patchBetween(repo: Repository, from: string, to: string): Promise<string> {
  const shape = ['-r', '-p', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv']
  const { code, stdout, stderr } = await tryGit(repo, ['diff-tree', ...shape, from, to], { encoding: 'base64' })
  if (code !== 0) throw new GitError(`git diff-tree ended with ${code}: ${stderr.trim()}`)
  return stdout
}

/** A tree: that of `onto` with a patch (base64) applied, three ways where it must. Undefined when it does not fit. */
export async function applyPatch(repo: Repository, onto: string, patch: string): Promise<string | undefined> {
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
