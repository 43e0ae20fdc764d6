import { EVENT_REMARK } from '../decide/fix.ts'
import { conversationCommit, conversationRef } from '../git/plan-refs.ts'
import { push } from '../git/remote.ts'
import { commitTree, entryAt, treeWith, writeTree } from '../git/objects.ts'
import { estimateOf, renderEstimate, type Estimate } from '../decide/estimate.ts'
import type { Plan } from '../plan/plan.ts'
import { earlierUsages } from '../observe/earlier-usage.ts'
import { renderSecondLook } from '../decide/second-look.ts'
import { authorOf, renderAnswers, type Trailers } from '../decide/trailers.ts'
import type { ResultOf } from '../work/order.ts'
import { planFileOf } from './plan-file.ts'
import { planSeen } from './plan-seen.ts'
import type { Thread } from '../decide/thread.ts'
import { cleanCommitBody, cleanSubject } from './view/commit-text.ts'
import type { PublishRoom } from './room.ts'
import { commitAndPush } from './commit.ts'
import type { StepOf } from '../decide/step.ts'
import type { Snapshot, State } from '../decide/state.ts'
import { mergeSubtask } from '../plan/open-merge.ts'

/** Pushes a drafted or revised plan to the branch, together with the conversation that made it. */
export async function writePlan(
  room: PublishRoom,
  { thread, state }: Snapshot,
  spec: { step: StepOf<'draft' | 'revise'>; result: ResultOf<'planned'> },
): Promise<Thread> {
  const { step, result } = spec
  const branch = thread.branch?.name ?? thread.freeBranch
  const also = { conversation: await keptConversation(room, thread, result.conversation) }
  const entry = {
    subject: cleanSubject(`${step.kind === 'draft' ? 'Plan' : 'Revise the plan'}: ${result.plan.title}`),
    body: cleanCommitBody(
      [
        renderAnswers(result.answers),
        renderSecondLook(result.look),
        renderEstimate(await estimateFor(room, { thread, state }, result.plan)),
      ]
        .filter(Boolean)
        .join('\n\n'),
    ),
    trailers: planTrailers({ thread, state }, step, result),
  }
  const tree = (parent: string) =>
    treeWith(room.sources.repo, parent, { path: room.settings.planFile, text: planFileOf(room, result.plan) })
  const before = thread.branch?.planFile?.blob
  const isAnswer = step.kind === 'draft' && step.comment === undefined
  // This run has done what the label or the new issue asked for; later ones see the version that is announced.
  return commitAndPush(room, isAnswer ? { ...thread, asked: undefined } : thread, {
    branch,
    also,
    // Somebody edited the plan meanwhile, so their version is announced first.
    commits: async (now) => (now.branch?.planFile?.blob === before ? [{ entry, tree }] : undefined),
  })
}

/** What the subtasks that are still to be done may take, going by what was executed in this repository before. */
async function estimateFor(
  { sources }: PublishRoom,
  { thread, state }: Snapshot,
  plan: Plan,
): Promise<Estimate | undefined> {
  const { executed, abandoned } = state.history
  const open = plan.subtasks.filter(({ number }) => !executed.has(number) && !abandoned.has(number))
  return estimateOf(await earlierUsages(sources, thread), open.length)
}

function planTrailers(
  { thread, state }: Snapshot,
  step: StepOf<'draft' | 'revise'>,
  { usage, plan }: ResultOf<'planned'>,
): Trailers {
  const shared = { issue: thread.issue.number, seen: planSeen(thread, state, [step]), usage }
  if (step.kind === 'revise') {
    const feedback = step.remarks.map(({ id }) => id).filter((id) => id !== EVENT_REMARK)
    const { code, digest } = step.fix ?? {}
    const fix = code && digest ? { fix: { code, digest } } : {}
    return { ...shared, feedback, ...fix, ...mergeTrailer(state, step, plan) }
  }
  const { via, by } = step
  return { ...shared, request: via, coAuthor: { login: by.login, id: by.id } }
}

/** The subtask that resolves the merge, if the version was asked for one. */
function mergeTrailer({ reading }: State, { merge }: StepOf<'revise'>, plan: Plan): Pick<Trailers, 'merge'> {
  const before = reading?.kind === 'plan' ? reading.plan : undefined
  const subtask = merge && mergeSubtask(before, plan, merge)
  return merge && subtask !== undefined ? { merge: { subtask, base: merge.base } } : {}
}

/** Commits the conversation as one file on its own ref, after the commit before, so that no push needs force. */
async function keptConversation(
  { sources, redact }: PublishRoom,
  thread: Thread,
  conversation: string,
): Promise<string> {
  const { repo } = sources
  const issue = thread.issue.number
  const before = await conversationCommit(repo, issue)
  const isOurs = before !== undefined && (await entryAt(repo, before, 'conversation.json')) !== undefined
  // A commit without our file is somebody else's, and is replaced.
  if (before !== undefined && !isOurs) await push(repo, [{ ref: conversationRef(issue), from: before, to: undefined }])
  return commitTree(repo, {
    tree: await writeTree(repo, { 'conversation.json': redact(conversation) }),
    parents: isOurs ? [before] : [],
    message: `The planning conversation of #${issue}\n`,
    author: authorOf(thread.bot),
  })
}
