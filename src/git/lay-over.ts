import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { git, type Repository } from './git.ts'
import { writeLoose } from './store/loose.ts'
import { bytesOf, type PathInTree } from './store/tree-content.ts'

/** A file as a tree has it. A mode of zeros is none. */
type TreeFile = PathInTree & { mode: string; blob: string }

/** The id of the tree of `onto` with these files laid over it. Touches neither the work tree nor its index. */
export async function layOver(repo: Repository, onto: string, files: readonly TreeFile[]): Promise<string> {
  const index = join(repo.gitDir, `index.overlay-${randomUUID()}`)
  const env = { GIT_INDEX_FILE: index }
  try {
    await git(repo, ['read-tree', onto], { env })
    // What goes first makes room: a file may have become a folder.
    const sorted = files.toSorted((a, b) => Number(a.mode) - Number(b.mode))
    const entries = sorted.map((file) => `${file.mode} ${file.blob}\t${bytesOf(file)}\0`)
    const input = Buffer.from(entries.join(''), 'latin1')
    if (input.length > 0) await git(repo, ['update-index', '--add', '--replace', '-z', '--index-info'], { env, input })
    return await git(repo, ['write-tree'], { env })
  } finally {
    await rm(index, { force: true })
  }
}

/** Writes these texts as plain files into a tree, and returns the id of the new tree. */
export async function layTexts(
  repo: Repository,
  onto: string,
  texts: readonly { path: string; content: string }[],
): Promise<string> {
  if (texts.length === 0) return onto
  const files = texts.map(async ({ path, content }) => ({
    path,
    mode: '100644',
    blob: await writeLoose(repo, 'blob', Buffer.from(content)),
  }))
  return layOver(repo, onto, await Promise.all(files))
}
