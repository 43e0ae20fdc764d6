import type { Snapshot, ModelStep, StepOf } from '../../decide/next/decision.ts'
import { folderInstructionsOf, instructionsOf } from '../../observe/instructions.ts'
import { ownBase, type Sources } from '../../observe/sources.ts'
import { askInput } from '../ask/gather.ts'
import { checkInput } from '../check/gather.ts'
import { executeInput } from '../execute/gather.ts'
import { draftInput, revisionInput } from '../plan/gather.ts'
import { reviewInput } from '../review/gather.ts'
import type { TaskInput } from '../tasks.ts'
import type { Gathering, Shared } from './gathering.ts'

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

/** The fields of every input. */
async function sharedOf(sources: Sources, { thread, state }: Snapshot): Promise<Shared> {
  const base = await ownBase(sources, thread)
  const [instructions, folders] = await Promise.all([
    instructionsOf(sources.repo, base),
    folderInstructionsOf(sources.repo, base),
  ])
  return {
    allowance: state.allowance,
    number: thread.issue.number,
    head: thread.branch?.head ?? thread.base.sha,
    ...(instructions ? { instructions } : {}),
    ...(folders.length > 0 ? { folders } : {}),
  }
}
