import { rm } from 'node:fs/promises'
import { beginClone, type Clone } from '../src/observe/clone.ts'
import { destinationOf, eventSettingsOf } from '../src/observe/event.ts'
import { run, type RunSpec } from '../src/run.ts'
import { readPayload } from '../src/runner/env.ts'
import type { RunOutcome } from '../src/runner/outputs.ts'
import type { OpenRoom } from '../src/work/open.ts'
import { begin, type RunOptions } from '../fakes/runner/run.ts'

export type InProcess = Pick<RunOptions, 'github' | 'model' | 'event' | 'inputs' | 'env' | 'attempt' | 'isFollowed'> &
  Pick<RunSpec, 'forge' | 'clock'> & { room?: (clone: Clone) => OpenRoom; stop?: AbortSignal }

/**
 * Carries an event out in this very process, from the source: the machine, the checkout and the variables are those that the
 * bundle gets, and what main.ts would hand to the runner is given back. Undefined when the event is nothing to the action.
 */
export async function runInProcess({
  room,
  forge,
  clock,
  stop,
  ...options
}: InProcess): Promise<RunOutcome | undefined> {
  const { home, variables: env, end } = await begin(options)
  try {
    const event = { name: options.event.name, payload: readPayload(env) }
    const destination = destinationOf(event, eventSettingsOf(env))
    if (!destination) return undefined
    const clone = beginClone(event, destination, env)
    return await run(destination, {
      ...{ env, event, clone, stop: stop ?? new AbortController().signal },
      ...(room ? { room: room(clone) } : {}),
      ...(forge ? { forge } : {}),
      ...(clock ? { clock } : {}),
    })
  } finally {
    end()
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
}
