import { cachedGit, git, repositoryApart, type Repository } from './git.ts'
import { SIDE_REFS } from './side-ref.ts'
import { fetchRefs } from './remote.ts'

/** A commit of another plan: who made it, by its mail address, and its message. */
export type EarlierCommit = { id: string; mail: string; message: string }

/** Commits that are read at most, and how far back on each branch and record. */
const MOST = 2_000
const DEPTH = 50

const FORMAT = ['log', `--max-count=${MOST}`, '--format=%H%x00%ae%x00%B%x00']

/** The newest commits of the base, as far as its history was fetched. */
export const commitsOfBase = async (repo: Repository, base: string): Promise<EarlierCommit[]> =>
  commitsIn(await cachedGit(repo, [...FORMAT, base], { ids: [base] }))

/**
 * The newest commits of all plan branches, and of records, which keep those of branches that are gone or were squashed.
 * They are fetched without their files, into a repository of their own: a fetch of a part of the history would cut what
 * was fetched of ours.
 */
export async function commitsOfPlans(repo: Repository, prefix: string): Promise<EarlierCommit[]> {
  const apart = repositoryApart(repo, 'earlier')
  const refs = [`refs/heads/${prefix}issue-*`, `${SIDE_REFS}*-record`].map((pattern) => `+${pattern}:${pattern}`)
  await fetchRefs(apart, refs, { kind: 'depth', commits: DEPTH, levels: 0 })
  return commitsIn(await git(apart, [...FORMAT, '--all']))
}

function commitsIn(text: string): EarlierCommit[] {
  const fields = text.split('\0')
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, i) => ({
    id: (fields[i * 3] ?? '').trim(),
    mail: fields[i * 3 + 1] ?? '',
    message: fields[i * 3 + 2] ?? '',
  }))
}
