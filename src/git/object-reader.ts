import { spawn } from 'node:child_process'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { damagedStore } from '../lib/errors.ts'
import { environment, GitError, perRepository, tryGit, type Repository } from './git.ts'

/** An object of git. `size` is in bytes. `bytes` is undefined where the object is larger than the query's limit. */
type GitObject = { id: string; type: string; size: number; bytes: Buffer | undefined }

type ObjectQuery = { maxBytes: number; answer: (object: GitObject | undefined) => void; fail: (error: Error) => void }

/** Milliseconds without a query after which the `cat-file` process ends. The next query starts another. */
const IDLE_TIMEOUT = 5_000

type ObjectReader = { ask: (name: string, question: ObjectQuery) => void; hasErrors: () => boolean }

/** Cached objects of a repository, and its `cat-file` process. */
const readerState = perRepository((): { cache: Map<string, GitObject>; reader?: ObjectReader | undefined } => ({
  cache: new Map(),
}))
const MAX_CACHED_BYTES = 1 << 16
/** Maximum characters of stderr that are kept. */
const MAX_STDERR = 10_000

/**
 * Reads an object by its id or a revision, through one `git cat-file --batch` process for all. Undefined when there is
 * no such object. Throws `GitError`, and `UserError` for a damaged object.
 */
export async function readObject(repo: Repository, name: string, maxBytes = Infinity): Promise<GitObject | undefined> {
  // A query is a line, and a space ends the name in it.
  if (name === '' || /\s/.test(name)) return undefined
  const { cache: objectsByName } = readerState(repo)
  const cached = objectsByName.get(name)
  if (cached) return cached
  const reader = (readerState(repo).reader ??= startReader(repo))
  const { promise, resolve, reject } = Promise.withResolvers<GitObject | undefined>()
  reader.ask(name, { maxBytes, answer: resolve, fail: reject })
  const object = await promise
  if (!object) await throwIfDamaged(repo, name, reader)
  const isFixed = /^[0-9a-f]{40}(?:\^\{tree\})?$/.test(name)
  if (isFixed && object?.bytes && object.size <= MAX_CACHED_BYTES) objectsByName.set(name, object)
  return object
}

/** Throws `UserError` for a damaged object: `cat-file --batch` calls it missing, after a complaint on its stderr. */
async function throwIfDamaged({ gitDir, ...repo }: Repository, name: string, reader: ObjectReader): Promise<void> {
  await endOfTurn()
  if (!reader.hasErrors()) return
  const { stderr } = await tryGit({ ...repo, gitDir, workTree: gitDir }, ['cat-file', '-t', name])
  const damaged = damagedStore(stderr)
  if (damaged) throw damaged
}

function startReader(repo: Repository): ObjectReader {
  const child = spawn('git', ['cat-file', '--batch'], {
    // Not in the work tree, which may be deleted meanwhile.
    cwd: repo.gitDir,
    env: environment(repo),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const queries: ObjectQuery[] = []
  const end = (): void => {
    if (readerState(repo).reader === reader) readerState(repo).reader = undefined
    child.stdin.end()
  }
  let stderr = ''
  const fail = (): void => {
    end()
    const error =
      damagedStore(stderr.trimEnd().split('\n').at(-1) ?? '') ?? new GitError('git cat-file ended before it answered')
    for (const question of queries.splice(0)) question.fail(error)
  }
  const idle = setTimeout(end, IDLE_TIMEOUT).unref()
  // While no query is pending, the process and its pipes do not keep the run alive.
  const parts = [child, child.stdin, child.stdout, child.stderr] as readonly Partial<
    Pick<NodeJS.Timeout, 'ref' | 'unref'>
  >[]
  const reader = {
    ask(name: string, question: ObjectQuery): void {
      if (queries.push(question) === 1) for (const part of parts) part.ref?.()
      idle.refresh()
      child.stdin.write(`${name}\n`)
    },
    hasErrors: () => stderr !== '',
  }
  const answered = (): void => {
    if (queries.length === 0) for (const part of parts) part.unref?.()
  }
  child.stdout.on('data', parseReplies(queries)).on('data', answered)
  child.stderr.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-MAX_STDERR)))
  child.stdin.on('error', end)
  child.on('error', fail).on('close', fail)
  return reader
}

/** Parses the output of `cat-file --batch`: a line with id, type and size, the bytes, and a line break. */
function parseReplies(questions: ObjectQuery[]): (chunk: Buffer) => void {
  const line: Buffer[] = []
  let object: GitObject | undefined
  let bytes: Buffer[] = []
  let remaining = 0
  const begin = (header: string): void => {
    const [, id = '', type = '', size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(header) ?? []
    if (size === undefined) return questions.shift()?.answer(undefined)
    object = { id, type, size: Number(size), bytes: undefined }
    ;[bytes, remaining] = [[], object.size + 1]
  }
  /** The bytes of the object and the line break behind them. */
  const take = (part: Buffer, { size, ...head }: GitObject): void => {
    const isWanted = size <= (questions[0]?.maxBytes ?? 0)
    if (isWanted) bytes.push(part)
    remaining -= part.length
    if (remaining > 0) return
    object = undefined
    questions.shift()?.answer({ ...head, size, bytes: isWanted ? Buffer.concat(bytes).subarray(0, size) : undefined })
  }
  return (chunk) => {
    for (let rest = chunk; rest.length > 0;) {
      const end = object ? Math.min(remaining, rest.length) : rest.indexOf(10) + 1
      const part = rest.subarray(0, end || rest.length)
      rest = rest.subarray(part.length)
      if (object) take(part, object)
      else if (line.push(part) && end > 0) begin(Buffer.concat(line.splice(0)).toString().trimEnd())
    }
  }
}
