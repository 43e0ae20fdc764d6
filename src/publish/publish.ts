import {
  type ModelStep,
  type Step,
  type StepOf,
  openPlan,
  type OpenPlan,
  type Snapshot,
} from '../decide/next/decision.ts'
import { refusalOfReview } from '../decide/thread/people.ts'
import { knownConflict, placeOf, type Thread } from '../decide/thread/thread.ts'
import {
  help,
  noPlan,
  planExists,
  planFileProblem,
  planLink,
  reasonNote,
  refusalOfCrowd,
  withoutEffect,
} from './view/comments/replies.ts'
import { viewOf, type GitHubContext } from './write/github-context.ts'
import { finish, report, update, withOutlook } from './steps/finish.ts'
import { cancel, deleteBranch, open, ready, redraft, show } from './say/pull-request.ts'
import { continueInNextRun, recordFailure, recordHalt, recordInterruption } from './write/journal.ts'
import { skip, undo } from './steps/revert.ts'
import { haltNote } from './view/comments/halt-comment.ts'
import type { View } from './view/text/view.ts'
import { react, refuse, reply, say, sayOnce, type Note } from './say/say.ts'
import { noteText } from './view/text/text.ts'
import { tellVerified, writeRecord } from './steps/plan-record.ts'
import { announce } from './steps/announce.ts'

type PlainStep = Exclude<Step, ModelStep>

/** Carries out one step on GitHub. Returns the thread as it is then. */
export const publish: Act<PlainStep> = (ctx, snapshot, step) => (ACTS[step.kind] as Act<PlainStep>)(ctx, snapshot, step)

type Act<S> = (ctx: GitHubContext, snapshot: Snapshot, step: S) => Promise<Thread>

const onPlan =
  <S>(act: (ctx: GitHubContext, plan: OpenPlan, step: S) => Promise<Thread>): Act<S> =>
  async (ctx, snapshot, step) =>
    act(ctx, openPlan(snapshot), step)

const posting =
  (post: typeof reply) =>
  <S>(noteOf: (view: View, step: S) => Note): Act<S> =>
  (ctx, { thread }, step) =>
    post(ctx, thread, noteOf(viewOf(ctx, thread), step))
const [saysOnce, replies] = [posting(sayOnce), posting(reply)]

/** Marks the pull request as ready for review. One whose branch conflicts with the base stays a draft. */
async function readyUnlessConflicting(ctx: GitHubContext, { thread }: OpenPlan): Promise<Thread> {
  const looked = await withOutlook(ctx, thread)
  return knownConflict(looked) ? looked : ready(ctx, looked)
}

const ACTS: { readonly [K in PlainStep['kind']]: Act<StepOf<K>> } = {
  nothing: async (_, { thread }) => thread,
  refuse: (ctx, { thread }, step) => refuse(ctx, thread, step.refusal),
  'refuse-all': replies(({ thread, links }, { refusals }) => ({
    place: refusals[0] ? placeOf(thread, refusals[0].comment) : 'issue',
    ...refusalOfCrowd(refusals, links.errors),
  })),
  'refuse-review': replies(({ links }, step) => ({
    place: 'pull',
    ...reasonNote(refusalOfReview(step.review), step, links.errors),
  })),
  help: replies(({ thread }, { comment }) => {
    const place = placeOf(thread, comment)
    return { place, ...help(place, comment.id) }
  }),
  tell: replies(({ thread }, { comment, text }) => ({
    place: placeOf(thread, comment),
    ...withoutEffect(text, comment.id),
  })),
  link: replies(({ state: { history } }, step) => ({ place: 'issue', ...planExists(history.finished, step) })),
  verify: tellVerified,
  react: (ctx, { thread }, step) => react(ctx, thread, step),
  open,
  'tell-once': saysOnce((_, { key, text }) => ({ place: 'pull', ...noteText(key, text) })),
  'tell-no-plan': (ctx, { thread }) => say(ctx, thread, { place: 'planning', ...noPlan() }),
  announce: onPlan(announce),
  'tell-issue': saysOnce((view, { pull }) => ({ place: 'planning', ...planLink(view, pull) })),
  'tell-problem': saysOnce(({ planFile: path }, step) => ({ place: 'pull', ...planFileProblem({ path, ...step }) })),
  skip,
  undo,
  update,
  fail: recordFailure,
  interrupt: recordInterruption,
  continue: (ctx, { thread }) => continueInNextRun(ctx, thread),
  halt: recordHalt,
  'tell-halt': saysOnce((view, { halt }) => ({ place: 'pull', ...haltNote(view, halt) })),
  redraft: onPlan((ctx, { thread }) => redraft(ctx, thread)),
  finish: onPlan((ctx, plan) => finish(ctx, plan)),
  record: writeRecord,
  ready: onPlan(readyUnlessConflicting),
  report: onPlan(report),
  cancel,
  'delete-branch': deleteBranch,
  show: (ctx, { thread }) => show(ctx, thread),
}
