import type { RefUpdate } from '../../git/remote.ts'
import type { Settings } from '../../plan/plan.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import type { Live, View } from '../view/text/view.ts'
import type { Sources } from '../../observe/sources.ts'

/** The context of everything that writes to GitHub. It must not give access to a model. */
export type GitHubContext = {
  sources: Sources
  settings: Settings
  links: View['links']
  /** Of three jobs, others have the model, so no step here starts the next run. */
  jobs: 'one' | 'three'
  /** The workflow of this run, and the branch that it comes from. */
  workflow: { workflow: string; ref: string }
  /** For the plan's record: the number of this run, the models of its inputs, and the release of the action. */
  maker: { runs: readonly number[]; models: readonly string[]; action: string | undefined }
  redact: (text: string) => string
  /** Redacts secrets as `redact` does, and the paths of the runner, for texts that people read. */
  outward: (text: string) => string
  /** Collects ref updates, so that several steps are pushed at once. Without it, each step pushes by itself. */
  deferredUpdates?: RefUpdate[]
}

/** What comments and descriptions about a thread are rendered from. */
export const viewOf = (ctx: GitHubContext, thread: Thread, live?: Live): View => ({
  ...ctx.settings,
  ...ctx.sources.snapshotAt(thread),
  live,
  links: ctx.links,
})
