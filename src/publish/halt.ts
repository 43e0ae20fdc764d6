import { treeWith } from '../git/objects.ts'
import type { HaltReason } from '../decide/trailers.ts'
import type { ResultOf } from '../work/order.ts'
import { planFileOf } from './plan-file.ts'
import { planSeen } from './plan-seen.ts'
import type { Status } from '../decide/status.ts'
import { withWritten, type Thread } from '../decide/thread.ts'
import { addUsage } from '../plan/usage.ts'
import { cleanCommitBody, cleanSubject } from './view/commit-text.ts'
import { type PublishRoom, viewOf } from './room.ts'
import { commitAndPush } from './commit.ts'
import type { Halt } from '../decide/facts.ts'
import { sayOnce } from './say.ts'
import { haltNote } from './view/halt.ts'
import type { Snapshot } from '../decide/state.ts'
import { forgetAttempts, usageOf } from './attempts.ts'

/**
 * Records that a run stopped in the middle of subtasks, with their attempts and usage, or just other usage. That counts
 * once.
 */
export async function recordInterruption(
  room: PublishRoom,
  snapshot: Snapshot,
  statuses: readonly (Status | undefined)[],
): Promise<Thread> {
  const { thread } = snapshot
  const drafts = statuses.map((status, i) => ({ entry: interruptionOf(snapshot, status, i === 0) }))
  const numbers = [0, ...statuses.flatMap((status) => status?.subtask.number ?? [])]
  const branch = thread.branch?.name ?? ''
  return forgetAttempts(await commitAndPush(room, thread, { branch, commits: async () => drafts }), numbers)
}

function interruptionOf({ thread, state }: Snapshot, status: Status | undefined, isFirst: boolean) {
  const number = status?.subtask.number
  const numbers = [...(isFirst ? [0] : []), ...(number === undefined ? [] : [number])]
  return {
    subject: number === undefined ? 'Look at the plan' : `Stop in the middle of subtask ${number}`,
    body: '',
    trailers: {
      issue: thread.issue.number,
      ...(status && number !== undefined ? { subtask: number, attempts: status.attempts } : {}),
      state: 'in_progress' as const,
      usage: addUsage(...numbers.map((one) => usageOf(thread, one))),
      seen: planSeen(thread, state),
    },
  }
}

/** Records that the plan waits for a person, with all usage that is not recorded yet. */
export async function recordHalt(room: PublishRoom, { thread, state }: Snapshot, reason: HaltReason): Promise<Thread> {
  const begun = [...thread.thisRun.attempts.keys()]
  const entry = {
    subject: reason === 'budget' ? 'Halt: the budget is spent' : 'Halt: the run could not go on',
    body: '',
    trailers: {
      issue: thread.issue.number,
      state: 'halted' as const,
      reason,
      usage: addUsage(...begun.map((number) => usageOf(thread, number))),
      seen: planSeen(thread, state),
    },
  }
  return forgetAttempts(
    await commitAndPush(room, thread, { branch: thread.branch?.name ?? '', commits: async () => [{ entry }] }),
    begun,
  )
}

/** Asks for a new run of this workflow, which continues from the branch. */
export async function continueInNextRun({ sources, workflow }: PublishRoom, thread: Thread): Promise<Thread> {
  const number = String(thread.pull?.pull.number ?? thread.issue.number)
  const taken = await sources.forge.dispatch({ ...workflow, inputs: { number } })
  const problem =
    'GitHub refused to start the next run; give the workflow `permissions: actions: write` and the trigger `workflow_dispatch` with an input `number`.'
  const problems = taken ? thread.thisRun.problems : [...thread.thisRun.problems, problem]
  const asked = withWritten(thread, { dispatches: 1 })
  return { ...asked, thisRun: { ...asked.thisRun, continued: taken ? 'asked' : 'refused', problems } }
}

/** Halts the plan for a change that an agent proposed, and writes the changed plan, which needs a new approval. */
export async function propose(
  room: PublishRoom,
  snapshot: Snapshot,
  { plan, reason, usage }: ResultOf<'proposed'>,
): Promise<Thread> {
  const { thread, state } = snapshot
  const begun = [...thread.thisRun.attempts.keys()]
  const shared = { issue: thread.issue.number, seen: planSeen(thread, state) }
  const halt = {
    subject: 'Halt: a change of the plan is proposed',
    body: cleanCommitBody(reason),
    trailers: {
      ...shared,
      state: 'halted' as const,
      reason: 'change' as const,
      usage: addUsage(usage, ...begun.map((number) => usageOf(thread, number))),
    },
  }
  const change = {
    subject: cleanSubject(`Propose a change: ${plan.title}`),
    body: cleanCommitBody(reason),
    trailers: shared,
  }
  const tree = (parent: string) =>
    treeWith(room.sources.repo, parent, { path: room.settings.planFile, text: planFileOf(room, plan) })
  const version = thread.branch?.planFile?.blob
  const after = await commitAndPush(room, thread, {
    branch: thread.branch?.name ?? '',
    commits: async (now) =>
      now.branch?.planFile?.blob === version ? [{ entry: halt }, { entry: change, tree }] : undefined,
  })
  return forgetAttempts(after, begun)
}

/** Posts why the plan waits, the evidence, and the commands to go on. */
export const tellHalt = (
  room: PublishRoom,
  { thread }: Snapshot,
  { key, halt }: { key: string; halt: Halt },
): Promise<Thread> => sayOnce(room, thread, { place: 'pull', key, text: haltNote(viewOf(room, thread), halt) })
