import { errorText } from '../../errors.ts'
import { inBackground } from '../../async.ts'
import { logLine } from '../../runner/log.ts'
import type { Check } from '../../plan/evidence.ts'
import type { WorkRoom } from '../room/work-room.ts'
import { prepareTemplate, runEvery } from './clean-worktree.ts'

/**
 * Runs `verify-command` on the base while the planner thinks, in a place of its own: the words of the workflow's
 * author, and none of a model's. `end` stops what still runs, because nothing waits for it longer than for the planner.
 */
export function beginBaseline(room: WorkRoom, head: string): { end: () => Promise<Check | undefined> } {
  const { basePlace, settings } = room
  const command = settings.verifyCommand
  if (!basePlace || command === undefined) return { end: async () => undefined }
  const stop = new AbortController()
  const run = inBackground(baselineOf({ ...room, signal: AbortSignal.any([room.signal, stop.signal]) }, head, command))
  return {
    end: () => {
      stop.abort()
      return run
    },
  }
}

/** Undefined where the walls are missing, it was stopped, or the base cannot be set up, which the log then says. */
async function baselineOf(room: WorkRoom, head: string, command: string): Promise<Check | undefined> {
  try {
    const place = await room.basePlace?.(room.signal)
    if (!place || room.signal.aborted) return undefined
    const there = { ...room, ...place }
    await prepareTemplate(there, head)
    if (room.signal.aborted) return undefined
    const [check] = await runEvery(there, head, [command])
    return room.signal.aborted ? undefined : check
  } catch (error) {
    if (!room.signal.aborted) logLine(`How things are today is left out: ${room.redact(errorText(error))}`)
    return undefined
  }
}
