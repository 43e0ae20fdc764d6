import { cachedGit, git, GitError, type Repository } from './git.ts'
import { readObject } from './object-reader.ts'
import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

/** One path that differs between two trees. A rename is a deletion and an addition. Modes are octal. */
export type Change = PathInTree & { from: Side; to: Side }
type Side = { mode: string; blob: string }

/** Git's mode for the missing side of an addition or deletion. */
const ABSENT = '000000'

export const isNew = ({ from }: Pick<Change, 'from'>): boolean => from.mode === ABSENT
export const isGone = ({ to }: Pick<Change, 'to'>): boolean => to.mode === ABSENT
/** The text of a plain file, without a byte order mark. Undefined for a link, a submodule, and where nothing is. */
export const textOn = async (repo: Repository, side: Side | undefined): Promise<string | undefined> =>
  side?.mode.startsWith('100') ? new TextDecoder().decode(await readBytes(repo, side.blob)) : undefined

/** The paths that differ, in the order of their bytes. Throws `GitError`. */
export async function changesBetweenTrees(repo: Repository, from: string, to: string): Promise<Change[]> {
  if (from === to) return []
  // `.gitmodules` of the work tree may say that changes of a submodule are ignored.
  const flags = ['-r', '-z', '--raw', '--full-index', '--no-renames', '--ignore-submodules=none']
  const output = await git(repo, ['diff-tree', ...flags, from, to], { encoding: 'latin1' })
  return [...output.matchAll(/:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w\0([^\0]+)\0/g)].map(
    ([, before = '', after = '', blobBefore = '', blobAfter = '', bytes = '']) => {
      const path = nameOf(bytes)
      return {
        path,
        ...(byteName(path) === bytes ? {} : { bytes }),
        from: { mode: before, blob: blobBefore },
        to: { mode: after, blob: blobAfter },
      }
    },
  )
}

/** The top-level entries of a commit or tree, by names in latin1 (`byteName`). */
const entriesOf = async (repo: Repository, tree: string): Promise<Map<string, TreeEntry>> =>
  parseTree(await readBytes(repo, `${tree}^{tree}`))

/** The tree entry at a path of a commit or tree. Undefined when there is none. Throws `GitError` when it is no tree. */
export async function entryAt(repo: Repository, commit: string, path: string): Promise<TreeEntry | undefined> {
  const [name = '', ...below] = path.split('/')
  const entry = (await entriesOf(repo, commit)).get(byteName(name))
  if (below.length === 0) return entry
  return entry?.type === 'tree' ? entryAt(repo, entry.id, below.join('/')) : undefined
}

/** The paths of all files in a commit or tree, sorted by bytes. */
export const pathsIn = async (repo: Repository, tree: string): Promise<string[]> =>
  (await cachedGit(repo, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree], { ids: [tree] }))
    .split('\0')
    .filter(Boolean)

/** The symbolic links of a commit or tree: path → target. */
export async function linksIn(repo: Repository, tree: string): Promise<Map<string, string>> {
  const listed = (await git(repo, ['ls-tree', '-r', '-z', '--full-tree', tree])).split('\0')
  const links = listed.filter((entry) => entry.startsWith('120000 '))
  const targets = links.map(async (entry) => {
    const blob = entry.slice('120000 blob '.length).split('\t', 1).join('')
    return [entry.slice(entry.indexOf('\t') + 1), await linkTarget(repo, blob)] as const
  })
  return new Map(await Promise.all(targets))
}

/** Bytes of a link's target: Linux takes no longer path. */
const LONGEST_TARGET = 4096

/** The target of a symbolic link; `/`, which is outside of every tree, where it is too long. */
export const linkTarget = async (repo: Repository, blob: string): Promise<string> =>
  (await smallBlob(repo, blob, LONGEST_TARGET)) ?? '/'

/** The bytes of an object, such as a blob. Throws `GitError` when there is none. */
export async function readBytes(repo: Repository, name: string): Promise<Buffer> {
  const object = await readObject(repo, name)
  if (!object?.bytes) throw new GitError(`There is no object ${name}`)
  return object.bytes
}

const asText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** A blob as text. Keeps a byte order mark and replaces bytes that are not UTF-8. Throws `GitError` when there is none. */
export const readBlob = async (repo: Repository, blob: string): Promise<string> => asText(await readBytes(repo, blob))

/** A blob of at most so many bytes, as text. Undefined for one that is larger or is not there. */
async function smallBlob(repo: Repository, blob: string, most: number): Promise<string | undefined> {
  const object = await readObject(repo, blob, most)
  return object?.bytes && object.size <= most ? asText(object.bytes) : undefined
}

/** The text of a file at a commit or tree. Undefined where there is no plain file, or one of more than `most` bytes. */
export async function textAt(
  repo: Repository,
  { commit, path, most = Infinity }: { commit: string; path: string; most?: number },
): Promise<string | undefined> {
  const entry = await entryAt(repo, commit, path)
  return entry?.mode.startsWith('100') ? smallBlob(repo, entry.id, most) : undefined
}

/** How `diff-tree` shows a change to readers: its files, and the change of each, as text alone. */
export const READABLE_DIFF = ['-r', '-p', '--stat', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames']

/** Puts a file (a text, or an entry) into a tree, or removes it. Throws `GitError` where file and folder clash. */
export async function treeWith(
  repo: Repository,
  onto: string,
  { path, text, entry }: { path: string; text?: string | undefined; entry?: TreeEntry | undefined },
): Promise<string> {
  const file: typeof entry =
    text === undefined ? entry : { mode: '100644', type: 'blob', id: await writeBlob(repo, text) }
  const entries = await entriesOf(repo, onto)
  const [name = '', ...below] = path.split('/')
  const key = byteName(name)
  const before = entries.get(key)
  const isFolder = below.length > 0
  if (before && (before.type === 'tree') !== isFolder) {
    if (!file) return treeOf(repo, onto)
    throw new GitError(`${name} would have to be both a file and a folder`)
  }
  if (!isFolder) {
    if (file) entries.set(key, file)
    else entries.delete(key)
  } else if (before || file) {
    const tree = await treeWith(repo, before?.id ?? EMPTY_TREE, { path: below.join('/'), entry: file })
    // Git stores no empty folder.
    if (tree === EMPTY_TREE) entries.delete(key)
    else entries.set(key, { mode: '040000', type: 'tree', id: tree })
  }
  return writeLoose(repo, 'tree', treeContent(entries))
}

/** The tree without entries, which git knows without an object file. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** Stores a text as a blob and returns its id. */
export const writeBlob = (repo: Repository, text: string): Promise<string> =>
  writeLoose(repo, 'blob', Buffer.from(text))

/** The id of the tree of a commit, or of a tree. Throws `GitError` when there is no such commit. */
export async function treeOf(repo: Repository, commit: string): Promise<string> {
  const object = await readObject(repo, `${commit}^{tree}`)
  if (!object) throw new GitError(`There is no commit ${commit}`)
  return object.id
}

/** Creates a commit in the private repository, made now, and returns its id. Moves no ref. */
export function commitTree(
  repo: Repository,
  { tree, parents, message, author }: { tree: string; parents: readonly string[]; message: string; author: Identity },
): Promise<string> {
  const who = `${cleanIdentity(author.name)} <${cleanIdentity(author.email)}> ${Math.floor(Date.now() / 1000)} +0000`
  const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`]
  return writeLoose(repo, 'commit', Buffer.from(`${lines.join('\n')}\n\n${message.replaceAll('\0', '')}`))
}

type Identity = { name: string; email: string }

/** Removes the characters that would end a name or address in a commit object, as git does. */
const cleanIdentity = (text: string): string => text.replace(/[<>\n\0]/g, '').trim()

export const objectsOf = ({ gitDir, env }: Pick<Repository, 'gitDir' | 'env'>): string =>
  env['GIT_OBJECT_DIRECTORY'] ?? join(gitDir, 'objects')

const deflated = promisify(deflate)

/** Writes an object as git does (gitformat-loose), which saves the time of a process. Returns its id. */
async function writeLoose(repo: Repository, type: 'blob' | 'tree' | 'commit', content: Uint8Array): Promise<string> {
  const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
  const id = hash('sha1', object)
  const folder = join(objectsOf(repo), id.slice(0, 2))
  const path = join(folder, id.slice(2))
  if (existsSync(path)) return id
  await mkdir(folder, { recursive: true })
  // Renamed into place, so that a concurrent reader finds the whole object or none.
  const temporary = join(folder, `tmp_obj_${randomUUID()}`)
  await writeFile(temporary, await deflated(object), { mode: 0o444 })
  await rename(temporary, path)
  return id
}

/** An entry of a tree object. The mode is octal, in six digits. */
type TreeEntry = { mode: string; type: 'blob' | 'tree' | 'commit'; id: string }

const TYPES: Readonly<Record<string, TreeEntry['type']>> = { '040000': 'tree', '160000': 'commit' }

const ID_BYTES = 20

/** A file name in latin1, a character for each byte, since names in git need not be UTF-8. */
const byteName = (name: string): string => Buffer.from(name).toString('latin1')

/** A path of a tree. `bytes` is its form in latin1 where it is not UTF-8, by which git and the file system find it. */
type PathInTree = { path: string; bytes?: string }

export const bytesOf = ({ path, bytes = byteName(path) }: PathInTree): string => bytes

/** A file name in latin1 as UTF-8 text. Bytes that are not UTF-8 are replaced. */
export const nameOf = (name: string): string => Buffer.from(name, 'latin1').toString()

/** Parses a tree object, which repeats mode, space, name, zero byte and binary id, into entries by names in latin1. */
function parseTree(content: Buffer): Map<string, TreeEntry> {
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
const treeContent = (entries: ReadonlyMap<string, TreeEntry>): Buffer =>
  Buffer.concat(
    [...entries]
      .map(([name, { mode, type, id }]) => ({
        sortKey: Buffer.from(type === 'tree' ? `${name}/` : name, 'latin1'),
        bytes: [Buffer.from(`${mode.replace(/^0+/, '')} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')],
      }))
      .toSorted((a, b) => Buffer.compare(a.sortKey, b.sortKey))
      .flatMap(({ bytes }) => bytes),
  )
