import { type GitHubContext, viewOf } from '../write/github-context.ts'
import type { Thread, ThreadWith } from '../../decide/thread/thread.ts'
import { announcement } from '../view/comments/announcement.ts'
import { refreshComments, say } from '../say/say.ts'
import type { NoteText } from '../view/text/text.ts'
import { announcementsIn } from '../../decide/thread/people.ts'
import { newestPlanning, baselineIn } from '../../decide/thread/planning-notes.ts'
import type { JournalEntry } from '../../decide/thread/trailers.ts'
import type { Answer } from '../../plan/plan.ts'
import { changesBetween, type PlanWithText } from '../../plan/plan-changes.ts'
import { withWhatWasApproved } from '../../decide/approval/as-approved.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { readOtherPlans } from '../../observe/read-plans.ts'
import { overlapsOf, type OtherPlan } from '../../plan/overlap.ts'
import { parseNewPackages } from '../../guard/packages/names.ts'
import { packageNewsOf } from '../write/package-changes.ts'
import type { StepOf, OpenPlan } from '../../decide/next/decision.ts'

/** Posts the plan comment of a version, after which approvals count for it. */
export async function announce(ctx: GitHubContext, plan: OpenPlan, { version, blob }: StepOf<'announce'>) {
  const { thread, state } = plan
  const { branch } = thread
  const entry = branch.commits.find((commit) => commit.sha === branch.commitOfPlanBlob.get(blob))?.entry
  const before = state.versions.at(-1)?.blob
  const { revision } = state.history
  const answers = revision && revision.seen >= (state.versions.at(-1)?.comment ?? 0) ? revision.answers : []
  if (version === 1) await askForReview(ctx, thread)
  const proposed = entry && isProposal(entry) ? parseNewPackages(entry.body) : undefined
  const byHand = entry === undefined
  const text = announcement(viewOf(ctx, thread), {
    version,
    blob,
    answers,
    ...planningNotes(plan),
    byHand,
    ignoredEdits: byHand ? ignoredEditsOf(plan, blob) : [],
    note: proposed
      ? `The agent at work proposes this change: ${proposed.rest}`
      : entry?.trailers.fix && 'Checks failed on this branch. This version says how to fix them.',
    packages: proposed && (await packageNewsOf(ctx.sources.forge, proposed.packages)),
    files: before === undefined ? undefined : bothVersions(plan, { before, after: blob }),
    overlaps: await overlappingPlans(ctx, plan),
  })
  await reactToAnswered(ctx, thread, answers)
  return sayVersion(ctx, plan, text)
}

/** Other open plans and pull requests that touch files of the plan. Skipped subtasks touch none. */
async function overlappingPlans({ sources }: GitHubContext, { thread, state }: OpenPlan): Promise<OtherPlan[]> {
  const remaining = state.reading.plan?.subtasks.filter(({ number }) => !state.history.abandoned.has(number)) ?? []
  const files = remaining.flatMap((one) => one.files)
  return overlapsOf(files, await readOtherPlans(sources, thread))
}

/** Requests a review, once per plan, from the people in the input `approvers`. */
async function askForReview({ sources: { forge, approvers } }: GitHubContext, { pull }: ThreadWith<'pull'>) {
  if (approvers.kind !== 'list') return
  const { number, author } = pull.pull
  const users = approvers.users.filter((login) => login !== author.login.toLowerCase())
  if (users.length + approvers.teams.length > 0) await forge.askForReview(number, { users, teams: approvers.teams })
}

/** So many review comments get a reaction. All are quoted in the plan comment. */
const MAX_REACTIONS = 30

/** Reacts to review comments that were answered. REST has no reactions to reviews themselves. */
export async function reactToAnswered(ctx: GitHubContext, { pull }: ThreadWith<'pull'>, answers: readonly Answer[]) {
  const answered = new Set(answers.map(({ comment }) => comment))
  const remarks = pull.remarks.filter(({ kind, id }) => kind === 'line' && answered.has(id))
  for (const { id } of remarks.slice(0, MAX_REACTIONS)) await ctx.sources.forge.reactToRemark(id, 'rocket')
}

/** Posts no second plan comment for a version, which would void approvals in between. */
async function sayVersion(ctx: GitHubContext, { thread, state }: OpenPlan, text: NoteText): Promise<Thread> {
  const now = await refreshComments(ctx, thread, 'pull')
  const announced = announcementsIn(now.pull.comments, now.bot)
  return announced.length > state.versions.length ? now : say(ctx, now, { target: 'pull', ...text })
}

/**
 * What the newest planning produced besides the plan: nothing after an edit by hand. What is known of the base is told
 * with each version until a subtask changed the code.
 */
function planningNotes({ thread, state }: OpenPlan) {
  const { commits } = thread.branch
  const last = newestPlanning(commits)
  const isNew = last && last.seen >= (state.versions.at(-1)?.comment ?? 0)
  const baseline = state.history.executed.size > 0 ? undefined : baselineIn(commits)
  return { ...(isNew ? last : {}), baseline }
}

/** Whether an agent proposed the version: its commit answers no request and no feedback. */
const isProposal = ({ trailers: { request, fix, feedback } }: JournalEntry): boolean =>
  request === undefined && fix === undefined && !feedback?.length

/** Both versions as they are shown: what is settled stands there as it was approved. Undefined if one cannot be read. */
function bothVersions({ thread, state: { history } }: OpenPlan, blobs: { before: string; after: string }) {
  const fileOf = (blob: string): PlanWithText | undefined => {
    const text = thread.branch.texts.get(blob) ?? ''
    const { plan } = parsePlan(text)
    return plan && { plan: withWhatWasApproved(plan, history, thread.branch), text }
  }
  const [before, after] = [fileOf(blobs.before), fileOf(blobs.after)]
  return before && after && { before, after }
}

/** The settled subtasks of which the file says something else than what is shown of them. */
function ignoredEditsOf({ thread, state: { reading } }: OpenPlan, blob: string): number[] {
  const { plan } = parsePlan(thread.branch.texts.get(blob) ?? '')
  if (!plan || !reading.plan) return []
  const changes = changesBetween(reading.plan, plan)
  return [...new Set(changes.flatMap((one) => ((one.kind === 'text' || one.kind === 'list') && one.subtask) || []))]
}
