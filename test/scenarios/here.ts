import type { World, WorldOptions } from '../../fakes/runner/world.ts'
import { runHere } from '../run-here.ts'
import * as bundle from './stage.ts'

// The stage of stories in which the bundle is not what is tested: played in this process, which is quicker.

/** A world as `stage` makes it, whose runs are played in this process. */
export const stage = (options: WorldOptions = {}): Promise<World> => bundle.stage({ ...options, play: runHere })

/** A world as `at` makes it, whose runs are played in this process. */
export const at = (point: Parameters<typeof bundle.at>[0], options: WorldOptions = {}): ReturnType<typeof bundle.at> =>
  bundle.at(point, { ...options, play: runHere })

/** A world as `planned` makes it, whose runs are played in this process. */
export const planned = (options?: WorldOptions): ReturnType<typeof bundle.planned> => at('drafted', options)
