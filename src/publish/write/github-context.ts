import type { RefUpdate } from '../../git/remote.ts'
import type { Settings } from '../../plan/plan.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import type { Live, View } from '../view/text/view.ts'
import type { Sources } from '../../observe/sources.ts'

/** What the steps of GitHub's room work with. There is no model in here. */
export type GitHubContext = {
  sources: Sources
  settings: Settings
  links: View['links']
  /** Whether other jobs of this run have the model, so that no step here starts the next run. */
  isSplit: boolean
  /** The workflow of this run, and the branch that it comes from. */
  workflow: { workflow: string; ref: string }
  /** What a record says of the run that writes it: its number, the models of its inputs, and the release. */
  maker: { runs: readonly number[]; models: readonly string[]; action: string | undefined }
  redact: (text: string) => string
  /** Takes out the machine's paths too, for texts that people read. */
  outward: (text: string) => string
  /** What a later push of several steps takes along. Without it, each step pushes by itself. */
  deferredUpdates?: RefUpdate[]
}

export const viewOf = (ctx: GitHubContext, thread: Thread, live?: Live): View => ({
  ...ctx.settings,
  ...ctx.sources.snapshotAt(thread),
  live,
  links: ctx.links,
})
