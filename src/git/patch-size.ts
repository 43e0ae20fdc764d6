import { constants, inflateSync } from 'node:zlib'
import { valueOr } from '../lib/errors.ts'
import { tryGit, type Repository } from './git.ts'

/** Maximum bytes of the files that one patch makes: more than anybody reviews, and less than the memory of a runner. */
const MAX_PATCH_BYTES = 256 << 20

const MAX_PATCH_FILES = 10_000

/** Why an untrusted patch (base64) is not applied: 2 MB can make gigabytes, which git unpacks before it looks. */
export async function problemOfPatch(
  repo: Repository,
  { onto, patch }: { onto: string; patch: string },
  maxUnpackedBytes = MAX_PATCH_BYTES,
): Promise<string | undefined> {
  if (patch === '') return undefined
  const tooLarge = `its patch would make more than ${maxUnpackedBytes >> 20} MiB`
  const input = Buffer.from(patch, 'base64')
  const lines = input.toString('latin1').split('\n')
  // Our own patches hold neither. Each line of a change begins with another character.
  if (lines.some((line) => /^(?:rename|copy) (?:from|to) /.test(line))) return 'its patch renames or copies files'
  const unpackedBytes = unpackedSize(lines, maxUnpackedBytes)
  if (unpackedBytes === undefined) return 'its patch cannot be read'
  const namedBytes = await sizeOfNamedBlobs(repo, lines)
  // Only now git may unpack it, to say which paths it changes.
  if (input.length + unpackedBytes + namedBytes > maxUnpackedBytes) return tooLarge
  const { code, stdout } = await tryGit(repo, ['apply', '--numstat', '-z', '-'], { input })
  if (code !== 0) return 'its patch cannot be read'
  const paths = stdout.split('\0').flatMap((entry) => entry.split('\t').slice(2).join('\t') || [])
  if (paths.length > MAX_PATCH_FILES) return `its patch changes more than ${MAX_PATCH_FILES} files`
  if (new Set(paths).size < paths.length) return 'its patch changes a file twice'
  const presentBytes = await sizeOfFiles(repo, onto, new Set(paths))
  return input.length + unpackedBytes + namedBytes + presentBytes > maxUnpackedBytes ? tooLarge : undefined
}

/** Unpacked size of the binary parts of a patch, by their headers. Undefined when a part cannot be read. */
function unpackedSize(lines: readonly string[], maxUnpackedBytes: number): number | undefined {
  let size = 0
  for (const [at, line] of lines.entries()) {
    const [, kind, count = ''] = /^(literal|delta) (\d{1,15})$/.exec(line) ?? []
    if (!kind) continue
    size += Number(count)
    if (size > maxUnpackedBytes) return size
    if (kind === 'delta') size += sizeAfterDelta(lines, at + 1, maxUnpackedBytes) ?? NaN
    if (Number.isNaN(size)) return undefined
  }
  return size
}

/** The size of the file that a delta makes: it begins with the sizes of the file before and after. */
function sizeAfterDelta(lines: readonly string[], from: number, maxUnpackedBytes: number): number | undefined {
  let end = from
  while (isBinaryLine(lines[end])) end += 1
  const bytes = Buffer.concat(lines.slice(from, end).map(decodeLine))
  return valueOr(() => {
    const delta = inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxUnpackedBytes })
    const before = readSize(delta, 0)
    return before && readSize(delta, before.end)?.size
  }, undefined)
}

/** A line of a binary patch: a letter for its length, then at most 52 bytes. */
const isBinaryLine = (line = ''): boolean => /^[A-Za-z][0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{5,65}$/.test(line)

/** A number in groups of seven bits, the lowest first; the highest bit of a byte says that more follow. */
function readSize(delta: Uint8Array, from: number): { size: number; end: number } | undefined {
  let size = 0
  for (let at = from; at < delta.length && at < from + 8; at++) {
    const byte = delta[at] ?? 0
    size += (byte & 0x7f) * 2 ** (7 * (at - from))
    if (byte < 0x80) return { size, end: at + 1 }
  }
  return undefined
}

/** Git's own order of the characters (`base85.c`). */
const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'

/** The bytes of a line: four in every five characters, as many as its first letter says. */
function decodeLine(line: string): Buffer {
  const code = line.charCodeAt(0)
  const length = code >= 97 ? code - 97 + 27 : code - 65 + 1
  const bytes = Buffer.alloc(Math.ceil((line.length - 1) / 5) * 4)
  for (let at = 1; at < line.length; at += 5) {
    const value = [...line.slice(at, at + 5)].reduce((sum, character) => sum * 85 + BASE85.indexOf(character), 0)
    bytes.writeUInt32BE(Math.max(0, value) % 2 ** 32, ((at - 1) / 5) * 4)
  }
  return bytes.subarray(0, Math.max(0, length))
}

/** Bytes of the existing blobs that a patch names by id: git uses them instead of the lines of the patch. */
async function sizeOfNamedBlobs(repo: Repository, lines: readonly string[]): Promise<number> {
  const ids = lines.flatMap((line) => /^index ([0-9a-f]{4,64})\.\.([0-9a-f]{4,64})/.exec(line)?.slice(1) ?? [])
  if (ids.length === 0) return 0
  const input = `${ids.join('\n')}\n`
  const { stdout } = await tryGit(repo, ['cat-file', '--batch-check=%(objectsize)'], { input })
  return sum(stdout.split('\n').map((line) => Number(/^\d+$/.exec(line)?.[0] ?? 0)))
}

/** Bytes of these files of a tree: a changed line makes git write the whole file again. */
async function sizeOfFiles(repo: Repository, tree: string, paths: ReadonlySet<string>): Promise<number> {
  const { stdout } = await tryGit(repo, ['ls-tree', '-r', '-l', '-z', '--full-tree', tree])
  const entries = stdout.split('\0').flatMap((entry) => {
    const [, size, path = ''] = /^\S+ \S+ \S+ +(\d+)\t([^]*)$/.exec(entry) ?? []
    return paths.has(path) ? Number(size) : []
  })
  return sum(entries)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
