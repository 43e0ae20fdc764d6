import type { Executed, Proposed, Stopped } from '../fields.ts'
import { changesChecksOnly, renderKeptWork } from './kept-work.ts'
import { openPlan, type OpenPlan, type Snapshot, planOf, type StepOf } from '../../decide/next/decision.ts'
import type { Status } from '../../decide/approval/subtask-status.ts'
import { type Thread, isAnyExecuted, type ThreadWith } from '../../decide/thread/thread.ts'
import { isSettled, checksFor, wordsOf, Attempt, answersOf, proofCounts } from '../../plan/plan.ts'
import type { Subtask, PassedCheck } from '../../plan/plan.ts'
import {
  addAttempt,
  addUsageOf,
  isNewPlan,
  propose,
  record,
  recordHalt,
  saveUsage,
  type Draft,
} from '../../publish/write/journal.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { countStop, withProblem } from '../unfinished.ts'
import { ownersProposal } from './owners-of-change.ts'
import { isPushRefusal } from '../../git/push-refusal.ts'
import type { Usage } from '../../plan/usage.ts'
import { applyPatch, mergeOf, startOf, unresolvedIn } from '../../git/merge.ts'
import { changesBetweenTrees } from '../../git/objects.ts'
import { UserError } from '../../lib/errors.ts'
import { movedIntoProtected } from '../../publish/steps/finish.ts'
import { cleanSubject } from '../../publish/view/text/commit-text.ts'
import { UNSIGNED } from '../../publish/write/commit.ts'
import { inspectCommit, approvedText, changedApproved, pathsInLine, unplannedFiles } from '../../guard/check-commit.ts'
import { commandDigest } from '../../guard/command-digest.ts'
import { NOT_PLANNED } from '../../decide/thread/history.ts'
import { changedTests } from '../../guard/tests/changed-tests.ts'
import { testsOf } from '../../plan/acceptance.ts'
import type { ResultFor } from '../tasks.ts'

/** The change of an attempt for the next one, where the proposal changes checks alone and the change could be committed. */
async function keptWorkOf(
  ctx: GitHubContext,
  plan: OpenPlan,
  { subtask, result: { plan: proposed, patch } }: { subtask: Subtask; result: Proposed },
): Promise<string | undefined> {
  const { number } = subtask
  if (patch === undefined || !changesChecksOnly(planOf(plan.state), proposed, number)) return undefined
  const change = await changeOf(ctx, plan, { number, patch })
  if (change.tree === undefined || (await problemsOfChange(ctx, change, subtask)).length > 0) return undefined
  return renderKeptWork({ subtask, patch })
}

/** Commits the change of an attempt, pauses the plan for a person, or counts the attempt as failed. */
export async function publishAttempt(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step: { status }, result }: { step: StepOf<'execute'>; result: ResultFor<'execute'> },
): Promise<Thread> {
  const { number } = status.subtask
  switch (result.kind) {
    case 'stopped':
      return countAttempt(snapshot, status, result)
    case 'halted':
      return recordHalt(ctx, { ...snapshot, thread: addUsageOf(snapshot.thread, result.usage) }, result)
    case 'failed':
      return addAttempt(snapshot.thread, number, Attempt.parse(result))
    case 'proposed':
      // A proposal that changes nothing is refused: existing approvals would end the pause at once.
      return isNewPlan(snapshot, result.plan)
        ? propose(ctx, snapshot, {
            ...result,
            work: await keptWorkOf(ctx, openPlan(snapshot), { subtask: status.subtask, result }),
          })
        : failedAttempt(snapshot, number, { reason: 'The agent proposed the plan as it is.', usage: result.usage })
    case 'executed':
      return commitSubtask(ctx, openPlan(snapshot), { status, result })
  }
}

const failedAttempt = ({ thread }: Snapshot, number: number, failure: Pick<Attempt, 'reason' | 'usage'>): Thread =>
  addAttempt(thread, number, { ...failure, checks: [] })

function countAttempt({ thread, state }: Snapshot, { subtask: { number } }: Status, result: Stopped): Thread {
  const { why } = result
  const isOpen = !state.statuses.some((status) => status.subtask.number === number && isSettled(status))
  if (why === 'outdated' || (why === 'cancelled' && !isOpen)) return countStop(thread, result)
  return isOpen ? countStop(thread, result, number) : thread
}

type ChangeOnTip = Awaited<ReturnType<typeof changeOf>>

/**
 * The patch of a subtask on the tip of the branch: what it starts from, and the tree with it, unless it conflicts.
 * `approved` are the tests that no subtask may change.
 */
async function changeOf(
  { sources: { repo }, settings }: GitHubContext,
  { thread: { branch, base }, state }: Snapshot & { thread: ThreadWith<'branch'> },
  { number, patch }: { number: number; patch: string },
) {
  const { head } = branch
  const merge = await mergeOf(repo, { head, base: base.sha, wanted: state.history.merges.get(number) })
  const plan = planOf(state)
  const start = await startOf(repo, { head, merge, tests: testsOf(plan, number), ...settings })
  return { head, merge, start, tree: await applyPatch(repo, start.tree, patch), approved: plan.acceptance ?? [] }
}

type ExecutedAttempt = { status: Status; result: Executed }

/** Commits the change of an attempt, if owners and rules allow it and the plan is still the approved version. */
async function commitSubtask(
  ctx: GitHubContext,
  snapshot: OpenPlan,
  { status, result }: ExecutedAttempt,
): Promise<Thread> {
  const { subtask } = status
  const { usage } = result
  const failed = (reason: string): Thread => failedAttempt(snapshot, subtask.number, { reason, usage })
  const change = await changeOf(ctx, snapshot, { number: subtask.number, ...result })
  const ownersMissing = await ownersProposal(ctx, snapshot, { number: subtask.number, ...change })
  if (ownersMissing?.kind === 'proposal') return propose(ctx, snapshot, { ...ownersMissing, usage })
  if (ownersMissing) return failed(ownersMissing.reason)
  const problems = await problemsOfChange(ctx, change, subtask)
  if (problems.length > 0) return failed(problems.join('\n'))
  try {
    const commits = await commitOf(ctx, snapshot, { status, result, change })
    return await record(ctx, snapshot, { commits, usage })
  } catch (error) {
    if (isPushRefusal(error)) return pauseForRefusal(ctx, snapshot, { error, usage })
    if (error instanceof UserError && error.code === UNSIGNED) return failed(`${error.message} ${error.remedy}`)
    throw error
  }
}

/** Pauses the plan, red, with GitHub's words for a commit that it does not take, so that no retry pays again. */
async function pauseForRefusal(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { error, usage }: { error: UserError; usage: Usage },
): Promise<Thread> {
  const thread = addUsageOf(snapshot.thread, usage)
  const text = `${error.message} ${error.remedy}`
  try {
    const halted = await recordHalt(ctx, { ...snapshot, thread }, { reason: 'environment', text })
    return withProblem(halted, text)
  } catch (secondError) {
    if (isPushRefusal(secondError)) await saveUsage(ctx, snapshot.thread, { usage })
    throw isPushRefusal(secondError) ? error : secondError
  }
}

/** The commit of a subtask on a tip, if the plan there is still the approved one and the subtask is not done. */
async function commitOf(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { status, result, change }: ExecutedAttempt & { change: ChangeOnTip },
): Promise<(now: ThreadWith<'branch'>) => Promise<readonly Draft[] | undefined>> {
  const { state } = snapshot
  const { number, name } = status.subtask
  const { start, tree: changedTree } = change
  const changes = changedTree ? await changesBetweenTrees(ctx.sources.repo, start.tree, changedTree) : []
  const unplanned = unplannedFiles(changes, { ...status.subtask, words: wordsOf(status.subtask) })
  const draft = {
    subject: cleanSubject(result.subject, name),
    body: [
      result.patch ? result.outcome : `No file was changed: ${result.outcome}`,
      result.body,
      unplanned.length > 0 && NOT_PLANNED + pathsInLine(unplanned),
    ]
      .filter(Boolean)
      .join('\n\n'),
    trailers: { ...subtaskTrailers(snapshot, status), ...proofOf(ctx, result) },
    counts: [0, number],
  }
  return async (now) => {
    const { branch } = now
    if (branch.planFile?.blob !== state.current?.blob || isAnyExecuted(now, [number])) return undefined
    const isSame = branch.head === change.head
    const { tree, merge } = isSame ? change : await changeOf(ctx, { thread: now, state }, { number, ...result })
    if (tree === undefined) return undefined
    const passed = passedOn(ctx, result, tree)
    return [{ ...draft, trailers: { ...draft.trailers, passed }, tree: async () => tree, merges: merge }]
  }
}

/** Checks a change again: the agent side checked it, but the GitHub side does not trust that. */
async function problemsOfChange(
  { sources: { repo }, settings, redact }: GitHubContext,
  { head, merge, start, tree, approved }: ChangeOnTip,
  subtask: Subtask,
): Promise<string[]> {
  if (tree === undefined) return []
  const commands = checksFor(subtask, settings.verifyCommand)
  const planned = { files: subtask.files, words: wordsOf(subtask), commands }
  const rules = { ...settings, redact, approved: planned }
  const { problems, changes } = await inspectCommit(repo, { from: start.tree, to: tree }, rules)
  const changed = changedApproved(changes, approved)
  const about = { ...settings, ...planned }
  const tests = settings.proof === 'off' ? undefined : await changedTests(repo, { changes, to: tree }, about)
  const unresolved = await unresolvedIn(repo, tree, start.conflicts)
  const ends = { head, base: merge ?? head, tree: start.tree }
  const moved = merge === undefined ? [] : await movedIntoProtected(repo, ends, settings.protectedPaths)
  return [...problems, ...changed.map(approvedText), ...(tests?.problems ?? []), ...unresolved, ...moved.map(movedText)]
}

const movedText = (path: string): string =>
  `\`${path}\` is protected (input protected-paths), and the merge would change it. Leave the merge to people.`

/** The proofs of a change's checks, unless the input `proof` turns them off. */
const proofOf = ({ settings }: GitHubContext, { checks, brokenTests = [], brokenSet = [] }: Executed) =>
  settings.proof === 'off'
    ? {}
    : {
        proof: proofCounts(checks),
        checks: checks.map(answersOf),
        ...(brokenTests.length > 0 && { brokenTests }),
        ...(brokenSet.length > 0 && { brokenSet }),
      }

/** The checks that passed on the commit's tree. Results on another tree do not count. */
const passedOn = ({ settings }: GitHubContext, result: Executed, tree: string): PassedCheck[] =>
  settings.proof === 'off' || tree !== result.tree
    ? []
    : result.checks.slice(0, MAX_PASSED).flatMap(({ command, passed, counts }) => {
        const isRecordable = passed && Object.values(counts ?? {}).every((count) => count <= MAX_TESTS)
        return isRecordable ? [{ command: commandDigest(command), ...(counts && { counts }) }] : []
      })

const MAX_PASSED = 200
const MAX_TESTS = 999_999_999

/** Which subtask, by whose approval of which version, and who asked for the plan. */
function subtaskTrailers({ thread, state }: Snapshot, { subtask, approvals }: Status) {
  const { requester } = state.history
  const permissionOf = (login: string) => thread.people.get(login)?.permission
  return {
    subtask: subtask.number,
    ...(state.current ? { version: state.current.blob } : {}),
    approvedBy: approvals.map(({ login, comment }) => ({ login, comment, permission: permissionOf(login) })),
    ...(requester ? { coAuthor: requester } : {}),
  }
}
