import { z } from 'zod'
import type { GitHub } from '../../fakes/github/github.ts'
import { ALWAYS, AT_REST, type Life } from '../../test/invariants.ts'
import { awaitsApproval, executedIn, isDone, journalOf, planIn } from '../../test/oracle.ts'
import { readTranscripts } from '../transcripts.ts'
import { PLAN_FILE } from './people.ts'
import { sessionOf, type AgentSession } from '../replay-page/agent-turns.ts'
import type { Commit, Phase, Promised, Pull, Said, View } from './view.ts'

/** The one issue of the stage. */
export const ISSUE = 1

/** Pictures of patches are for people: the patch that is saved is whole. */
const LONGEST_PATCH = 40_000

const Issue = z.object({
  ...{ number: z.number(), title: z.string(), body: z.string().nullish(), state: z.string() },
  user: z.object({ login: z.string() }),
})

type Looker = {
  issue(): Promise<View['issue']>
  pull(): Promise<Pull | undefined>
  plan(branch: string): Promise<View['plan']>
  commits(pull: Pull): Promise<Commit[]>
  changes(pull: Pull): Promise<string>
}

/** Plans are on `plan/issue-N`; `/doctor` opens a pull request of its own beside them, and closes it. */
export const isOfPlan = ({ branch }: { branch: string }): boolean => branch.startsWith('plan/issue-')

/** Reads what the embedded GitHub holds. `isEdited` tells which comments people have edited. */
export function lookerAt(github: GitHub, isEdited: (id: number) => boolean): Looker {
  const patches = new Map<string, string>()
  const patchOf = async (sha: string): Promise<string> => {
    const known = patches.get(sha)
    if (known !== undefined) return known
    const patch = (await github.git(['show', '--format=', '--no-color', sha])).slice(0, LONGEST_PATCH)
    patches.set(sha, patch)
    return patch
  }
  const changesTo = async (head: string): Promise<string> => {
    const range = `${await github.sha('refs/heads/main')}...${head}`
    const known = patches.get(range)
    if (known !== undefined) return known
    const changes = (await github.git(['diff', '--no-color', range, ...NOT_THE_PLAN])).slice(0, 4 * LONGEST_PATCH)
    patches.set(range, changes)
    return changes
  }
  // What is merged is no difference any more: it stays as it was.
  const last: { commits: Commit[]; changes: string } = { commits: [], changes: '' }
  const commentsOf = async (number: number): Promise<Said[]> =>
    (await github.commentsOf(number)).map(({ id, user, body = '', created_at: at, updated_at: updatedAt }) => ({
      ...{ id, author: user?.login ?? '', body, at, updatedAt, edited: isEdited(id) },
      reactions: github.reactionsOf(id).map(({ content }) => content),
    }))
  const remarksOf = async (number: number): Promise<Said[]> =>
    (await github.reviewCommentsOf(number)).map(
      ({ id, user, body, path, line, pull_request_review_id: review, created_at: at }) => ({
        ...{ id, author: user.login, body, at, on: { path, line, review: review ?? id }, edited: false },
        reactions: github.reactionsOf(id).map(({ content }) => content),
      }),
    )
  const reviewsOf = async (number: number): Promise<Said[]> =>
    (await github.reviewsOf(number)).map(({ id, user, body, state, submitted_at: at }) => ({
      ...{ id, author: user.login, body, at, edited: false, reactions: [] },
      requestsChanges: state === 'CHANGES_REQUESTED',
    }))
  return {
    issue: async () => {
      const { user, ...issue } = Issue.parse(await github.issue(ISSUE))
      return { ...issue, body: issue.body ?? '', author: user.login, comments: await commentsOf(ISSUE) }
    },
    pull: async () => {
      const found = (await github.pulls()).findLast(isOfPlan)
      if (!found) return undefined
      const { number, title, body, state, draft, merged, branch } = found
      const reviews = (await reviewsOf(number)).filter(({ requestsChanges }) => requestsChanges)
      const said = [...(await commentsOf(number)), ...reviews, ...(await remarksOf(number))]
      const comments = said.sort((a, b) => a.at.localeCompare(b.at) || a.id - b.id)
      return { number, title, body, state, draft, merged, branch, comments }
    },
    plan: async (branch) => {
      const text = await github.file(`refs/heads/${branch}`, 'PLAN.md')
      if (text === undefined) return undefined
      return { text, blob: (await github.git(['rev-parse', `refs/heads/${branch}:PLAN.md`])).slice(0, 16) }
    },
    commits: async ({ branch, merged }) => {
      if (merged) return last.commits
      if (!(await github.sha(`refs/heads/${branch}`))) return []
      last.commits = await Promise.all(
        (await github.commits(branch)).map(async ({ sha, subject, message, author, trailers }) => ({
          ...{ sha, subject, author: author.name, at: author.date, trailers },
          ...{ body: bodyOf(message), patch: await patchOf(sha) },
        })),
      )
      return last.commits
    },
    changes: async ({ branch, merged }) => {
      const head = merged ? undefined : await github.sha(`refs/heads/${branch}`)
      if (!merged) last.changes = head ? await changesTo(head) : ''
      return last.changes
    },
  }
}

const NOT_THE_PLAN = ['--', '.', `:!${PLAN_FILE}`]

/** What a message says between its subject and its trailers. */
const bodyOf = (message: string): string =>
  message
    .split('\n\n')
    .slice(1)
    .filter((part) => !/^[A-Z][\w-]+: /.test(part))
    .join('\n\n')

type Moment = { isBusy: boolean; isCutOff: boolean; isMerged: boolean }

/** Where a plan stands, by what is on its branch. */
export function phaseOf({ thread }: Life, { isBusy, isCutOff, isMerged }: Moment): Phase {
  const { pull } = thread
  if (!pull) return isBusy ? 'plan' : 'ask'
  if (isMerged) return 'merged'
  if (isDone(thread)) return 'done'
  if (pull.pull.state !== 'open') return 'closed'
  if (isBusy) return 'work'
  if (isCutOff) return 'killed'
  return awaitsApproval(thread, 1) ? 'approve' : 'halted'
}

/** What was carried out so far. */
export const carriedOut = ({ thread }: Life): number => executedIn(thread).length

/** The numbers of the subtasks that are done and stand, of those skipped or taken back, and of those still to be settled. */
export function standing({ thread }: Life): { done: number[]; gone: number[]; left: number[] } {
  const states = new Map<number, 'done' | 'gone'>()
  for (const { subtask, state } of journalOf(thread)) {
    if (subtask === undefined) continue
    if (state === undefined) states.set(subtask, 'done')
    else if (state === 'abandoned') states.set(subtask, 'gone')
  }
  const numbers = (planIn(thread)?.subtasks ?? []).map(({ number }) => number)
  const of = (wanted: 'done' | 'gone'): number[] =>
    [...states].flatMap(([number, state]) => (state === wanted ? [number] : []))
  return {
    done: of('done'),
    gone: of('gone'),
    left: isDone(thread) ? [] : numbers.filter((number) => !states.has(number)),
  }
}

/** What must hold of every plan, and what of it does not. More of it must hold when nobody has anything more to do. */
export const promisesOf = (life: Life, isAtRest: boolean): Promised[] =>
  [...ALWAYS, ...(isAtRest ? AT_REST : [])].map(({ name, broken }) => ({ name, broken: broken(life) }))

/** The agents of all runs, the first one first. */
export async function sessionsIn(folder: string): Promise<AgentSession[]> {
  const transcripts = [...(await readTranscripts(folder))]
  const started = (lines: readonly { at: string }[]): string => lines[0]?.at ?? ''
  return transcripts
    .filter(([file, lines]) => lines.length > 0 && !/-doctor-/.test(file))
    .sort(([, a], [, b]) => started(a).localeCompare(started(b)))
    .map(([file, lines]) => ({ ...sessionOf(/([^/]+)\.jsonl$/.exec(file)?.[1] ?? file, lines), id: file }))
}
