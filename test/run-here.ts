import { AsyncLocalStorage } from 'node:async_hooks'
import { error } from '@actions/core'
import { runBy, type Begun, type Ended, type Run, type RunOptions } from '../fakes/runner/run.ts'
import { runWork } from '../src/jobs/work-job.ts'
import { maskSecrets, rawInput } from '../src/runner/env.ts'
import type { RunOutcome } from '../src/runner/outputs.ts'
import { carryOut } from './in-process.ts'

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
  for (const problem of problems) error(problem)
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
