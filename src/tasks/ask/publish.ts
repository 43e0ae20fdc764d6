import type { AnswerResult } from './input.ts'
import type { Snapshot, StepOf } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { directAnswer } from '../../publish/view/comments/replies.ts'
import { withLinks } from '../../publish/view/text/view.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { publishAnswer } from '../unfinished.ts'

/** Answers a question where it was asked. */
export const publishQuestion = (
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StepOf<'ask'>; result: AnswerResult },
): Promise<Thread> =>
  publishAnswer(ctx, snapshot.thread, {
    step,
    result,
    answer: (thread, { text }) => directAnswer(withLinks(ctx, thread, text), step.comment.id),
  })
