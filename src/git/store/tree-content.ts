import { GitError } from '../git.ts'

/** What a tree has under a name. The mode is octal, in six digits. */
export type TreeEntry = { mode: string; type: 'blob' | 'tree' | 'commit'; id: string }

const TYPES: Readonly<Record<string, TreeEntry['type']>> = { '040000': 'tree', '160000': 'commit' }

const ID_BYTES = 20

export const plainFile = (blob: string): TreeEntry => ({ mode: '100644', type: 'blob', id: blob })

/** A name as `parseTree` has it, a letter for each byte, since names need not be UTF-8. */
export const byteName = (name: string): string => Buffer.from(name).toString('latin1')

/** A path of a tree. `bytes` has it as `byteName` does where it is not UTF-8, so that git and the file system know it. */
export type PathInTree = { path: string; bytes?: string }

export const bytesOf = ({ path, bytes = byteName(path) }: PathInTree): string => bytes

/** What `byteName` was made of. Bytes that are not UTF-8 are replaced. */
export const nameOf = (name: string): string => Buffer.from(name, 'latin1').toString()

/** The entries of a tree object by `byteName`: again and again a mode, a space, a name, a zero byte, an id. */
export function parseTree(content: Buffer): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(' ', at)
    const end = content.indexOf(0, at)
    if (space < 0 || end < space || end + ID_BYTES >= content.length) throw new GitError('A tree object is damaged')
    const mode = content.toString('latin1', at, space).padStart(6, '0')
    at = end + 1 + ID_BYTES
    const id = content.toString('hex', end + 1, at)
    entries.set(content.toString('latin1', space + 1, end), { mode, type: TYPES[mode] ?? 'blob', id })
  }
  return entries
}

/** The tree object of these entries, in git's order: by the bytes of their names, where a folder's ends in a slash. */
export const treeContent = (entries: ReadonlyMap<string, TreeEntry>): Buffer =>
  Buffer.concat(
    [...entries]
      .map(([name, { mode, type, id }]) => ({
        place: Buffer.from(type === 'tree' ? `${name}/` : name, 'latin1'),
        bytes: [Buffer.from(`${mode.replace(/^0+/, '')} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')],
      }))
      .toSorted((a, b) => Buffer.compare(a.place, b.place))
      .flatMap(({ bytes }) => bytes),
  )
