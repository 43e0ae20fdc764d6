import { asMap } from '../lib/async.ts'
import type { Commit } from './git-commit.ts'
import { cachedGit, type Repository } from './git.ts'
import { entryAt } from './objects.ts'
import { readObject } from './store/object-reader.ts'

type Range = { base: string; head: string }

/** Commits that are followed one by one. For more, one process of git is quicker. */
const MAX_CHAIN = 64

/** The commits of `base..head`, oldest first. Throws `GitError`. */
export const commitsBetween = async (repo: Repository, range: Range): Promise<Commit[]> =>
  (await chainBetween(repo, range)) ?? loggedBetween(repo, range)

/** The commits of a linear history, read one by one down to the base. Undefined where a commit is a merge. */
async function chainBetween(repo: Repository, { base, head }: Range): Promise<Commit[] | undefined> {
  const chain: Commit[] = []
  for (let id = head; id !== base;) {
    const commit = chain.length < MAX_CHAIN ? await readCommit(repo, id) : undefined
    const [parent, ...others] = commit?.parents ?? []
    if (!commit || parent === undefined || others.length > 0) return undefined
    chain.push(commit)
    id = parent
  }
  return chain.reverse()
}

async function loggedBetween(repo: Repository, { base, head }: Range): Promise<Commit[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%cI%x00%B%x00'
  const args = ['log', '--reverse', '--topo-order', format, `${base}..${head}`]
  const fields = (await cachedGit(repo, args, { ids: [base, head] })).split('\0')
  const commits: Commit[] = []
  for (let i = 0; i + 5 < fields.length; i += 6) {
    const [sha = '', parents = '', name = '', email = '', date = '', message = ''] = fields.slice(i, i + 6)
    commits.push({
      sha: sha.trim(),
      parents: parents.split(' ').filter(Boolean),
      author: { name, email },
      date,
      message,
    })
  }
  return commits
}

/** A commit by its whole id; undefined where `git log` has to read it: it is absent, or in an unusual form. */
export async function readCommit(repo: Repository, id: string): Promise<Commit | undefined> {
  const object = /^[0-9a-f]{40}$/.test(id) ? await readObject(repo, id, MAX_COMMIT) : undefined
  if (object?.type !== 'commit' || !object.bytes) return undefined
  const text = object.bytes.toString()
  const end = text.indexOf('\n\n')
  const head = text.slice(0, end)
  const [, name, email] = /^author (.*) <(.*)> \d+ [+-]\d{4}$/m.exec(head) ?? []
  const [, seconds, sign, hours, minutes] = /^committer .*> (\d{1,11}) ([+-])(\d\d)(\d\d)$/m.exec(head) ?? []
  if (end < 0 || name === undefined || email === undefined || seconds === undefined) return undefined
  if (/^encoding /m.test(head) || /[\0\ufffd]/.test(text)) return undefined
  const zone = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60
  const there = new Date((Number(seconds) + zone) * 1000).toISOString().slice(0, 19)
  return {
    sha: id,
    parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, parent = '']) => parent),
    author: { name, email },
    date: `${there}${sign}${hours}:${minutes}`,
    message: text.slice(end + 2),
  }
}

/** Bytes of a commit that is read by itself. */
const MAX_COMMIT = 1 << 16

/** The blobs that commits, oldest first, brought to a file, each with the last commit that did. Throws `GitError`. */
export async function blobsOf(
  repo: Repository,
  commits: readonly Commit[],
  path: string,
): Promise<Map<string, string>> {
  const ids = new Set(commits.flatMap(({ sha, parents }) => [sha, ...parents]))
  const entries = await asMap(ids, (id) => entryAt(repo, id, path))
  const blobs = new Map<string, string>()
  for (const { sha, parents } of commits) {
    const now = entries.get(sha)
    const before = parents.length > 0 ? parents.map((parent) => entries.get(parent)) : [undefined]
    const isBrought = before.some((entry) => entry?.id !== now?.id || entry?.mode !== now?.mode)
    if (isBrought && now?.mode.startsWith('100')) blobs.set(now.id, sha)
  }
  return blobs
}
