import { realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'

/**
 * The `PATH` for programs that run outside of the sandbox. Workflows put folders of the checkout on it,
 * such as `.venv/bin`, where an agent's commands could put a `git` of their own: these are left out, and so are folders
 * that are not there yet. Links are resolved now, because commands may change their targets later. `untrustedFolders`
 * are more folders that commands write to. Undefined without a `PATH`.
 */
export function trustedPath(
  { PATH, GITHUB_WORKSPACE }: { PATH?: string | undefined; GITHUB_WORKSPACE?: string | undefined },
  untrustedFolders: readonly string[] = [],
): string | undefined {
  if (PATH === undefined) return undefined
  const trees = [GITHUB_WORKSPACE, ...untrustedFolders].flatMap((tree) => (tree ? [tree, ...realPath(tree)] : []))
  const isUntrusted = (path: string): boolean => trees.some((tree) => path === tree || path.startsWith(`${tree}/`))
  const trusted = PATH.split(':').filter((folder) => isAbsolute(folder) && !isUntrusted(folder))
  const real = trusted.flatMap(realPath).filter((folder) => !isUntrusted(folder))
  return [...new Set(real)].join(':') || MISSING_FOLDER
}

/** An empty `PATH` would mean the working directory of the program. */
const MISSING_FOLDER = '/nonexistent'

function realPath(path: string): string[] {
  try {
    return [realpathSync(path)]
  } catch {
    return []
  }
}
