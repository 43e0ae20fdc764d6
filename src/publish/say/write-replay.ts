import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Thread } from '../../decide/thread/thread.ts'
import { tryGit, type Repository } from '../../git/git.ts'
import { jsonIn } from '../../guard/json.ts'
import { lazily } from '../../async.ts'
import type { AgentSession } from '../view/replay/agent-turns.ts'
import type { ReplaySource } from '../view/replay/replay-moments.ts'
import type { PublishRoom } from '../write/publish-room.ts'

// Most runs have no agent, and need none of it.
const loadTurns = lazily(() => import('../view/replay/agent-turns.ts'))
const loadPage = lazily(() => import('../view/replay/replay.ts'))

/** The commits whose changes are shown, the newest ones. A plan has at most a few dozen. */
const MOST_COMMITS = 80
/** Bytes of one transcript that are read, and of all. */
const MOST_READ = 20_000_000
const MOST_READ_OF_ALL = 100_000_000

/** The folder of this run's transcripts, and what other jobs of it left. */
export type ReplayPlace = { transcripts: string; results: string | undefined }

/**
 * Writes `plan.html` into the folder of this run's transcripts: the plan's comments, commits and changes, and the turns
 * of the agents of this run. Of three jobs, the one that publishes writes it: the transcripts came with the results.
 * Where the run looked at several plans, the others have their number in the name.
 */
export async function writeReplay(
  { sources: { repo }, redact }: PublishRoom,
  thread: Thread,
  { transcripts: folder, results }: ReplayPlace,
): Promise<void> {
  const sessions = await sessionsOf([folder, ...(results === undefined ? [] : [results])], thread.issue.number)
  if (sessions.length === 0) return
  await mkdir(folder, { recursive: true })
  const { renderReplay } = await loadPage()
  const page = renderReplay(await sourceOf(repo, thread, sessions), { redact })
  const first = join(folder, 'plan.html')
  await writeFile(existsSync(first) ? join(folder, `plan-${thread.issue.number}.html`) : first, page)
}

/** The agents that worked for an issue. What is there twice, in a result and beside it, counts once. */
async function sessionsOf(folders: readonly string[], issue: number): Promise<AgentSession[]> {
  const files = (await Promise.all(folders.map((folder) => transcriptsIn(folder, issue)))).flat()
  const { sessionOf } = await loadTurns()
  const sessions = new Map<string, AgentSession>()
  let left = MOST_READ_OF_ALL
  for (const { id, path } of files) {
    const text = await beginningOf(path, Math.min(MOST_READ, left))
    left -= text.length
    // The last line of a run that was cut off may be half a line.
    sessions.set(id, sessionOf(id, text.split('\n').map(jsonIn)))
  }
  return [...sessions.values()].filter(({ turns }) => turns.length > 0)
}

type TranscriptFile = { id: string; path: string }

/**
 * The files that are named `NUMBER-….jsonl`. Those of other jobs are what any of their commands may have left: links are
 * not followed, and a file counts only in the folder of its own order.
 */
async function transcriptsIn(folder: string, issue: number, depth = 0): Promise<TranscriptFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const order = depth === 0 ? `${issue}-` : basename(folder)
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .filter(({ name }) => name.startsWith(`${issue}-`) && name.startsWith(order))
    .map(({ name }) => ({ id: name.slice(0, -'.jsonl'.length), path: join(folder, name) }))
  if (depth === DEEPEST) return files
  const inside = entries.filter((entry) => entry.isDirectory()).slice(0, MOST_FOLDERS)
  return [
    ...files,
    ...(await Promise.all(inside.map(({ name }) => transcriptsIn(join(folder, name), issue, depth + 1)))).flat(),
  ]
}
/** An artifact, and the order in it. */
const DEEPEST = 2
/** A matrix has at most 256 jobs. */
const MOST_FOLDERS = 256

/** The first bytes of a file as text. */
async function beginningOf(path: string, most: number): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(most, (await file.stat()).size)) })
  return buffer.toString('utf8', 0, bytesRead)
}

async function sourceOf(repo: Repository, thread: Thread, sessions: readonly AgentSession[]): Promise<ReplaySource> {
  const { issue, comments, pull, branch } = thread
  const said = [
    ...comments.map((one) => ({ ...one, place: `#${issue.number}` })),
    ...(pull?.comments ?? []).map((one) => ({ ...one, place: `#${pull?.pull.number}` })),
  ]
  const pushed = (branch?.commits ?? []).slice(-MOST_COMMITS)
  const patches = await patchesOf(
    repo,
    pushed.map(({ sha }) => sha),
  )
  const commits = pushed.map(({ sha, author, date: at, message }) => {
    return { sha, message, author: author.name, at, patch: patches.get(sha) ?? '' }
  })
  return {
    issue: { ...issue, author: issue.author.login, at: issue.createdAt },
    said: said.map(({ id, author, body, createdAt, place }) => ({
      id,
      author: author.login,
      body,
      at: createdAt,
      place,
    })),
    commits,
    sessions,
  }
}

const SHOW = ['show', '--ignore-missing', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames']

/** The changes of commits, of those that are still here, by one git process. */
async function patchesOf(repo: Repository, commits: readonly string[]): Promise<Map<string, string>> {
  if (commits.length === 0) return new Map()
  // A patch may hold any text but this one.
  const mark = `commit ${randomUUID()} `
  const { stdout } = await tryGit(repo, [...SHOW, `--format=${mark}%H`, ...commits, '--'])
  const [, ...shown] = stdout.split(mark)
  return new Map(shown.map((text) => [text.slice(0, 40), text.slice(41).trimStart()]))
}
