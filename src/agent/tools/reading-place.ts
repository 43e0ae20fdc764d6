import { matchesGlob, isTooLong } from '../../guard/globs.ts'
import { ToolError } from '../tool.ts'
import type { Workspace } from '../place/workspace.ts'

/** Runs git on the private clone whose worktree is the workspace. Resolves also when git fails. */
export type RunGit = (
  args: string[],
  options?: { signal?: AbortSignal; input?: string },
) => Promise<{ code: number; stdout: string; stderr: string }>

/** What reading tools need. They redact before they truncate, because truncation could cut a secret in half. */
export type ReadingPlace = { workspace: Workspace; git: RunGit; redact: (text: string) => string }

/** Whether a path matches a glob. A glob without a slash matches names in any directory; others start at the root. */
export const fitsGlob = (path: string, glob: string): boolean =>
  matchesGlob(path, glob.includes('/') ? glob : `**/${glob}`)

/** Why a glob may fit fewer files than it seems to. */
export const ABOUT_GLOBS =
  'A glob with a slash begins at the root, one without is for names of files, and `*` stops at `/`.'

/** A glob longer than any path cannot match; refusing it also bounds the matcher's work. */
export function refuseLongGlob(glob = ''): void {
  if (isTooLong(glob)) throw new ToolError('The glob has more than 4,096 bytes; no path is that long.')
}

/** A real path relative to the workspace's root. Empty for the root itself. */
export const relativeTo = (workspace: Workspace, real: string): string => real.slice(workspace.root.length + 1)

/** A path on one line. A path with control characters is shown as JSON. */
export const shownPath = (path: string): string => (/[\0-\x1f\x7f]/.test(path) ? JSON.stringify(path) : path)
