import type { Snapshot, State } from '../../decide/next/decision.ts'
import { type Sources, permitted } from '../../observe/sources.ts'
import type { CommonInput, ComparedBase, Topic } from '../fields.ts'
import type { Thread, PlanPull, PlanBranch } from '../../decide/thread/thread.ts'
import { parsePlan } from '../../plan/markdown.ts'
import type { Remark } from '../../plan/plan.ts'
import { baselineIn } from '../../decide/thread/planning-notes.ts'
import { commandDigest } from '../../guard/command-digest.ts'
import { extractImages } from './images.ts'
import { parseComments } from '../../decide/thread/people.ts'
import { shorten } from '../../lib/shorten.ts'
import { commonAncestor, tryGit, type Repository } from '../../git/git.ts'
import { READABLE_DIFF } from '../../git/objects.ts'
import { fetchRefs } from '../../git/remote.ts'
import { homeCommit } from '../../git/side-ref.ts'

/** What an input is built from: a snapshot of the plan, sources to read more, and the fields of every input. */
export type Gathering = Snapshot & { sources: Sources; shared: Omit<CommonInput, 'id'> }

export const finishedSubtasks = ({ statuses }: State): { number: number; outcome: string }[] =>
  statuses.flatMap(({ state, subtask, text }) => (state === 'done' ? [{ number: subtask.number, outcome: text }] : []))

/** The base that the branch merged last, and the checks that passed there: a finished plan is compared with it. */
export async function baseToCompare(
  repo: Repository,
  { branch, base }: Thread,
  merge?: string,
): Promise<ComparedBase | undefined> {
  const commit = merge ?? (branch && (await commonAncestor(repo, branch.head, base.sha)))
  if (commit === undefined) return undefined
  const drafted = baselinePassed(branch)
  return { base: commit, passed: drafted?.base === commit ? drafted.passed : [] }
}

/** The commit that a plan's branch starts from, and the command that passed there while the plan was drafted. */
export function baselinePassed(branch: PlanBranch | undefined): ComparedBase | undefined {
  const baseline = baselineIn(branch?.commits)
  const base = branch?.commits[0]?.parents[0]
  if (!baseline?.passed || base === undefined) return undefined
  return { base, passed: [{ command: commandDigest(baseline.command), counts: baseline.counts }] }
}

/** The request of the `/plan` that the branch answers. */
export function requestOf({ history, comments }: State): string {
  const planComment = comments.issue.find((one) => String(one.id) === history.request)
  return planComment?.command.kind === 'plan' ? planComment.command.request : ''
}

/** Every number that a version gave to a subtask. Until a commit names one, a new draft starts at 1 again. */
export function usedNumbers({ branch }: Thread, { isNewDraft = false } = {}): { number: number; name: string }[] {
  if (!branch) return []
  const named = branch.commits.findIndex((commit) => commit.entry?.trailers.subtask !== undefined)
  if (isNewDraft && named < 0) return []
  const newestDraft = branch.commits.findLastIndex(
    ({ entry }, i) => entry?.trailers.request !== undefined && (named < 0 || i < named),
  )
  const positions = new Map(branch.commits.map(({ sha }, i) => [sha, i]))
  const since = [...branch.texts].filter(
    ([blob]) => (positions.get(branch.commitOfPlanBlob.get(blob) ?? '') ?? 0) >= newestDraft,
  )
  const subtasks = since.flatMap(([, text]) => parsePlan(text).plan?.subtasks ?? [])
  const used = new Map(subtasks.map(({ number, name }) => [number, name]))
  return [...used].map(([number, name]) => ({ number, name }))
}

/** Maximum number of comments of an issue, and of characters of its text, for a model. */
const MAX_COMMENTS = 30
const TEXT_LIMIT = 32_000

/** The issue and its comments by people with write permission, without commands. Images of `asked` come first. */
export async function topicOf(
  sources: Sources,
  thread: Thread,
  asked: string,
): Promise<{ topic: Topic; request: string }> {
  const { issue } = thread
  const plain = parseComments('issue', thread.comments, thread.bot).filter(({ command }) => command.kind === 'nothing')
  const [comments, pull] = await Promise.all([
    permitted(sources.forge, thread, plain.slice(-MAX_COMMENTS)),
    readPullRequest(sources, thread),
  ])
  const { texts, images } = await extractImages([asked, issue.body, ...comments.map(({ body }) => body)], {
    ...sources.repo,
    rendered: () => sources.forge.rendered(issue.number),
  })
  const [request = '', body = '', ...bodies] = texts
  const textAt = (i: number): string => shorten(bodies[i] ?? '', TEXT_LIMIT)
  return {
    request,
    topic: {
      number: issue.number,
      title: issue.title,
      body: shorten(body, TEXT_LIMIT),
      comments: [
        ...comments.map(({ id, author }, i) => ({ id, author: author.login, text: textAt(i) })),
        ...(pull?.remarks ?? []),
      ],
      change: pull?.change,
      images: images.length > 0 ? images : undefined,
    },
  }
}

/** Maximum characters of a diff for the planner. Its tools show the rest. */
const CHANGE_LIMIT = 40_000
const MAX_REMARKS = 30

async function readPullRequest(
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
  const remarks = [...reviews, ...lines].filter(({ body, verdict }) => body !== '' || verdict !== undefined)
  const fromPeople = remarks.filter(({ author }) => author.type === 'User')
  return { change, remarks: (await permitted(forge, thread, fromPeople)).slice(-MAX_REMARKS).map(asRemark) }
}

function asRemark({ id, author, body, location, verdict }: PlanPull['remarks'][number]): Remark {
  const where = location ? `${location.path}${location.line === undefined ? '' : `:${location.line}`}` : 'review'
  const words = [verdict?.replace('_', ' '), body].filter(Boolean).join(': ')
  return { id, author: author.login, text: `(${where}) ${words}` }
}

const TARGET = 'refs/mt/target'

/** The diff of the branch since its merge base with the target, as `git diff` prints it. */
async function changeSince({ repo, base }: Sources, thread: Thread, target: string): Promise<string> {
  const head = thread.base.sha
  const isOther = target !== base && (await fetchRefs(repo, [`+refs/heads/${target}:${TARGET}`], { kind: 'new' }))
  const home = await homeCommit(repo)
  const from =
    (isOther ? await commonAncestor(repo, TARGET, head) : undefined) ??
    (home === undefined ? undefined : await commonAncestor(repo, home, head))
  if (from === undefined) return ''
  const { stdout } = await tryGit(repo, ['diff-tree', ...READABLE_DIFF, from, head])
  return shorten(stdout, CHANGE_LIMIT)
}
