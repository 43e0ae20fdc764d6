import { cachedGit, type Repository } from '../git/git.ts'
import { entryAt, readBlob } from '../git/objects.ts'

/** Files with instructions for agents. The first that exists counts. */
const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'] as const

const INSTRUCTIONS_LIMIT = 16_000

/** The repository's instructions for agents, from the base branch, so that a plan's branch cannot change them. */
export async function instructionsOf(
  repo: Repository,
  base: string,
): Promise<{ path: string; text: string } | undefined> {
  const file = (await instructionFiles(repo, base)).find(({ mode }) => mode.startsWith('100'))
  return file && { path: file.path, text: (await readBlob(repo, file.id)).slice(0, INSTRUCTIONS_LIMIT) }
}

/** The existing instruction files, in order of precedence. */
async function instructionFiles(repo: Repository, base: string) {
  const entries = await Promise.all(INSTRUCTION_FILES.map((path) => entryAt(repo, base, path)))
  return INSTRUCTION_FILES.flatMap((path, i) => (entries[i] ? [{ ...entries[i], path }] : []))
}

/** Maximum number of folders with instructions. */
const MOST_FOLDERS = 200

/** A file of a folder below the root: `AGENTS.md`, else `CLAUDE.md`. */
const OF_FOLDER = /100\d{3} blob ([0-9a-f]{40})\t((?:[^\0]*\/)(AGENTS|CLAUDE)\.md)\0/g

/** The files with instructions of folders, from the base branch, outer folders first. */
export async function folderInstructionsOf(repo: Repository, base: string): Promise<{ path: string; blob: string }[]> {
  const listed = await cachedGit(repo, ['ls-tree', '-r', '-z', '--full-tree', base], { ids: [base] })
  const found = [...listed.matchAll(OF_FOLDER)].map(([, blob = '', path = '', name]) => ({ path, blob, name }))
  const hasOwn = new Set(found.flatMap(({ path, name }) => (name === 'AGENTS' ? [folderOf(path)] : [])))
  return found
    .filter(({ path, name }) => name === 'AGENTS' || !hasOwn.has(folderOf(path)))
    .map(({ path, blob }) => ({ path, blob }))
    .toSorted((one, other) => depthOf(one.path) - depthOf(other.path))
    .slice(0, MOST_FOLDERS)
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const depthOf = (path: string): number => path.split('/').length
