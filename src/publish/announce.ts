import { type PublishRoom, viewOf } from './room.ts'
import type { Thread } from '../decide/thread.ts'
import { announcement } from './view/announcement.ts'
import { reread, say, sayOnce } from './say.ts'
import { sayOutcomeOnce } from './studying.ts'
import { announcementsIn } from '../decide/comment-markers.ts'
import { newestPlanning, parseEstimate, type Estimate } from '../decide/estimate.ts'
import { parseSecondLook } from '../decide/second-look.ts'
import type { JournalEntry } from '../decide/trailers.ts'
import type { Answer, Plan, SecondLook } from '../plan/plan.ts'
import { parsePlan } from '../plan/markdown.ts'
import { planLink, planFileProblem } from './view/comments.ts'
import type { StepOf } from '../decide/step.ts'
import type { Snapshot } from '../decide/state.ts'

/** Announces the plan on the branch as a new version. */
export async function announce(
  room: PublishRoom,
  { thread, state }: Snapshot,
  { version, blob }: StepOf<'announce'>,
): Promise<Thread> {
  const { branch } = thread
  const origin = branch?.commits.find((commit) => commit.sha === branch.origins.get(blob))
  const before = state.versions.at(-1)?.blob
  const { revision } = state.history
  const answers = revision && revision.seen >= (state.versions.at(-1)?.comment ?? 0) ? revision.answers : []
  if (version === 1) await askForReview(room, thread)
  const earlier = planIn(before === undefined ? undefined : branch?.texts.get(before))
  const text = announcement(viewOf(room, thread), {
    version,
    blob,
    answers,
    ...newsOfPlanning({ thread, state }),
    byHand: origin?.entry === undefined,
    ...(origin?.entry?.trailers.fix
      ? { note: 'Checks failed on this branch. This version says how to mend them.' }
      : {}),
    ...(isProposal(origin?.entry)
      ? { note: `The agent at work proposes this change: ${origin?.entry?.body ?? ''}` }
      : {}),
    ...(earlier ? { before: earlier } : {}),
  })
  await signRemarks(room, thread, answers)
  return sayVersion(room, { thread, state }, text)
}

/**
 * Asks those whom the input `approvers` names for a review, once a plan: whoever has reviewed is not to be asked again.
 */
async function askForReview({ sources: { forge, rules } }: PublishRoom, { pull }: Thread): Promise<void> {
  const { approvers } = rules
  if (approvers?.kind !== 'list' || !pull) return
  const { number, author } = pull.pull
  const users = approvers.users.filter((login) => login !== author.login.toLowerCase())
  if (users.length + approvers.teams.length > 0) await forge.askForReview(number, { users, teams: approvers.teams })
}

/** So many remarks on lines get a sign. All are quoted in the announcement. */
const MOST_SIGNS = 30

/** Who wrote a remark on a line sees there that it was taken up. A review without one cannot be reacted to by REST. */
async function signRemarks(
  { sources: { forge } }: PublishRoom,
  { pull }: Thread,
  answers: readonly Answer[],
): Promise<void> {
  const answered = new Set(answers.map(({ comment }) => comment))
  const remarks = (pull?.remarks ?? []).filter(({ kind, id }) => kind === 'line' && answered.has(id))
  for (const { id } of remarks.slice(0, MOST_SIGNS)) await forge.reactToRemark(id, 'rocket')
}

/**
 * Posts the announcement, unless another run posted one since the comments were read. It may be the same, and a second
 * one would void approvals that came in between; or its number is taken.
 */
async function sayVersion(room: PublishRoom, { thread, state }: Snapshot, text: string): Promise<Thread> {
  const now = await reread(room, thread, 'pull')
  const announced = announcementsIn(now.pull?.comments ?? [], now.bot)
  return announced.length > state.versions.length ? now : say(room, now, { place: 'pull', text })
}

/**
 * What the newest planning brought besides the plan: a second look, an estimate. What somebody wrote by hand since,
 * nobody else has read.
 */
function newsOfPlanning({ thread, state }: Snapshot): {
  look?: SecondLook | undefined
  estimate?: Estimate | undefined
} {
  const last = newestPlanning(thread.branch?.commits ?? [])
  const isNew = last && last.trailers.seen >= (state.versions.at(-1)?.comment ?? 0)
  return isNew ? { look: parseSecondLook(last.body), estimate: parseEstimate(last.body) } : {}
}

/** Whether an agent proposed the version: its commit answers no request and no feedback. */
const isProposal = (entry: JournalEntry | undefined): boolean =>
  entry !== undefined &&
  entry.trailers.request === undefined &&
  entry.trailers.fix === undefined &&
  entry.trailers.lesson === undefined &&
  (entry.trailers.feedback ?? []).length === 0

function planIn(text: string | undefined): Plan | undefined {
  const parsed = text === undefined ? undefined : parsePlan(text)
  return parsed?.kind === 'plan' ? parsed.plan : undefined
}

/** Tells the issue where its plan is, once. */
export const tellIssue = (room: PublishRoom, { thread }: Snapshot, { pull }: StepOf<'tell-issue'>): Promise<Thread> =>
  sayOutcomeOnce(room, thread, { key: `plan-${pull}`, text: planLink(viewOf(room, thread), pull) })

/** Posts why the plan file cannot be read, once for each text of it. */
export const tellPlanFileProblem = (
  room: PublishRoom,
  { thread }: Snapshot,
  { line, reason, blob }: StepOf<'tell-problem'>,
): Promise<Thread> =>
  sayOnce(room, thread, {
    place: 'pull',
    key: `problem-${blob}`,
    text: planFileProblem({ path: room.settings.planFile, line, reason, blob }),
  })
