import { spawn } from 'node:child_process'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { damagedStore } from '../lib/errors.ts'
import { environment, GitError, perRepository, tryGit, type Repository } from './git.ts'

/** An object as git stores it. `size` is in bytes. `bytes` is left out where there are more than were asked for. */
type GitObject = { id: string; type: string; size: number; bytes: Buffer | undefined }

type ObjectQuery = { most: number; answer: (object: GitObject | undefined) => void; fail: (error: Error) => void }

/** Milliseconds without a question after which a reader ends. The next question starts another. */
const IDLE = 5_000

type ObjectReader = { ask: (name: string, question: ObjectQuery) => void; hasComplained: () => boolean }

/** What was read of a repository, and what reads there. */
const store = perRepository((): { known: Map<string, GitObject>; reader?: ObjectReader | undefined } => ({
  known: new Map(),
}))
const MAX_KNOWN = 1 << 16
/** Characters of what git says of its failure. */
const MOST_SAID = 10_000

/**
 * Reads an object by its id or another name of it, by one process for all. Undefined where none is. Throws `GitError`,
 * and `UserError` for a damaged object.
 */
export async function readObject(repo: Repository, name: string, most = Infinity): Promise<GitObject | undefined> {
  // A question is a line, and what follows a space in it is no name.
  if (name === '' || /\s/.test(name)) return undefined
  const { known } = store(repo)
  const before = known.get(name)
  if (before) return before
  const reader = (store(repo).reader ??= startReader(repo))
  const { promise, resolve, reject } = Promise.withResolvers<GitObject | undefined>()
  reader.ask(name, { most, answer: resolve, fail: reject })
  const object = await promise
  if (!object) await refuseDamaged(repo, name, reader)
  const isFixed = /^[0-9a-f]{40}(?:\^\{tree\})?$/.test(name)
  if (isFixed && object?.bytes && object.size <= MAX_KNOWN) known.set(name, object)
  return object
}

/** Throws `UserError` for a damaged object: `cat-file --batch` calls it missing, after a complaint on its stderr. */
async function refuseDamaged({ gitDir, ...repo }: Repository, name: string, reader: ObjectReader): Promise<void> {
  await endOfTurn()
  if (!reader.hasComplained()) return
  const { stderr } = await tryGit({ ...repo, gitDir, workTree: gitDir }, ['cat-file', '-t', name])
  const damaged = damagedStore(stderr)
  if (damaged) throw damaged
}

function startReader(repo: Repository): ObjectReader {
  const child = spawn('git', ['cat-file', '--batch'], {
    // The work tree may go meanwhile.
    cwd: repo.gitDir,
    env: environment(repo),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const questions: ObjectQuery[] = []
  const end = (): void => {
    if (store(repo).reader === reader) store(repo).reader = undefined
    child.stdin.end()
  }
  let said = ''
  const fail = (): void => {
    end()
    const error =
      damagedStore(said.trimEnd().split('\n').at(-1) ?? '') ?? new GitError('git cat-file ended before it answered')
    for (const question of questions.splice(0)) question.fail(error)
  }
  const idle = setTimeout(end, IDLE).unref()
  // A run waits for an answer, and never for a reader that has none to give.
  const parts = [child, child.stdin, child.stdout, child.stderr] as readonly Partial<
    Pick<NodeJS.Timeout, 'ref' | 'unref'>
  >[]
  const reader = {
    ask(name: string, question: ObjectQuery): void {
      if (questions.push(question) === 1) for (const part of parts) part.ref?.()
      idle.refresh()
      child.stdin.write(`${name}\n`)
    },
    hasComplained: () => said !== '',
  }
  const answered = (): void => {
    if (questions.length === 0) for (const part of parts) part.unref?.()
  }
  child.stdout.on('data', answersTo(questions)).on('data', answered)
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-MOST_SAID)))
  child.stdin.on('error', end)
  child.on('error', fail).on('close', fail)
  return reader
}

/** Parses the output of `cat-file --batch`: a line with id, type and size, the bytes, and a line break. */
function answersTo(questions: ObjectQuery[]): (chunk: Buffer) => void {
  const line: Buffer[] = []
  let object: GitObject | undefined
  let bytes: Buffer[] = []
  let left = 0
  const begin = (header: string): void => {
    const [, id = '', type = '', size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(header) ?? []
    if (size === undefined) return questions.shift()?.answer(undefined)
    object = { id, type, size: Number(size), bytes: undefined }
    ;[bytes, left] = [[], object.size + 1]
  }
  /** The bytes of the object and the line break behind them. */
  const take = (part: Buffer, { size, ...head }: GitObject): void => {
    const isWanted = size <= (questions[0]?.most ?? 0)
    if (isWanted) bytes.push(part)
    left -= part.length
    if (left > 0) return
    object = undefined
    questions.shift()?.answer({ ...head, size, bytes: isWanted ? Buffer.concat(bytes).subarray(0, size) : undefined })
  }
  return (chunk) => {
    for (let rest = chunk; rest.length > 0;) {
      const end = object ? Math.min(left, rest.length) : rest.indexOf(10) + 1
      const part = rest.subarray(0, end || rest.length)
      rest = rest.subarray(part.length)
      if (object) take(part, object)
      else if (line.push(part) && end > 0) begin(Buffer.concat(line.splice(0)).toString().trimEnd())
    }
  }
}
