import type { Repository } from '../git/git.ts'
import { entriesAt, readBlob } from '../git/objects.ts'

const INSTRUCTIONS = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md']
const INSTRUCTIONS_LIMIT = 16_000

/** The repository's instructions for agents, from the base branch. A plan's branch cannot change them. */
export async function instructionsOf(
  repo: Repository,
  base: string,
): Promise<{ path: string; text: string } | undefined> {
  const entries = await entriesAt(repo, base, INSTRUCTIONS)
  const first = entries.findIndex((entry) => entry?.mode.startsWith('100'))
  const [path, entry] = [INSTRUCTIONS[first], entries[first]]
  return path && entry ? { path, text: (await readBlob(repo, entry.id)).slice(0, INSTRUCTIONS_LIMIT) } : undefined
}
