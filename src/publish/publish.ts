import { openPlan } from '../decide/next/decision.ts'
import type { ModelStep, Step, StepOf, OpenPlan, Snapshot } from '../decide/next/decision.ts'
import { knownConflict, type Thread } from '../decide/thread/thread.ts'
import { haltNote } from './view/comments/halt-comment.ts'
import { STEP_NOTES } from './view/comments/replies.ts'
import type { Note } from './view/text/text.ts'
import type { View } from './view/text/view.ts'
import { viewOf, type GitHubContext } from './write/github-context.ts'
import { finish, report, update, withTriedMerge } from './steps/finish.ts'
import { cancel, deleteBranch, open, ready, redraft, show } from './say/pull-request.ts'
import { continueInNextRun, recordFailure, recordHalt, recordInterruption } from './write/journal.ts'
import { skip, undo } from './steps/revert.ts'
import { react, refuse, reply, say, sayOnce } from './say/say.ts'
import { replyVerification, writeRecord } from './steps/plan-record.ts'
import { announce } from './steps/announce.ts'

type PlainStep = Exclude<Step, ModelStep>

/** Carries out one step on GitHub. Returns the updated thread. */
export const publish: Act<PlainStep> = (ctx, snapshot, step) => (ACTS[step.kind] as Act<PlainStep>)(ctx, snapshot, step)

type Act<S> = (ctx: GitHubContext, snapshot: Snapshot, step: S) => Promise<Thread>

const onPlan =
  <S>(act: (ctx: GitHubContext, plan: OpenPlan, step: S) => Promise<Thread>): Act<S> =>
  async (ctx, snapshot, step) =>
    act(ctx, openPlan(snapshot), step)

const posting =
  <S>(post: typeof reply, note: (view: View, step: S) => Note): Act<S> =>
  (ctx, { thread }, step) =>
    post(ctx, thread, note(viewOf(ctx, thread), step))

/** Marks the pull request as ready for review. One whose branch conflicts with the base stays a draft. */
async function readyUnlessConflicting(ctx: GitHubContext, { thread }: OpenPlan): Promise<Thread> {
  const looked = await withTriedMerge(ctx, thread)
  return knownConflict(looked) ? looked : ready(ctx, looked)
}

const ACTS: { readonly [K in PlainStep['kind']]: Act<StepOf<K>> } = {
  nothing: async (_, { thread }) => thread,
  refuse: (ctx, { thread }, step) => refuse(ctx, thread, step.refusal),
  'refuse-all': posting(reply, STEP_NOTES['refuse-all']),
  'refuse-review': posting(reply, STEP_NOTES['refuse-review']),
  help: posting(reply, STEP_NOTES.help),
  tell: posting(reply, STEP_NOTES.tell),
  link: posting(reply, STEP_NOTES.link),
  verify: replyVerification,
  react: (ctx, { thread }, step) => react(ctx, thread, step),
  open,
  'tell-once': posting(sayOnce, STEP_NOTES['tell-once']),
  'tell-no-plan': posting(say, STEP_NOTES['tell-no-plan']),
  announce: onPlan(announce),
  'tell-issue': posting(sayOnce, STEP_NOTES['tell-issue']),
  'tell-problem': posting(sayOnce, STEP_NOTES['tell-problem']),
  skip,
  undo,
  update,
  fail: recordFailure,
  interrupt: recordInterruption,
  continue: (ctx, { thread }) => continueInNextRun(ctx, thread),
  halt: recordHalt,
  'tell-halt': posting(sayOnce, (view, { halt }) => ({ target: 'pull', ...haltNote(view, halt) })),
  redraft: onPlan((ctx, { thread }) => redraft(ctx, thread)),
  finish: onPlan((ctx, plan) => finish(ctx, plan)),
  record: writeRecord,
  ready: onPlan(readyUnlessConflicting),
  report: onPlan(report),
  cancel,
  'delete-branch': deleteBranch,
  show: (ctx, { thread }) => show(ctx, thread),
}
