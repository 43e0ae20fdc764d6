import { shownPath } from './place.ts'

/** A directory of a listing: what it holds, and how many files lie in and below it. */
type Directory = { files: string[]; directories: Map<string, Directory>; count: number; open: boolean }

/**
 * Sorted paths below `base` (empty: the root) as at most about `limit` lines: first all directories at the top, then, level by level,
 * whatever of them still fits; the rest is folded into lines such as `src/vendor/ (1234 files)`.
 */
export function foldPaths(paths: readonly string[], base: string, limit: number): string {
  if (paths.length <= limit) return paths.map(shownPath).join('\n')
  const prefix = base === '' ? '' : `${base}/`
  const root = treeOf(paths.map((path) => path.slice(prefix.length)))
  openWhatFits(root, limit)
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

function openWhatFits(root: Directory, limit: number): void {
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
