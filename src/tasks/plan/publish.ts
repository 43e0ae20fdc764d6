import type { Planned } from './input.ts'
import { EVENT_REMARK, fixKey } from '../../decide/inbox/fix.ts'
import { isDraftStep, openPlan } from '../../decide/next/decision.ts'
import type { OpenPlan, Snapshot, State, StepOf } from '../../decide/next/decision.ts'
import { answerTo, refusalOf, refusalOfReview } from '../../decide/thread/people.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { type Plan, mergeSubtask } from '../../plan/plan.ts'
import { addUsage, noUsage, usageSince, type Usage } from '../../plan/usage.ts'
import { isPushRefusal } from '../../git/push-refusal.ts'
import { cleanLine, noteText, type NoteText } from '../../publish/view/text/text.ts'
import { isNewPlan, record, saveUsage, sideUpdate, treeWithPlan, type Draft } from '../../publish/write/journal.ts'
import { say, sayOnce } from '../../publish/say/say.ts'
import { reactToAnswered } from '../../publish/steps/announce.ts'
import { unchangedPlan } from '../../publish/view/comments/announcement.ts'
import { draftHalt } from '../../publish/view/comments/halt-comment.ts'
import { reasonNote, refusal } from '../../publish/view/comments/replies.ts'
import { viewOf, type GitHubContext } from '../../publish/write/github-context.ts'
import { countStop, endWithoutResult, withProblem, type ReportProblem } from '../unfinished.ts'
import { pushRefs, readSide, removalsOf, type SideRef } from '../../git/side-ref.ts'
import { estimateOf, executedUsages, renderPlanningNotes } from '../../decide/thread/planning-notes.ts'
import { mailOf, parseMessage } from '../../decide/thread/trailers.ts'
import type { Commit } from '../../git/git-commit.ts'
import { earlierCommits } from '../../git/commits.ts'
import { ACTIONS_BOT, type Sources } from '../../observe/sources.ts'
import type { ResultFor } from '../tasks.ts'

/** Publishes the first version of a plan, or answers the request with the reason why there is none. */
export async function publishDraft(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StepOf<'draft'>; result: ResultFor<'plan'> },
): Promise<Thread> {
  const { comment } = step
  const { errors } = ctx.links
  const report: ReportProblem = (thread, problem) => {
    const because = { ...problem, why: `There is no plan. ${problem.why}` }
    const text = comment ? refusal({ ...problem, id: comment.id }, errors) : reasonNote('no-plan', because, errors)
    return say(ctx, thread, { target: 'planning', ...text })
  }
  if (result.kind === 'planned') return writePlan(ctx, snapshot, { step, result, report })
  const { thread, state } = snapshot
  if (result.kind !== 'stopped' || result.why !== 'budget')
    return endWithoutResult(ctx, thread, { result, payment: {}, report })
  const { usage } = result
  const spent = usageSince(addUsage(state.usage, usage), thread.paid?.granted ?? noUsage)
  // `/retry` works only on a paused plan: without one, asking again grants the budget again.
  const saved = await saveUsage(ctx, thread, { usage, grants: true })
  const text = draftHalt(viewOf(ctx, saved), spent, comment?.id)
  return say(ctx, { ...saved, asked: undefined }, { target: 'planning', ...text })
}

/**
 * Publishes the next version of a plan, or the reason why there is none, once: the notes on its requests keep them from
 * being processed again.
 */
export async function publishRevision(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StepOf<'revise'>; result: ResultFor<'plan'> },
): Promise<Thread> {
  const { event, noteKeys } = noteKeysOf(step, refusalOf)
  const report: ReportProblem = (thread, problem) =>
    event === undefined
      ? say(ctx, thread, { target: 'pull', ...reasonNote(noteKeys, problem, ctx.links.errors) })
      : sayOnce(ctx, thread, { target: 'pull', ...fixGivenUp(event, problem.why) })
  if (result.kind === 'planned')
    return isNewPlan(snapshot, result.plan)
      ? writePlan(ctx, snapshot, { step, result, report })
      : answerUnchanged(ctx, openPlan(snapshot), { step, result })
  // The next look at the plan pauses it for its budget and says so; a second report would repeat that.
  if (result.kind === 'stopped' && result.why === 'budget') return countStop(snapshot.thread, result)
  return endWithoutResult(ctx, snapshot.thread, { result, payment: fixOf(step), report })
}

const fixOf = ({ remarks, fix }: StepOf<'revise'>) => (remarks.some(({ id }) => id === EVENT_REMARK) ? { fix } : {})

/** A revision with the same text is no version: it is answered without a commit, and approvals stay valid. */
async function answerUnchanged(
  ctx: GitHubContext,
  { thread }: OpenPlan,
  { step, result }: { step: StepOf<'revise'>; result: Planned },
): Promise<Thread> {
  const counted = await saveUsage(ctx, thread, { usage: result.usage, ...fixOf(step) })
  await pushRefs(ctx.sources.repo, [await conversationUpdate(ctx, thread, result.conversation)])
  await reactToAnswered(ctx, thread, result.answers)
  const { event, noteKeys } = noteKeysOf(step, answerTo)
  if (event !== undefined)
    return say(ctx, counted, { target: 'pull', ...fixGivenUp(event, 'The plan stays as it is.') })
  const text = unchangedPlan(viewOf(ctx, thread), result.answers, noteKeys)
  return say(ctx, counted, { target: 'pull', ...text })
}

const fixGivenUp = (key: string, why: string): NoteText =>
  noteText(key, `Checks failed on this branch, and there is no plan to fix them. ${why} Comment \`/fix\` to try again.`)

/** Dedupe keys of everything that a revision answers. Includes the event only if there is nothing else. */
function noteKeysOf({ comments, remarks, fix }: StepOf<'revise'>, keyOf: (comment: number) => string) {
  const ids = remarks.map(({ id }) => id)
  const commentIds = comments.map(({ id }) => id)
  const reviews = ids.filter((id) => id !== EVENT_REMARK && !commentIds.includes(id))
  const event = fix && ids.includes(EVENT_REMARK) ? fixKey(fix) : undefined
  const keys = [...commentIds.map(keyOf), ...reviews.map(refusalOfReview)]
  const noteKeys = event === undefined ? keys : [event, ...keys]
  return { event: keys.length === 0 ? event : undefined, noteKeys }
}

const MAX_REFUSAL = 2_000

type PlanWrite = { step: StepOf<'draft' | 'revise'>; result: Planned; report: ReportProblem }

/**
 * Pushes a drafted or revised plan to the branch, together with the conversation that made it. If the push is refused,
 * the request is answered: a retry would pay for a plan and be refused again.
 */
async function writePlan(
  ctx: GitHubContext,
  { thread, state }: Snapshot,
  { step, result, report }: PlanWrite,
): Promise<Thread> {
  const { plan, usage } = result
  // A job without GitHub may report any command; only results of the workflow's own commands are published.
  const { setupCommand, verifyCommand } = ctx.settings
  const isOfWorkflow = [setupCommand, verifyCommand].includes(result.today?.command)
  const { executed, abandoned } = state.history
  const open = plan.subtasks.filter(({ number }) => !executed.has(number) && !abandoned.has(number))
  const estimate = estimateOf(await earlierUsages(ctx.sources, thread), open.length)
  const draft = {
    subject: `${isDraftStep(step) ? 'Plan' : 'Revise the plan'}: ${plan.title}`,
    body: renderPlanningNotes({ ...result, estimate, today: isOfWorkflow ? result.today : undefined }),
    trailers: planTrailers(state, step, plan),
    tree: treeWithPlan(ctx, plan),
  }
  const also = () => conversationUpdate(ctx, thread, result.conversation)
  const isAnswer = isDraftStep(step) && step.comment === undefined
  // This run has handled the label or the new issue; later runs see the announced version.
  const answered = isAnswer ? { ...thread, asked: undefined } : thread
  const write = { commits: [draft], usage, also, carriesOut: [step], onlyOn: 'same plan' } as const
  try {
    return await record(ctx, { thread: answered, state }, write)
  } catch (error) {
    if (!isPushRefusal(error)) throw error
    const saved = await saveUsage(ctx, thread, { usage })
    const { code, remedy } = error
    const problem = { code, why: cleanLine(error.message, MAX_REFUSAL), remedy: `${remedy} Then repeat the command.` }
    return report(withProblem({ ...saved, asked: undefined }, `${error.message} ${remedy}`), problem)
  }
}

function planTrailers(state: State, step: StepOf<'draft' | 'revise'>, plan: Plan): Draft['trailers'] & object {
  if (isDraftStep(step)) return { request: step.via, coAuthor: { login: step.by.login, id: step.by.id } }
  const feedback = step.remarks.map(({ id }) => id).filter((id) => id !== EVENT_REMARK)
  const { code, digest } = step.fix ?? {}
  const fix = code && digest ? { fix: { code, digest } } : {}
  const { merge } = step
  const subtask = merge && mergeSubtask(state.reading?.plan, plan, merge)
  return { feedback, ...fix, ...(merge && subtask !== undefined ? { merge: { subtask, base: merge.base } } : {}) }
}

/** The ref update that stores the conversation on top of the previous one. */
async function conversationUpdate(ctx: GitHubContext, thread: Thread, conversation: string) {
  const { repo } = ctx.sources
  const { number: issue } = thread.issue
  const side: SideRef = { kind: 'conversation', issue }
  // A ref of this name without our file was written by somebody else, and is replaced.
  if ((await readSide(repo, side)) === undefined) await pushRefs(repo, await removalsOf(repo, issue, ['conversation']))
  const message = `The planning conversation of #${issue}\n`
  return sideUpdate(ctx, thread, { kind: 'conversation', text: ctx.redact(conversation), message })
}

/** With this many executed subtasks in the merged history, plan branches are not fetched for an estimate. */
const ENOUGH_USAGES = 3

/** The usage of executed subtasks in this repository: of merged plans or, if too few, of all. No outage matters. */
export async function earlierUsages(
  { repo, branchPrefix }: Pick<Sources, 'repo' | 'branchPrefix'>,
  { base, bot }: Pick<Thread, 'base' | 'bot'>,
): Promise<Usage[]> {
  const mails = [ACTIONS_BOT, bot].map(mailOf)
  const read = (commits: readonly Commit[]): Usage[] =>
    executedUsages(
      // Deduplicates by message: the commits of a merged branch are also in the base, unchanged or rebased.
      [...new Map(commits.map((commit) => [commit.message, commit])).values()].map(({ author, message }) => ({
        entry: mails.includes(author.email) ? parseMessage(message) : undefined,
      })),
    )
  const spec = { base: base.sha, prefix: branchPrefix }
  return read(await earlierCommits(repo, spec, (merged) => read(merged).length >= ENOUGH_USAGES))
}
