import { commonAncestor, tryGit } from '../../git/git.ts'
import { READABLE } from '../../git/objects.ts'
import { fetchRefs } from '../../git/remote.ts'
import { homeRef } from '../../git/side-ref.ts'
import { shorten } from '../../lib/shorten.ts'
import { permitted, type Sources } from '../../observe/sources.ts'
import type { PlanPull, Thread } from '../../decide/thread/thread.ts'
import type { Remark } from '../../plan/plan.ts'

/** Maximum characters of a diff for the planner. Its tools show the rest. */
const CHANGE_LIMIT = 40_000
const MOST_REMARKS = 30

/** The diff and the reviews of a person's pull request, for the planner. */
export async function ofTheirPull(
  sources: Sources,
  thread: Thread,
): Promise<{ change: string; remarks: Remark[] } | undefined> {
  const { forge } = sources
  const pull = thread.issue.isPull ? await forge.pull(thread.issue.number) : undefined
  if (!pull) return undefined
  const [reviews, lines, change] = await Promise.all([
    forge.reviews(pull.number),
    pull.lineComments === 0 ? [] : forge.lineComments(pull.number),
    changeSince(sources, thread, pull.base),
  ])
  const said = [...reviews, ...lines].filter(({ body, verdict }) => body !== '' || verdict !== undefined)
  const byPeople = said.filter(({ author }) => author.type === 'User')
  return { change, remarks: (await permitted(forge, thread, byPeople)).slice(-MOST_REMARKS).map(asRemark) }
}

function asRemark({ id, author, body, place, verdict }: PlanPull['remarks'][number]): Remark {
  const where = place ? `${place.path}${place.line === undefined ? '' : `:${place.line}`}` : 'review'
  const told = [verdict?.replace('_', ' '), body].filter(Boolean).join(': ')
  return { id, author: author.login, text: `(${where}) ${told}` }
}

const TARGET = 'refs/mt/target'

/** The diff of the branch since its merge base with the target, as `git diff` prints it. */
async function changeSince({ repo, base }: Sources, thread: Thread, target: string): Promise<string> {
  const head = thread.base.sha
  const isOther = target !== base && (await fetchRefs(repo, [`+refs/heads/${target}:${TARGET}`], { kind: 'new' }))
  const from =
    (isOther ? await commonAncestor(repo, TARGET, head) : undefined) ?? (await commonAncestor(repo, homeRef, head))
  if (from === undefined) return ''
  const { stdout } = await tryGit(repo, ['diff-tree', ...READABLE, from, head])
  return shorten(stdout, CHANGE_LIMIT)
}
