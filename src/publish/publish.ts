import {
  type ModelStep,
  type Step,
  type StepOf,
  openPlan,
  type OpenPlan,
  type Snapshot,
} from '../decide/next/decision.ts'
import { placeOf, type Thread } from '../decide/thread/thread.ts'
import {
  help,
  noPlan,
  planExists,
  planFileProblem,
  planLink,
  refusal,
  refusalOfCrowd,
  reviewRefusal,
  withoutEffect,
} from './view/comments/replies.ts'
import { viewOf, type GitHubContext } from './write/github-context.ts'
import { finish } from './steps/finish.ts'
import { redraft, show } from './say/show.ts'
import { continueInNextRun, recordHalt, recordInterruption } from './steps/record-halt.ts'
import { recordFailure, skip } from './steps/subtasks.ts'
import { undo } from './steps/revert.ts'
import { haltNote } from './view/comments/halt-comment.ts'
import type { View } from './view/text/view.ts'
import { readyUnlessConflicting, reportWithOutlook, update } from './steps/update.ts'
import { react, say, type Note } from './say/say.ts'
import { noteText } from './view/text/text.ts'
import { tellVerified, writeRecord } from './steps/plan-record.ts'
import { cancel, deleteBranch } from './steps/cancel.ts'
import { announce } from './steps/announce.ts'
import { open } from './steps/open-pull.ts'

/** A step that needs no task. */
export type PlainStep = Exclude<Step, ModelStep>

/** Carries out one step on GitHub. Returns the thread as it is then. */
export const publish = (ctx: GitHubContext, snapshot: Snapshot, { step }: { step: PlainStep }): Promise<Thread> =>
  carryOut(step.kind, { ctx, snapshot, step })

type Act<S> = (ctx: GitHubContext, snapshot: Snapshot, step: S) => Promise<Thread>

const carryOut = <K extends PlainStep['kind']>(
  kind: K,
  { ctx, snapshot, step }: { ctx: GitHubContext; snapshot: Snapshot; step: StepOf<K> },
): Promise<Thread> => ACTS[kind](ctx, snapshot, step)

/** On a plan that was opened: what it is made of is there. */
const onPlan =
  <S>(act: (ctx: GitHubContext, plan: OpenPlan, step: S) => Promise<Thread>): Act<S> =>
  async (ctx, snapshot, step) =>
    act(ctx, openPlan(snapshot), step)

/** Posts a comment of its own, or an answer to a comment or review. */
const says =
  <S>(noteOf: (view: View, step: S) => Note): Act<S> =>
  (ctx, { thread }, step) =>
    say(ctx, thread, noteOf(viewOf(ctx, thread), step))

/** What each step does that asks no model. */
const ACTS: { readonly [K in PlainStep['kind']]: Act<StepOf<K>> } = {
  nothing: async (_, { thread }) => thread,
  refuse: says(({ thread, links }, { refusal: { comment, ...refused } }) => ({
    place: placeOf(thread, comment),
    ...refusal({ ...refused, id: comment.id }, links.errors),
    unclaimed: true,
  })),
  'refuse-all': says(({ thread, links }, { refusals }) => ({
    place: refusals[0] ? placeOf(thread, refusals[0].comment) : 'issue',
    ...refusalOfCrowd(refusals, links.errors),
    unclaimed: true,
  })),
  'refuse-review': says(({ links }, step) => ({
    place: 'pull',
    ...reviewRefusal(step, links.errors),
    unclaimed: true,
  })),
  help: says(({ thread }, { comment }) => {
    const place = placeOf(thread, comment)
    return { place, ...help(place, comment.id), unclaimed: true }
  }),
  tell: says(({ thread }, { comment, text }) => ({
    place: placeOf(thread, comment),
    ...withoutEffect(text, comment.id),
    unclaimed: true,
  })),
  link: says(({ state: { history } }, step) => ({
    place: 'issue',
    ...planExists(history.finished, step),
    unclaimed: true,
  })),
  verify: tellVerified,
  react: (ctx, { thread }, step) => react(ctx, thread, step),
  open,
  'tell-once': says((_, { key, text }) => ({ place: 'pull', ...noteText(key, text), once: true })),
  'tell-no-plan': says(() => ({ place: 'planning', ...noPlan() })),
  announce: onPlan(announce),
  'tell-issue': says((view, { pull }) => ({ place: 'planning', ...planLink(view, pull), once: true })),
  'tell-problem': says(({ planFile: path }, step) => ({
    place: 'pull',
    ...planFileProblem({ path, ...step }),
    once: true,
  })),
  skip,
  undo,
  update,
  fail: recordFailure,
  interrupt: recordInterruption,
  continue: (ctx, { thread }) => continueInNextRun(ctx, thread),
  halt: recordHalt,
  'tell-halt': says((view, { halt }) => ({ place: 'pull', ...haltNote(view, halt), once: true })),
  redraft: onPlan((ctx, { thread }) => redraft(ctx, thread)),
  finish: onPlan((ctx, plan) => finish(ctx, plan)),
  record: writeRecord,
  ready: onPlan(readyUnlessConflicting),
  report: onPlan(reportWithOutlook),
  cancel,
  'delete-branch': deleteBranch,
  show: (ctx, { thread }) => show(ctx, thread),
}
