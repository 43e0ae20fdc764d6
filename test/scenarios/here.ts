import { error } from '@actions/core'
import { vi } from 'vitest'
import { runBy, type Begun, type Ended, type Run, type RunOptions } from '../../fakes/runner/run.ts'
import type { World, WorldOptions } from '../../fakes/runner/world.ts'
import { maskSecrets } from '../../src/runner/env.ts'
import { carryOut } from '../in-process.ts'
import * as bundle from './stage.ts'

// The stage of stories in which the bundle is not what is tested: played in this process, which is quicker.

/** A world as `stage` makes it, whose runs are played in this process. */
export const stage = (options: WorldOptions = {}): Promise<World> => bundle.stage({ ...options, play: runHere })

/** A world as `planned` makes it, whose runs are played in this process. */
export const planned = (options: WorldOptions = {}): ReturnType<typeof bundle.planned> =>
  bundle.planned({ ...options, play: runHere })

/**
 * Plays a run as `runAction` does, but in this process, which takes half as much of the processor. One at a time: its log
 * is what was written meanwhile. It can neither be stopped nor killed, and knows no jobs.
 */
const runHere = (options: RunOptions): Promise<Run> => runBy(inThisProcess, options)

async function inThisProcess(begun: Begun, { event }: RunOptions): Promise<Ended> {
  const started = performance.now()
  let log = ''
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    log += String(text)
    return true
  })
  try {
    maskSecrets(begun.variables)
    const { outputs = {}, summary = '', problems = [] } = (await carryOut(begun, event)) ?? {}
    for (const problem of problems) error(problem)
    const code = problems.length > 0 ? 1 : 0
    return { code, signal: null, log, outputs: { ...outputs }, summary, ms: performance.now() - started, peakMiB: 0 }
  } finally {
    written.mockRestore()
  }
}
