import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Thread } from '../../decide/thread/thread.ts'
import { tryGit, type Repository } from '../../git/git.ts'
import { lazily } from '../../async.ts'
import type { AgentSession } from '../view/replay/agent-turns.ts'
import type { ReplaySource } from '../view/replay/replay-moments.ts'
import type { PublishRoom } from '../write/publish-room.ts'

// Most runs have no agent, and need none of it.
const loadTurns = lazily(() => import('../view/replay/agent-turns.ts'))
const loadPage = lazily(() => import('../view/replay/replay.ts'))

/** The commits whose changes are shown, the newest ones. A plan has at most a few dozen. */
const MOST_COMMITS = 80
/** Bytes of a transcript that are read. */
const MOST_READ = 20_000_000

/**
 * Writes `plan.html` into the folder of this run's transcripts: the plan's comments, commits and changes, and the turns
 * of the agents of this run. Where the run looked at several plans, the others have their number in the name.
 */
export async function writeReplay(
  { sources: { repo }, redact }: PublishRoom,
  thread: Thread,
  folder: string,
): Promise<void> {
  if (!existsSync(folder)) return
  const sessions = await sessionsOf(folder, thread.issue.number)
  if (sessions.length === 0) return
  const { renderReplay } = await loadPage()
  const page = renderReplay(await sourceOf(repo, thread, sessions), { redact })
  const first = join(folder, 'plan.html')
  await writeFile(existsSync(first) ? join(folder, `plan-${thread.issue.number}.html`) : first, page)
}

/** The agents that worked for an issue, by the files that are named `NUMBER-…`. */
async function sessionsOf(folder: string, issue: number): Promise<AgentSession[]> {
  const files = (await readdir(folder)).filter((name) => name.startsWith(`${issue}-`) && name.endsWith('.jsonl'))
  const { sessionOf } = await loadTurns()
  const sessions = files.map(async (name) => {
    const text = (await readFile(join(folder, name), 'utf8')).slice(0, MOST_READ)
    return sessionOf(name.slice(0, -'.jsonl'.length), text.split('\n').map(parsed))
  })
  return (await Promise.all(sessions)).filter(({ turns }) => turns.length > 0)
}

/** The last line of a run that was cut off may be half a line. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
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
