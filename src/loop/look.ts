import { needsModel, type Step } from '../decide/next/step.ts'
import { FRESH_MS, type Place, type Thread } from '../decide/thread/thread.ts'
import { complexityNote } from '../decide/words/needs-plan.ts'
import { observe } from '../observe/observe.ts'
import { refreshBranch } from '../observe/find-plan.ts'
import { refresh } from '../observe/refresh.ts'
import { ACTIONS_BOT } from '../observe/sources.ts'
import type { LoopContext } from './run-context.ts'

/** Reads a place for the first time; undefined when there is nothing of ours. */
export async function observePlace(place: Place, { run, progress, note }: LoopContext): Promise<Thread | undefined> {
  const thread = await observe(run.sources, place)
  if (thread?.asked?.kind === 'opened' && thread.asked.body === undefined) note(complexityNote(thread.issue))
  const { clock } = run.sources
  if (thread && thread.bot.login !== ACTIONS_BOT.login) clock.useOtherToken()
  progress.observedAt = clock.now()
  progress.thread = thread
  return thread
}

/** Whether the last look is too old for the end of the run, or for what costs money. */
export const isStale = ({ run, progress }: LoopContext, step: Step): boolean =>
  run.sources.clock.now() - progress.observedAt > FRESH_MS && (step.kind === 'nothing' || needsModel(step))

/** Reads again what may have changed meanwhile. */
export async function refreshed({ run, progress }: LoopContext, thread: Thread): Promise<Thread> {
  const now = await refresh(run.sources, thread)
  progress.observedAt = run.sources.clock.now()
  return now
}

/** Reads again what another run may have changed, the branch too. A plan that was not there may be there now. */
export async function lookAgain(
  { run: { sources }, place, progress }: Pick<LoopContext, 'run' | 'place' | 'progress'>,
  thread: Thread,
): Promise<Thread | undefined> {
  const read = thread.pull
    ? await refresh(sources, await refreshBranch(sources, thread))
    : await observe({ ...sources, firstFetch: undefined, firstLook: undefined }, place)
  progress.observedAt = sources.clock.now()
  return read && { ...read, thisRun: { ...thread.thisRun, contended: true } }
}
