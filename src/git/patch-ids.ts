import { git, type Repository, commonAncestor, isPartOf } from './git.ts'

/** By what a change is known wherever it is applied: of each commit after `from` up to `to`, merges left out. */
async function patchIdsOf(repo: Repository, from: string, to: string): Promise<Map<string, string>> {
  const patches = await git(repo, ['log', '-p', '--no-merges', '--full-index', '--format=commit %H', `${from}..${to}`])
  return idsIn(await git(repo, ['patch-id', '--stable'], { input: patches }))
}

/** The patch id of all changes between two commits as one. Undefined when there are none. */
async function patchIdBetween(repo: Repository, from: string, to: string): Promise<string | undefined> {
  const patch = await git(repo, ['diff-tree', '-p', '--full-index', from, to])
  return [...idsIn(await git(repo, ['patch-id', '--stable'], { input: `${patch}\n` })).values()][0]
}

const idsIn = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [id = '', commit = ''] = line.split(' ')
      return id === '' ? [] : [[commit, id]]
    }),
  )

async function patchIdsSince(repo: Repository, head: string, tip: string): Promise<string[]> {
  const fork = await commonAncestor(repo, head, tip)
  return fork === undefined ? [] : [...(await patchIdsOf(repo, fork, tip)).values()]
}

type Kept = { head: string; subtasks: readonly { commit: string | null }[] }

/** Where a plan's commits are: on its branch, on the base, or on either with new ids after rebase or squash. */
export async function placeOfCommits(
  repo: Repository,
  { head, subtasks }: Kept,
  { base, branch }: { base: string; branch: string | undefined },
): Promise<{ seen: string; wrong?: string }> {
  if (branch !== undefined && (await isPartOf(repo, head, branch))) return { seen: 'on the branch of the plan' }
  if (await isPartOf(repo, head, base)) return { seen: 'on the base branch' }
  const before = await commonAncestor(repo, base, head)
  if (before === undefined) return { seen: 'the base branch', wrong: 'the plan and the base have no commit in common' }
  const tips = await Promise.all([base, branch ?? base].map((tip) => patchIdsSince(repo, head, tip)))
  const there = new Set(tips.flat())
  const whole = await patchIdBetween(repo, before, head)
  if (whole === undefined) return { seen: 'the plan changes nothing' }
  if (there.has(whole)) return { seen: 'as one commit on the base branch, with the same change' }
  const own = await patchIdsOf(repo, before, head)
  const missing = subtasks.flatMap(({ commit }) => {
    const id = commit === null ? undefined : own.get(commit)
    return commit === null || id === undefined || there.has(id) ? [] : [`\`${commit.slice(0, 7)}\``]
  })
  return missing.length === 0
    ? { seen: 'one by one on the base branch or the branch of the plan, with the same changes' }
    : { seen: 'branch and base', wrong: `no commit there makes the change of ${missing.join(', ')}` }
}
