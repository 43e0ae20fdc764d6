import { constants } from 'node:fs'
import { lstat, mkdir, open, readlink, realpath, rename, rm, type FileHandle } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { isGitPath, isProtected, isTooLong, replaceRoot } from '../../guard/paths.ts'
import { ToolError } from '../tool.ts'

/** A directory that file tools cannot leave. Paths are relative to it; a refused one throws `ToolError`. */
export type Workspace = Awaited<ReturnType<typeof openWorkspace>>

const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Opens a workspace. `root` must exist; `protectedPaths` are globs and `planFile` a path that cannot be written. */
export async function openWorkspace(spec: {
  root: string
  /** Another absolute path that the root goes by, where commands know it by that. */
  mountPath?: string | undefined
  protectedPaths: readonly string[]
  planFile: string
}) {
  const root = await realpath(spec.root)
  const { mountPath } = spec
  const toRelative = (path: string): string => (mountPath === undefined ? path : replaceRoot(path, mountPath, '.'))
  const segmentsToRead = (path: string) => resolveExisting(root, toRelative(path))
  const segmentsToWrite = async (path: string) => {
    const segments = await resolveWithoutLinks(root, toRelative(path))
    refuseProtected(segments.join('/'), spec)
    return segments
  }
  const segmentsToTake = async (path: string) => {
    const segments = await segmentsToWrite(path)
    await resolveExisting(root, segments.join('/'))
    return segments
  }
  return {
    root,
    /** A path as one relative to the root. Does not look at the disk. */
    relative: (path: string) => segmentsInside(root, toRelative(path)).join('/'),
    /** The real, absolute path of an existing file or directory. Follows links that stay inside the root. */
    resolveForReading: async (path: string) => join(root, ...(await segmentsToRead(path))),
    /** The absolute path of a file that may be written and need not exist. Refuses every link on the way. */
    resolveForWriting: async (path: string) => join(root, ...(await segmentsToWrite(path))),
    read: async (path: string) => readAt(root, await segmentsToRead(path)),
    /** Writes a file and creates its directories. An existing file keeps its mode. */
    write: async (path: string, content: string | Uint8Array) => writeAt(root, await segmentsToWrite(path), content),
    remove: async (path: string) => removeAt(root, await segmentsToTake(path)),
    move: async (from: string, to: string) => moveAt(root, await segmentsToTake(from), await segmentsToWrite(to)),
  }
}

function segmentsInside(root: string, path: string): string[] {
  if (isTooLong(path)) throw new ToolError('The path has more than 4,096 bytes; no system takes that.')
  if (path.includes('\0')) throw new ToolError('The path holds a NUL character.')
  const inside = isAbsolute(path) ? relative(root, path) : path
  const segments = inside.split('/').filter((name) => name !== '' && name !== '.')
  if (segments.includes('..') || isAbsolute(inside)) {
    throw new ToolError(`\`${path}\` is outside the repository; paths are relative to its root.`)
  }
  if (isGitPath(inside)) throw new ToolError(`\`${path}\` belongs to git and cannot be read or written.`)
  return segments
}

/** The names along the real path of an existing file or directory inside the root. Throws `ToolError` otherwise. */
async function resolveExisting(root: string, path: string): Promise<string[]> {
  const segments = segmentsInside(root, path)
  const real = await realpath(join(root, ...segments)).catch((error: unknown) => {
    throw asToolError(path, error)
  })
  if (real !== root && !real.startsWith(root + sep)) {
    throw new ToolError(`\`${path}\` is a link that leads outside the repository.`)
  }
  const found = segmentsInside(root, relative(root, real))
  const stats = await lstat(real)
  if (!stats.isFile() && !stats.isDirectory()) throw notRegular(path)
  return found
}

/** What a model is told of errors of the file system, after the path. */
const PROBLEMS = new Map<unknown, string>([
  ['ENOENT', 'does not exist.'],
  ['ENOTDIR', 'does not exist: a name on the way is a file, not a directory.'],
  ['ELOOP', 'is a link that cannot be followed.'],
  ['EACCES', 'cannot be opened: permission denied.'],
])

function asToolError(path: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENAMETOOLONG') return new ToolError('The path is too long.')
  const problem = PROBLEMS.get(code)
  return problem === undefined ? error : new ToolError(`\`${path}\` ${problem}`)
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const notRegular = (path: string): ToolError =>
  new ToolError(`\`${path}\` is neither a file nor a directory, but a device, pipe or socket.`)

/** The names along a path to write to. Links are refused, because they could lead to a protected path. */
async function resolveWithoutLinks(root: string, path: string): Promise<string[]> {
  const segments = segmentsInside(root, path)
  if (segments.length === 0 || path.endsWith('/')) throw new ToolError(`\`${path}\` is a directory; name a file.`)
  for (const [i] of segments.entries()) {
    const current = join(root, ...segments.slice(0, i + 1))
    const stats = await lstat(current).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw asToolError(path, error)
    })
    if (!stats) break
    if (stats.isSymbolicLink()) {
      const target = await readlink(current)
      throw new ToolError(`\`${path}\` goes through a symbolic link to \`${target}\`; write to the path itself.`)
    }
    const isLast = i === segments.length - 1
    if (isLast && stats.isDirectory()) throw new ToolError(`\`${path}\` is a directory; name a file.`)
    if (isLast && !stats.isFile()) throw notRegular(path)
    if (!isLast && !stats.isDirectory()) throw new ToolError(`\`${path}\` lies below a file, not below a directory.`)
  }
  return segments
}

function refuseProtected(path: string, spec: { protectedPaths: readonly string[]; planFile: string }): void {
  if (isProtected(path, [spec.planFile]))
    throw new ToolError(`\`${path}\` is the approved plan and cannot be changed; propose a change of the plan instead.`)
  if (isProtected(path, spec.protectedPaths))
    throw new ToolError(`\`${path}\` is protected (input protected-paths) and cannot be changed; leave it to people.`)
}

const { O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/**
 * The path of a name in an open directory, which replaces `openat(2)` in Node. Between the check of a path and its
 * use, a command may replace a directory by a link. Opening one name at a time, from the root, does not follow it.
 */
const entryPath = (directory: FileHandle, name: string): string => `/proc/self/fd/${directory.fd}/${name}`

/** Calls `use` with the open directory that holds the last name. `create` creates missing directories. */
async function inDirectory<T>(
  root: string,
  { segments, create }: { segments: readonly string[]; create?: boolean },
  use: (directory: FileHandle, name: string) => Promise<T>,
): Promise<T> {
  const names = [...segments]
  const last = names.pop() ?? '.'
  let directory = await open(root, O_RDONLY | O_DIRECTORY)
  try {
    for (const name of names) {
      if (create) await mkdir(entryPath(directory, name)).catch(ignoreExisting)
      const next = await open(entryPath(directory, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      await directory.close()
      directory = next
    }
    return await use(directory, last)
  } catch (error) {
    throw asToolError(segments.join('/'), error)
  } finally {
    await directory.close()
  }
}

const ignoreExisting = (error: unknown): void => {
  if (codeOf(error) !== 'EEXIST') throw error
}

function readAt(root: string, segments: readonly string[]): Promise<Buffer> {
  const path = segments.join('/') || '.'
  return inDirectory(root, { segments }, async (directory, name) => {
    // Without O_NONBLOCK, a pipe put there in the meantime would block forever.
    await using file = await open(entryPath(directory, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    const stats = await file.stat()
    if (stats.isDirectory()) throw new ToolError(`\`${path}\` is a directory; list_files shows what it holds.`)
    if (!stats.isFile()) throw notRegular(path)
    if (stats.size > MAX_FILE_BYTES)
      throw new ToolError(`\`${path}\` has ${stats.size} bytes, more than tools take (10 MiB).`)
    return file.readFile()
  })
}

function writeAt(root: string, segments: readonly string[], content: string | Uint8Array): Promise<void> {
  const path = segments.join('/')
  if (Buffer.byteLength(content) > MAX_FILE_BYTES) throw new ToolError(`\`${path}\` would be larger than 10 MiB.`)
  return inDirectory(root, { segments, create: true }, async (directory, name) => {
    await using file = await open(entryPath(directory, name), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666)
    if (!(await file.stat()).isFile()) throw notRegular(path)
    await file.truncate()
    await file.writeFile(content)
  })
}

const removeAt = (root: string, segments: readonly string[]): Promise<void> =>
  inDirectory(root, { segments }, (directory, name) => rm(entryPath(directory, name)))

async function moveAt(root: string, from: readonly string[], to: readonly string[]): Promise<void> {
  await inDirectory(root, { segments: to, create: true }, async (directory, name) => {
    const existing = await lstat(entryPath(directory, name)).catch(() => undefined)
    if (existing) throw new ToolError(`\`${to.join('/')}\` exists already; delete it first.`)
    await inDirectory(root, { segments: from }, (source, oldName) =>
      rename(entryPath(source, oldName), entryPath(directory, name)),
    )
  })
}
