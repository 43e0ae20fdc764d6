import type { Settings } from '../plan/settings.ts'
import { stateOf } from '../decide/state.ts'
import type { Thread } from '../decide/thread.ts'
import type { Live, View } from './view/view.ts'
import type { Sources } from '../observe/sources.ts'

/** GitHub's room: what its steps write with. There is no model in here. */
export type PublishRoom = {
  sources: Sources
  settings: Settings
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
  ...room.settings,
  thread,
  state: stateOf(thread, room.sources.rules),
  live,
  links: room.links,
})
