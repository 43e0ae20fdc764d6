import { applyPatch } from '../git/objects.ts'
import { startOf, unresolvedIn, unresolvedText } from '../git/merge.ts'
import { mergeOf } from '../observe/merge-of.ts'
import { UserError } from '../errors.ts'
import { numberIn, type JournalEntry, type Trailers } from '../decide/trailers.ts'
import type { ResultOf } from '../work/order.ts'
import { movedIntoProtected } from './moved-files.ts'
import { planSeen } from './plan-seen.ts'
import { subtaskTrailers } from './subtask-trailers.ts'
import type { Status } from '../decide/status.ts'
import type { Thread } from '../decide/thread.ts'
import { addUsage } from '../plan/usage.ts'
import { cleanCommitBody, cleanSubject, indented } from './view/commit-text.ts'
import type { PublishRoom } from './room.ts'
import { commitAndPush, UNSIGNED, type BranchUpdate } from './commit.ts'
import { problemsOfCommit } from '../guard/check-commit.ts'
import type { Attempt, Check } from '../plan/evidence.ts'
import type { StepOf } from '../decide/step.ts'
import type { Snapshot, State } from '../decide/state.ts'
import { addAttempt, usageOf, forgetAttempts, hasMoved } from './attempts.ts'

/** Commits the change of an attempt, if it has no problems and the plan is still the approved version. */
export async function commitSubtask(
  room: PublishRoom,
  snapshot: Snapshot,
  spec: { status: Status; result: ResultOf<'executed'> },
): Promise<Thread> {
  const { thread, state } = snapshot
  const { status, result } = spec
  const { number } = status.subtask
  const failed = (reason: string): Thread => addAttempt(thread, number, { reason, checks: [], usage: result.usage })
  const merge = await mergeOf(room.sources.repo, { thread, history: state.history }, number)
  const problems = await problemsOfPatch(room, snapshot, { patch: result.patch, merge })
  if (problems.length > 0) return failed(problems.join('\n'))
  const entry = {
    subject: cleanSubject(result.subject, status.subtask.name),
    body: cleanCommitBody(
      [result.patch ? result.outcome : `No file was changed: ${result.outcome}`, result.body]
        .filter(Boolean)
        .join('\n\n'),
    ),
    trailers: {
      ...subtaskTrailers(snapshot, status, addUsage(usageOf(thread, number, result.usage), usageOf(thread, 0))),
      ...runOf(room),
    },
  }
  try {
    const commits = commitOf(room, { state, number, patch: result.patch, merge, entry })
    const after = await commitAndPush(room, thread, { branch: thread.branch?.name ?? '', commits })
    // What no longer fits was paid for all the same, and no commit says so.
    return hasMoved(thread, after)
      ? forgetAttempts(after, [0, number])
      : addAttempt(after, 0, { reason: '', checks: [], usage: result.usage })
  } catch (error) {
    if (error instanceof UserError && error.code === UNSIGNED) return failed(`${error.message} ${error.remedy}`)
    throw error
  }
}

type MergingPatch = { patch: string; merge: string | undefined }
type SubtaskCommit = MergingPatch & { state: State; number: number; entry: JournalEntry }

/** The commit of a subtask on a tip, as long as the plan there is the approved one, and the subtask is not done. */
const commitOf =
  (
    { sources, settings }: PublishRoom,
    { state, number, patch, merge, entry }: SubtaskCommit,
  ): BranchUpdate['commits'] =>
  async ({ branch }) => {
    const isApproved =
      branch?.planFile?.blob === state.current?.blob &&
      !branch?.commits.some((commit) => commit.entry?.trailers.subtask === number && !commit.entry.trailers.state)
    if (!isApproved) return undefined
    const start = await startOf(sources.repo, { head: branch?.head ?? '', merge, ...settings })
    const tree = await applyPatch(sources.repo, start.tree, patch)
    return tree === undefined ? undefined : [{ entry, tree: async () => tree, merges: merge }]
  }

/** Checks the patch again. The model's room checked it too, but GitHub's room does not rely on that. */
export async function problemsOfPatch(
  { sources, settings, redact }: PublishRoom,
  { thread }: Snapshot,
  { patch, merge }: MergingPatch,
): Promise<string[]> {
  const head = thread.branch?.head ?? ''
  const start = await startOf(sources.repo, { head, merge, ...settings })
  const tree = await applyPatch(sources.repo, start.tree, patch)
  if (tree === undefined) return []
  const problems = await problemsOfCommit(sources.repo, { from: start.tree, to: tree }, { ...settings, redact })
  const unresolved = await unresolvedIn(sources.repo, tree, start.conflicts)
  const ends = { head, base: merge ?? head, tree: start.tree }
  const moved = merge === undefined ? [] : await movedIntoProtected(sources.repo, ends, settings.protectedPaths)
  return [...problems, ...unresolved.map(unresolvedText), ...moved.map(movedText)]
}

const movedText = (path: string): string =>
  `\`${path}\` is protected (input protected-paths), and the merge would change it. Leave the merge to people.`

/** The run that this is, so that people find its log from the subtask. */
function runOf({ sources }: PublishRoom): Pick<Trailers, 'run'> {
  const run = numberIn(sources.own.run)
  return run === undefined ? {} : { run }
}

/** Records that all attempts at a subtask failed, with the evidence. */
export async function recordFailure(
  room: PublishRoom,
  { thread, state }: Snapshot,
  { status }: StepOf<'fail'>,
): Promise<Thread> {
  const { number, name } = status.subtask
  const attempts = thread.thisRun.attempts.get(number) ?? []
  const entry = {
    subject: cleanSubject(`Subtask ${number} failed: ${name}`),
    body: cleanCommitBody(evidenceOf(attempts)),
    trailers: {
      issue: thread.issue.number,
      subtask: number,
      state: 'failed' as const,
      attempts: status.attempts,
      usage: addUsage(usageOf(thread, number), usageOf(thread, 0)),
      seen: planSeen(thread, state),
    },
  }
  return forgetAttempts(
    await commitAndPush(room, thread, { branch: thread.branch?.name ?? '', commits: async () => [{ entry }] }),
    [0, number],
  )
}

/** The last failure first, in one line; then every attempt with the commands that failed. */
function evidenceOf(attempts: readonly Attempt[]): string {
  const last = attempts.at(-1)?.reason.split('\n')[0] ?? 'It was stopped in the middle.'
  return [
    last,
    ...attempts.map((attempt, i) =>
      [`Attempt ${i + 1}: ${reasonOf(attempt)}`, ...attempt.checks.map(checkText)].join('\n'),
    ),
  ].join('\n\n')
}

/** Its lines after the first are output, too. */
const reasonOf = ({ reason }: Attempt): string => {
  const [first = '', ...rest] = reason.split('\n')
  return [first, ...(rest.length > 0 ? [indented(rest.join('\n'))] : [])].join('\n')
}

const checkText = ({ command, exit, tail }: Check): string => `$ ${command} (${exit})\n${indented(tail)}`

const isAnyExecuted = ({ branch }: Thread, numbers: readonly number[]): boolean =>
  (branch?.commits ?? []).some(({ entry }) => !entry?.trailers.state && numbers.includes(entry?.trailers.subtask ?? 0))

/** Abandons the subtask of a `/skip`, and those that depend on it, with its reason. */
export async function skip(room: PublishRoom, { thread, state }: Snapshot, step: StepOf<'skip'>): Promise<Thread> {
  const { id, author } = step.comment
  const [first] = step.comment.command.kind === 'skip' ? [step.comment.command.number] : step.numbers
  const reason = step.reason || `skipped by ${author.login}`
  const order = [first, ...step.numbers.filter((number) => number !== first)].flatMap((number) => number ?? [])
  const drafts = order.map((number) => ({
    entry: {
      subject: `Abandon subtask ${number}`,
      body: cleanCommitBody(number === first ? reason : `skipped with subtask ${first}: ${reason}`),
      trailers: {
        issue: thread.issue.number,
        subtask: number,
        state: 'abandoned' as const,
        command: id,
        ...(thread.thisRun.attempts.has(number) ? { usage: usageOf(thread, number) } : {}),
        seen: planSeen(thread, state, [step]),
      },
    },
  }))
  const branch = thread.branch?.name ?? ''
  // What was executed meanwhile is not skipped: a record of that would say that it was taken back.
  const commits: BranchUpdate['commits'] = async (now) => (isAnyExecuted(now, order) ? undefined : drafts)
  return forgetAttempts(await commitAndPush(room, thread, { branch, commits }), order)
}
