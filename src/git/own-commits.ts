import { createHash } from 'node:crypto'
import { conversationRef, ownCommitsCommit } from './plan-refs.ts'
import type { Repository } from './git.ts'
import type { RefUpdate } from './remote.ts'
import { commitTree, entryAt, readBlob, writeTree, type Commit } from './objects.ts'

// A mail address is no signature: whoever may push can commit under ours. So every push of ours also says, in a ref of
// its own, which commits are ours. It is pushed together with them, or before GitHub makes them for us.

const FILE = 'commits'

/** The ref on the server that lists our commits for an issue. */
export const ownCommitsRef = (issue: number): string => `${conversationRef(issue)}-commits`

/**
 * What a commit of ours is known by: the branch that it was made for, and its message. It is known before GitHub makes
 * the commit, and holds when somebody rebases the branch. White space counts as one blank, since GitHub may change it.
 */
export const commitKey = (branch: string, message: string): string =>
  createHash('sha256')
    .update(JSON.stringify([branch, message.replace(/\s+/g, ' ').trim()]))
    .digest('hex')

/** The keys of our commits for an issue, as often as each was made. Undefined when there is no list. */
async function listedKeys(repo: Repository, issue: number): Promise<string[] | undefined> {
  const commit = await ownCommitsCommit(repo, issue)
  const file = commit === undefined ? undefined : await entryAt(repo, commit, FILE)
  return file && (await readBlob(repo, file.id)).split('\n').filter(Boolean)
}

/**
 * The commits of a branch that the list says are ours, oldest first: each key as often as it is listed, so that a copy
 * of one of our messages counts for nothing. Undefined when there is no list, as for plans of earlier releases.
 */
export async function ownCommitsAmong<C extends Pick<Commit, 'message'>>(
  repo: Repository,
  { issue, name, commits }: { issue: number; name: string; commits: readonly C[] },
): Promise<ReadonlySet<C> | undefined> {
  const keys = await listedKeys(repo, issue)
  if (!keys) return undefined
  const left = new Map([...Map.groupBy(keys, String)].map(([key, all]) => [key, all.length]))
  return new Set(
    commits.filter(({ message }) => {
      const key = commitKey(name, message)
      const times = left.get(key) ?? 0
      left.set(key, times - 1)
      return times > 0
    }),
  )
}

/**
 * The list with these keys, to be pushed after the one that was fetched, so that no push needs force. Without one it
 * begins with the keys of commits that counted as ours `before`.
 */
export async function addOwnCommits(
  repo: Repository,
  issue: number,
  { keys, before, author }: { keys: readonly string[]; before: readonly string[]; author: Commit['author'] },
): Promise<RefUpdate & { to: string }> {
  const parent = await ownCommitsCommit(repo, issue)
  const listed = (await listedKeys(repo, issue)) ?? before
  const to = await commitTree(repo, {
    tree: await writeTree(repo, { [FILE]: [...listed, ...keys].map((key) => `${key}\n`).join('') }),
    parents: parent === undefined ? [] : [parent],
    message: `Our commits for #${issue}\n`,
    author,
  })
  return { ref: ownCommitsRef(issue), to }
}
