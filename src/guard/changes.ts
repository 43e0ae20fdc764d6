import { isGitPath, isProtected } from './paths.ts'
import type { Change } from '../git/objects.ts'

/** The rules for which paths a commit may change. `protectedPaths` are globs. */
export type ChangeRules = { protectedPaths: readonly string[]; planFile: string }

/** The largest file that may be committed, in bytes. GitHub warns from 50 MiB on. */
const MAX_BLOB = 10 * 1024 * 1024

/**
 * Why changes must not be committed, as sentences that name the path. Empty when they may be. `sizes` maps blobs to
 * bytes, `links` maps blobs of symbolic links to their targets. The check runs while the agent works, so that it can
 * fix the problem, and again before a push.
 */
export function problemsOfChanges(
  changes: readonly Change[],
  rules: ChangeRules,
  known: { sizes: ReadonlyMap<string, number>; links: ReadonlyMap<string, string> },
): string[] {
  return changes.flatMap(({ path, to }) => {
    if (isGitPath(path)) return [`\`${path}\` belongs to git.`]
    if (isProtected(path, [rules.planFile])) return [`\`${path}\` is the approved plan and must not change.`]
    if (isProtected(path, rules.protectedPaths))
      return [`\`${path}\` is protected (input protected-paths) and must not change.`]
    if (to.mode === '160000') return [`\`${path}\` is a repository of its own, which cannot be committed here.`]
    if (to.mode === '120000' && leadsOutside(path, known.links.get(to.blob) ?? '/'))
      return [`\`${path}\` is a link that leads outside the repository.`]
    if ((known.sizes.get(to.blob) ?? 0) > MAX_BLOB) return [`\`${path}\` is larger than 10 MiB.`]
    return []
  })
}

/** Whether a link at `path` with this target leaves the tree. Compares names only and reads no file. */
export function leadsOutside(path: string, target: string): boolean {
  if (target.startsWith('/') || target.includes('\0')) return true
  const at = path.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '..' && at.pop() === undefined) return true
    if (name !== '' && name !== '.' && name !== '..') at.push(name)
  }
  return isGitPath(at.join('/'))
}
