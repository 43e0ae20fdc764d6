import { join } from 'node:path'
import { git, type Repository } from './git.ts'

/** A file as a tree has it. A mode of zeros is none. */
type TreeFile = { path: string; mode: string; blob: string }

/** The id of the tree of `onto` with these files laid over it. Touches neither the work tree nor its index. */
export async function layOver(repo: Repository, onto: string, files: readonly TreeFile[]): Promise<string> {
  const env = { GIT_INDEX_FILE: join(repo.gitDir, 'index.overlay') }
  await git(repo, ['read-tree', onto], { env })
  // What goes first makes room: a file may have become a folder.
  const sorted = files.toSorted((a, b) => Number(a.mode) - Number(b.mode))
  const input = sorted.map(({ path, mode, blob }) => `${mode} ${blob}\t${path}\0`).join('')
  if (input) await git(repo, ['update-index', '--add', '--replace', '-z', '--index-info'], { env, input })
  return git(repo, ['write-tree'], { env })
}
