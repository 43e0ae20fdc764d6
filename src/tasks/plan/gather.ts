import { planOf, type StepOf } from '../../decide/next/decision.ts'
import { readSide } from '../../git/side-ref.ts'
import { frozenOf, requestOf, usedNumbers } from '../gather/from-state.ts'
import type { Gathering } from '../gather/gathering.ts'
import { extractImages } from '../gather/images.ts'
import { checkPlanPath } from '../gather/plan-path.ts'
import { imagesOf, topicOf } from '../gather/topic.ts'
import { askedSince, proposedBecause, settledLines } from '../gather/what-happened.ts'
import { type DraftInput, LONGEST_CONVERSATION, type ReviseInput } from './input.ts'

/**
 * The input of a new draft, which starts from the base, not from the plan that it replaces. Throws `UserError` if its
 * path is taken.
 */
export async function draftInput({ sources, thread, shared }: Gathering, step: StepOf<'draft'>): Promise<DraftInput> {
  const [{ topic, request }] = await Promise.all([
    topicOf(sources, thread, step.request),
    checkPlanPath(sources, thread),
  ])
  const id = `${shared.number}-draft-${step.via.replaceAll(/[^A-Za-z0-9]/g, '-')}`
  const used = usedNumbers(thread, { anew: true })
  return { ...shared, kind: 'plan', of: 'draft', id, head: thread.base.sha, topic, request, used }
}

/** The input of a version that answers feedback on the previous one, with the planner's stored conversation. */
export async function revisionInput(
  { sources, thread, state, shared }: Gathering,
  step: StepOf<'revise'>,
): Promise<ReviseInput> {
  const side = { kind: 'conversation', issue: thread.issue.number } as const
  const conversation = step.fresh ? undefined : await readSide(sources.repo, side, LONGEST_CONVERSATION)
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
    kind: 'plan',
    of: 'revision',
    id: `${shared.number}-revise-${newest}`,
    topic,
    request,
    version: state.versions.at(-1)?.version ?? 1,
    plan: planOf(state),
    frozen: frozenOf(state),
    settled: settledLines(state),
    proposed: proposedBecause(state),
    asked: askedSince(thread, state),
    feedback: step.remarks.map((remark, i) => ({ ...remark, text: feedback.texts[i] ?? '' })),
    ...imagesOf(feedback.images),
    ...(step.merge ? { merge: step.merge } : {}),
    used: usedNumbers(thread),
    ...(step.fix ? { checks: step.fix.checks.failed.slice(0, MOST_CHECKS) } : {}),
    ...(conversation === undefined ? {} : { conversation }),
  }
}

/** Maximum number of failed checks in the input. */
const MOST_CHECKS = 50
