import type { Prices } from '../plan/usage.ts'
import { stateOf } from '../decide/state.ts'
import type { Thread } from '../decide/thread.ts'
import type { Live, View } from './view/view.ts'
import type { Sources } from '../observe/sources.ts'

/** The settings that bear on what is published. */
export type PublishSettings = {
  commitWith: 'git' | 'api'
  keepPlanFile: boolean
  readyWhenDone: boolean
  maxAttempts: number
  approvalsRequired: number
  protectedPaths: readonly string[]
  planFile: string
  prices: Prices | undefined
  verifyCommand: string | undefined
}

/** GitHub's room: what its steps write with. There is no model in here. */
export type PublishRoom = {
  sources: Sources
  settings: PublishSettings
  links: View['links']
  /** The workflow that this run is of, and the branch that it is taken from. */
  workflow: { workflow: string; ref: string }
  /** Takes secrets out of everything that leaves. */
  redact: (text: string) => string
  /** The same, and the machine's paths: for what people read. */
  outward: (text: string) => string
}

/** What everything that people read is rendered from. */
export const viewOf = (room: PublishRoom, thread: Thread, live?: Live): View => ({
  thread,
  state: stateOf(thread, room.sources.rules),
  live,
  maxAttempts: room.settings.maxAttempts,
  approvalsRequired: room.settings.approvalsRequired,
  prices: room.settings.prices,
  links: room.links,
})
