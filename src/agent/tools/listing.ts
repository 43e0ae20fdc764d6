/** A directory of a listing. `count` is the number of files in and below it; `open` directories list their entries. */
type Directory = {
  files: string[]
  /** Files that differ in numbers alone, as one entry each time. */
  numbered: string[]
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
  if (paths.length > limit) foldNumbered(root)
  openDirectoriesThatFit(root, limit)
  return listingLines(root, prefix, limit).join('\n')
}

const newDirectory = (): Directory => ({ files: [], numbered: [], directories: new Map(), count: 0, open: false })

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

/** So many files of a directory that differ in numbers alone are one entry. */
const NUMBERED = 5

/** Folds files such as `0008.js`, `0009.js` and so on into `0008.js … 0614.js (70 files)`. */
function foldNumbered(directory: Directory): void {
  const groups = [...Map.groupBy(directory.files, (name) => name.replace(/\d+/g, '0')).values()]
  directory.files = groups.filter(({ length }) => length < NUMBERED).flat()
  directory.numbered = groups
    .filter(({ length }) => length >= NUMBERED)
    .map((some) => `${shownPath(`${some[0]} … ${some.at(-1)}`)} (${some.length} files)`)
  for (const inner of directory.directories.values()) foldNumbered(inner)
}

const entriesOf = ({ files, numbered, directories }: Directory): number =>
  files.length + numbered.length + directories.size

function openDirectoriesThatFit(root: Directory, limit: number): void {
  root.open = true
  let entries = entriesOf(root)
  const waiting = [...root.directories.values()]
  for (let next = 0; next < waiting.length; next++) {
    const directory = waiting[next]
    if (!directory) continue
    const added = entriesOf(directory) - 1
    if (entries + added > limit) continue
    directory.open = true
    entries += added
    waiting.push(...directory.directories.values())
  }
}

/** Only the root can have more than `limit` entries: others are not opened then. */
function listingLines({ files, numbered, directories }: Directory, prefix: string, limit: number): string[] {
  const names = [...files.map((name) => (/\s/.test(name) ? JSON.stringify(name) : shownPath(name))), ...numbered]
  const here = bounded(names, limit).join(' ')
  const below = [...directories].flatMap(([name, inner]) => {
    const path = `${prefix}${name}/`
    return inner.open ? listingLines(inner, path, limit) : [`${shownPath(path)} (${inner.count} files)`]
  })
  return [...(here === '' ? [] : [prefix === '' ? here : `${shownPath(prefix)}: ${here}`]), ...bounded(below, limit)]
}

const bounded = (entries: readonly string[], limit: number): readonly string[] =>
  entries.length > limit
    ? [...entries.slice(0, limit), `[… ${entries.length - limit} more; narrow it down with path or pattern]`]
    : entries
