import { cachedGit, type Repository, commonAncestor, isPartOf } from '../../git/git.ts'
import type { Commit } from '../../git/git-commit.ts'
import { changesBetweenTrees } from '../../git/objects.ts'
import type { BaseChange, BranchCommit } from '../../decide/thread/thread.ts'
import { pathMatcher } from '../../guard/globs.ts'
import type { Plan } from '../../plan/plan.ts'

type Written = { base: string; commits: readonly BranchCommit[]; origin: string; plan: Plan }

/** Maximum number of files, and of commits of each. Approvers read no more. */
const MOST_FILES = 20
const MOST_COMMITS = 5

/** What the base changed, since the plan was written, in files that it names. Often known without git. */
export async function baseChangesSince(repo: Repository, written: Written): Promise<BaseChange[]> {
  const { base, commits, origin, plan } = written
  if (followsBase(commits, base)) return []
  const named = plan.subtasks.flatMap(({ files }) => files.map(pathMatcher))
  // A version that resolves a merge was written with that commit of the base in view.
  const inView = commits.findLast(({ entry }) => entry?.trailers.merge)?.entry?.trailers.merge?.base
  const isThere = inView !== undefined && (await isPartOf(repo, inView, base))
  const fork = isThere ? inView : await commonAncestor(repo, base, origin)
  if (named.length === 0 || fork === undefined || fork === base) return []
  const changed = (await changesBetweenTrees(repo, fork, base)).map(({ path }) => path)
  const paths = changed.filter((path) => named.some((isNamed) => isNamed(path))).slice(0, MOST_FILES)
  return Promise.all(paths.map(async (path) => ({ path, commits: await commitsOf(repo, { fork, base }, path) })))
}

/** Whether the commits form a line that starts at the tip of the base. */
export const followsBase = (commits: readonly Pick<Commit, 'parents'>[], base: string): boolean =>
  commits[0]?.parents[0] === base && commits.every(({ parents }) => parents.length === 1)

async function commitsOf(
  repo: Repository,
  { fork, base }: { fork: string; base: string },
  path: string,
): Promise<BaseChange['commits']> {
  const args = ['log', `--max-count=${MOST_COMMITS}`, '--format=%H%x00%s', `${fork}..${base}`, '--', path]
  const lines = (await cachedGit(repo, args, { ids: [fork, base] })).split('\n').filter(Boolean)
  return lines.map((line) => {
    const [sha = '', subject = ''] = line.split('\0')
    return { sha, subject }
  })
}
