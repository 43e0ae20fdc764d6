import { hash } from 'node:crypto'
import { commitSide, readSide, sideCommit, type SideRef } from './side-ref.ts'
import type { Repository } from './git.ts'
import type { RefUpdate } from './remote.ts'
import type { Commit } from './git-commit.ts'

// A mail address is no signature: whoever may push can commit under ours. So every push of ours also says, in a ref of
// its own, which commits are ours. It is pushed together with them, or before GitHub makes them for us.

const listOf = (issue: number): SideRef => ({ kind: 'commits', issue })

/** What a commit of ours is known by before GitHub makes it, and after a rebase. GitHub may change white space. */
export const commitKey = (branch: string, message: string): string =>
  hash('sha256', JSON.stringify([branch, message.replace(/\s+/g, ' ').trim()]))

/** A line of the list. One without `sha` was announced before GitHub made the commit, if it ever did. */
type Listed = { key: string; sha?: string; branch?: string }

async function listedCommits(repo: Repository, issue: number): Promise<Listed[] | undefined> {
  const text = await readSide(repo, listOf(issue))
  return text?.split('\n').flatMap(readLine)
}

function readLine(line: string): Listed[] {
  const [key = '', sha, branch] = line.split(' ')
  if (key === '') return []
  return [sha === undefined || branch === undefined ? { key } : { key, sha, branch }]
}

const lineOf = ({ key, sha, branch }: Listed): string => `${[key, sha, branch].filter(Boolean).join(' ')}\n`

/** Our commits on a branch, and the ids of those that were there and are no more. */
type OwnCommits<C> = { own: ReadonlySet<C>; missing: readonly string[] }

/** The listed commits of a branch: each key as often as listed, so that a copied message counts for nothing. */
export async function ownCommitsAmong<C extends Pick<Commit, 'message'>>(
  repo: Repository,
  { issue, name, commits }: { issue: number; name: string; commits: readonly C[] },
): Promise<OwnCommits<C> | undefined> {
  const listed = await listedCommits(repo, issue)
  if (!listed) return undefined
  const left = Map.groupBy(listed, ({ key }) => key)
  const own = commits.filter(({ message }) => left.get(commitKey(name, message))?.shift() !== undefined)
  const missing = [...left.values()].flat().filter(({ branch }) => branch === name)
  return { own: new Set(own), missing: missing.flatMap(({ sha }) => sha ?? []) }
}

type NewOwnCommits = {
  branch: string
  /** The commits that are pushed. Without ids they are announced before GitHub makes them. */
  made: readonly Listed[]
  /** Our commits that are on the branch; undefined where it is new. */
  present: readonly { key: string; sha: string }[] | undefined
  /** Commits that are not there any more, and stay on the list. */
  missing: readonly string[]
  author: Commit['author']
}

/**
 * The list with these commits, to be pushed after the one that was fetched, so that no push needs force. Without one it
 * begins with what counted as ours before. What went from the branch is left out, unless it is still `missing`.
 */
export async function addOwnCommits(
  repo: Repository,
  issue: number,
  { branch, made, present = [], missing, author }: NewOwnCommits,
): Promise<RefUpdate & { to: string }> {
  const before = (await listedCommits(repo, issue)) ?? present
  const stays = (one: Listed): boolean => one.branch !== branch || missing.includes(one.sha ?? '')
  const there = present.map((one) => ({ ...one, branch }))
  const known = [...there, ...made.filter(({ sha }) => sha !== undefined)]
  const keys = new Set(known.map(({ key }) => key))
  const listed = [...before.filter((one) => stays(one) && !keys.has(one.key)), ...there, ...made]
  return commitSide(repo, listOf(issue), {
    from: await sideCommit(repo, listOf(issue)),
    text: listed.map(lineOf).join(''),
    message: `Our commits for #${issue}\n`,
    author,
  })
}
