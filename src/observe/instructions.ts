import { posix } from 'node:path'
import { cachedGit, type Repository } from '../git/git.ts'
import { shorten } from '../lib/shorten.ts'
import { entryAt, linkTarget, readBlob } from '../git/objects.ts'

/** Paths of instructions for agents. The first that exists is used. */
const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'] as const

const INSTRUCTIONS_LIMIT = 16_000

/** The repository's instructions for agents, from the base branch, so that a plan's branch cannot change them. */
export async function instructionsOf(
  repo: Repository,
  base: string,
): Promise<{ path: string; text: string } | undefined> {
  const blobs = await Promise.all(INSTRUCTION_FILES.map((path) => blobAt(repo, { commit: base, path })))
  const [file] = INSTRUCTION_FILES.flatMap((path, i) => (blobs[i] ? [{ path, blob: blobs[i] }] : []))
  return file && { path: file.path, text: shorten(await readBlob(repo, file.blob), INSTRUCTIONS_LIMIT) }
}

const MAX_LINKS = 10

type PathAt = { commit: string; path: string; links?: number }

/** The blob of the plain file at a path of a commit. Follows symbolic links, which stay inside of that commit's tree. */
async function blobAt(repo: Repository, { commit, path, links = 0 }: PathAt): Promise<string | undefined> {
  const names = path.split('/')
  for (const [i] of names.entries()) {
    const parent = names.slice(0, i + 1).join('/')
    const entry = await entryAt(repo, commit, parent)
    if (entry?.mode === '120000') {
      const target = await linkTarget(repo, entry.id)
      if (target.startsWith('/') || links === MAX_LINKS) return undefined
      const next = posix.join(posix.dirname(parent), target, ...names.slice(i + 1))
      return blobAt(repo, { commit, path: next, links: links + 1 })
    }
    if (parent === path && entry?.type === 'blob') return entry.id
  }
  return undefined
}

const MAX_FOLDERS = 200

/** A file of a folder below the root, or a link to one: `AGENTS.md`, else `CLAUDE.md`. */
const FOLDER_FILES = /(100\d{3}|120000) blob ([0-9a-f]{40})\t([^\0]*\/(?:AGENTS|CLAUDE)\.md)\0/g

/** The files with instructions of folders, from the base branch, outer folders first. */
export async function folderInstructionsOf(repo: Repository, base: string): Promise<{ path: string; blob: string }[]> {
  const listed = await cachedGit(repo, ['ls-tree', '-r', '-z', '--full-tree', base], { ids: [base] })
  const files = [...listed.matchAll(FOLDER_FILES)].map(async ([, mode, id = '', path = '']) => {
    const blob = mode === '120000' ? await blobAt(repo, { commit: base, path }) : id
    return blob === undefined ? [] : [{ path, blob }]
  })
  const found = (await Promise.all(files)).flat()
  const paths = new Set(found.map(({ path }) => path))
  return found
    .filter(({ path }) => path.endsWith('AGENTS.md') || !paths.has(posix.join(posix.dirname(path), 'AGENTS.md')))
    .toSorted((one, other) => one.path.split('/').length - other.path.split('/').length)
    .slice(0, MAX_FOLDERS)
}
