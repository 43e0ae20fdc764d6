import { shownPath } from './reading-place.ts'

/** A directory of a listing. `count` is the number of files in and below it; `open` directories list their entries. */
type Directory = { files: string[]; directories: Map<string, Directory>; count: number; open: boolean }

/**
 * Renders sorted paths below `base` (empty for the root) in about `limit` lines. Opens directories level by level as
 * long as their entries fit, and folds the others into lines such as `src/vendor/ (1234 files)`.
 */
export function foldPaths(paths: readonly string[], base: string, limit: number): string {
  if (paths.length <= limit) return paths.map(shownPath).join('\n')
  const prefix = base === '' ? '' : `${base}/`
  const root = treeOf(paths.map((path) => path.slice(prefix.length)))
  openDirectoriesThatFit(root, limit)
  const lines = linesOf(root, prefix)
  if (lines.length <= limit) return lines.join('\n')
  const more = lines.length - limit
  return [...lines.slice(0, limit), `[… ${more} more entries; narrow it down with path or pattern]`].join('\n')
}

const newDirectory = (): Directory => ({ files: [], directories: new Map(), count: 0, open: false })

function treeOf(paths: readonly string[]): Directory {
  const root = newDirectory()
  for (const path of paths) {
    const names = path.split('/')
    const file = names.pop() ?? path
    let here = root
    here.count += 1
    for (const name of names) {
      const next = here.directories.get(name) ?? newDirectory()
      here.directories.set(name, next)
      next.count += 1
      here = next
    }
    here.files.push(file)
  }
  return root
}

function openDirectoriesThatFit(root: Directory, limit: number): void {
  root.open = true
  let lines = root.files.length + root.directories.size
  const waiting = [...root.directories.values()]
  for (let next = 0; next < waiting.length; next++) {
    const directory = waiting[next]
    if (!directory) continue
    const added = directory.files.length + directory.directories.size - 1
    if (lines + added > limit) continue
    directory.open = true
    lines += added
    waiting.push(...directory.directories.values())
  }
}

function linesOf(directory: Directory, prefix: string): string[] {
  const below = [...directory.directories].flatMap(([name, inner]) => {
    const path = `${prefix}${name}/`
    return inner.open ? linesOf(inner, path) : [`${shownPath(path)} (${inner.count} files)`]
  })
  return [...below, ...directory.files.map((file) => shownPath(prefix + file))]
}
