/**
 * Names that Windows keeps for devices, whatever stands behind a dot. The list is that of git's `is_valid_win32_path`.
 */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:$|\.)/i

const FORBIDDEN = /[<>:"|?*\\\p{Cc}]/u

/** Why Windows or macOS cannot check a path out, as the end of a sentence about it; undefined when they can. */
export function unportable(path: string): string | undefined {
  const names = path.split('/')
  if (names.some((name) => DEVICE.test(name))) return 'has the name of a device, which Windows cannot check out'
  if (names.some((name) => name.endsWith('.') || name.endsWith(' ')))
    return 'has a name that ends with a dot or a space, which Windows cannot check out'
  const [character] = FORBIDDEN.exec(path) ?? []
  return character && `has the character ${JSON.stringify(character)} in it, which Windows cannot check out`
}

/**
 * As file systems compare names that do not tell capitals from small letters, or one spelling of an accent from the
 * other.
 */
const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** The path, and each directory that it lies in. */
const withDirectories = (path: string): string[] => {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return [...ends, path]
}

/**
 * Which of the `added` paths differ from another of the tree by the case of letters alone, and from which: one of both
 * would be lost where a file system takes them for the same. Directories count as files do; those that the tree had
 * before the paths were added bring nothing new.
 */
export function clashes(paths: Iterable<string>, added: readonly string[]): Map<string, string> {
  const isAdded = new Set(added)
  const old = new Set([...paths].filter((path) => !isAdded.has(path)).flatMap(withDirectories))
  const brought = added.flatMap((path) => withDirectories(path).map((place) => ({ path, place })))
  const fresh = brought.filter(({ place }) => !old.has(place))
  const wanted = Map.groupBy(fresh, ({ place }) => folded(place))
  const found = new Map<string, string>()
  for (const place of [...old, ...fresh.map((one) => one.place)]) {
    for (const one of wanted.get(folded(place)) ?? [])
      if (one.place !== place && !found.has(one.path)) found.set(one.path, place)
  }
  return found
}
