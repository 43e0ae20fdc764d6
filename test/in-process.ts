import { error } from '@actions/core'
import { AsyncLocalStorage } from 'node:async_hooks'
import { rm } from 'node:fs/promises'
import { connect } from '../src/connect.ts'
import type { Forge } from '../src/github/forge.ts'
import { runWork } from '../src/loop/jobs/work-job.ts'
import { beginClone, type Clone } from '../src/observe/clone.ts'
import { destinationOf, eventSettingsOf } from '../src/observe/event.ts'
import type { RunSpec } from '../src/loop/run-context.ts'
import { run } from '../src/run.ts'
import { maskSecrets, rawInput, readPayload } from '../src/runner/env.ts'
import type { RunOutcome } from '../src/runner/outputs.ts'
import type { OpenContext } from '../src/tasks/open-context.ts'
import type { WebhookEvent } from '../fakes/github/types.ts'
import { begin, runBy, type Begun, type Ended, type Run, type RunOptions } from '../fakes/runner/run.ts'

type Ports = Pick<RunSpec, 'clock'> & { forge?: Forge; ctx?: (clone: Clone) => OpenContext; stop?: AbortSignal }

export type InProcess = Pick<RunOptions, 'github' | 'model' | 'event' | 'inputs' | 'env' | 'attempt' | 'isFollowed'> &
  Ports

/**
 * Carries an event out in this very process, from the source: the machine, the checkout and the variables are those that the
 * bundle gets, and what main.ts would hand to the runner is given back. Undefined when the event is nothing to the action.
 */
export async function runInProcess({
  ctx,
  forge,
  clock,
  stop,
  ...options
}: InProcess): Promise<RunOutcome | undefined> {
  const begun = await begin(options)
  const ports = { ...(ctx ? { ctx } : {}), ...(forge ? { forge } : {}), ...(clock ? { clock } : {}) }
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
  const { ctx, forge, stop = new AbortController().signal, ...rest } = ports
  const event = { name, payload: readPayload(env) }
  const destination = destinationOf(event, eventSettingsOf(env))
  if (!destination) return undefined
  const clone = beginClone(event, destination, env)
  const connection = forge ? { forge } : await connect(env, clone)
  return run(destination, { env, event, clone, connection, stop, ...rest, ...(ctx ? { ctx: ctx(clone) } : {}) })
}

/** The log of each run that is under way. */
const logs = new AsyncLocalStorage<string[]>()
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (text: string | Uint8Array) => {
  const log = logs.getStore()
  return log ? log.push(String(text)) > 0 : write(text)
}

/**
 * Plays a run as `runAction` does, but in this process, which takes half as much of the processor. It can neither be
 * stopped nor killed.
 */
export const runHere = (options: RunOptions): Promise<Run> =>
  runBy((begun) => {
    const log: string[] = []
    return logs.run(log, () => inThisProcess(begun, options, log))
  }, options)

async function inThisProcess(begun: Begun, { event }: RunOptions, log: readonly string[]): Promise<Ended> {
  const env = begun.variables
  const started = performance.now()
  maskSecrets(env)
  const works = rawInput(env, 'mode') === 'work'
  const outcome = await (works ? runWork({ env, stop: new AbortController().signal }) : carryOut(begun, event))
  const { outputs, summary, problems }: RunOutcome = outcome ?? { outputs: {}, summary: '', problems: [] }
  for (const { text } of problems) error(text)
  const ms = performance.now() - started
  return {
    code: problems.length > 0 ? 1 : 0,
    signal: null,
    log: log.join(''),
    outputs: { ...outputs },
    summary,
    ms,
    peakMiB: 0,
  }
}
