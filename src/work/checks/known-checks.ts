import { restoreTree } from '../../git/work-tree.ts'
import type { Check } from '../../plan/evidence.ts'
import type { WorkRoom } from '../room/work-room.ts'
import { runEvery } from './clean-worktree.ts'

/** Checks by command, on one tree. */
export type OnTree = ReadonlyMap<string, Check>

/** The key of what is known of a command on a tree. */
const keyOf = (tree: string, command: string): string => `${tree} ${command}`

/** Keeps for this job what checks said of a tree. */
export const remember = ({ known }: WorkRoom, tree: string, checks: readonly Check[]): void => {
  for (const check of checks) known.set(keyOf(tree, check.command), check)
}

/** What this job knows of a command on a tree, for nothing. */
export const knownOn =
  ({ known }: WorkRoom, tree: string) =>
  (command: string): Check | undefined =>
    known.get(keyOf(tree, command))

/** Runs the commands on a tree that this job did not run there yet. What did not end by itself is not remembered. */
export async function checksOn(room: WorkRoom, tree: string, commands: readonly string[]): Promise<OnTree> {
  const isKnown = knownOn(room, tree)
  const missing = commands.filter((command) => !isKnown(command))
  const ran = missing.length === 0 ? [] : await runApart(room, tree, missing)
  remember(
    room,
    tree,
    ran.filter(({ exit }) => /^(?:exit code|ended by)/.test(exit)),
  )
  const all = commands.map((command) => isKnown(command) ?? ran.find((check) => check.command === command))
  return new Map(all.flatMap((check) => (check ? [[check.command, check]] : [])))
}

/** The command of the repository gets a place for itself, as it does on the written tree. */
export async function runApart(room: WorkRoom, tree: string, commands: readonly string[]): Promise<Check[]> {
  const { verifyCommand } = room.settings
  const own = commands.filter((command) => command !== verifyCommand)
  const checks: Check[] = []
  for (const group of [own, commands.filter((command) => command === verifyCommand)]) {
    if (group.length === 0) continue
    await restoreTree(room.repo, tree)
    checks.push(...(await runEvery(room, tree, group)))
  }
  return checks
}
