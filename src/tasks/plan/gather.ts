import { planOf, type State, type StepOf } from '../../decide/next/decision.ts'
import { readSide } from '../../git/side-ref.ts'
import { settledNumbers } from '../fields.ts'
import { requestOf, usedNumbers, type Gathering, topicOf } from '../gather/gathering.ts'
import { extractImages } from '../gather/images.ts'
import { MAX_CONVERSATION } from './input.ts'
import { answerTo, notesWith } from '../../decide/thread/people.ts'
import { baselineIn, isUnknown } from '../../decide/thread/planning-notes.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { shorten } from '../../lib/shorten.ts'
import { isSettled } from '../../plan/plan.ts'
import { UserError } from '../../lib/errors.ts'
import { pathsIn } from '../../git/objects.ts'
import { clashes } from '../../guard/change-rules.ts'
import { mergedFile } from '../../observe/branch/branch.ts'
import type { Sources } from '../../observe/sources.ts'
import type { InputOf } from '../tasks.ts'

/** The input of a new draft, which starts from the base. Throws `UserError` if the path of the plan is taken. */
export async function draftInput(
  { sources, thread, shared }: Gathering,
  step: StepOf<'draft'>,
): Promise<InputOf<'draft'>> {
  const [{ topic, request }] = await Promise.all([
    topicOf(sources, thread, step.request),
    checkPlanPath(sources, thread),
  ])
  const id = `${shared.number}-draft-${step.via.replaceAll(/[^A-Za-z0-9]/g, '-')}`
  const used = usedNumbers(thread, { isNewDraft: true })
  return { ...shared, kind: 'plan', of: 'draft', id, head: thread.base.sha, topic, request, used }
}

/** The input of a version that answers feedback on the previous one, with the planner's stored conversation. */
export async function revisionInput(
  { sources, thread, state, shared }: Gathering,
  step: StepOf<'revise'>,
): Promise<InputOf<'revision'>> {
  const side = { kind: 'conversation', issue: thread.issue.number } as const
  const conversation = step.fresh ? undefined : await readSide(sources.repo, side, MAX_CONVERSATION)
  const newest = Math.max(...step.remarks.map(({ id }) => id))
  const { topic, request } = await topicOf(sources, thread, requestOf(state))
  const { pull, issue } = thread
  const { halt } = state
  const rendered = () => sources.forge.rendered(pull?.pull.number ?? issue.number, pull !== undefined)
  const remarks = step.remarks.map(({ text }) => text)
  const feedback = await extractImages(remarks, { ...sources.repo, before: topic.images?.length ?? 0, rendered })
  return {
    ...shared,
    kind: 'plan',
    of: 'revision',
    id: `${shared.number}-revise-${newest}`,
    topic,
    request,
    version: state.versions.at(-1)?.version ?? 1,
    plan: planOf(state),
    frozen: settledNumbers(state),
    settled: settledLines(state),
    // Why an agent proposed the change for which the plan waits.
    proposed: halt?.reason === 'change' && halt.text ? shorten(halt.text, MAX_ANSWER) : undefined,
    asked: questionsSince(thread, state),
    known: baselineCommand(thread, state),
    feedback: step.remarks.map((remark, i) => ({ ...remark, text: feedback.texts[i] ?? '' })),
    images: feedback.images.length > 0 ? feedback.images : undefined,
    merge: step.merge,
    used: usedNumbers(thread),
    checks: step.fix?.checks.failed.slice(0, MAX_CHECKS),
    conversation,
  }
}

const MAX_CHECKS = 50

/** Which command of the environment ran to its end on the base, while nothing was changed there. */
function baselineCommand({ branch }: Thread, { history }: State): string | undefined {
  if (history.executed.size > 0) return undefined
  const baseline = baselineIn(branch?.commits)
  return baseline && !isUnknown(baseline) ? baseline.command : ''
}

const MAX_REASON_TEXT = 300
const MAX_ANSWER = 2_000
const MAX_ANSWERS = 5

/** A line for each subtask that is done, taken back or skipped, with its commit or the reason. */
const settledLines = ({ statuses, history }: State): string[] =>
  statuses.filter(isSettled).map(({ subtask: { number }, state, sha, text }) => {
    const what =
      state === 'done' ? `done in ${sha?.slice(0, 10)}` : history.undone.has(number) ? 'taken back' : 'skipped'
    return `${number}. ${what}: ${shorten(text.split('\n')[0] ?? '', MAX_REASON_TEXT)}`
  })

/** What was asked with `/ask` on the plan since its last version, with what the bot answered. */
function questionsSince({ pull, bot }: Thread, { comments, versions }: State): { question: string; answer: string }[] {
  const since = versions.at(-1)?.comment ?? 0
  return comments.pull
    .flatMap(({ id, command }) => {
      if (command.kind !== 'ask' || id < since) return []
      const [note] = notesWith(pull?.comments ?? [], bot, answerTo(id))
      const question = shorten(command.question, MAX_ANSWER)
      return note ? [{ question, answer: shorten(withoutMarkers(note.body), MAX_ANSWER) }] : []
    })
    .slice(-MAX_ANSWERS)
}

const withoutMarkers = (body: string): string => body.replace(/<!-- measure-twice:[^>]{0,500}-->/g, '').trim()

/** Throws `UserError` if files of people on the base keep a new plan from its path. A stored plan may be replaced. */
async function checkPlanPath({ repo, planFile }: Sources, { base }: Thread): Promise<void> {
  const isTaken = (await mergedFile(repo, { head: base.sha, base: base.sha, planFile })) !== undefined
  const why = isTaken ? 'is a file of yours' : pathConflict(await pathsIn(repo, base.sha), planFile)
  if (why === undefined) return
  throw new UserError(
    'plan-file-taken',
    `\`${planFile}\` on \`${base.branch}\` ${why}, so no plan was written. Nothing was spent.`,
    'Set the input `plan-file` to a path that is free, for example `.plans/PLAN.md`.',
  )
}

/** Why one of the files keeps the plan from its path, as the end of a sentence about that. */
function pathConflict(paths: readonly string[], planFile: string): string | undefined {
  const parentFile = paths.find((path) => planFile.startsWith(`${path}/`))
  if (parentFile !== undefined) return `would lie below \`${parentFile}\`, which is a file or a link`
  const other = clashes(paths, [planFile]).get(planFile)
  if (other !== undefined)
    return `would differ from \`${other}\` by the case of letters alone, and Windows and macOS cannot check out both`
  return undefined
}
