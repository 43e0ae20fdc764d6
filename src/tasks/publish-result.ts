import type { ModelStep, Snapshot, StepOf } from '../decide/next/decision.ts'
import type { Thread } from '../decide/thread/thread.ts'
import type { GitHubContext } from '../publish/write/github-context.ts'
import { directAnswer } from '../publish/view/comments/replies.ts'
import { publishCheck } from './check/publish.ts'
import { publishDiagnosis } from './doctor/publish.ts'
import { publishAttempt } from './execute/publish.ts'
import { publishDraft, publishRevision } from './plan/publish.ts'
import { publishReview } from './review/publish.ts'
import { TaskResult, isResultOf, type ResultFor } from './tasks.ts'
import { publishAnswer } from './unfinished.ts'
import { withoutCredentialsIn } from '../guard/credentials.ts'

type Publish<K extends ModelStep['kind']> = (
  ctx: GitHubContext,
  snapshot: Snapshot,
  ended: { step: StepOf<K>; result: ResultFor<K> },
) => Promise<Thread>

const PUBLISH: { readonly [K in ModelStep['kind']]: Publish<K> } = {
  draft: publishDraft,
  revise: publishRevision,
  execute: publishAttempt,
  review: publishReview,
  check: publishCheck,
  ask: (ctx, { thread }, { step, result }) =>
    publishAnswer(ctx, thread, {
      step,
      result,
      answer: ({ branch, base }, { text }) =>
        directAnswer(text, step.comment.id, { links: ctx.links, commit: branch?.head ?? base.sha }),
    }),
  doctor: publishDiagnosis,
}

/** Publishes the result of a step's task on GitHub. Returns the updated thread. */
export async function publishResult(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: ModelStep; result: TaskResult },
): Promise<Thread> {
  // Redacts credentials in all texts. Patches are checked when they are applied.
  const redacted = TaskResult.parse(await withoutCredentialsIn(result, ['patch']))
  return publishOf(step.kind, ctx, { snapshot, step, result: redacted })
}

function publishOf<K extends ModelStep['kind']>(
  kind: K,
  ctx: GitHubContext,
  { snapshot, step, result }: { snapshot: Snapshot; step: StepOf<K>; result: TaskResult },
): Promise<Thread> {
  const { kind: end } = result
  if (!isResultOf(kind, result)) throw new Error(`A task to ${kind} cannot end with "${end}".`)
  return PUBLISH[kind](ctx, snapshot, { step, result })
}
