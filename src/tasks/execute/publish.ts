import type { Executed } from '../fields.ts'
import type { Failed, Proposed, Stopped } from '../fields.ts'
import { changesChecksOnly, renderKeptWork } from './kept-work.ts'
import { openPlan, type OpenPlan, type Snapshot, planOf, type StepOf } from '../../decide/next/decision.ts'
import type { Status } from '../../decide/approval/subtask-status.ts'
import { inThisRun, type Thread, isAnyExecuted, type ThreadWith } from '../../decide/thread/thread.ts'
import {
  isSettled,
  checksFor,
  wordsOf,
  type AcceptanceTest,
  type Attempt,
  type Subtask,
  answersOf,
  proofCounts,
  type PassedCheck,
} from '../../plan/plan.ts'
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
import { applyPatch, mergeOf, startOf, unresolvedIn, type BaseMerge } from '../../git/merge.ts'
import { UserError } from '../../lib/errors.ts'
import type { Trailers } from '../../decide/thread/trailers.ts'
import { movedIntoProtected } from '../../publish/steps/finish.ts'
import { cleanSubject } from '../../publish/view/text/commit-text.ts'
import { UNSIGNED } from '../../publish/write/commit.ts'
import {
  commitRules,
  inspectCommit,
  approvedText,
  changedApproved,
  pathsInLine,
  unplannedFiles,
} from '../../guard/check-commit.ts'
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
  const failed = (reason: string): Thread =>
    addAttempt(snapshot.thread, number, { reason, checks: [], usage: result.usage })
  switch (result.kind) {
    case 'stopped':
      return countAttempt(snapshot, status, result)
    case 'halted':
      return recordHalt(ctx, { ...snapshot, thread: addUsageOf(snapshot.thread, result.usage) }, result)
    case 'failed':
      return addAttempt(snapshot.thread, number, attemptOf(result))
    case 'proposed':
      // A proposal that changes nothing is refused: existing approvals would end the pause at once.
      return isNewPlan(snapshot, result.plan)
        ? propose(ctx, snapshot, {
            ...result,
            work: await keptWorkOf(ctx, openPlan(snapshot), { subtask: status.subtask, result }),
          })
        : failed('The agent proposed the plan as it is.')
    case 'executed': {
      const plan = openPlan(snapshot)
      const change = await changeOf(ctx, plan, { number, ...result })
      const ownersMissing = await ownersProposal(ctx, plan, { status, change })
      if (ownersMissing?.kind === 'proposal') return propose(ctx, plan, { ...ownersMissing, usage: result.usage })
      return ownersMissing ? failed(ownersMissing.reason) : commitSubtask(ctx, plan, { status, result, change })
    }
  }
}

const attemptOf = ({ reason, checks, usage, gaveUp }: Failed): Attempt => ({
  reason,
  checks,
  usage,
  ...(gaveUp && { gaveUp }),
})

function countAttempt({ thread, state }: Snapshot, { subtask: { number } }: Status, result: Stopped): Thread {
  const { why } = result
  const isOpen = !state.statuses.some((status) => status.subtask.number === number && isSettled(status))
  if (why === 'outdated' || (why === 'cancelled' && !isOpen)) return countStop(thread, result)
  return isOpen ? countStop(thread, result, number) : thread
}

/** The patch of a subtask on the tip of the branch: what it starts from, and the tree with it, unless it conflicts. */
type ChangeOnTip = {
  head: string
  merge: string | undefined
  start: BaseMerge
  tree: string | undefined
  /** The approved tests, which no subtask may change. */
  approved: readonly AcceptanceTest[]
}

async function changeOf(
  { sources: { repo }, settings }: GitHubContext,
  { thread: { branch, base }, state }: Snapshot & { thread: ThreadWith<'branch'> },
  { number, patch }: { number: number; patch: string },
): Promise<ChangeOnTip> {
  const { head } = branch
  const merge = await mergeOf(repo, { head, base: base.sha, wanted: state.history.merges.get(number) })
  const plan = planOf(state)
  const start = await startOf(repo, { head, merge, tests: testsOf(plan, number), ...settings })
  return { head, merge, start, tree: await applyPatch(repo, start.tree, patch), approved: plan.acceptance ?? [] }
}

/** Commits the change of an attempt, if it has no problems and the plan is still the approved version. */
async function commitSubtask(ctx: GitHubContext, snapshot: Snapshot, spec: SubtaskCommit): Promise<Thread> {
  const { status, result, change } = spec
  const { number } = status.subtask
  const failed = (reason: string): Thread =>
    addAttempt(snapshot.thread, number, { reason, checks: [], usage: result.usage })
  const problems = await problemsOfChange(ctx, change, status.subtask)
  if (problems.length > 0) return failed(problems.join('\n'))
  try {
    const unplanned = await unplannedOf(ctx, change, status.subtask)
    return await record(ctx, snapshot, {
      commits: commitOf(ctx, snapshot, { ...spec, unplanned }),
      usage: result.usage,
    })
  } catch (error) {
    if (isPushRefusal(error)) return pauseForRefusal(ctx, snapshot, { error, usage: result.usage })
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
    return inThisRun(halted, withProblem(halted, error))
  } catch (secondError) {
    if (isPushRefusal(secondError)) await saveUsage(ctx, snapshot.thread, { usage })
    throw isPushRefusal(secondError) ? error : secondError
  }
}

type SubtaskCommit = { status: Status; result: Executed; change: ChangeOnTip }

const unplannedOf = async (
  { sources: { repo } }: GitHubContext,
  { start, tree }: ChangeOnTip,
  subtask: Subtask,
): Promise<string[]> =>
  tree === undefined
    ? []
    : unplannedFiles(repo, { from: start.tree, to: tree }, { ...subtask, words: wordsOf(subtask) })

/** The commit of a subtask on a tip, if the plan there is still the approved one and the subtask is not done. */
function commitOf(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { status, result, change, unplanned }: SubtaskCommit & { unplanned: readonly string[] },
): (now: ThreadWith<'branch'>) => Promise<readonly Draft[] | undefined> {
  const { state } = snapshot
  const { number, name } = status.subtask
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
  const words = wordsOf(subtask)
  const range = { from: start.tree, to: tree }
  const { problems } = await inspectCommit(repo, range, commitRules(settings, { ...subtask, words }, redact))
  const changed = await changedApproved(repo, range, approved)
  const commands = checksFor(subtask, settings.verifyCommand)
  const testRules = { ...settings, files: subtask.files, words, commands }
  const aboutTests = settings.proof === 'off' ? [] : (await changedTests(repo, range, testRules)).problems
  const unresolved = await unresolvedIn(repo, tree, start.conflicts)
  const ends = { head, base: merge ?? head, tree: start.tree }
  const moved = merge === undefined ? [] : await movedIntoProtected(repo, ends, settings.protectedPaths)
  return [...problems, ...changed.map(approvedText), ...aboutTests, ...unresolved, ...moved.map(movedText)]
}

const movedText = (path: string): string =>
  `\`${path}\` is protected (input protected-paths), and the merge would change it. Leave the merge to people.`

/** The proofs of a change's checks, unless the input `proof` turns them off. */
const proofOf = (
  { settings }: GitHubContext,
  { checks, brokenTests = [], brokenSet = [] }: Executed,
): Pick<Trailers, 'proof' | 'checks' | 'brokenTests' | 'brokenSet'> =>
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
