import { planOf, type ModelStep, type Snapshot, type StepOf } from '../../decide/next/decision.ts'
import { folderInstructionsOf, instructionsOf } from '../../observe/instructions.ts'
import { ownBase, type Sources } from '../../observe/sources.ts'
import { executeInput } from '../execute/gather.ts'
import { draftInput, revisionInput } from '../plan/gather.ts'
import type { InputOf, TaskInput } from '../tasks.ts'
import { settledNumbers } from '../fields.ts'
import { finishedSubtasks, requestOf, usedNumbers, type Gathering, topicOf } from './gathering.ts'
import { countHidden } from '../../agent/context/untrusted.ts'
import { commonAncestor } from '../../git/git.ts'

type Gather<K extends ModelStep['kind']> = (from: Gathering, step: StepOf<K>) => Promise<TaskInput>

const GATHER: { readonly [K in ModelStep['kind']]: Gather<K> } = {
  draft: draftInput,
  revise: revisionInput,
  execute: executeInput,
  review: reviewInput,
  check: checkInput,
  ask: askInput,
  doctor: async ({ shared }, { comment }) => ({
    ...shared,
    kind: 'doctor',
    id: `${shared.number}-doctor-${comment.id}`,
    comment: comment.id,
  }),
}

/** Builds the input for a step's task: everything that its agent needs, and no GitHub credentials. */
export async function inputFor(sources: Sources, snapshot: Snapshot, step: ModelStep): Promise<TaskInput> {
  return gather(step.kind, { ...snapshot, sources, shared: await sharedOf(sources, snapshot) }, step)
}

const gather = <K extends ModelStep['kind']>(kind: K, from: Gathering, step: StepOf<K>): Promise<TaskInput> =>
  GATHER[kind](from, step)

async function sharedOf(sources: Sources, { thread, state }: Snapshot): Promise<Gathering['shared']> {
  const base = await ownBase(sources, thread)
  const [instructions, folders] = await Promise.all([
    instructionsOf(sources.repo, base),
    folderInstructionsOf(sources.repo, base),
  ])
  return {
    allowance: state.allowance,
    number: thread.issue.number,
    head: thread.branch?.head ?? thread.base.sha,
    instructions,
    folders: folders.length > 0 ? folders : undefined,
  }
}

/** A note for log and summary on how many characters of people's texts were removed as hidden. Undefined if none. */
export function hiddenNote(input: TaskInput): string | undefined {
  const topic =
    'topic' in input
      ? [input.topic.title, input.topic.body, input.topic.change ?? '', ...input.topic.comments.map(({ text }) => text)]
      : []
  const feedback = 'feedback' in input ? input.feedback.map(({ text }) => text) : []
  const count = [...topic, ...feedback].reduce((sum, text) => sum + countHidden(text), 0)
  return count === 0 ? undefined : `hidden characters of what people wrote that were kept from the model: ${count}`
}

async function askInput(
  { sources, thread, state, shared }: Gathering,
  { kind, comment, question: asked }: StepOf<'ask'>,
): Promise<InputOf<'ask'>> {
  const { topic, request: question } = await topicOf(sources, thread, asked)
  const isOnPlan = thread.pull?.comments.some((one) => one.id === comment.id)
  const plan =
    isOnPlan && state.reading?.plan ? { plan: state.reading.plan, request: requestOf(state).slice(0, 32_000) } : {}
  const id = `${shared.number}-ask-${comment.id}`
  return { ...shared, kind, id, topic, question, comment: comment.id, ...plan }
}

/** The input for checks after a merge, or for approved tests. Each commit gives another input, and so another run. */
async function checkInput({ state, shared }: Gathering, step: StepOf<'check'>): Promise<InputOf<'check'>> {
  const of = { ...shared, kind: step.kind, plan: planOf(state), subtasks: step.numbers }
  if (step.of === 'merge') return { ...of, of: step.of, id: `${shared.number}-merge-${step.merge.slice(0, 10)}` }
  const commitOf = (number: number): string =>
    state.statuses.find(({ subtask }) => subtask.number === number)?.sha ?? ''
  const id = `${shared.number}-tests-${step.head.slice(0, 10)}`
  return { ...of, of: step.of, id, head: step.head, commits: step.numbers.map(commitOf) }
}

/** What is compared: of the result, what was asked for and what was done since the branch last merged the base. */
async function reviewInput(
  { sources, thread, state, shared }: Gathering,
  { kind, of }: StepOf<'review'>,
): Promise<InputOf<'review'>> {
  const id = `${shared.number}-review-${of}-${state.history.executed.size}`
  const compared = { ...shared, kind, id, plan: planOf(state), finished: finishedSubtasks(state) }
  if (of === 'rest') return { ...compared, of, frozen: settledNumbers(state), used: usedNumbers(thread) }
  const topicAndRequest = await topicOf(sources, thread, requestOf(state))
  const base = (await commonAncestor(sources.repo, thread.base.sha, shared.head)) ?? thread.base.sha
  return { ...compared, of, ...topicAndRequest, base }
}
