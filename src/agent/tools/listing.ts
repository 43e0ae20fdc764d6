/** A directory of a listing. `count` is the number of files in and below it; `open` directories list their entries. */
type Directory = {
  files: string[]
  directories: Map<string, Directory>
  count: number
  open: boolean
}

/** A path on one line. A path with control characters is shown as JSON. */
export const shownPath = (path: string): string => (/[\0-\x1f\x7f]/.test(path) ? JSON.stringify(path) : path)

/** Renders sorted paths below `base`, a directory a line. Folds those whose entries exceed `limit` names in all. */
export function foldPaths(paths: readonly string[], base: string, limit: number): string {
  const prefix = base === '' ? '' : `${base}/`
  const root = treeOf(paths.map((path) => path.slice(prefix.length)))
  openDirectoriesThatFit(root, limit)
  return listingLines(root, prefix, limit).join('\n')
}

const newDirectory = (): Directory => ({ files: [], directories: new Map(), count: 0, open: false })

function treeOf(paths: readonly string[]): Directory {
  const root = newDirectory()
  for (const path of paths) {
    const names = path.split('/')
    const file = names.pop() ?? path
    let directory = root
    directory.count += 1
    for (const name of names) {
      const next = directory.directories.get(name) ?? newDirectory()
      directory.directories.set(name, next)
      next.count += 1
      directory = next
    }
    directory.files.push(file)
  }
  return root
}

const entriesOf = ({ files, directories }: Directory): number => files.length + directories.size

function openDirectoriesThatFit(root: Directory, limit: number): void {
  root.open = true
  let entries = entriesOf(root)
  const queue = [...root.directories.values()]
  // Breadth first: the queue grows while it is read.
  for (const directory of queue) {
    const added = entriesOf(directory) - 1
    if (entries + added > limit) continue
    directory.open = true
    entries += added
    queue.push(...directory.directories.values())
  }
}

/** Only the root can have more than `limit` entries: others are not opened then. */
function listingLines({ files, directories }: Directory, prefix: string, limit: number): string[] {
  const names = files.map((name) => (/\s/.test(name) ? JSON.stringify(name) : shownPath(name)))
  const shown = bounded(names, limit).join(' ')
  const subdirectories = [...directories].flatMap(([name, inner]) => {
    const path = `${prefix}${name}/`
    return inner.open ? listingLines(inner, path, limit) : [`${shownPath(path)} (${inner.count} files)`]
  })
  return [
    ...(shown === '' ? [] : [prefix === '' ? shown : `${shownPath(prefix)}: ${shown}`]),
    ...bounded(subdirectories, limit),
  ]
}

const bounded = (entries: readonly string[], limit: number): readonly string[] =>
  entries.length > limit
    ? [...entries.slice(0, limit), `[… ${entries.length - limit} more; narrow it down with path or pattern]`]
    : entries
