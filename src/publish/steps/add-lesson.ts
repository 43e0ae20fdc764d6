import type { StepOf } from '../../decide/next/step.ts'
import type { OpenPlan, Snapshot } from '../../decide/next/snapshot.ts'
import { inThisRun, type Thread } from '../../decide/thread/thread.ts'
import { entryAt, readBlob, treeWith } from '../../git/objects.ts'
import { problemsOfLessonCommit } from '../../guard/check-commit.ts'
import { appended, type LessonLine, type OfferedLesson } from '../../guard/instruction-files.ts'
import { nextNumber, planOf } from '../../observe/brief/brief.ts'
import { evidenceOf, hasLine, isOffered, lessonSubtask } from '../../plan/lesson.ts'
import { noUsage } from '../../plan/usage.ts'
import type { ResultOf, WorkResult } from '../../plan/order/order.ts'
import { addAttempt, addUsageOf, record, subtaskTrailers } from '../write/journal.ts'
import { planFileOf, withPlanFile } from '../write/plan-file.ts'
import type { PublishRoom } from '../write/publish-room.ts'

/** Offers the lesson that was found. Where there is none, what the look cost counts, and the plan comes to its end. */
export async function publishLesson(room: PublishRoom, snapshot: Snapshot, result: WorkResult): Promise<Thread> {
  const { thread } = snapshot
  const offer = result.kind === 'learned' && result.line !== '' ? offerOf(room, snapshot, result) : undefined
  if (offer) return writeOffer(room, snapshot, { ...offer, usage: result.usage })
  const counted = addUsageOf(thread, result.usage)
  // A run that is cancelled, or came too late, looks again as long as the plan is there.
  if (result.kind === 'stopped' && (result.why === 'cancelled' || result.why === 'outdated')) return counted
  return inThisRun(counted, { lesson: result.kind === 'learned' ? 'none' : 'failed' })
}

type Offer = { lesson: OfferedLesson; text: string }

/** The plan with the subtask of a lesson. Undefined where it could not be read as it is offered. */
function offerOf(
  room: PublishRoom,
  { thread, state }: Snapshot,
  { line, comments }: ResultOf<'learned'>,
): Offer | undefined {
  const plan = planOf(state)
  const path = thread.lessons?.file?.path
  const subtask = nextNumber(thread, state)
  const evidence = evidenceOf(comments, state.earlierFeedback)
  if (path === undefined || room.redact(line) !== line) return undefined
  const lesson = { subtask, path, line, evidence }
  const offered = lessonSubtask(lesson)
  if (!isOffered(offered, lesson)) return undefined
  return { lesson, text: planFileOf(room, { ...plan, subtasks: [...plan.subtasks, offered] }) }
}

function writeOffer(
  room: PublishRoom,
  snapshot: Snapshot,
  { lesson, text, usage }: Offer & Pick<WorkResult, 'usage'>,
): Promise<Thread> {
  const offer = {
    subject: `Add to the plan a lesson for ${lesson.path}`,
    body: `It was asked for in ${new Set(lesson.evidence.map(({ plan }) => plan)).size} plans.`,
    trailers: { lesson },
    counts: [0],
    tree: withPlanFile(room, text),
  }
  return record(room, snapshot, { commits: [offer], usage, onlyOn: 'same plan' })
}

/**
 * Adds the line of a lesson to the instructions, as it was approved. This is the one case in which a protected path may
 * change, so the change is compared byte by byte before it is committed.
 */
export async function learn(room: PublishRoom, plan: OpenPlan, { status, lesson }: StepOf<'learn'>): Promise<Thread> {
  const { number, name } = status.subtask
  const problem = await problemOn(room, lesson, plan.thread.branch.head)
  if (problem !== undefined) return addAttempt(plan.thread, number, { reason: problem, checks: [], usage: noUsage })
  const added = {
    subject: name,
    body: `Added to ${lesson.path}: ${lesson.line}`,
    trailers: subtaskTrailers(plan, status),
    counts: [0, number],
    tree: (parent: string) => treeWithLine(room, lesson, parent),
  }
  // When somebody pushed meanwhile, all of it is looked at again from the beginning.
  return record(room, plan, { commits: [added], onlyOn: 'same head' })
}

/** Why the line cannot be added to this commit. Undefined when it can. */
async function problemOn(room: PublishRoom, lesson: LessonLine, head: string): Promise<string | undefined> {
  const { settings, redact, sources } = room
  const present = await entryAt(sources.repo, head, lesson.path)
  if (present && present.mode !== '100644')
    return `\`${lesson.path}\` is no plain file on this branch, so no line can be added to it.`
  if (present && hasLine(await readBlob(sources.repo, present.id), lesson.line))
    return `\`${lesson.path}\` has this line already, so there is nothing to add.`
  const to = await treeWithLine(room, lesson, head)
  const problems = await problemsOfLessonCommit(sources.repo, { from: head, to }, { ...settings, redact, lesson })
  return problems.length > 0 ? problems.join('\n') : undefined
}

async function treeWithLine({ sources: { repo } }: PublishRoom, { path, line }: LessonLine, onto: string) {
  const entry = await entryAt(repo, onto, path)
  const before = entry?.type === 'blob' ? await readBlob(repo, entry.id) : ''
  return treeWith(repo, onto, { path, text: before + appended(before, line) })
}
