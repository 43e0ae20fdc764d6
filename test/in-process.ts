import { rm } from 'node:fs/promises'
import { connect } from '../src/connect.ts'
import { beginClone, type Clone } from '../src/observe/clone.ts'
import { destinationOf, eventSettingsOf } from '../src/observe/event.ts'
import type { Forge } from '../src/github/forge.ts'
import { run, type RunSpec } from '../src/run.ts'
import { readPayload } from '../src/runner/env.ts'
import type { RunOutcome } from '../src/runner/outputs.ts'
import type { OpenRoom } from '../src/work/open.ts'
import type { WebhookEvent } from '../fakes/github/types.ts'
import { begin, type Begun, type RunOptions } from '../fakes/runner/run.ts'

type Ports = Pick<RunSpec, 'clock'> & { forge?: Forge; room?: (clone: Clone) => OpenRoom; stop?: AbortSignal }

export type InProcess = Pick<RunOptions, 'github' | 'model' | 'event' | 'inputs' | 'env' | 'attempt' | 'isFollowed'> &
  Ports

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
  const begun = await begin(options)
  const ports = { ...(room ? { room } : {}), ...(forge ? { forge } : {}), ...(clock ? { clock } : {}) }
  try {
    return await carryOut(begun, options.event, { ...ports, ...(stop ? { stop } : {}) })
  } finally {
    begun.end()
    await rm(begun.home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Carries out what has begun, as main.ts does. Undefined when the event is nothing to the action. */
export async function carryOut(
  { variables: env }: Begun,
  { name }: WebhookEvent,
  ports: Ports = {},
): Promise<RunOutcome | undefined> {
  const { room, forge, stop = new AbortController().signal, ...rest } = ports
  const event = { name, payload: readPayload(env) }
  const destination = destinationOf(event, eventSettingsOf(env))
  if (!destination) return undefined
  const clone = beginClone(event, destination, env)
  const connection = forge ? { forge } : await connect(env, clone)
  return run(destination, { env, event, clone, connection, stop, ...rest, ...(room ? { room: room(clone) } : {}) })
}
