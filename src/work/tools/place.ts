import { isTooLong, matchesGlob } from '../../guard/paths.ts'
import { ToolError } from '../agent/tool.ts'
import type { Workspace } from '../workspace.ts'

/** Runs git on a private git directory whose work tree is the workspace. Resolves whatever git answered. */
export type RunGit = (
  args: string[],
  options?: { signal?: AbortSignal; input?: string },
) => Promise<{ code: number; stdout: string; stderr: string }>

/** What reading tools work on. `redact` takes secrets out of a text; it comes before a text is cut, which could halve one. */
export type ReadingPlace = { workspace: Workspace; git: RunGit; redact: (text: string) => string }

/** A glob without a slash is about names, wherever they are; others begin at the root. */
export const fitsGlob = (path: string, glob: string): boolean =>
  matchesGlob(path, glob.includes('/') ? glob : `**/${glob}`)

/** Longer than any path, so that nothing fits. */
export function refuseLongGlob(glob = ''): void {
  if (isTooLong(glob)) throw new ToolError('The glob has more than 4,096 bytes; no path is that long.')
}

/** The path below the workspace's root; empty for the root itself. */
export const relativeTo = (workspace: Workspace, real: string): string => real.slice(workspace.root.length + 1)

/** A path on one line: as JSON where it holds what is none. */
export const shownPath = (path: string): string => (/[\0-\x1f\x7f]/.test(path) ? JSON.stringify(path) : path)

const LONGEST_LINE = 2000

/** A line as it can be shown; says how much of it is not. */
export function shorten(line: string, longest = LONGEST_LINE): string {
  if (line.length <= longest) return line
  return `${line.slice(0, longest).toWellFormed()} [… ${line.length - longest} more characters]`
}
