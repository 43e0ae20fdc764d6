import { mergeBase } from '../../git/git.ts'
import { treeOf } from '../../git/objects.ts'
import { readSide } from '../../git/side-ref.ts'
import type { ModelStep, StepOf } from '../../decide/next/step.ts'
import { folderInstructionsOf, instructionsOf } from '../instructions.ts'
import { extractImages } from './images.ts'
import type { InputOf, FinishedSubtask, TaskInput } from '../../plan/order/order.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { isSettled, type Plan } from '../../plan/plan.ts'
import type { Snapshot, State } from '../../decide/next/snapshot.ts'
import { mergeOf } from './merge-of.ts'
import { checkPlanPath } from './plan-path.ts'
import type { Status } from '../../decide/approval/subtask-status.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { triedTests } from '../../decide/thread/tried-tests.ts'
import { imagesOf, topicOf } from './topic.ts'
import { noUsage } from '../../plan/usage.ts'
import { ownBase, type Sources } from '../sources.ts'
import type { PassedThere } from '../../plan/evidence.ts'
import type { Attempt } from '../../plan/attempt.ts'

/** The order for a step: all that the model's room needs to know, and nothing that reaches GitHub. */
export async function inputFor(sources: Sources, { thread, state }: Snapshot, step: ModelStep): Promise<TaskInput> {
  const shared = await sharedOf(sources, { thread, state })
  switch (step.kind) {
    case 'draft': {
      const [{ topic, request }] = await Promise.all([
        topicOf(sources, thread, step.request),
        checkPlanPath(sources, thread),
      ])
      // A new draft starts from the base, not from the plan that it replaces.
      return {
        ...shared,
        kind: 'draft',
        id: `${shared.number}-draft-${step.via.replaceAll(/[^A-Za-z0-9]/g, '-')}`,
        head: thread.base.sha,
        topic,
        request,
        used: usedNumbers(thread, 'draft'),
      }
    }
    case 'revise':
      return revisionOrder(sources, { thread, state }, { step, shared })
    case 'ask':
      return { ...shared, ...(await questionOrder(sources, { thread, state }, step)) }
    case 'doctor':
      return { ...shared, kind: 'doctor', id: `${shared.number}-doctor-${step.comment.id}`, comment: step.comment.id }
    case 'review':
      return {
        ...shared,
        kind: 'review',
        id: `${shared.number}-review-${step.after}`,
        plan: planOf(state),
        finished: finishedOf(state),
        frozen: frozenOf(state),
        used: usedNumbers(thread, 'revise'),
      }
    case 'look':
      return { ...shared, ...(await lookOrder(sources, { thread, state }, shared)) }
    case 'recheck':
      return { ...shared, ...recheckOrder(state, step) }
    case 'accept':
      return { ...shared, ...acceptOrder(state, { ...step, issue: shared.number }) }
    case 'execute': {
      const { subtask } = step.status
      const [merge, passed] = await Promise.all([
        mergeOf(sources.repo, { head: shared.head, base: thread.base.sha, history: state.history }, subtask.number),
        passedAt(sources, state, shared.head),
      ])
      const input = subtaskOrder({ thread, state }, step.status)
      return { ...shared, ...input, ...(merge === undefined ? {} : { merge }), ...passed }
    }
  }
}

/** What every order has. */
async function sharedOf(sources: Sources, { thread, state }: Snapshot): Promise<Shared> {
  const base = await ownBase(sources, thread)
  const [instructions, folders] = await Promise.all([
    instructionsOf(sources.repo, base),
    folderInstructionsOf(sources.repo, base),
  ])
  return {
    allowance: state.allowance,
    number: thread.issue.number,
    head: thread.branch?.head ?? thread.base.sha,
    ...(instructions ? { instructions } : {}),
    ...(folders.length > 0 ? { folders } : {}),
  }
}

type Shared = Pick<TaskInput, 'number' | 'head' | 'instructions' | 'folders' | 'allowance'>

async function revisionOrder(
  sources: Sources,
  { thread, state }: Snapshot,
  { step, shared }: { step: Extract<ModelStep, { kind: 'revise' }>; shared: Shared },
): Promise<InputOf<'revise'>> {
  const side = { kind: 'conversation', issue: thread.issue.number } as const
  const conversation = step.fresh ? undefined : await readSide(sources.repo, side, CONVERSATION_LIMIT)
  const newest = Math.max(...step.remarks.map(({ id }) => id))
  const { topic, request } = await topicOf(sources, thread, requestOf(state))
  const feedback = await extractImages(
    step.remarks.map(({ text }) => text),
    {
      ...sources.repo,
      before: topic.images?.length ?? 0,
      rendered: () =>
        sources.forge.rendered(thread.pull?.pull.number ?? thread.issue.number, thread.pull !== undefined),
    },
  )
  return {
    ...shared,
    kind: 'revise',
    id: `${shared.number}-revise-${newest}`,
    topic,
    request,
    version: state.versions.at(-1)?.version ?? 1,
    plan: planOf(state),
    frozen: frozenOf(state),
    feedback: step.remarks.map((remark, i) => ({ ...remark, text: feedback.texts[i] ?? '' })),
    ...imagesOf(feedback.images),
    ...(step.merge ? { merge: step.merge } : {}),
    used: usedNumbers(thread, 'revise'),
    ...(step.fix ? { checks: step.fix.checks.failed.slice(0, MOST_CHECKS) } : {}),
    ...(conversation === undefined ? {} : { conversation }),
  }
}

/** How many checks that failed the planner is told of. */
const MOST_CHECKS = 50

/** Executed and abandoned subtasks, which later versions must not change. */
const frozenOf = ({ statuses }: State): number[] => statuses.filter(isSettled).map(({ subtask }) => subtask.number)

const finishedOf = (state: State): FinishedSubtask[] =>
  state.statuses
    .filter((status) => status.state === 'done')
    .map((status) => ({ number: status.subtask.number, outcome: status.text }))

/** Why earlier attempts failed: those of this run in full, else what the journal says. */
function failuresOf({ thisRun }: Thread, { history }: State, number: number): Attempt[] {
  const attempts = thisRun.attempts.get(number) ?? []
  if (attempts.length > 0) return [...attempts]
  const reason =
    history.failed.get(number)?.evidence ??
    (history.interrupted.has(number) ? 'It was stopped in the middle.' : undefined)
  return reason === undefined ? [] : [{ reason, checks: [], usage: noUsage }]
}

async function questionOrder(
  sources: Sources,
  { thread, state }: Snapshot,
  { comment, question: asked }: StepOf<'ask'>,
) {
  const { topic, request: question } = await topicOf(sources, thread, asked)
  const id = `${thread.issue.number}-ask-${comment.id}`
  const isOnPlan = thread.pull?.comments.some((one) => one.id === comment.id)
  const plan = isOnPlan && state.reading?.plan ? { plan: state.reading.plan } : {}
  return { kind: 'ask' as const, id, topic, question, comment: comment.id, ...plan }
}

const recheckOrder = (state: State, { merge, numbers }: StepOf<'recheck'>) => ({
  kind: 'recheck' as const,
  id: `recheck-${merge.slice(0, 10)}`,
  plan: planOf(state),
  subtasks: numbers,
})

/** Another one for each commit. */
const acceptOrder = (state: State, { head, numbers, issue }: StepOf<'accept'> & { issue: number }) => ({
  kind: 'accept' as const,
  id: `${issue}-accept-${head.slice(0, 10)}`,
  head,
  plan: planOf(state),
  subtasks: numbers,
  commits: numbers.map((number) => state.statuses.find(({ subtask }) => subtask.number === number)?.sha ?? ''),
})

/** What a second look compares: what was asked for, and what was done since the branch last had the base. */
async function lookOrder(sources: Sources, { thread, state }: Snapshot, { head }: Shared) {
  const { topic, request } = await topicOf(sources, thread, requestOf(state))
  return {
    kind: 'look' as const,
    id: `${thread.issue.number}-look-${state.history.executed.size}`,
    topic,
    request,
    plan: planOf(state),
    finished: finishedOf(state),
    base: (await mergeBase(sources.repo, thread.base.sha, head)) ?? thread.base.sha,
  }
}

/** What passed on the tree of a commit, where the last subtask left that tree. */
async function passedAt({ repo }: Sources, { history }: State, head: string): Promise<{ passed?: PassedThere[] }> {
  const last = [...history.executed.values()].at(-1)
  if (!last?.passed || (await treeOf(repo, last.sha)) !== (await treeOf(repo, head))) return {}
  return { passed: [...last.passed] }
}

function subtaskOrder({ thread, state }: Snapshot, { subtask, attempts }: Status) {
  const attempt = attempts + 1
  return {
    kind: 'execute' as const,
    id: `${thread.issue.number}-subtask-${subtask.number}-attempt-${attempt}`,
    plan: planOf(state),
    subtask: subtask.number,
    attempt,
    ...toTryFirst(thread, state),
    failures: failuresOf(thread, state, subtask.number),
    finished: finishedOf(state),
    frozen: frozenOf(state),
    used: usedNumbers(thread, 'revise'),
  }
}

/** The approved tests that were not run on anything yet. */
function toTryFirst({ branch }: Thread, state: State): { tryFirst?: string[] } {
  const isTried = triedTests(branch)
  const paths = (planOf(state).acceptance ?? []).flatMap((test) => (isTried(test) ? [] : [test.path]))
  return paths.length === 0 ? {} : { tryFirst: paths }
}

export function planOf({ reading }: State): Plan {
  if (!reading?.plan) throw new Error('There is no plan to work on.')
  return reading.plan
}

/** The request of the `/plan` that the branch answers. */
function requestOf({ history, comments }: State): string {
  const asked = comments.issue.find((one) => String(one.id) === history.request)
  return asked?.command.kind === 'plan' ? asked.command.request : ''
}

/** Bytes. */
const CONVERSATION_LIMIT = 8 << 20

/**
 * Every number that a version of this plan gave to a subtask. As long as no commit names a subtask, a new draft begins
 * at 1 again.
 */
function usedNumbers({ branch }: Thread, kind: 'draft' | 'revise'): { number: number; name: string }[] {
  if (!branch) return []
  const named = branch.commits.findIndex((commit) => commit.entry?.trailers.subtask !== undefined)
  if (kind === 'draft' && named < 0) return []
  const drafts = branch.commits.flatMap((commit, i) =>
    commit.entry?.trailers.request !== undefined && (named < 0 || i < named) ? [i] : [],
  )
  const input = new Map(branch.commits.map(({ sha }, i) => [sha, i]))
  const since = [...branch.texts].filter(
    ([blob]) => (input.get(branch.origins.get(blob) ?? '') ?? 0) >= (drafts.at(-1) ?? 0),
  )
  const subtasks = since.flatMap(([, text]) => parsePlan(text).plan?.subtasks ?? [])
  const used = new Map(subtasks.map(({ number, name }) => [number, name]))
  return [...used].map(([number, name]) => ({ number, name }))
}
